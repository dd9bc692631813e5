import { type Language, type LanguageTraits, languageTraits } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import { germanDate, MONTHS as germanMonths, WEEKDAYS as germanWeekdays } from './german.ts';
import { spanishDate, MONTHS as spanishMonths, WEEKDAYS as spanishWeekdays } from './spanish.ts';
import { LONGEST_DATE } from './typed.ts';
import { MONTHS, WEEKDAYS } from './words.ts';

/** Brings dates into English, by whose words they may be typed in; English ones are read as they are. */
const readers: Readonly<Record<LanguageTraits['dates'], ((text: string) => string | undefined) | undefined>> =
  { english: undefined, german: memoize(germanDate), spanish: memoize(spanishDate) };

/** Matches dates that aren't the same in every language: with words, or with days before months by dots or slashes. */
const HAS_LANGUAGE = /[a-z]{2}|\d ?h|[ap]\. m|[^\p{ASCII}]|\d[./] ?\d/iu;

/**
 * Returns a date as typed in a language (`nächsten Freitag 19 Uhr`, `15 de enero de 2027`) in the English that
 * `readDate` reads; English and ISO 8601 stay what they are in each. Undefined where the text may mean two days in that
 * language.
 */
export function englishDate(typed: string, language: Language): string | undefined {
  const read = readers[languageTraits[language].dates];
  if (!read) return typed;
  if (typed.length > LONGEST_DATE || !HAS_LANGUAGE.test(typed)) return typed;
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const english = read(text);
  // `el 15` is no timestamp.
  return english !== text && english !== undefined && /^\d+\.?\d*$/.test(english) ? undefined : english;
}

/** Returns the month, 1-12, that a folded word names in any language; undefined for any other word. */
export function monthNamed(word: string): number | undefined {
  const english = germanMonths.get(word) ?? spanishMonths.get(word) ?? word;
  return MONTHS.get(english);
}

/** Returns whether a folded word names a day of the week in any language. */
export const isWeekday = (word: string): boolean =>
  WEEKDAYS.has(word) || germanWeekdays.has(word) || spanishWeekdays.has(word);
