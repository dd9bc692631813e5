import { mayRead, mayUnlock } from '#api/access/permissions.ts';
import { presentImage } from '#api/media/present.ts';
import type { Shown } from '#calendar/posts/shown.ts';
import { presentLanguages, rawTexts } from '#calendar/translations/present.ts';
import type { Localized, Texts } from '#calendar/translations/texts.ts';
import { plainText } from '#foundation/text/fold.ts';
import { paragraphs } from '#foundation/text/paragraphs.ts';
import type { LinkedHead, LinkedTail, LinkedText } from './schema.ts';
import type { SharedColumns } from './store.ts';

/** Every member of an answer spelled out; those that may be missing are undefined where they are. */
export type Spelled<T> = { [K in keyof T]-?: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** An answer without the members that are undefined. */
export function withoutAbsent<T>(members: Spelled<T>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** How a row is shown to a caller: in full, or redacted because a password hides it (reference 2.8). */
export interface Veil {
  readonly open: boolean;
  /** A text, '' if hidden; undefined if there is none. */
  text(stored: string): string | undefined;
}

export function veilOf(row: SharedColumns, { call, password, editing }: Shown): Veil {
  const open = mayUnlock(call.viewer, row, { password, editing });
  return { open, text: (stored) => (stored === '' ? undefined : open ? stored : '') };
}

export const pageOf = (kind: 'venue' | 'organizer', row: SharedColumns, { call }: Shown) =>
  call.links.page(kind, row, mayRead(call.viewer, row));

export function presentHead(kind: 'venue' | 'organizer', row: SharedColumns, shown: Shown): LinkedHead {
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

const pictureOf = (row: SharedColumns, { pictures }: Shown) =>
  row.image_id === null ? undefined : pictures.get(row.image_id);

export function presentText(row: SharedColumns, veil: Veil, shown: Shown): Spelled<LinkedText> {
  const picture = pictureOf(row, shown);
  return {
    description: veil.text(paragraphs(row.description)),
    excerpt: veil.text(paragraphs(row.excerpt)),
    slug: row.slug === '' ? undefined : row.slug,
    image: picture && veil.open ? presentImage(picture, shown.call.links) : picture && false,
  };
}

function lineageOf(row: SharedColumns): string[] | undefined {
  const list: unknown = row.global_id_lineage === null ? undefined : JSON.parse(row.global_id_lineage);
  return Array.isArray(list) ? list.filter((member) => typeof member === 'string') : undefined;
}

export function presentTail(row: SharedColumns, { call }: Shown): LinkedTail {
  const global_id = row.global_id ?? call.links.globalId(row.id);
  return {
    global_id,
    global_id_lineage: lineageOf(row) ?? [global_id],
    ...presentLanguages(row, call),
  };
}

/** Its texts as stored in the language asked for. */
export const rawLinked = (row: Localized<SharedColumns>, { call }: Shown): Texts =>
  rawTexts({ ...row, title: row.name }, row.own, call);

/** What JSON-LD says of either kind; `url` is its public page, empty members are left out (schema.org Thing). */
export function describeThing(
  kind: 'venue' | 'organizer',
  row: SharedColumns & { website: string },
  shown: Shown,
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
