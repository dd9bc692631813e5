import { type RawBuilder, sql } from 'kysely';
import type { Change, ChangedKind } from './changes.ts';
import type { Reading, Writing } from './engine.ts';
import { isContent, netImages, type OwnedImage } from './row-images.ts';

/** Kind of an item that has a revision (contract W1): content, and what somebody keeps for themselves. */
export type RevisedKind = Exclude<ChangedKind, 'user'> | 'saved_filter';

/** The revision of an item that nothing has changed since it was made. */
export const FIRST_REVISION = 1;

/** So many items at most go with one statement. */
const PORTION = 500;

/** Rows that follow from the changes of other rows, perhaps of other items. */
const FOLLOWING: readonly string[] = ['former_slugs', 'former_occurrences'];

/** Returns the IDs of the items that a write has changed, by kind. A date of a series that is new, or gone, is no change of it. */
function listChangedItems(images: readonly OwnedImage[]): Map<string, Set<number>> {
  const owners = new Map(images.map(({ table, key, kind, id }) => [`${table} ${key}`, { kind, id }]));
  const items = new Map<string, Set<number>>();
  for (const image of netImages(images)) {
    const { table, key, before, after } = image;
    const owner = owners.get(`${table} ${key}`);
    if (!owner || !isContent(image) || FOLLOWING.includes(table)) continue;
    if (table === 'occurrences' && (!before || !after)) continue;
    const id = table === 'occurrences' ? Number(JSON.parse(key)[0]) : owner.id;
    items.set(owner.kind, (items.get(owner.kind) ?? new Set()).add(id));
  }
  return items;
}

/** Returns which of some events are dates of series among them: the revision of the series counts for those. */
async function listDatesOf(trx: Writing, ids: ReadonlySet<number>): Promise<number[]> {
  if (ids.size < 2) return [];
  const dates: number[] = [];
  for (const portion of portionsOf([...ids])) {
    const rows = await trx
      .selectFrom('occurrences')
      .select(['id', 'series_id'])
      .where('id', 'in', portion)
      .where('series_id', '>', 0)
      .execute();
    for (const { id, series_id } of rows) if (ids.has(series_id)) dates.push(id);
  }
  return dates;
}

function* portionsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PORTION) yield all.slice(at, at + PORTION);
}

/**
 * Gives each item that a write has changed its next revision, but for those that the write has made, and tells the write's entries
 * of the history. Once in every write.
 */
export async function moveRevisions(
  trx: Writing,
  images: readonly OwnedImage[],
  made: readonly Pick<Change, 'kind' | 'resource_id'>[],
): Promise<void> {
  const items = listChangedItems(images);
  for (const { kind, resource_id } of made) items.get(kind)?.delete(resource_id);
  const events = items.get('event') ?? new Set();
  for (const date of await listDatesOf(trx, events)) events.delete(date);
  for (const [kind, ids] of items)
    for (const portion of portionsOf([...ids])) {
      await stepRevisions(trx, kind, portion);
      await trx
        .updateTable('history')
        .set({ revision: revisionOf(kind, sql`history.resource_id`) })
        .where('revision', '=', 0)
        .where('kind', '=', kind)
        .where('resource_id', 'in', portion)
        .execute();
    }
}

/** Gives items their next revision. */
export async function stepRevisions(trx: Writing, kind: string, ids: readonly number[]): Promise<void> {
  await trx
    .insertInto('revisions')
    .values(ids.map((resource_id) => ({ kind, resource_id, revision: FIRST_REVISION + 1 })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'resource_id']).doUpdateSet({ revision: sql`revisions.revision + 1` }),
    )
    .execute();
}

/**
 * Keeps the revisions of dates that go from one series to another, of those too that are gone and may come back.
 * @param dates SQL for their condition on the rows of dates, and of former ones
 */
export async function carryRevisions(
  trx: Writing,
  { from, to, dates }: { from: number; to: number; dates: RawBuilder<unknown> },
): Promise<void> {
  const difference = (await findRevision(trx, 'event', from)) - (await findRevision(trx, 'event', to));
  if (difference === 0) return;
  for (const table of ['occurrences', 'former_occurrences'])
    await sql`insert into revisions (kind, resource_id, revision)
      select 'event', id, ${sql.lit(FIRST_REVISION + difference)} from ${sql.table(table)}
      where ${dates}
      on conflict (kind, resource_id) do update set revision = revisions.revision + ${sql.lit(difference)}`.execute(
      trx,
    );
}

/** Returns SQL for the revision of an item: its own, and of a date of a series that with the changes of the series. */
function revisionOf(kind: string, id: RawBuilder<unknown>): RawBuilder<number> {
  const own = sql<number>`coalesce((select r.revision from revisions r where r.kind = ${kind} and r.resource_id = ${id}), 1)`;
  if (kind !== 'event') return own;
  return sql<number>`${own} + coalesce((select s.revision - 1 from occurrences o join revisions s
    on s.kind = 'event' and s.resource_id = o.series_id where o.id = ${id} and o.series_id > 0), 0)`;
}

/** Returns the revision of an item: 1, and 1 more for each change of the item itself (contract W1). */
export async function findRevision(db: Reading, kind: RevisedKind, id: number): Promise<number> {
  const { rows } = await sql<{
    revision: number;
  }>`select ${revisionOf(kind, sql`${id}`)} as revision`.execute(db);
  return Number(rows[0]?.revision ?? FIRST_REVISION);
}
