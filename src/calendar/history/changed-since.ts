import { sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import { FIRST_REVISION, type RevisedKind, revisedIds } from '#store/db/revisions.ts';
import { listImages, netImages } from '#store/db/row-images.ts';
import { changedFields } from './fields.ts';

/** Returns whether the history goes back to a revision of an item: to that write of anything, or to when the item was made. */
async function reachesBackTo(
  db: Reading,
  kind: RevisedKind,
  { id, revision }: { id: number; revision: number },
): Promise<boolean> {
  const { rows } = await sql`select 1 from history_images where revision > 0 and revision <= ${revision}
    union all select 1 from history where kind = ${kind} and resource_id = ${id} and action = 'created'
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the names of the fields of an item that differ from what they were at a revision, as the history tells (contract W1):
 * texts in other languages each by itself (`title.de`). Null: the history doesn't go back so far.
 */
export async function changedSince(
  db: Reading,
  kind: RevisedKind,
  { id, revision, site }: { id: number; revision: number; site: string },
): Promise<string[] | null> {
  if (revision < FIRST_REVISION || !(await reachesBackTo(db, kind, { id, revision }))) return null;
  const { rows } = await sql<{ id: number }>`select distinct h.id from history h
    join history_images i on i.history_id = h.id
    where h.kind = ${kind} and h.resource_id in ${revisedIds(kind, id)} and i.revision > ${revision}
    order by h.id`.execute(db);
  const entries = rows.map((row) => row.id);
  const images = await listImages(db, entries);
  const net = netImages(entries.flatMap((entry) => images.get(entry) ?? []));
  const names = new Set(Object.keys(changedFields(net, site)));
  // The history doesn't tell of passwords, but whoever may edit sees them.
  if (net.some(({ before, after }) => 'password' in { ...before, ...after })) names.add('password');
  return [...names].sort();
}
