/** The recurrence of an event that repeats; dates are wall clocks of its zone. */
export interface SeriesTable {
  /** That of its event. */
  id: number;
  /** JSON (calendar/recurrence). */
  recurrence: string;
  /** Number of dates that it makes; null: it doesn't end. */
  count: number | null;
  first_date: string;
  last_date: string | null;
  /** The UTC day up to which its occurrences are laid out (contract R7). */
  laid_out_until: string;
  /** The series that it was split from, and the one that was split from it (contract R8). */
  continues: number | null;
  continued_by: number | null;
}

/** Days of a series that are still to be laid out, before those that are; on the clock of the series, both included. */
export interface SeriesGapsTable {
  series_id: number;
  from_day: string;
  to_day: string;
  /** 1 if there may be too many dates for lists to wait for. */
  is_long: 0 | 1;
}

/** The ID of a date that was taken out of its series; the date has it again when it comes back. */
export interface FormerOccurrencesTable {
  id: number;
  /** 0: it can't come back, the series has ended its repeating. */
  series_id: number;
  recurrence_id: string;
}
