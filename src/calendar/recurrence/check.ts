import type { FirstDate, Recurrence, RecurrenceDate } from './recurrence.ts';

/** How many dates a recurrence makes, and the last of them; both null where it doesn't end. */
export interface Extent {
  readonly count: number | null;
  readonly last: RecurrenceDate | null;
}

/** Days `YYYY-MM-DD` on the clock of the event's zone. */
export interface CheckedAt {
  readonly today: string;
  /** The last day that is laid out. */
  readonly horizon: string;
}

/**
 * Returns how far a recurrence goes. Throws a RecurrenceError where it makes too many dates or none (contract R3), after
 * a bounded number of steps, whatever the rule.
 */
export function checkRecurrence(_recurrence: Recurrence, _first: FirstDate, _at: CheckedAt): Extent {
  throw new Error('to be written');
}
