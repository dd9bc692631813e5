declare module 'virtual:texts' {
  /** A text as it is, or in the parts in which the parser reads it. */
  export type ParsedText = string | import('@formatjs/icu-messageformat-parser').MessageFormatElement[];
  /** Texts by their keys. */
  export type ParsedTexts = Readonly<Partial<Record<import('./texts.tsx').AdminKey, ParsedText>>>;
  type Loader = () => Promise<{ default: ParsedTexts }>;
  /** Loads the texts of each language: those of the first pages, and later all others. */
  export const loaders: Readonly<
    Record<import('./texts.tsx').AdminLanguage, { readonly first: Loader; readonly later: Loader }>
  >;
}
