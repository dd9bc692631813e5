import type { Language } from '#foundation/i18n/catalogue.ts';
import type { FirstDate, Recurrence } from './recurrence.ts';

/** When and in which language a recurrence was typed. */
export interface TypedAt {
  readonly now: Temporal.Instant;
  readonly language: Language;
}

/**
 * Returns a sent `recurrence` in the form that is stored: an object, iCalendar lines as one text or a list, or null for
 * what ends the repeating (contract R1). Throws a RecurrenceError for anything else; `checkRecurrence` judges what it makes.
 */
export function readRecurrence(_value: unknown, _first: FirstDate, _at: TypedAt): Recurrence | null {
  throw new Error('to be written');
}
