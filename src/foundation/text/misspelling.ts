/** Rows of keys on the keyboards of the program's languages: neighbours are easily struck for each other. */
const KEY_ROWS = ['qwertzuiop', 'qwertyuiop', 'asdfghjkl', 'yxcvbnm', 'zxcvbnm'];

/** Letters that are easily taken for each other, by sound. */
const SOUNDS = [
  'bp',
  'dt',
  'gk',
  'ck',
  'cs',
  'sz',
  'cz',
  'fv',
  'vw',
  'iy',
  'ij',
  'bv',
  'ae',
  'ou',
  'ei',
  'mn',
  'gj',
  'hj',
  'kq',
];

function pairsOf(rows: readonly string[]): string[] {
  return rows.flatMap((row) =>
    Array.from(row).flatMap((key, at) => (at > 0 ? [`${row[at - 1]}${key}`] : [])),
  );
}

const NEAR = new Set([...pairsOf(KEY_ROWS), ...SOUNDS].flatMap((pair) => [pair, `${pair[1]}${pair[0]}`]));

/** What mistakes cost; a wrong, missing or superfluous letter is 1. */
const COST = { near: 0.7, swapped: 0.7, doubled: 0.4, silent: 0.5, umlaut: 0.1 } as const;

/** Returns what it costs to leave a letter out of a word, by the letters around it. */
function letterCost(word: string, at: number): number {
  const [before, letter, after] = [word[at - 1], word[at], word[at + 1]];
  if (letter === before || letter === after) return COST.doubled;
  if (letter === 'e' && before !== undefined && 'aou'.includes(before)) return COST.umlaut;
  if (letter === 'h' || (letter === 'e' && before === 'i')) return COST.silent;
  return 1;
}

/** Spellings of one sound, as they stand in folded texts, and the letter that stands for all of them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/sch|ch(?=[aeiou])|sh/g, 'x'],
  [/tz|ts|ss|c(?=[eiy])|z/g, 's'],
  [/ck|ch|qu|q|c|kh/g, 'k'],
  [/dt|th/g, 't'],
  [/ie|y|ee/g, 'i'],
  [/gh/g, 'g'],
  [/w|b(?=[aeiou])/g, 'v'],
  [/ai|ay|ey/g, 'ei'],
  [/eu|oi|oy/g, 'au'],
  [/h(?![aeiou])/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Returns a folded word as it sounds, roughly: words that sound alike have the same. */
const soundOf = (word: string): string =>
  SPELLINGS.reduce((text, [spelling, letter]) => text.replace(spelling, letter), word);
/** What a word costs that sounds alike and is spelled otherwise. */
const SOUNDS_ALIKE = 0.6;

/** Returns the least cost of coming from a typed word to another, or, with `isPart`, to its beginning. */
function distance(typed: string, word: string, isPart: boolean): number {
  let beforeLast: number[] = [];
  let last = [0];
  for (let column = 1; column <= word.length; column++)
    last[column] = (last[column - 1] ?? 0) + letterCost(word, column - 1);
  for (let row = 1; row <= typed.length; row++) {
    const own = letterCost(typed, row - 1);
    const next = [(last[0] ?? 0) + own];
    for (let column = 1; column <= word.length; column++) {
      const [a, b] = [typed[row - 1], word[column - 1]];
      const changed = a === b ? 0 : NEAR.has(`${a}${b}`) ? COST.near : 1;
      const isSwapped = row > 1 && column > 1 && a !== b && a === word[column - 2] && typed[row - 2] === b;
      next[column] = Math.min(
        (last[column] ?? 0) + own,
        (next[column - 1] ?? 0) + letterCost(word, column - 1),
        (last[column - 1] ?? 0) + changed,
        isSwapped ? (beforeLast[column - 2] ?? 0) + COST.swapped : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = next;
  }
  return isPart ? Math.min(...last) : (last[word.length] ?? 0);
}

/** What is added where the typed word is only the beginning of the other, or its end. */
const [BEGINNING, END] = [0.5, 0.9] as const;
/** A part of a word has so many letters at least. */
const PART = 5;

/** Returns how far a folded word may be from the one that was meant: longer words have more mistakes. */
const limitOf = ({ length }: string): number => (length < 4 ? 0.8 : length < 6 ? 1.3 : length < 9 ? 2 : 2.7);

/**
 * Returns how unlikely it is that a typed word means another: 0 for the word itself, about 1 for each wrong letter, less for
 * mistakes that people make often; undefined where it is too far. Both are folded.
 */
export function misspellingCost(typed: string, word: string): number | undefined {
  const costs = [distance(typed, word, false), SOUNDS_ALIKE + distance(soundOf(typed), soundOf(word), false)];
  if (typed.length >= PART && word.length > typed.length) {
    const reversed = (text: string) => Array.from(text).reverse().join('');
    costs.push(BEGINNING + distance(typed, word, true));
    costs.push(END + distance(reversed(typed), reversed(word), true));
  }
  const least = Math.min(...costs);
  return least <= limitOf(typed) ? least : undefined;
}
