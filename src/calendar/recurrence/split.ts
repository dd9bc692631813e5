import type { FirstDate, Recurrence } from './recurrence.ts';

/** Both parts of a series, each a recurrence of its own. */
export interface Split {
  readonly before: Recurrence;
  readonly after: Recurrence;
  /**
   * The time of day and the length of what follows, and from when its rules count. Its start may lie in a gap of the
   * clock, or before what follows: `after.exdate` names it then, and `expand` tells the first date.
   */
  readonly firstAfter: FirstDate;
}

/**
 * Parts a series before one of its dates, which is not the first (contract R8, `following`): COUNT, `rdate` and `exdate`
 * are shared out, and together both make the dates that the whole made. Throws a RecurrenceError
 * where what follows can't be said as rules, a RangeError where no date has that id.
 */
export function splitRecurrence(_recurrence: Recurrence, _first: FirstDate, _recurrenceId: string): Split {
  throw new Error('to be written');
}
