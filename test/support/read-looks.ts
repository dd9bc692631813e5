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

/**
 * Returns the languages and looks in which a state is seen: one of each, by its place among all states.
 * `KALENDS_TEST_LOOKS=all` shows each in all.
 */
export function looksOfState<T>(place: number, looks: readonly T[]): [Language, T][] {
  const isAll = process.env['KALENDS_TEST_LOOKS'] === 'all';
  const shown = looks.filter((_, at) => isAll || at === place % looks.length);
  return languages
    .filter((_, at) => isAll || at === place % languages.length)
    .flatMap((language) => shown.map((look): [Language, T] => [language, look]));
}
