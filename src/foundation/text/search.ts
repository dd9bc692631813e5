import { catalogues, forLanguages, type Language } from '#foundation/i18n/catalogue.ts';
import { fold } from './fold.ts';

const MOST_TERMS = 9;

/** Shorter terms stand in no index: for each the whole calendar is read. */
const INDEXED_FROM = 3;
/** So many of those are looked for. */
const MOST_SHORT = 2;
const isShort = (term: string) => [...term].length < INDEXED_FROM;

/**
 * Returns the folded terms of a search for events: every term of `include` must occur somewhere, none of `exclude`.
 * Quoted phrases are one term; single letters and the language's stop words only count where nothing else is left,
 * then the whole text is one term (reference 4.7); so it is where there are more than nine, since each looks through
 * the calendar once. Of terms below three letters, which no index has, the first two count. Blank text gives no terms.
 */
export function eventSearchTerms(text: string, language: Language): { include: string[]; exclude: string[] } {
  const include = new Set<string>();
  const exclude = new Set<string>();
  const short = new Set<string>();
  for (const [, minus = '', phrase, word] of text.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s,+"]+))/gu)) {
    const term = fold(phrase ?? trimQuotes(word ?? ''));
    if (term === '' || term === '-' || /^[a-z]$/.test(term) || isStopWord(term, language)) continue;
    if (isShort(term) && short.add(term).size > MOST_SHORT) {
      short.delete(term);
      continue;
    }
    (minus === '' ? include : exclude).add(term);
  }
  const terms = include.size + exclude.size;
  if (terms === 0 || terms > MOST_TERMS) {
    include.clear();
    exclude.clear();
    const whole = fold(text.replaceAll('"', ' '));
    if (whole !== '') include.add(whole);
  }
  return { include: [...include], exclude: [...exclude] };
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

// Folded. Too common to tell one thing from another; the English ones are those of the reference, with "a" and "and".
const stopWords = forLanguages((language) => new Set(catalogues[language]['search.stop_words'].split(' ')));

/** Whether a folded word is one that a search in a language leaves out where others remain (D39). */
export const isStopWord = (word: string, language: Language): boolean => stopWords[language].has(word);
