import { sql } from 'kysely';
import type { Reading, Writing } from '#store/db/engine.ts';
import type {
  FormerSlugsTable,
  ImportedTable,
  MergedKind,
  MergesTable,
  Tables,
  TranslationsTable,
} from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';

/** The table that links events to a kind, its column, and whether links have an order. */
export const linkTables = {
  venues: { table: 'event_venues', column: 'venue_id', isOrdered: true },
  organizers: { table: 'event_organizers', column: 'organizer_id', isOrdered: true },
  categories: { table: 'event_categories', column: 'category_id', isOrdered: false },
  tags: { table: 'event_tags', column: 'tag_id', isOrdered: false },
} as const satisfies Record<MergedKind, { table: keyof Tables; column: string; isOrdered: boolean }>;

/** A link of an event as [event, position]; positions of terms are 0. */
export type LinkEntry = readonly [event: number, position: number];

/** A row as it is stored, whatever its kind. */
export type AnyRow = Readonly<Record<string, string | number | null>> & { readonly id: number };

/** All that is stored of an item: its row, and what belongs or refers to it. */
export interface ItemImage {
  readonly row: AnyRow;
  readonly translations: readonly TranslationsTable[];
  readonly formerSlugs: readonly string[];
  readonly links: readonly LinkEntry[];
  /** Its entries in the ledger of imports. */
  readonly imported: readonly Pick<ImportedTable, 'source' | 'source_id'>[];
  /** The categories right below it. */
  readonly children: readonly number[];
}

/** Returns the links of events to an item. */
export async function listEventLinks(db: Reading, kind: MergedKind, id: number): Promise<LinkEntry[]> {
  const { table, column, isOrdered } = linkTables[kind];
  const { rows } = await sql<{ event_id: number; position: number }>`
    select event_id, ${isOrdered ? sql.ref('position') : sql.lit(0)} as position from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} order by event_id`.execute(db);
  return rows.map(({ event_id, position }) => [event_id, position]);
}

