import { sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import { findEntry, type HistoryRow } from './store.ts';

/** An entry beside what it comes from: the write that it takes back or lets stand again. */
interface Turn {
  readonly entry: HistoryRow;
  readonly root: number;
  readonly isUndoing: boolean;
}

async function turnOf(db: Reading, entry: HistoryRow): Promise<Turn> {
  let isUndoing = false;
  let root = entry;
  while (root.undoes !== null) {
    const undone = await findEntry(db, root.undoes);
    if (!undone) break;
    root = undone;
    isUndoing = !isUndoing;
  }
  return { entry, root: root.id, isUndoing };
}

/** Returns whether there are undos of anything from one entry to another: an import has many entries, and none. */
async function hasUndos(db: Reading, first: number, last: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from history where id >= ${first} and id <= ${last} and undoes is not null
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the entries between two that have changed some of the same rows. */
async function listCrossing(db: Reading, first: number, second: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct i.history_id as id from history_images i
    where i.history_id > ${first} and i.history_id < ${second} and exists (select 1 from history_images o
      where o.history_id in (${first}, ${second}) and o.table_name = i.table_name and o.row_key = i.row_key)`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Returns those of some entries that need no undo: one and the undo of it, which has taken it back whole, where no other that is to be
 * undone has changed the same rows between the two. The others are undone, undos too, the latest first: each finds the rows
 * as it has left them.
 */
export async function listCancelled(db: Reading, ids: readonly number[]): Promise<Set<number>> {
  const cancelled = new Set<number>();
  const sorted = ids.toSorted((a, b) => a - b);
  if (!(await hasUndos(db, sorted[0] ?? 0, sorted.at(-1) ?? 0))) return cancelled;
  const standing = new Map<number, Turn[]>();
  const isLeft = new Set<number>();
  for (const id of sorted) {
    const entry = await findEntry(db, id);
    if (!entry) continue;
    const turn = await turnOf(db, entry);
    const own = standing.get(turn.root) ?? [];
    standing.set(turn.root, own);
    const last = own.at(-1);
    const isOpposite = last !== undefined && last.isUndoing !== turn.isUndoing;
    const cancels = isOpposite && !(await listCrossing(db, last.entry.id, id)).some((one) => isLeft.has(one));
    if (cancels) {
      own.pop();
      isLeft.delete(last.entry.id);
      cancelled.add(last.entry.id).add(id);
    } else {
      own.push(turn);
      isLeft.add(id);
    }
  }
  return cancelled;
}
