import type { FirstDate, Recurrence } from './recurrence.ts';

/** A recurrence that was moved along with its first date. */
export interface Shifted {
  readonly recurrence: Recurrence;
  /** Returns the recurrence id that a date has now, by the one it had. */
  readonly shiftId: (recurrenceId: string) => string;
}

/**
 * Moves a recurrence along with its first date by the same days and wall-clock time: weekdays, month days, times, UNTIL,
 * `rdate` and `exdate` (contract R8, `all`). Throws a RecurrenceError where that can't be said as a rule.
 */
export function shiftRecurrence(_recurrence: Recurrence, _from: FirstDate, _to: FirstDate): Shifted {
  throw new Error('to be written');
}
