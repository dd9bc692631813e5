import { sql } from 'kysely';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { ImportFilesTable, ImportItemsTable, ImportsTable } from '#store/db/import-tables.ts';
import { nextId } from '#store/db/sequence.ts';

/** A stored import. */
export type ImportRow = ImportsTable;
/** Outcome of an item, as stored. */
export type ImportItemRow = ImportItemsTable;

/** Bytes of a piece of a file; whole groups of three, so that base64 needs no padding within. */
const PART_BYTES = 3 * 2 ** 16;
const ROWS_AT_ONCE = 200;

/** Adds an import, with the bytes of its file where it has one. */
export async function insertImport(
  trx: Writing,
  row: Omit<ImportRow, 'id'>,
  bytes: Buffer | undefined,
): Promise<ImportRow> {
  const made = { id: await nextId(trx, 'import'), ...row };
  await trx.insertInto('imports').values(made).execute();
  for (let at = 0, part = 0; bytes && at < bytes.length; at += PART_BYTES, part++) {
    const base64 = bytes.subarray(at, at + PART_BYTES).toString('base64');
    await trx.insertInto('import_files').values({ import_id: made.id, part, base64 }).execute();
  }
  return made;
}

/** Yields the bytes of an import's file. */
export async function* readFileOf(db: Reading, importId: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row: Pick<ImportFilesTable, 'base64'> | undefined = await db
      .selectFrom('import_files')
      .select('base64')
      .where('import_id', '=', importId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield Buffer.from(row.base64, 'base64');
  }
}

/** Returns an import. */
export function findImport(db: Reading, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns whose turn an import takes: whoever began it, or takes it back. */
export const turnOf = ({ state, user_id, undone_by }: ImportRow): number =>
  state === 'undoing' ? (undone_by ?? user_id) : user_id;

/** Returns the import that has waited longest, or was interrupted, of those whose turn it isn't already. */
export async function findUnfinished(
  db: Reading,
  takingTurns: ReadonlySet<number>,
): Promise<ImportRow | undefined> {
  const user = sql<number>`case state when 'undoing' then coalesce(undone_by, user_id) else user_id end`;
  let all = db.selectFrom('imports').selectAll().where('state', 'in', ['running', 'undoing', 'queued']);
  if (takingTurns.size > 0) all = all.where(user, 'not in', [...takingTurns]);
  return all.orderBy('id').limit(1).executeTakeFirst();
}

/** Returns a page of imports, latest first. @param owner only those of this user; undefined: everybody's */
export async function listImportsPage(
  db: Reading,
  owner: number | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  let all = db.selectFrom('imports');
  if (owner !== undefined) all = all.where('user_id', '=', owner);
  const rows = await all.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const { n } = await all.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows, total: Number(n) };
}

