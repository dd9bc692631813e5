import { type RawBuilder, sql } from 'kysely';
import type { ChangedKind } from './changes.ts';
import type { Reading, Writing } from './engine.ts';
import { momentTables } from './row-images.ts';

/** Kind of an item that has a revision (contract W1): content, and what somebody keeps for themselves. */
export type RevisedKind = Exclude<ChangedKind, 'user'> | 'saved_filter';

/** The revision of an item that nothing has changed since it was made. */
export const FIRST_REVISION = 1;

/** SQL for the revision that items have whose change is being written: the calendar's version, which the write has moved. */
export const presentRevision: RawBuilder<number> = sql<number>`(select version from calendar where id = 1)`;

/** Gives the items to which waiting images belong their next revision, but for those that the write itself has made. */
export async function moveRevisions(trx: Writing): Promise<void> {
  await sql`insert into revisions (kind, resource_id, revision)
    select distinct kind, resource_id, ${presentRevision} from pending_images p
    where table_name not in (${sql.join(Object.values(momentTables))}) and not exists
      (select 1 from changes c where c.version = ${presentRevision} and c.kind = p.kind
        and c.resource_id = p.resource_id and c.action = 'create')
    on conflict (kind, resource_id) do update set revision =
      case when excluded.revision > revisions.revision then excluded.revision else revisions.revision + 1 end`.execute(
    trx,
  );
}

/** Gives an item its next revision that the history doesn't tell of, since it is one person's own. */
export async function moveRevision(trx: Writing, kind: 'saved_filter', id: number): Promise<void> {
  await trx
    .insertInto('revisions')
    .values({ kind, resource_id: id, revision: FIRST_REVISION + 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'resource_id']).doUpdateSet({ revision: sql`revisions.revision + 1` }),
    )
    .execute();
}

/** Returns SQL for the IDs that an item's revision goes by: its own, and of a date of a series that of the series. */
export const revisedIds = (kind: RevisedKind, id: number): RawBuilder<unknown> =>
  kind === 'event'
    ? sql`(select cast(${id} as integer) union all select event_id from occurrences where id = ${id}
        union all select series_id from events where id = ${id})`
    : sql`(cast(${id} as integer))`;

/** Returns the revision of an item, a whole number that grows with each change of the item itself (contract W1). */
export async function findRevision(db: Reading, kind: RevisedKind, id: number): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`select max(revision) as revision from revisions
    where kind = ${kind} and resource_id in ${revisedIds(kind, id)}`.execute(db);
  return Number(rows[0]?.revision ?? FIRST_REVISION);
}
