import { type Language, languages, languageTraits } from '#foundation/i18n/catalogue.ts';
import { fewMarks, LETTERS, spellOut } from './fold.ts';
import { stripTags } from './markup.ts';

const MAX_BYTES = 200;
/** Slugs that addresses of feeds, embeds and pages need for themselves. */
const RESERVED = new Set(['feed', 'rss', 'rss2', 'rdf', 'atom', 'embed', 'page']);

const LATIN: Readonly<Record<string, string>> = {
  ...LETTERS,
  ª: 'a',
  º: 'o',
  ß: 's',
  ĳ: 'ij',
  ŀ: 'l',
  ŉ: 'n',
  ſ: 's',
  ơ: 'o',
  ư: 'u',
  '€': 'e',
  '×': 'x',
};
const LATIN_LETTER = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'g');
const DROPPED =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\p{Cf}\p{Cs}\p{Cn}\p{Co}\ufffd¡¿«»‹›‘’‚‛“”„‟•©®°…™´ˊ£]|\u0300|\u0301|\u0304|\u030c/gu;

/**
 * The slug of a title, or the normal form of a slug, encoded or decoded: lower case Latin letters, digits,
 * `_`, `-` and percent-encoded UTF-8 of other scripts, at most 200 bytes; `''` where nothing is usable.
 * `slugify(slugify(x)) === slugify(x)` (reference 5.4).
 * @param language of the text: German spells its umlauts out (`ae`, `ss`), all others drop their accents
 */
export function slugify(text: string, language?: Language): string {
  // Most titles and nearly all slugs are, and all the rest would do no more to them.
  if (/^[\w -]*$/.test(text))
    return cut(text.toLowerCase().replace(/[ -]+/g, '-').replace(/^-|-$/g, ''), MAX_BYTES);
  const plain = stripTags(decodePercent(text.toWellFormed()))
    .replace(/&(?:nbsp|ndash|mdash|#160|#8211|#8212);/gi, '-')
    .replace(/&(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);/gi, '');
  // All that is dropped goes before accents are folded: it may stand between a letter and its accent.
  const kept = fewMarks(plain)
    .normalize('NFC')
    .replace(/[\u2010-\u2015./\s\p{Z}]/gu, '-')
    .replace(DROPPED, '')
    .replace(/[\u0021-\u002c\u003a-\u0040\u005b-\u005e`\u007b-\u007e]/g, '');
  // What was dropped may have stood between a letter and its umlaut.
  const spelled = language ? spellOut(kept, language) : kept;
  const dashed = latin(fewMarks(spelled)).replace(/-+/g, '-').replace(/^-|-$/g, '');
  return cut(dashed, MAX_BYTES);
}

const spellingOut = languages.filter((language) => languageTraits[language].spelling !== 'plain');

/**
 * Returns all slugs that a text may stand for, whatever its language, for finding what is there: the plain one first,
 * then the German one where that is another; none where nothing is usable.
 */
export function slugForms(text: string): string[] {
  const plain = slugify(text);
  if (plain === '') return [];
  return [...new Set([plain, ...spellingOut.map((language) => slugify(text, language))])];
}

/** Beyond it numbers are searched by halves: where thousands have one title, each try would cost all the others'. */
const ONE_BY_ONE = 30;

/**
 * `wanted`, or with the first of `-2`, `-3`… that is neither reserved nor taken, within 200 bytes; after some thirty
 * of them, with one that follows a taken one. `wanted` must be a slug and not empty.
 */
export async function uniqueSlug(
  wanted: string,
  isTaken: (slug: string) => Promise<boolean> | boolean,
): Promise<string> {
  if (!RESERVED.has(wanted) && !(await isTaken(wanted))) return wanted;
  const whole = decodePercent(wanted);
  const numbered = (number: number) => {
    const suffix = `-${number}`;
    return cut(whole, MAX_BYTES - suffix.length) + suffix;
  };
  for (let number = 2; number <= ONE_BY_ONE; number++)
    if (!(await isTaken(numbered(number)))) return numbered(number);
  let taken = ONE_BY_ONE;
  let free = taken * 2;
  while (await isTaken(numbered(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
}

/** Percent-encoded UTF-8 as text; what is no UTF-8 is dropped. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8').replaceAll('\ufffd', ''),
  );
}

/** Lower case, Latin letters without their accents; letters of other scripts keep theirs (й, が). */
function latin(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-zæøœſ])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(LATIN_LETTER, (letter) => LATIN[letter] ?? '')
    .toLowerCase();
}

/** Percent-encodes all but ASCII and ends before the character that would exceed `bytes`. */
function cut(text: string, bytes: number): string {
  if (text.length <= bytes && /^[\w-]*$/.test(text)) return text.replace(/-+$/, '');
  let out = '';
  for (const character of text) {
    const encoded = character < '\u0080' ? character : encodeURIComponent(character).toLowerCase();
    if (out.length + encoded.length > bytes) break;
    out += encoded;
  }
  return out.replace(/-+$/, '');
}
