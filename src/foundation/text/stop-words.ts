import type { Language } from '#foundation/i18n/catalogue.ts';

// Folded. Too common to tell one thing from another; the English ones are those of the reference, with "a" and "and".
const words: Readonly<Record<Language, string>> = {
  en: 'a about an and are as at be by com for from how in is it of on or that the this to was what when where who will with www',
  de: `als am an auf aus bei bis com da das dass dem den der des die durch ein eine einem einen einer eines er es fur hat
    ich ihr im in ist ja mit nach nicht oder sich sie sind um und uns unter vom von vor wann war was wer wie wir wird wo
    www zu zum zur`,
  es: `a al com como con cual cuando de del desde donde e el ella en entre era es esa ese esta este fue ha la las le les lo
    los mas ni no o para pero por que quien se ser si sin sobre son su sus u un una unas unos www y`,
};

const byLanguage = {
  en: new Set(words.en.split(/\s+/)),
  de: new Set(words.de.split(/\s+/)),
  es: new Set(words.es.split(/\s+/)),
};

/** Whether a folded word is one that a search in a language leaves out where others remain (D39). */
export const isStopWord = (word: string, language: Language): boolean => byLanguage[language].has(word);
