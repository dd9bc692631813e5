import { can, type Status } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { restoredSlug, slugFrom, trashedSlug } from '#calendar/posts/rules.ts';
import { type RowLanguages, shownLanguage } from '#calendar/translations/rules.ts';
import { fold } from '#foundation/text/fold.ts';
import { sanitizeInline } from '#foundation/text/html.ts';
import { plainText } from '#foundation/text/markup.ts';
import { slugify } from '#foundation/text/slug.ts';

/** Returns a name as it is stored: inline markup that may stay, without space around it. */
export const cleanName = (typed: string): string => sanitizeInline(typed).trim();

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

/**
 * Returns the slug after a write (reference 5.4). One asked for is made unique; none asked for stays, or is made of the
 * name; a contributor's pending item has none until somebody publishes it; the trash marks it.
 * @param free returns a slug that no other item of the kind has
 */
export async function resultingSlug(
  actor: Actor,
  write: {
    id: number;
    asked: string | undefined;
    name: string;
    status: Status;
    /** Of the row after the write. */
    languages: RowLanguages;
    before?: { readonly slug: string; readonly status: string };
  },
  free: (slug: string) => Promise<string>,
): Promise<string> {
  const { id, asked, name, status, languages, before } = write;
  const { language, site } = languagesOf(actor);
  const kept = before?.status === 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '');
  const isUnnamed = status === 'pending' && !can(actor.viewer, 'publish');
  const wanted = (asked !== undefined && !isUnnamed && slugify(asked, language)) || kept;
  if (status === 'trash') return trashedSlug(wanted);
  if (wanted !== '' && wanted === before?.slug) return wanted;
  if (wanted === '' && isUnnamed) return '';
  return free(wanted || slugFrom(name, id, shownLanguage(languages, site, site)));
}
