import type { Message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';

/**
 * A recurrence as it is stored and answered: values of iCalendar without their names. `rrule` has rules of RFC 5545
 * §3.3.10 with SKIP of RFC 7529; `rdate` and `exdate` are sorted wall clocks `YYYY-MM-DD HH:MM:SS` of the event's zone,
 * where a member of `exdate` may be a day `YYYY-MM-DD`, of which no date is left.
 */
export interface Recurrence {
  readonly rrule: readonly string[];
  readonly rdate: readonly string[];
  readonly exdate: readonly string[];
}

/** The most rules of a series, and the most dates of `rdate` and `exdate` together (contract R3). */
export const [MOST_RULES, MOST_DATES] = [5, 1000] as const;

/** The first date of a series on its wall clock; the time of day and the length of each other one. */
export interface FirstDate {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly all_day: boolean;
}

/** A date of a series: `start_date` and `end_date` are clock times that exist in its zone. */
export interface RecurrenceDate {
  /** The wall clock at which the rule put it, not moved out of a gap of the clock. */
  readonly recurrence_id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
}

/** The detail code of an answer that refuses a recurrence (contract R1 to R3). */
export type RecurrenceFault =
  | 'rest_invalid_rrule'
  | 'rest_invalid_date'
  | 'rest_too_many_items'
  | 'rest_too_many_occurrences'
  | 'rest_no_occurrence';

/** A recurrence that is refused; `told` says why in the reader's language, and names the part of the rule. */
export class RecurrenceError extends UserFacingError {
  override name = 'RecurrenceError';
  readonly code: RecurrenceFault;
  /** The part at fault: `BYDAY`, `UNTIL`…, or `rrule`, `rdate`, `exdate`. */
  readonly part: string;

  constructor(code: RecurrenceFault, part: string, told: Message) {
    super(told);
    this.code = code;
    this.part = part;
  }
}
