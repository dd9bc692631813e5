import { type Language, languages } from '#foundation/i18n/catalogue.ts';

/**
 * Returns the looks in which a page or screen is seen in a language: a share of all, so that the languages together see each
 * look once. Languages change lengths and names and no colours, looks colours and places and no names.
 * `KALENDS_TEST_LOOKS=all` shows each language in all of them.
 */
export function looksOf<T>(language: Language, looks: readonly T[]): T[] {
  const shares = Math.min(languages.length, looks.length);
  return looks.filter(
    (_, place) =>
      process.env['KALENDS_TEST_LOOKS'] === 'all' || place % shares === languages.indexOf(language) % shares,
  );
}
