import type { Language } from '#foundation/i18n/catalogue.ts';
import type { FirstDate, Recurrence } from './recurrence.ts';

/** Returns a recurrence as a sentence without its full stop: `Every second Monday until March 1, 2027` (contract R6, `text`). */
export function describeRecurrence(_recurrence: Recurrence, _first: FirstDate, _language: Language): string {
  throw new Error('to be written');
}
