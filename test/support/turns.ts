import { type Language, languages } from '#foundation/i18n/catalogue.ts';

/** Whether everything is shown in all looks, as `KALENDS_TEST_LOOKS=all` asks for. */
const isAll = process.env['KALENDS_TEST_LOOKS'] === 'all';

/** The turn of this run, which `run.ts` derives from the commit unless it is set. Its digits choose languages, looks and parts. */
const turn = Number(process.env['KALENDS_TEST_TURN'] || 0);
/** A multiple of all numbers of looks. */
const LOOKS = 12;
const languageTurn = turn % languages.length;
const lookTurn = Math.floor(turn / languages.length) % LOOKS;
const partTurn = Math.floor(turn / languages.length / LOOKS);

/** Returns the language that has the turn at a place, for what is seen in one alone; all with `KALENDS_TEST_LOOKS=all`. */
export function languagesAt(place: number): Language[] {
  return languages.filter((_, at) => isAll || at === (place + languageTurn) % languages.length);
}

/**
 * Returns the languages and looks in which a page, screen or state is seen: one of each, by its place among all and the turn.
 * Languages change lengths and names and no colours, looks change colours and places and no names. `KALENDS_TEST_LOOKS=all`
 * returns every language in every look.
 */
export function looksOf<T>(place: number, looks: readonly T[]): [Language, T][] {
  const shown = looks.filter((_, at) => isAll || at === (place + lookTurn) % looks.length);
  return languagesAt(place).flatMap((language) => shown.map((look): [Language, T] => [language, look]));
}

/**
 * Returns every `n`th, beginning with another one in each turn and at each place, for what takes long; all with
 * `KALENDS_TEST_LOOKS=all`.
 */
export function inTurn<T>(n: number, all: readonly T[], place = 0): T[] {
  return all.filter((_, at) => isAll || (at + place + partTurn) % n === 0);
}
