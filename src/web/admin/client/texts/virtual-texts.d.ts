declare module 'virtual:texts' {
  /** Loads the texts of each language, by their keys. */
  export const loaders: Readonly<
    Record<
      import('./texts.tsx').AdminLanguage,
      () => Promise<{ default: Readonly<Record<import('./texts.tsx').AdminKey, string>> }>
    >
  >;
}
