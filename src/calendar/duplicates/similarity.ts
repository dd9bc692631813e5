import { fold } from '#foundation/text/fold.ts';

/** Endings and short forms of streets, as folded addresses have them. */
const STREETS: readonly (readonly [RegExp, string])[] = [
  [/(strasse|str\.?)(?=[\s,]|\d|$)/g, 'str '],
  [/\b(street|st\.?)(?=[\s,]|$)/g, 'str '],
  [/\b(avenue|avda\.?|avenida|ave?\.?)(?=[\s,]|$)/g, 'av '],
  [/\b(c\/|calle)(?=\s|[^\s])/g, 'c '],
  [/\b(platz|pl\.?|plaza|square|sq\.?)(?=[\s,]|$)/g, 'pl '],
  [/\b(road|rd\.?)(?=[\s,]|$)/g, 'rd '],
];

/** Words that tell nothing of a name, folded. */
const EMPTY_WORDS = new Set(
  'a an and at der die das dem den des ein eine el en gmbh e.v. ev in inc. inc im la las los ltd ltd. of the und the y de del'.split(
    ' ',
  ),
);

/** Returns the words of a folded name, without signs and without those that tell nothing where others remain. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Returns a key that addresses share which differ in spelling alone: `Hauptstraße 5` and `Hauptstr. 5`. */
export function addressKey(address: string): string {
  let key = fold(address);
  for (const [pattern, short] of STREETS) key = key.replaceAll(pattern, short);
  return key.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Returns a key that addresses of one website share: host without `www.`, and path; '' for none. */
export function websiteKey(website: string): string {
  const url = website === '' ? null : URL.parse(website);
  if (!url) return '';
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`.toLowerCase();
}

/** Returns the last digits of a telephone number, by which it is the same with and without a country's code; '' for too few. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < PHONE_LEAST ? '' : digits.slice(-PHONE_DIGITS);
}
const PHONE_LEAST = 6;
const PHONE_DIGITS = 8;

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Names longer than that are compared by their beginnings. */
const COMPARED = 200;

/** Returns how alike two texts are by their pairs of letters (Sørensen–Dice), from 0 to 1; the same in either order. */
export function alikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [one.slice(0, COMPARED), other.slice(0, COMPARED)];
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = pairsOf(a);
  let shared = 0;
  for (const [pair, count] of pairsOf(b)) shared += Math.min(count, pairs.get(pair) ?? 0);
  return (2 * shared) / (a.length + b.length - 2);
}

/** Agreement of the names of two things, from the same to hardly. */
export type NameAgreement = 'same_name' | 'same_words' | 'similar_name' | 'name_contained';

/** Names at least so alike are similar. */
const SIMILAR = 0.8;

/** Returns how two folded names agree; undefined: they don't. The same in either order. */
export function nameAgreement(one: string, other: string): NameAgreement | undefined {
  if (one === '' || other === '') return undefined;
  if (one === other) return 'same_name';
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [sortedA, sortedB] = [a.toSorted().join(' '), b.toSorted().join(' ')];
  if (sortedA === sortedB || a.join('') === b.join('')) return 'same_words';
  // "Hall 1" and "Hall 2" are alike and never the same.
  const numbers = (words: readonly string[]) => words.filter((word) => /\d/.test(word)).join(' ');
  if (numbers(a) !== numbers(b)) return undefined;
  if (alikeness(sortedA, sortedB) >= SIMILAR) return 'similar_name';
  // A word that is said twice is one.
  const [short, long] = [new Set(a), new Set(b)].toSorted((few, many) => few.size - many.size);
  return short && long && short.size > 1 && short.isSubsetOf(long) ? 'name_contained' : undefined;
}
