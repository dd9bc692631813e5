import { type Language, languages } from '#foundation/i18n/catalogue.ts';

/**
 * Returns whether axe reads a page in a language in this one of its looks. Languages change names and lengths and no colours,
 * looks colours and places and no names: each language reads a share of the looks, and all of them together read each look.
 * `KALENDS_TEST_LOOKS=all` has every language read all. What is quick, width and console, is held to in all of them anyway.
 */
export function isReadByAxe(language: Language, place: number, looks: number): boolean {
  const shares = Math.min(languages.length, looks);
  return (
    process.env['KALENDS_TEST_LOOKS'] === 'all' || place % shares === languages.indexOf(language) % shares
  );
}
