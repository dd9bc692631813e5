import { type Actor, changed } from '#api/routing/actor.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import type { ImportFormerDate } from './import-item.ts';
import { keyName, listImported } from './store.ts';

const keyOf = (series: number, recurrenceId: string): string => `${series} ${recurrenceId}`;

/**
 * Keeps the IDs of former dates, so that their addresses stay 410; those that something has here are left out. One whose
 * date its series has here, under another ID, never comes back.
 */
export async function upsertFormerDates(
  batch: WriteBatch,
  actor: Actor,
  dates: readonly ImportFormerDate[],
): Promise<void> {
  const { trx, postIds } = batch;
  const imported = await listImported(
    trx,
    'events',
    dates.flatMap(({ series }) => series ?? []),
  );
  const seriesOf = ({ series }: ImportFormerDate) =>
    (series && imported.get(keyName(series))?.resource_id) ?? 0;
  const ids = [...new Set(dates.map(seriesOf))].filter((id) => id > 0);
  const known = new Set<string>();
  const repeating = new Set<number>();
  if (ids.length > 0) {
    for (const { id } of await trx.selectFrom('series').select('id').where('id', 'in', ids).execute())
      repeating.add(id);
    for (const table of ['occurrences', 'former_occurrences'] as const)
      for (const { series_id, recurrence_id } of await trx
        .selectFrom(table)
        .select(['series_id', 'recurrence_id'])
        .where('series_id', 'in', ids)
        .where('series_id', '>', 0)
        .execute())
        known.add(keyOf(series_id, recurrence_id));
  }
  await postIds.prefetch(dates.map(({ id }) => id));
  const rows = [];
  for (const date of dates) {
    const { id, recurrenceId: recurrence_id } = date;
    if (!(await postIds.isFree(id))) continue;
    await postIds.claim(id);
    const series = seriesOf(date);
    const comesBack = repeating.has(series) && !known.has(keyOf(series, recurrence_id));
    if (comesBack) known.add(keyOf(series, recurrence_id));
    rows.push({ id, series_id: comesBack ? series : 0, recurrence_id });
    batch.log(changed(actor, 'event', id, 'delete'));
  }
  await batch.dialect.insertRows(trx, 'former_occurrences', rows);
}
