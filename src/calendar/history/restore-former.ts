import { type Selectable, sql } from 'kysely';
import { placeColumns } from '#calendar/events/series/fields.ts';
import type { FormerOccurrencesTable } from '#store/db/series-tables.ts';
import { hasValues, type Restoration } from './restoration.ts';
import type { Family } from './restore-family.ts';

type FormerDate = Selectable<FormerOccurrencesTable>;

/**
 * Returns former dates as they were before a write that has moved them, where they are as it has left them. Moved back by as much,
 * those would stay together that it has put at one moment.
 */
export async function formerBefore(
  { batch: { trx, dialect } }: Restoration,
  { former }: Family,
): Promise<FormerDate[]> {
  if (former.size === 0) return [];
  const rows = await trx
    .selectFrom('former_occurrences')
    .selectAll()
    .where(sql<boolean>`id ${dialect.among([...former.keys()])}`)
    .execute();
  return rows.flatMap((row) => {
    const { before, after } = former.get(row.id) ?? {};
    if (!before || !after || !hasValues(row, after, placeColumns)) return [];
    const { series_id = row.series_id, recurrence_id = row.recurrence_id } = before;
    return { id: row.id, series_id: Number(series_id), recurrence_id: String(recurrence_id) };
  });
}

/** Gives former dates their places again, but where a date of the rule as it is now has one of them. */
export async function returnFormer(
  { batch: { trx } }: Restoration,
  former: readonly FormerDate[],
): Promise<void> {
  for (const { id, series_id, recurrence_id } of former)
    await sql`update former_occurrences set series_id = ${series_id}, recurrence_id = ${recurrence_id}
      where id = ${id} and not exists (select 1 from occurrences o where o.series_id = ${series_id}
        and o.series_id > 0 and o.recurrence_id = ${recurrence_id})`.execute(trx);
}
