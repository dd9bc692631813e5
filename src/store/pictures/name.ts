import type { Language } from '#foundation/i18n/catalogue.ts';
import { fewMarks, LETTERS, spellOut } from '#foundation/text/fold.ts';
import { type FileType, fileKinds, isPicture } from './kinds.ts';

// Leaves room for `-1536x1536`, a number against collisions and the ending within every file system's 255 bytes.
const maxStemLength = 80;

/**
 * A name that is safe in every file system and URL: ASCII letters, digits, `-` and `_`, case kept, with the
 * ending of what the file really holds. Giving it its own answer changes nothing.
 * @param language of the name: German spells its umlauts out, as in slugs
 */
export function safeFileName(name: string, type: FileType, language?: Language): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const [rawStem, ending] = dot > 0 ? [base.slice(0, dot), base.slice(dot + 1).toLowerCase()] : [base, ''];
  const { extensions } = fileKinds[type];
  const extension = extensions.find((one) => one === ending) ?? extensions[0];
  return `${safeStem(language ? spellOut(rawStem, language) : rawStem, isPicture(type) ? 'picture' : 'file')}.${extension}`;
}

/** A letter that no accent can be taken from, in ASCII and in its own case. */
function asciiOf(letter: string): string {
  const lower = letter.toLowerCase();
  const spelled = LETTERS[lower] ?? '';
  return letter === lower ? spelled : spelled.toUpperCase();
}

function safeStem(stem: string, unnamed: string): string {
  const ascii = fewMarks(stem)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßẞæÆœŒøØłŁ]/g, asciiOf)
    .replace(/['’]/g, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, maxStemLength)
    .replace(/^[-_]+|[-_]+$/g, '');
  // Windows opens a device instead of a file under these names, whatever the ending.
  if (ascii === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(ascii))
    return `${unnamed}${ascii && `-${ascii}`}`;
  return ascii;
}
