import { type Language, languages } from '#foundation/i18n/catalogue.ts';

/** Whether each language is shown in all looks, as `KALENDS_TEST_LOOKS=all` asks for. */
const isAll = process.env['KALENDS_TEST_LOOKS'] === 'all';

/**
 * Returns the looks in which a page or screen is seen in a language: one that goes by its place among all, so that its languages
 * have neighbouring ones, and all together are seen in each look in each language. Languages change lengths and names and no
 * colours, looks colours and places and no names. `KALENDS_TEST_LOOKS=all` shows each language in all of them.
 */
export function looksOf<T>(place: number, language: Language, looks: readonly T[]): T[] {
  const shown = (place + languages.indexOf(language)) % looks.length;
  return looks.filter((_, at) => isAll || at === shown);
}

/**
 * Returns the languages and looks in which a state is seen: one of each, by its place among all states.
 * `KALENDS_TEST_LOOKS=all` shows each in all.
 */
export function looksOfState<T>(place: number, looks: readonly T[]): [Language, T][] {
  const shown = looks.filter((_, at) => isAll || at === place % looks.length);
  return languagesAt(place).flatMap((language) => shown.map((look): [Language, T] => [language, look]));
}

/** Returns the language that has the turn at a place, for what is seen in one alone; all with `KALENDS_TEST_LOOKS=all`. */
export function languagesAt(place: number): Language[] {
  return languages.filter((_, at) => isAll || at === place % languages.length);
}
