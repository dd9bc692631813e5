import { type Language, type LanguageTraits, languageTraits } from '#foundation/i18n/catalogue.ts';

/**
 * Text with at most 30 combining marks in a row, more than any language has (UAX #15, Stream-Safe Text). To be asked
 * before a normal form is: that takes the square of a row's length.
 */
export function fewMarks(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
}

/** Spells the lower-case Latin letters that are no letter with an accent, and so don't fall apart in a normal form. */
export const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * A key for comparing, searching and sorting without regard to case, accents and blanks: two texts that
 * a reader takes for the same have the same key. Not for showing.
 */
export function fold(text: string): string {
  // Most texts are, and all the rest would leave them so.
  if (/^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)) return text.toLowerCase();
  return unaccented(unaccented(text)).replace(/\s+/gu, ' ').trim();
}

// A second round is needed: some capitals and compatibility forms only fall apart once they are lower case.
// Accents that stand alone go first: to bring thousands in a row into their order takes minutes.
function unaccented(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** Letters as a German WordPress spells them in slugs (`remove_accents` for the locales `de…`). */
const GERMAN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
};

const german = (text: string): string =>
  fewMarks(text)
    .normalize('NFC')
    .replace(/[äöüÄÖÜßẞ]/g, (letter) => GERMAN[letter] ?? letter);

const spellings: Readonly<Record<LanguageTraits['spelling'], (text: string) => string>> = {
  plain: (text) => text,
  german,
};

/** Returns a text with the letters that its language spells out in slugs and file names (German `ä` as `ae`), case kept. */
export const spellOut = (text: string, language: Language): string =>
  spellings[languageTraits[language].spelling](text);
