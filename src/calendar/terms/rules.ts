import type { Language } from '#foundation/i18n/catalogue.ts';
import { fewMarks, fold } from '#foundation/text/fold.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { plainText } from '#foundation/text/markup.ts';
import { slugify } from '#foundation/text/slug.ts';

/** The longest name, in UTF-16 code units. */
export const NAME_LIMIT = 200;
/** The longest slug, in UTF-16 code units. */
export const SLUG_LIMIT = 200;

/** Returns a name as stored: plain text on one line, entities decoded, tags removed; '' where nothing is left. */
export function cleanName(text: string): string {
  return plainText(text.toWellFormed());
}

/** Returns a description as stored: sanitized HTML. Expensive: call it after the permission was checked. */
export function cleanDescription(text: string): string {
  return sanitizeRich(text.toWellFormed().trim()).trim();
}

/** Returns the key by which names are compared and sorted: without case and accents; never '' for a name. */
export function nameKey(name: string): string {
  return fold(name) || name;
}

/** Returns the slug to try first: made of the slug sent, else of the name, both in `language`, else the ID. */
export function wantedSlug(term: {
  slug?: string | undefined;
  name: string;
  id: number;
  language: Language;
}): string {
  const { slug, name, id, language } = term;
  return (slug && slugify(slug, language)) || slugify(name, language) || String(id);
}

/** Returns the slug that a text spells, in any case, percent-encoded or not; '' where it is a name (`C++` is not the slug `c`). */
export function slugIn(text: string): string {
  const slug = slugify(text);
  const spelled = fewMarks(text.trim().toLowerCase()).normalize('NFC');
  return slug === spelled || decodeURIComponent(slug) === spelled ? slug : '';
}

/** Returns a plain name as HTML text (reference 2.4). */
export function escapeName(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** IDs of terms by what a write of an event's terms changes: links to drop and add, counts of published events to move. */
export interface TermChanges {
  dropped: number[];
  added: number[];
  fewer: number[];
  more: number[];
}

/** Returns the changes between an event's terms before and after a write; `counted` tells whether the event is published then. */
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
