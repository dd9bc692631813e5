import { forLanguages, type Language, languageTraits } from '#foundation/i18n/catalogue.ts';
import { fold, spellOut } from './fold.ts';

const MOST_TERMS = 9;

/** Shorter terms stand in no index: for each the whole calendar is read. */
const INDEXED_FROM = 3;
/** So many of those are looked for. */
const MOST_SHORT = 2;
const isShort = (term: string) => [...term].length < INDEXED_FROM;

/** A word or phrase of a search in its folded spellings (`möbel`: `mobel`, `moebel`), any of which may occur. */
export type SearchTerm = readonly string[];

/** Returns the spellings in which a typed word may stand in folded texts: an umlaut as its letter, or spelled out. */
export function spellingsOf(typed: string): SearchTerm {
  return [...new Set([fold(typed), fold(spellOut(typed, 'de'))])];
}

/** Returns a text as searches look through it: folded, and its words with umlauts once more with these spelled out. */
export function searchable(text: string): string {
  const folded = fold(text);
  if (!/[\u0080-\uffff]/.test(text)) return folded;
  const spelled = text.split(/\s+/u).flatMap((word) => spellingsOf(word).slice(1));
  return [folded, ...new Set(spelled)].join(' ');
}

/**
 * Returns the terms of a search for events: every term of `include` must occur somewhere, none of `exclude`.
 * Quoted phrases are one term; single letters and the stop words of the languages only count where nothing else is left,
 * then the whole text is one term (reference 4.7); so it is where there are more than nine, since each looks through
 * the calendar once. Of terms below three letters, which no index has, the first two count. Blank text gives no terms.
 */
export function eventSearchTerms(
  text: string,
  languages: readonly Language[],
): { include: SearchTerm[]; exclude: SearchTerm[] } {
  const include = new Map<string, SearchTerm>();
  const exclude = new Map<string, SearchTerm>();
  const short = new Set<string>();
  const isStop = (term: string) => languages.some((language) => isStopWord(term, language));
  for (const [, minus = '', phrase, word] of text.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s,+"]+))/gu)) {
    const typed = phrase ?? trimQuotes(word ?? '');
    const term = fold(typed);
    if (term === '' || term === '-' || /^[a-z]$/.test(term) || isStop(term)) continue;
    if (isShort(term) && short.add(term).size > MOST_SHORT) {
      short.delete(term);
      continue;
    }
    (minus === '' ? include : exclude).set(term, spellingsOf(typed));
  }
  const terms = include.size + exclude.size;
  if (terms === 0 || terms > MOST_TERMS) {
    include.clear();
    exclude.clear();
    const whole = text.replaceAll('"', ' ');
    if (fold(whole) !== '') include.set(fold(whole), spellingsOf(whole));
  }
  return { include: [...include.values()], exclude: [...exclude.values()] };
}

function trimQuotes(word: string): string {
  return word.replace(/^'+/, '').replace(/'+$/, '');
}

/**
 * The folded fragments (letters, digits, hyphens) that must all occur in one field of a venue or
 * organizer, in any order (reference 4.8); words that are stop words of the language only where nothing else is left
 * (D39). Text without any gives an empty list.
 */
export function linkedSearchFragments(text: string, language: Language): string[] {
  const words = fold(text).split(' ');
  // As words: the end of `example.com` says something.
  const telling = words.filter((word) => !isStopWord(word.replace(OUTER_SIGNS, ''), language));
  const found = fragmentsIn(telling);
  const isWord = (fragment: string) => /[\p{L}\p{N}]/u.test(fragment);
  return [...new Set(found.some(isWord) ? found : fragmentsIn(words))];
}

const OUTER_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const fragmentsIn = (words: readonly string[]) =>
  words.flatMap((word) => word.match(/[\p{L}\p{N}-]+/gu) ?? []);

const stopWords = forLanguages((language) => new Set(languageTraits[language].words.stop));

/** Whether a folded word is one that a search in a language leaves out where others remain (D39). */
export const isStopWord = (word: string, language: Language): boolean => stopWords[language].has(word);
