import { type Selectable, sql } from 'kysely';
import { firstDateOf } from '#calendar/events/series/layout.ts';
import { listMovedTimes } from '#calendar/events/zone-data.ts';
import { checkRecurrence } from '#calendar/recurrence/check.ts';
import { expand, firstDateMade } from '#calendar/recurrence/expand.ts';
import { type FirstDate, type Recurrence, RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import type { SeriesTable } from '#store/db/series-tables.ts';
import type { EventsTable } from '#store/db/tables.ts';

const SERIES_AT_ONCE = 50;
/** Characters of a day. */
const DAY = 10;
/** Days before all dates: what is laid out there is nothing. */
const LONG_AGO = { today: '0001-01-02', horizon: '0001-01-02' };

type CheckedSeries = Selectable<SeriesTable> &
  Pick<Selectable<EventsTable>, 'start_date' | 'end_date' | 'timezone' | 'all_day'>;

/** Returns whether the stored extent of a series is that of its recurrence; undefined where that is none. */
function hasItsExtent(series: CheckedSeries, recurrence: Recurrence, first: FirstDate): boolean | undefined {
  try {
    const { count, last } = checkRecurrence(recurrence, first, LONG_AGO);
    const begin = firstDateMade(recurrence, first);
    return (
      count === series.count &&
      (last?.start_date ?? null) === series.last_date &&
      begin?.start_date === series.first_date
    );
  } catch (error) {
    if (error instanceof RecurrenceError) return undefined;
    throw error;
  }
}

/**
 * Returns series whose stored dates are not those of their recurrence as far as they are laid out, or whose stored extent
 * isn't that of it, up to a number.
 */
export async function strayDates(db: Reading, limit: number): Promise<number[]> {
  const strays: number[] = [];
  for (let after = 0; strays.length < limit; ) {
    const { rows } = await sql<CheckedSeries>`select s.*, e.start_date, e.end_date, e.timezone, e.all_day
      from series s join events e on e.id = s.id where s.id > ${after} order by s.id limit ${SERIES_AT_ONCE}`.execute(
      db,
    );
    const last = rows.at(-1)?.id;
    if (last === undefined) break;
    const ids = rows.map(({ id }) => id);
    const dates = Map.groupBy(
      await db
        .selectFrom('occurrences')
        .select(['series_id', 'recurrence_id'])
        .where('series_id', 'in', ids)
        .where('series_id', '>', 0)
        .execute(),
      ({ series_id }) => series_id,
    );
    const gaps = new Map(
      (await db.selectFrom('series_gaps').selectAll().where('series_id', 'in', ids).execute()).map((gap) => [
        gap.series_id,
        gap,
      ]),
    );
    for (const row of rows) {
      const recurrence: Recurrence = JSON.parse(row.recurrence);
      const first = firstDateOf(row);
      const stored = new Set((dates.get(row.id) ?? []).map(({ recurrence_id }) => recurrence_id));
      const to = daysFrom(`${row.laid_out_until} 00:00:00`, 1);
      let missing = 0;
      const gap = gaps.get(row.id);
      const isLeft = (day: string) => gap !== undefined && day >= gap.from_day && day <= gap.to_day;
      for (const { recurrence_id, start_date } of expand(recurrence, first, { to }))
        if (!stored.delete(recurrence_id) && !isLeft(start_date.slice(0, DAY))) missing++;
      if (missing > 0 || stored.size > 0 || hasItsExtent(row, recurrence, first) === false)
        strays.push(row.id);
    }
    after = last;
  }
  return strays.slice(0, limit);
}

/** Returns events, series and dates whose times to come are not what the zone data make of their clock, up to a number. */
export async function movedTimes(db: Reading, nowUtc: string, limit: number): Promise<number[]> {
  const ids = new Set<number>();
  for (let after = 0; ids.size < limit; ) {
    const { moved, last } = await listMovedTimes(db, nowUtc, after);
    if (last === undefined) break;
    for (const { event, date } of moved) ids.add(date?.id ?? event ?? 0);
    after = last;
  }
  return [...ids].slice(0, limit);
}
