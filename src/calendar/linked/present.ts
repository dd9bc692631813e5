import { mayRead, mayUnlock } from '#api/access/permissions.ts';
import { presentImage } from '#api/media/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import { presentLanguages, rawTexts } from '#calendar/translations/present.ts';
import type { Localized, Texts } from '#calendar/translations/rules.ts';
import { plainText } from '#foundation/text/markup.ts';
import { paragraphs } from '#foundation/text/paragraphs.ts';
import type { Flag } from '#store/db/tables.ts';
import type { LinkedHead, LinkedTail, LinkedText } from './schema.ts';
import type { SharedColumns } from './store.ts';

/** Every member of an answer spelled out; those that may be missing are undefined where they are. */
export type Spelled<T> = { [K in keyof T]-?: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** An answer without the members that are undefined. */
export function withoutAbsent<T>(members: Spelled<T>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Values of a row as its reader may see them: in full, or redacted because a password hides them (reference 2.8). */
export interface Redacted<R> {
  readonly isOpen: boolean;
  /** Returns a text, '' where it is hidden, undefined where there is none. */
  text(
    column: { [name in keyof R]: R[name] extends string ? name : never }[keyof R],
    show?: (stored: string) => string,
  ): string | undefined;
  /** Returns a flag, null where it is hidden. */
  flag(column: { [name in keyof R]: R[name] extends Flag ? name : never }[keyof R]): boolean | null;
  /** Returns a number, 0 where it is hidden, undefined where there is none. */
  number(
    column: { [name in keyof R]: R[name] extends number | null ? name : never }[keyof R],
  ): number | undefined;
}

/** Returns the values of a row that a password may hide, as whoever asks may see them. */
export function redact<R extends SharedColumns>(
  row: R,
  { call, password, editing }: PresentOptions,
): Redacted<R> {
  const isOpen = mayUnlock(call.viewer, row, { password, editing });
  return {
    isOpen,
    text(column, show = (stored) => stored) {
      const text = show(String(row[column]));
      return text === '' ? undefined : isOpen ? text : '';
    },
    flag: (column) => (isOpen ? row[column] === 1 : null),
    number: (column) => (row[column] === null ? undefined : isOpen ? Number(row[column]) : 0),
  };
}

/** Returns the address of the page for people. */
export const pageOf = (kind: 'venue' | 'organizer', row: SharedColumns, { call }: PresentOptions) =>
  call.links.page(kind, row, mayRead(call.viewer, row));

/** Returns the members before the name. */
export function presentHead(
  kind: 'venue' | 'organizer',
  row: SharedColumns,
  shown: PresentOptions,
): LinkedHead {
  return {
    id: row.id,
    author: String(row.author_id),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url: pageOf(kind, row, shown),
  };
}

const pictureOf = (row: SharedColumns, { pictures }: PresentOptions) =>
  row.image_id === null ? undefined : pictures.get(row.image_id);

/** Returns the members after the name; `redacted` is the row as its reader may see it. */
export function presentText(
  row: SharedColumns,
  redacted: Pick<Redacted<Pick<SharedColumns, 'description' | 'excerpt'>>, 'isOpen' | 'text'>,
  shown: PresentOptions,
): Spelled<LinkedText> {
  const picture = pictureOf(row, shown);
  return {
    description: redacted.text('description', paragraphs),
    excerpt: redacted.text('excerpt', paragraphs),
    slug: row.slug === '' ? undefined : row.slug,
    image: picture && redacted.isOpen ? presentImage(picture, shown.call.links) : picture && false,
  };
}

function lineageOf(row: SharedColumns): string[] | undefined {
  const list: unknown = row.global_id_lineage === null ? undefined : JSON.parse(row.global_id_lineage);
  return Array.isArray(list) ? list.filter((member) => typeof member === 'string') : undefined;
}

/** Returns the members at the end. */
export function presentTail(row: SharedColumns, { call }: PresentOptions): LinkedTail {
  const global_id = row.global_id ?? call.links.globalId(row.id);
  return {
    global_id,
    global_id_lineage: lineageOf(row) ?? [global_id],
    ...presentLanguages(row, call),
  };
}

/** Its texts as stored in the language asked for. */
export const rawLinkedTexts = (row: Localized<SharedColumns>, { call }: PresentOptions): Texts =>
  rawTexts({ ...row, title: row.name }, row.own, call);

/** What JSON-LD says of either kind; `url` is its public page, empty members are left out (schema.org Thing). */
export function describeThing(
  kind: 'venue' | 'organizer',
  row: SharedColumns & { website: string },
  shown: PresentOptions,
) {
  const picture = pictureOf(row, shown);
  const description = plainText(row.description);
  return {
    name: plainText(row.name),
    ...(description ? { description } : {}),
    ...(picture ? { image: shown.call.links.media(picture.file) } : {}),
    url: pageOf(kind, row, shown),
    ...(row.website ? { sameAs: row.website } : {}),
  };
}
