import { decodeText } from './entities.ts';
import { LETTERS } from './letters.ts';
import { stripTags } from './markup.ts';

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * A key for comparing, searching and sorting without regard to case, accents and blanks: two texts that
 * a reader takes for the same have the same key. Not for showing.
 */
export function fold(text: string): string {
  // Most texts are, and all the rest would leave them so.
  if (/^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)) return text.toLowerCase();
  return unaccented(unaccented(text)).replace(/\s+/gu, ' ').trim();
}

// A second round is needed: some capitals and compatibility forms only fall apart once they are lower case.
// Accents that stand alone go first: to bring thousands in a row into their order takes minutes.
function unaccented(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

const UNEVEN = /[^\S ]|\s\s/u;

/** HTML as plain text: no tags, no script or style content, entities as characters, blanks collapsed. */
export function plainText(html: string): string {
  const text = decodeText(stripTags(html, ' '));
  return (UNEVEN.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
}
