import { mayEdit, mayRead, mayUnlock } from '#api/access/permissions.ts';
import { imageNode, presentImage } from '#api/media/present.ts';
import { type PresentOptions, parseTextList } from '#calendar/posts/present.ts';
import type { Localized, Texts } from '#calendar/translations/rules.ts';
import { presentLanguages, rawTexts } from '#calendar/translations/rules.ts';
import { plainText } from '#foundation/text/markup.ts';
import { paragraphs } from '#foundation/text/paragraphs.ts';
import type { Flag } from '#store/db/tables.ts';
import type { LinkedHead, LinkedTail, LinkedText } from './schema.ts';
import type { SharedColumns } from './store.ts';

/** All members of an answer, so that a forgotten one doesn't compile; optional ones are undefined where they are absent. */
export type AllMembers<T> = { [K in keyof T]-?: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** Returns an answer without the members that are undefined. */
export function withoutAbsent<T>(members: AllMembers<T>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Values of a row as its reader may see them: in full, or redacted because a password hides them (reference 2.8). */
export interface Redacted<R> {
  readonly isOpen: boolean;
  /** Returns a text, formatted where `format` is given; '' where it is hidden, undefined where there is none. */
  text(
    column: { [name in keyof R]: R[name] extends string ? name : never }[keyof R],
    format?: (stored: string) => string,
  ): string | undefined;
  /** Returns a flag, null where it is hidden. */
  flag(column: { [name in keyof R]: R[name] extends Flag ? name : never }[keyof R]): boolean | null;
  /** Returns a number, 0 where it is hidden, undefined where there is none. */
  number(
    column: { [name in keyof R]: R[name] extends number | null ? name : never }[keyof R],
  ): number | undefined;
}

/** Returns the values of a row that a password may hide, as this reader may see them. */
export function redact<R extends SharedColumns>(
  row: R,
  { call, password, editing }: PresentOptions,
): Redacted<R> {
  const isOpen = mayUnlock(call.viewer, row, { password, editing });
  return {
    isOpen,
    text(column, format) {
      const stored = String(row[column]);
      const text = format ? format(stored) : stored;
      return text === '' ? undefined : isOpen ? text : '';
    },
    flag: (column) => (isOpen ? row[column] === 1 : null),
    number: (column) => (row[column] === null ? undefined : isOpen ? Number(row[column]) : 0),
  };
}

/** The members that venues and organizers share, in the order in which an answer has them. */
interface SharedMembers {
  /** Before the name. */
  readonly head: LinkedHead;
  /** After the name. */
  readonly texts: AllMembers<LinkedText>;
  /** At the end. */
  readonly tail: LinkedTail;
  /** Texts as stored in the language asked for, and the password; undefined unless they are being edited. */
  readonly raw: (Texts & { password: string }) | undefined;
}

/** Returns the members that venues and organizers share. @param redacted the values of this row */
export function presentShared(
  kind: 'venue' | 'organizer',
  row: Localized<SharedColumns>,
  redacted: Pick<Redacted<Pick<SharedColumns, 'description' | 'excerpt'>>, 'isOpen' | 'text'>,
  { call, pictures, editing }: PresentOptions,
): SharedMembers {
  const picture = row.image_id === null ? undefined : pictures.get(row.image_id);
  const global_id = row.global_id ?? call.links.globalId(row.id);
  return {
    head: {
      id: row.id,
      author: String(row.author_id),
      status: row.status,
      date: row.date,
      date_utc: row.date_utc,
      modified: row.modified,
      modified_utc: row.modified_utc,
      url: call.links.page(kind, row, mayRead(call.viewer, row)),
    },
    texts: {
      description: redacted.text('description', paragraphs),
      excerpt: redacted.text('excerpt', paragraphs),
      slug: row.slug === '' ? undefined : row.slug,
      image: picture && redacted.isOpen ? presentImage(picture, call) : picture && false,
    },
    tail: {
      global_id,
      global_id_lineage: row.global_id_lineage === null ? [global_id] : parseTextList(row.global_id_lineage),
      ...presentLanguages(row, call),
    },
    raw:
      editing && mayEdit(call.viewer, row)
        ? { ...rawTexts({ ...row, title: row.name }, row.own, call), password: row.password }
        : undefined,
  };
}

/** Returns the schema.org members that any Thing has; `url` is its public page, empty members are left out. */
export function thingJsonLd(
  kind: 'venue' | 'organizer',
  row: SharedColumns & { website: string },
  { call, pictures }: PresentOptions,
) {
  const picture = row.image_id === null ? undefined : pictures.get(row.image_id);
  const description = plainText(row.description);
  return {
    name: plainText(row.name),
    ...(description ? { description } : {}),
    ...(picture ? { image: imageNode(presentImage(picture, call)) } : {}),
    url: call.links.page(kind, row, mayRead(call.viewer, row)),
    ...(row.website ? { sameAs: row.website } : {}),
  };
}
