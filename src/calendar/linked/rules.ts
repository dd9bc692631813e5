import { fold, plainText } from '#foundation/text/fold.ts';

/** The key by which names are compared, sorted and taken for the same: without markup, case, accents. */
export const nameKey = (name: string) => fold(plainText(name));

// Folded text has no line breaks, so that a mark at the head of a line stands in one place of the whole only.
const mark = (field: number) => `\n${field}:`;

/** The column `search_text`: fields folded, one a line, each line led by its field's number. The first is the name. */
export function searchText(fields: readonly string[]): string {
  return fields.map((field, index) => mark(index) + fold(plainText(field))).join('') + mark(fields.length);
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for LIKE, with `\` as its escape sign, that finds a folded text within one field of a `search_text`. */
export function fieldPattern(field: number, fragment: string): string {
  return `%${mark(field)}%${escaped(fragment)}%${mark(field + 1)}%`;
}

/** The same for the whole of a `search_text`: cheaper, and wrong only by finding too much. */
export function anywherePattern(fragment: string): string {
  return `%${escaped(fragment)}%`;
}
