import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Change } from './changes.ts';
import type { Writing } from './engine.ts';
import type { HistoryAction, HistoryTable } from './history-tables.ts';
import { FIRST_REVISION, moveRevisions } from './revisions.ts';
import { listImages, listPendingImages, netImages } from './row-images.ts';

/** Names of the history for the actions of the change log. */
export const historyActions = {
  create: 'created',
  update: 'updated',
  publish: 'updated',
  trash: 'trashed',
  restore: 'restored',
  delete: 'deleted',
} as const satisfies Record<Change['action'], HistoryAction>;

/** Kinds whose deletion is one entry with all that it brings about in other items. */
const TAKING = new Set(['category', 'tag', 'media']);

/** Returns the lines of a write that the history tells of: people's and imports', of content, each item once. */
function told(changes: readonly Change[]): Change[] {
  const own = changes.filter(
    ({ kind, user_id, import_id }) => kind !== 'user' && (user_id !== null || import_id !== undefined),
  );
  const taking = own.find(({ kind, action }) => action === 'delete' && TAKING.has(kind));
  if (taking) return own.filter(({ action }) => action === 'delete');
  const items = new Map<string, Change>();
  for (const change of own) {
    const name = `${change.kind} ${change.resource_id}`;
    if (!items.has(name)) items.set(name, change);
  }
  return [...items.values()];
}

/** Returns the entries of the history that lines of the change log stand for. */
export const historyRows = (changes: readonly Change[]): Insertable<HistoryTable>[] =>
  told(changes).map(({ kind, resource_id, action, at_utc, user_id, import_id = null }) => ({
    kind,
    resource_id,
    action: historyActions[action],
    at_utc,
    user_id,
    import_id,
    revision: action === 'create' ? FIRST_REVISION : 0,
  }));

/** Removes the images of rows that something else than a write of content has changed. */
export async function dropPendingImages(trx: Writing): Promise<void> {
  await sql`delete from pending_images`.execute(trx);
}

/** Moves the images that wait to entries; \`entry\` is SQL for the entry of one of them, null to drop it. */
async function moveImages(
  trx: Writing,
  entry: RawBuilder<unknown>,
  { leavesOthers = false }: { leavesOthers?: boolean } = {},
): Promise<void> {
  await sql`insert into history_images (history_id, table_name, row_key, before, after)
    select entry, table_name, row_key, before, after from
      (select ${entry} as entry, p.id, p.table_name, p.row_key, p.before, p.after from pending_images p) found
    where entry is not null order by id`.execute(trx);
  if (leavesOthers) await sql`delete from pending_images as p where ${entry} is not null`.execute(trx);
  else await dropPendingImages(trx);
}

/** Tables whose rows are items: a change of one that wasn't logged belongs to no write of another. */
const ITEMS = ['venues', 'organizers', 'categories', 'tags', 'media'] as const;

/** SQL for the number of the newest entry of an item, which this write has made if it has made one. */
const newestOf = ({ kind, resource_id }: Change): RawBuilder<number> =>
  sql`(select max(id) from history where kind = ${kind} and resource_id = ${resource_id})`;

/**
 * Gives the images that triggers have kept to the entries of this part of a write: those of an item to its own, the others to
 * the first. Writes of the service itself leave none. A write that changes nothing leaves no image: of the columns that are
 * recorded (migration 0017: all that aren't derived) none has another value. Where all of a part is new, images of others wait
 * for the part that tells of them: an event that is changed makes its new venue first.
 */
export async function claimImages(trx: Writing, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const entries = told(changes);
  const [oldest] = entries;
  if (!oldest) return dropPendingImages(trx);
  const first = entries.find(({ action }) => action !== 'create');
  if (first?.action === 'delete' && TAKING.has(first.kind)) return moveImages(trx, newestOf(first));
  const own = sql`(select max(h.id) from history h
    where h.kind = p.kind and h.resource_id = p.resource_id and h.id >= ${newestOf(oldest)})`;
  if (!first) return moveImages(trx, own, { leavesOthers: true });
  await moveImages(
    trx,
    sql`coalesce(${own}, case when p.table_name in (${sql.join([...ITEMS])}) then null else ${newestOf(first)} end)`,
  );
}

