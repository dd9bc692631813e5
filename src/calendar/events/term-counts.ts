import { sql } from 'kysely';
import { type TermKind, termKinds } from '#calendar/terms/kind.ts';
import { addToCounts, linkColumn, linkTable } from '#calendar/terms/store.ts';
import type { Writing } from '#store/db/engine.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';

/** Returns how many of some series have each term, themselves or through a published date of theirs. */
async function countSeries(
  trx: Writing,
  kind: TermKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const among = sql.join([...ids]);
  const { rows } = await sql<{ series: number; term: number }>`
    select distinct case when e.series_id > 0 then e.series_id else e.id end as series, l.${linkColumn(kind)} as term
    from events e join ${linkTable(kind)} l on l.event_id = e.id
    where e.status = 'publish' and e.id in (
      select id from events where id in (${among})
      union all select id from events where series_id in (${among}) and series_id > 0)`.execute(trx);
  const counts = new Map<number, number>();
  for (const { term } of rows) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * Runs a write of a series or of its dates, and moves the counts of terms by what it changed: each counts a series once, which has
 * the term itself or through a date (contract R5).
 * @param work returns the ID of what it changed: another series, where it split one
 */
export async function countTermsOnce(
  batch: WriteBatch,
  series: number,
  work: () => Promise<number>,
): Promise<number> {
  const { trx } = batch;
  await batch.flush();
  const before = [];
  for (const kind of termKinds) before.push(await countSeries(trx, kind, [series]));
  const id = await work();
  await batch.flush();
  for (const [at, kind] of termKinds.entries()) {
    const now = await countSeries(trx, kind, [series, id]);
    const were = before[at] ?? new Map<number, number>();
    const steps = new Map<number, number[]>();
    for (const term of new Set([...were.keys(), ...now.keys()])) {
      const step = (now.get(term) ?? 0) - (were.get(term) ?? 0);
      if (step !== 0) steps.set(step, [...(steps.get(step) ?? []), term]);
    }
    for (const [step, terms] of steps) await addToCounts(trx, kind, terms, step);
  }
  return id;
}
