/** Words of a language that the program recognizes in texts of others. */
export interface LanguageWords {
  /** Mean in a cost that the event is free. */
  readonly free: readonly string[];
  /** Separate two prices in a cost. */
  readonly to: readonly string[];
  /** Folded. Too common to help a search. */
  readonly stop: readonly string[];
}

const split = (words: string): readonly string[] => words.split(' ');

/** Holds the words of each language. */
export const languageWords = {
  en: {
    free: ['free'],
    to: ['to'],
    // Those of the reference, with "a" and "and".
    stop: split(
      'a about an and are as at be by com for from how in is it of on or that the this to was what when where who will with www',
    ),
  },
  de: {
    free: ['kostenlos', 'kostenfrei', 'gratis'],
    to: ['bis'],
    stop: split(
      'als am an auf aus bei bis com da das dass dem den der des die durch ein eine einem einen einer eines er es fur hat ich ihr im in ist ja mit nach nicht oder sich sie sind um und uns unter vom von vor wann war was wer wie wir wird wo www zu zum zur',
    ),
  },
  es: {
    free: ['gratis', 'gratuito', 'gratuita'],
    to: ['hasta'],
    stop: split(
      'a al com como con cual cuando de del desde donde e el ella en entre era es esa ese esta este fue ha la las le les lo los mas ni no o para pero por que quien se ser si sin sobre son su sus u un una unas unos www y',
    ),
  },
} as const satisfies Readonly<Record<string, LanguageWords>>;