/** Appends to the history what lines of the change log stand for, with the images of what they changed, which has its next revision. */
export async function recordHistory(trx: Writing, changes: readonly Change[]): Promise<void> {
  const rows = historyRows(changes);
  if (rows.length > 0) await trx.insertInto('history').values(rows).execute();
  if (changes.every(({ kind }) => kind === 'user')) return dropPendingImages(trx);
  const images = await listPendingImages(trx);
  await claimImages(trx, changes);
  await moveRevisions(
    trx,
    images,
    changes.filter(({ action }) => action === 'create'),
  );
}

/** Returns the number of the last entry, after which those of the transaction come. */
export async function lastEntry(trx: Writing): Promise<number> {
  const { last } = await trx
    .selectFrom('history')
    .select((is) => is.fn.coalesce(is.fn.max('id'), sql.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  return Number(last);
}

/**
 * Makes one entry of all that a transaction has written since another, with the images of all its items, so that it is taken
 * back whole: a merge, an undo, a change of a series. Returns its number.
 * @param kind the items whose entries are joined; absent: those of all kinds
 */
export async function joinEntries(
  trx: Writing,
  since: number,
  entry: Insertable<HistoryTable>,
  kind?: HistoryTable['kind'],
): Promise<number> {
  const { id } = await trx.insertInto('history').values(entry).returning('id').executeTakeFirstOrThrow();
  const joined = () => {
    const all = trx.selectFrom('history').select('id').where('id', '>', since).where('id', '<', id);
    return kind === undefined ? all : all.where('kind', '=', kind);
  };
  await trx
    .updateTable('history_images')
    .set({ history_id: id })
    .where('history_id', 'in', joined())
    .execute();
  await moveImages(trx, sql`cast(${id} as integer)`);
  const own = trx.deleteFrom('history').where('id', '>', since).where('id', '<', id);
  await (kind === undefined ? own : own.where('kind', '=', kind)).execute();
  if (entry.undoes) await noteUndone(trx, entry.undoes, id);
  return id;
}

const undoesOf = (trx: Writing, id: number) =>
  trx.selectFrom('history').select('undoes').where('id', '=', id).executeTakeFirst();

/**
 * Notes that an entry is taken back by another. What it has taken back itself stands again by that, and takes back again what it
 * had, down to the first write.
 */
async function noteUndone(trx: Writing, id: number, by: number): Promise<void> {
  let [undone, undoing]: (number | undefined)[] = [id, by];
  while (undone !== undefined) {
    await trx.updateTable('history').set({ undone_by: undoing }).where('id', '=', undone).execute();
    const standing: number | undefined = (await undoesOf(trx, undone))?.undoes ?? undefined;
    if (standing === undefined) return;
    await trx
      .updateTable('history')
      .set({ undone_by: null })
      .where('id', '=', standing)
      .where('undone_by', '=', undone)
      .execute();
    undone = (await undoesOf(trx, standing))?.undoes ?? undefined;
    undoing = standing;
  }
}

/** Removes an entry whose write has left every row as it was in the end, and the moment of its item's last change. */
export async function dropUnchanged(trx: Writing, id: number): Promise<void> {
  if (netImages((await listImages(trx, [id])).get(id) ?? []).length > 0) return;
  await trx.deleteFrom('history_images').where('history_id', '=', id).execute();
  await trx.deleteFrom('history').where('id', '=', id).execute();
}

/** Keeps the image of a new row, of which triggers keep none, since what is new is taken back by the trash. */
export async function keepNewRow(
  trx: Writing,
  { kind, id, table }: { kind: HistoryTable['kind']; id: number; table: string },
  row: object,
): Promise<void> {
  await sql`insert into pending_images (kind, resource_id, table_name, row_key, before, after)
    values (${kind}, ${id}, ${table}, ${`[${id}]`}, null, ${JSON.stringify(row)})`.execute(trx);
}
