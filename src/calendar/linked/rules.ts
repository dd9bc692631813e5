import { can, type Status } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { restoredSlug, slugFrom, trashedSlug } from '#calendar/posts/rules.ts';
import { type RowLanguages, shownLanguage } from '#calendar/translations/rules.ts';
import { fold } from '#foundation/text/fold.ts';
import { sanitizeInline } from '#foundation/text/html.ts';
import { plainText } from '#foundation/text/markup.ts';
import { searchable } from '#foundation/text/search.ts';
import { slugify } from '#foundation/text/slug.ts';

/** Returns a name as stored: its inline markup sanitized, no space around it. */
export const cleanName = (typed: string): string => sanitizeInline(typed).trim();

/** Returns the key by which names are compared and sorted: without markup, case and accents. '' for a blank name. */
export const nameKey = (name: string) => fold(plainText(name));

/**
 * Returns the value of `search_text`: each field as searches look through it, on a line of its own that begins with the
 * field's number, and the next number at the end. Such texts have no line breaks, so that `\n3:` occurs once. The name comes first.
 */
export function searchText(fields: readonly string[]): string {
  let lines = '';
  for (const [index, field] of fields.entries()) lines += `\n${index}:${searchable(plainText(field))}`;
  return `${lines}\n${fields.length}:`;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Returns a field of a `search_text` by its number; '' where it has none. */
export function searchedField(text: string, field: number): string {
  const [, found = ''] = text.split(`\n${field}:`);
  return found.split('\n')[0] ?? '';
}

/** Returns a LIKE pattern, escaped with `\`, that finds a folded text within one field of a `search_text`. */
export function fieldPattern(field: number, fragment: string): string {
  return `%\n${field}:%${escaped(fragment)}%\n${field + 1}:%`;
}

/** Returns a LIKE pattern for all of a `search_text`: cheaper than `fieldPattern`, and finds at least as much. */
export function anywherePattern(fragment: string): string {
  return `%${escaped(fragment)}%`;
}

/**
 * Returns the slug after a write (reference 5.4): one asked for made unique, else the one before, else one made from the
 * name. A contributor's pending item has none until it is published; in the trash it carries the trash's suffix.
 * @param free returns a slug that no other item of the kind has
 */
export async function resultingSlug(
  actor: Actor,
  write: {
    id: number;
    asked: string | undefined;
    name: string;
    status: Status;
    /** The row's language columns after the write. */
    languages: RowLanguages;
    before?: { readonly slug: string; readonly status: string };
  },
  free: (slug: string) => Promise<string>,
): Promise<string> {
  const { id, asked, name, status, languages, before } = write;
  const { language, site } = languagesOf(actor);
  const present = before?.status === 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '');
  const isUnnamed = status === 'pending' && !can(actor.viewer, 'publish');
  const wanted = (asked !== undefined && !isUnnamed && slugify(asked, language)) || present;
  if (status === 'trash') return trashedSlug(wanted);
  if (wanted !== '' && wanted === before?.slug) return wanted;
  if (wanted === '' && isUnnamed) return '';
  return free(wanted || slugFrom(name, id, shownLanguage(languages, site, site)));
}