/** Returns an item's row with all columns; undefined: there is none. */
export async function findStoredRow(db: Reading, kind: MergedKind, id: number): Promise<AnyRow | undefined> {
  const { rows } = await sql<AnyRow>`select * from ${sql.table(kind)} where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the rows with an item's texts in all languages, where it has several. */
export const listTextRows = (db: Reading, kind: MergedKind, id: number): Promise<TranslationsTable[]> =>
  db
    .selectFrom('translations')
    .selectAll()
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('language')
    .execute();

/** Returns all that is stored of an item. */
export async function readImage(db: Reading, kind: MergedKind, row: AnyRow): Promise<ItemImage> {
  const { id } = row;
  const formerSlugs = await db
    .selectFrom('former_slugs')
    .select('slug')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('slug')
    .execute();
  const imported = await db
    .selectFrom('imported')
    .select(['source', 'source_id'])
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .execute();
  const children =
    kind === 'categories'
      ? await db.selectFrom('categories').select('id').where('parent', '=', id).orderBy('id').execute()
      : [];
  return {
    row,
    translations: await listTextRows(db, kind, id),
    formerSlugs: formerSlugs.map(({ slug }) => slug),
    links: await listEventLinks(db, kind, id),
    imported,
    children: children.map((child) => child.id),
  };
}

/** Deletes an item with its texts and its links. */
export async function deleteItem(trx: Writing, kind: MergedKind, id: number): Promise<void> {
  const { table, column } = linkTables[kind];
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx);
  await sql`delete from translations where kind = ${kind} and resource_id = ${id}`.execute(trx);
  await sql`delete from ${sql.table(kind)} where id = ${id}`.execute(trx);
}

/** Returns who had former slugs, of some. */
export async function listFormerSlugRows(
  db: Reading,
  kind: MergedKind,
  slugs: readonly string[],
): Promise<FormerSlugsTable[]> {
  if (slugs.length === 0) return [];
  return db
    .selectFrom('former_slugs')
    .selectAll()
    .where('kind', '=', kind)
    .where('slug', 'in', slugs)
    .execute();
}

/** Makes former slugs lead to an item, whoever they led to. */
export async function putFormerSlugs(trx: Writing, rows: readonly FormerSlugsTable[]): Promise<void> {
  for (const row of rows)
    await trx
      .insertInto('former_slugs')
      .values(row)
      .onConflict((taken) => taken.columns(['kind', 'slug']).doUpdateSet({ resource_id: row.resource_id }))
      .execute();
}

/** Takes away former slugs that lead to an item. */
export async function dropFormerSlugs(
  trx: Writing,
  kind: MergedKind,
  slugs: readonly string[],
  id: number,
): Promise<void> {
  if (slugs.length === 0) return;
  await trx
    .deleteFrom('former_slugs')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .where('slug', 'in', slugs)
    .execute();
}

/** Makes entries of the ledger lead from one item to another, where they still lead to the first. */
export async function moveImported(
  trx: Writing,
  kind: MergedKind,
  entries: ItemImage['imported'],
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const { source, source_id } of entries)
    await trx
      .updateTable('imported')
      .set({ resource_id: to })
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('source_id', '=', source_id)
      .where('resource_id', '=', from)
      .execute();
}

/** Puts categories below another parent, where they are still below the first. Returns their IDs. */
export async function moveChildren(
  trx: Writing,
  children: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  if (children.length === 0) return [];
  const { rows } = await sql<{ id: number }>`update categories set parent = ${to}
    where parent = ${from} and id in (${sql.join([...children])}) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Counts the published events of terms anew, a series once (contract R5). */
export async function recount(
  { trx, dialect }: Pick<WriteBatch, 'trx' | 'dialect'>,
  kind: 'categories' | 'tags',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { table, column } = linkTables[kind];
  await sql`update ${sql.table(kind)} set count = (
      select count(distinct case e.series_id when 0 then e.id else e.series_id end)
      from ${sql.table(table)} l join events e on e.id = l.event_id
      where l.${sql.ref(column)} = ${sql.ref(`${kind}.id`)} and e.status = 'publish') where id ${dialect.among(ids)}`.execute(
    trx,
  );
}

/** Returns the series of those among some events that are dates of one. */
export async function listSeriesOf(db: Reading, ids: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  for (let at = 0; at < ids.length; at += 1000) {
    const rows = await db
      .selectFrom('events')
      .select('series_id')
      .where('id', 'in', ids.slice(at, at + 1000))
      .where('series_id', '>', 0)
      .execute();
    for (const { series_id } of rows) found.add(series_id);
  }
  return [...found];
}

/** Returns a row as it can be stored now: without a picture, an author or a parent that is gone, or below itself by now. */
export async function withPresentReferences(
  db: Reading,
  row: AnyRow,
  { author }: { author: number },
): Promise<AnyRow> {
  const { id, image_id, author_id, parent } = row;
  const present: Record<string, string | number | null> & { id: number } = { ...row };
  if (typeof image_id === 'number' && !(await isThere(db, 'media', image_id))) present['image_id'] = null;
  if (typeof author_id === 'number' && !(await isThere(db, 'users', author_id)))
    present['author_id'] = author;
  if (typeof parent === 'number' && parent > 0) {
    const above = await listAncestors(db, parent);
    if (above.length === 0 || above.includes(id)) present['parent'] = 0;
  }
  return present;
}

/** Returns the IDs of a category and of those above it; of one that is gone none. */
export async function listAncestors(db: Reading, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above (id, parent) as (
      select id, parent from categories where id = ${id}
      union select c.id, c.parent from categories c join above a on c.id = a.parent
    ) select id from above`.execute(db);
  return rows.map((row) => row.id);
}

async function isThere(db: Reading, table: 'media' | 'users', id: number): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Returns which of some events there are. */
export async function listPresentEvents(db: Reading, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (let at = 0; at < ids.length; at += 1000) {
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where('id', 'in', ids.slice(at, at + 1000))
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Deletes an item's links to some events. */
export async function deleteLinks(
  trx: Writing,
  kind: MergedKind,
  id: number,
  events: readonly number[],
): Promise<void> {
  const { table, column } = linkTables[kind];
  for (let at = 0; at < events.length; at += 1000)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}
      and event_id in (${sql.join(events.slice(at, at + 1000))})`.execute(trx);
}

/** Returns a merge by its ID. */
export const findMerge = (db: Reading, id: number): Promise<MergesTable | undefined> =>
  db.selectFrom('merges').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether a merge stands, without what takes it back. */
export type MergeState = Pick<MergesTable, 'id' | 'kind' | 'into_id' | 'undone_utc'>;

/** Returns by its ID whether a merge stands. */
export const findMergeState = (db: Reading, id: number): Promise<MergeState | undefined> =>
  db
    .selectFrom('merges')
    .select(['id', 'kind', 'into_id', 'undone_utc'])
    .where('id', '=', id)
    .executeTakeFirst();
