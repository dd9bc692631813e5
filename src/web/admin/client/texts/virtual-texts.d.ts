declare module 'virtual:texts' {
  /** A text as it is, or in the parts in which the parser reads it. */
  export type ParsedText = string | import('@formatjs/icu-messageformat-parser').MessageFormatElement[];
  /** Loads the texts of each language, by their keys. */
  export const loaders: Readonly<
    Record<
      import('./texts.tsx').AdminLanguage,
      () => Promise<{ default: Readonly<Record<import('./texts.tsx').AdminKey, ParsedText>> }>
    >
  >;
}
