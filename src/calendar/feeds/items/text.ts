import { decodeText, stripTags } from '#foundation/text/markup.ts';

/** Returns HTML as plain text that keeps its lines: blocks and breaks end one, blanks within are collapsed. */
export function plainLines(html: string): string {
  if (html === '') return '';
  return decodeText(stripTags(html.replace(/\s+/gu, ' '), '\n'))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
