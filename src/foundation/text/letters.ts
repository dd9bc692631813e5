import { type Language, type LanguageTraits, traitsOf } from '#foundation/i18n/catalogue.ts';
import { fewMarks } from './marks.ts';

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

/** What a German WordPress makes of these (`remove_accents` for the locales `de…`). */
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
  spellings[traitsOf(language).spelling](text);
