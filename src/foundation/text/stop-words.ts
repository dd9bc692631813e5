import { catalogues, forLanguages, type Language } from '#foundation/i18n/catalogue.ts';

// Folded. Too common to tell one thing from another; the English ones are those of the reference, with "a" and "and".
const stopWords = forLanguages((language) => new Set(catalogues[language]['search.stop_words'].split(' ')));

/** Whether a folded word is one that a search in a language leaves out where others remain (D39). */
export const isStopWord = (word: string, language: Language): boolean => stopWords[language].has(word);
