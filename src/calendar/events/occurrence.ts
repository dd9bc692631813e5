import type { Insertable } from 'kysely';
import type { EventsTable } from '#store/db/tables.ts';
import { soundUtc } from './times/dates.ts';

/** Returns the row of an event's occurrence. */
export function occurrenceOf(row: Insertable<EventsTable>) {
  const [first, last] = [row.start_date.slice(0, 10), row.end_date.slice(0, 10)];
  return {
    id: row.id,
    event_id: row.id,
    start_date: row.start_date,
    end_date: row.end_date,
    // Lists go by the wall clock where an import brought other UTC dates.
    utc_start_date: soundUtc(row.start_date, row.utc_start_date, row.timezone),
    utc_end_date: soundUtc(row.end_date, row.utc_end_date, row.timezone),
    status: row.status,
    date: row.date,
    hide_from_listings: row.hide_from_listings,
    days: first === last ? 0 : Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last)).days,
  };
}

/** Returns the row of a new event's only date, with all columns. */
export const newOccurrenceOf = (row: Insertable<EventsTable>) => ({
  ...occurrenceOf(row),
  series_id: 0,
  recurrence_id: '',
  overrides: '',
});
