import type { Language } from '#foundation/i18n/catalogue.ts';
import { fewMarks, fold } from '#foundation/text/fold.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { plainText } from '#foundation/text/markup.ts';
import { slugify } from '#foundation/text/slug.ts';

export const NAME_LIMIT = 200;
export const SLUG_LIMIT = 200;

/** A name as it is kept: plain text on one line, entities as characters, without tags; '' where nothing is left. */
export function cleanName(text: string): string {
  return plainText(text.toWellFormed());
}

/** A description as it is kept. Not cheap: to be asked once the permission is clear. */
export function cleanDescription(text: string): string {
  return sanitizeRich(text.toWellFormed().trim()).trim();
}

/** What of a name decides whether two are the same, and their order: without case and accents; never '' for a name. */
export function nameKey(name: string): string {
  return fold(name) || name;
}

/** The slug to begin with: of the slug sent, else of the name, both in `language`, else the number. */
export function wantedSlug(term: {
  slug?: string | undefined;
  name: string;
  id: number;
  language: Language;
}): string {
  const { slug, name, id, language } = term;
  return (slug && slugify(slug, language)) || slugify(name, language) || String(id);
}

/** The slug that a text spells, in any case, encoded or not; '' where it rather is a name (`C++` is not the slug `c`). */
export function slugIn(text: string): string {
  const slug = slugify(text);
  const spelled = fewMarks(text.trim().toLowerCase()).normalize('NFC');
  return slug === spelled || decodeURIComponent(slug) === spelled ? slug : '';
}

/** A plain name as it is shown (reference 2.4). */
export function escapeName(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What setting an event's terms changes: links to drop and to add, and terms whose count of published events moves. */
export interface TermChanges {
  dropped: number[];
  added: number[];
  fewer: number[];
  more: number[];
}

/** `counted`: whether the event was, and is now, published. */
export function changesOfTerms(
  change: { before: readonly number[]; counted: boolean },
  next: { after: readonly number[]; counted: boolean },
): TermChanges {
  const before = new Set(change.before);
  const after = new Set(next.after);
  const countedBefore = change.counted ? before : new Set<number>();
  const countedAfter = next.counted ? after : new Set<number>();
  return {
    dropped: [...before.difference(after)],
    added: [...after.difference(before)],
    fewer: [...countedBefore.difference(countedAfter)],
    more: [...countedAfter.difference(countedBefore)],
  };
}