/** Changes an import if it is still in one of these states; returns whether it was. */
export async function updateImport(
  trx: Writing,
  id: number,
  states: readonly string[],
  change: Partial<Omit<ImportRow, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', [...states])
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Deletes the file of an import that has ended. */
export async function deleteFileOf(trx: Writing, importId: number): Promise<void> {
  await trx.deleteFrom('import_files').where('import_id', '=', importId).execute();
}

/** Counts the items of imports by kind and outcome, and by what became of them when they were taken back. */
export async function countItemsOf(
  db: Reading,
  importIds: readonly number[],
): Promise<{ import_id: number; kind: string; outcome: string; undo: string | null; n: number }[]> {
  if (importIds.length === 0) return [];
  const rows = await db
    .selectFrom('import_items')
    .select(['import_id', 'kind', 'outcome', 'undo'])
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('import_id', 'in', [...importIds])
    .groupBy(['import_id', 'kind', 'outcome', 'undo'])
    .execute();
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** The place of an item in its source: its number there, else the place in which it came. */
const placeOf = sql<number>`coalesce(source_index, position)`;

/** Returns a page of what became of an import's items, in the order in which they came. */
export async function listItemsPage(
  db: Reading,
  importId: number,
  { outcome, kind }: { readonly outcome: string | undefined; readonly kind: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ImportItemRow[]; total: number }> {
  let all = db.selectFrom('import_items').where('import_id', '=', importId);
  if (outcome !== undefined) all = all.where('outcome', '=', outcome);
  if (kind !== undefined) all = all.where('kind', '=', kind);
  const rows = await all
    .selectAll()
    .orderBy(placeOf)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await all.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows, total: Number(n) };
}

/** Lists what an import has told of items by their numbers in the source, of those without one by their names. */
async function listTold(
  trx: Writing,
  importId: number,
  items: readonly Pick<ImportItemRow, 'kind' | 'name' | 'source_index'>[],
) {
  const all = trx
    .selectFrom('import_items')
    .select(['kind', 'name', 'source_index'])
    .where('import_id', '=', importId);
  const numbers = items.flatMap(({ source_index }) => source_index ?? []);
  const names = items.flatMap(({ source_index, name }) => (source_index === null ? name : []));
  return [
    ...(numbers.length > 0 ? await all.where('source_index', 'in', numbers).execute() : []),
    ...(names.length > 0 ? await all.where('name', 'in', names).execute() : []),
  ];
}

/**
 * Adds items of a batch. Those that the import has told of already keep what was told: one that goes on after it was
 * interrupted meets them again, unchanged.
 */
export async function insertItems(
  trx: Writing,
  importId: number,
  items: readonly Omit<ImportItemRow, 'import_id' | 'position'>[],
): Promise<void> {
  if (items.length === 0) return;
  const { last } = await trx
    .selectFrom('import_items')
    .select((of) => of.fn.max('position').as('last'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  let position = Number(last ?? 0);
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
    const these = items.slice(at, at + ROWS_AT_ONCE);
    const told = await listTold(trx, importId, these);
    const nameOf = ({ kind, name, source_index }: (typeof told)[number]) =>
      `${kind} ${source_index ?? ''} ${name}`;
    const known = new Set(told.map(nameOf));
    const fresh = these.filter((item) => !known.has(nameOf(item)));
    if (fresh.length === 0) continue;
    await trx
      .insertInto('import_items')
      .values(fresh.map((item) => ({ import_id: importId, position: ++position, ...item })))
      .execute();
  }
}

/** Returns the number of the last entry of the change log. */
export async function lastChangeId(db: Reading): Promise<number> {
  const { last } = await db
    .selectFrom('changes')
    .select((of) => of.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Returns whether somebody has changed an item since; what the service does by itself, such as laying out dates, is no change. */
export async function isChangedSince(
  db: Reading,
  { change_id, resource_id }: ImportItemRow,
  kind: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('changes')
    .select('id')
    .where('kind', '=', kind)
    .where('resource_id', '=', resource_id)
    .where('id', '>', change_id)
    .where('user_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists what an import has written and nobody has looked at yet to take it back, the last first. */
export function listUndoable(db: Reading, importId: number, limit: number): Promise<ImportItemRow[]> {
  return db
    .selectFrom('import_items')
    .selectAll()
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['created', 'updated', 'repaired'])
    .where('undo', 'is', null)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Keeps what became of an item when its import was taken back. */
export async function markUndone(
  trx: Writing,
  { import_id, position }: ImportItemRow,
  change: Pick<ImportItemRow, 'undo' | 'kept_reason'>,
): Promise<void> {
  await trx
    .updateTable('import_items')
    .set(change)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute();
}

/** Returns whether events that aren't in the trash have a venue, an organizer or a term. */
export async function isUsed(
  db: Reading,
  kind: 'venues' | 'organizers' | 'categories' | 'tags',
  id: number,
): Promise<boolean> {
  const links = {
    venues: () => db.selectFrom('event_venues').select('event_id').where('venue_id', '=', id),
    organizers: () => db.selectFrom('event_organizers').select('event_id').where('organizer_id', '=', id),
    categories: () => db.selectFrom('event_categories').select('event_id').where('category_id', '=', id),
    tags: () => db.selectFrom('event_tags').select('event_id').where('tag_id', '=', id),
  };
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('status', '<>', 'trash')
    .where('id', 'in', links[kind]())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
