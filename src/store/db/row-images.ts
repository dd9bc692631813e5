import { isDeepStrictEqual } from 'node:util';
import type { Reading } from './engine.ts';

/** A column's value as images hold it. */
export type Stored = string | number | null;
/** Columns of a row. */
export type Columns = Readonly<Record<string, Stored>>;

/** Image of what one write changed in one row, as triggers kept it; null: there was none, or there is none any more. */
export interface RowImage {
  readonly table: string;
  readonly key: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/** Image with the item that its row belongs to, as the change log names it. */
export interface OwnedImage extends RowImage {
  readonly kind: string;
  readonly id: number;
}

/** Tables of images that hold when an item was changed before (migration 0031), by the table of the item. */
export const momentTables = {
  events: 'events_moments',
  venues: 'venues_moments',
  organizers: 'organizers_moments',
} as const;
const moments: readonly string[] = Object.values(momentTables);

/** Returns whether a table of images holds when items were changed before. */
export const isMoment = (table: string): boolean => moments.includes(table);
/** Returns whether an image is a change of its item, and not of its moment alone. */
export const isContent = ({ table }: RowImage): boolean => !isMoment(table);

/** The smaller copies of a picture follow from its file, and change with it; by themselves they are made anew at any time. */
const isMadeAnew = (name: string, before: Columns, after: Columns): boolean =>
  name === 'sizes' && before['file'] === after['file'];

/** Returns the columns that differ. Only images of deleted rows have those that triggers don't record (migration 0017). */
const changedOnly = (before: Columns, after: Columns): RowImage['before'] | undefined => {
  const names = Object.keys(before).filter(
    (name) =>
      name in after && !isMadeAnew(name, before, after) && !isDeepStrictEqual(before[name], after[name]),
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, before[name] ?? null])) : undefined;
};

function joined(first: RowImage, then: RowImage): RowImage | undefined {
  const { table, key } = first;
  if (first.before === null && then.after === null) return undefined;
  // Of a row that is changed twice the first value before and the last one after count.
  if (first.after !== null && then.before !== null) {
    const before = first.before && { ...then.before, ...first.before };
    const after = then.after && { ...first.after, ...then.after };
    return { table, key, before, after };
  }
  if (!first.before || !then.after) return { table, key, before: first.before, after: then.after };
  // Deleted and written anew: what differs.
  const before = changedOnly(first.before, then.after);
  if (!before) return undefined;
  return { table, key, before, after: changedOnly(then.after, first.before) ?? {} };
}

/** Returns what a write has done to each row in the end; images come in the order in which they were kept. */
export function netImages(images: readonly RowImage[]): RowImage[] {
  const rows = new Map<string, RowImage>();
  for (const image of images) {
    const name = `${image.table} ${image.key}`;
    const first = rows.get(name);
    const net = first ? joined(first, image) : image;
    if (net) rows.set(name, net);
    else rows.delete(name);
  }
  return [...rows.values()].flatMap((image) => {
    const { table, key, before, after } = image;
    if (!before || !after) return image;
    const was = changedOnly(before, after);
    return was ? { table, key, before: was, after: changedOnly(after, before) ?? {} } : [];
  });
}

/** Columns of JSON that triggers alone write. */
const columnsOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as Columns));

interface StoredImage {
  readonly table_name: string;
  readonly row_key: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns an image as it is stored. The engines write lists each in their own way. */
const readImage = ({ table_name: table, row_key, before, after }: StoredImage): RowImage => ({
  table,
  key: JSON.stringify(JSON.parse(row_key)),
  before: columnsOf(before),
  after: columnsOf(after),
});

/** Returns the images of a write that no entry has yet, in the order in which they were kept. */
export async function listPendingImages(db: Reading): Promise<OwnedImage[]> {
  const rows = await db.selectFrom('pending_images').selectAll().orderBy('id').execute();
  return rows.map(({ kind, resource_id: id, ...row }) => ({ kind, id, ...readImage(row) }));
}

/** Returns the images of entries, by entry, in the order in which they were kept. */
export async function listImages(db: Reading, entries: readonly number[]): Promise<Map<number, RowImage[]>> {
  const found = new Map<number, RowImage[]>();
  if (entries.length === 0) return found;
  const rows = await db
    .selectFrom('history_images')
    .selectAll()
    .where('history_id', 'in', entries)
    .orderBy('id')
    .execute();
  for (const { history_id, ...row } of rows) {
    const own = found.get(history_id) ?? [];
    own.push(readImage(row));
    found.set(history_id, own);
  }
  return found;
}
