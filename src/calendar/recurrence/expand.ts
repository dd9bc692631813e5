import type { FirstDate, Recurrence, RecurrenceDate } from './recurrence.ts';

/** Bounds of an expansion, on the wall clock of the event's zone. */
export interface Bounds {
  /** `YYYY-MM-DD HH:MM:SS`: leaves out what starts before. */
  readonly from?: string;
  /** `YYYY-MM-DD HH:MM:SS`: leaves out what starts then or later. */
  readonly to?: string;
  /** The most dates to give. */
  readonly limit?: number;
}

/**
 * Returns the dates that a recurrence makes, in order of their instants, each once, made as they are asked for
 * (contract R2). A recurrence without end goes on to the year 9999. Without a recurrence it is the first date alone.
 */
export function expand(
  _recurrence: Recurrence | null,
  _first: FirstDate,
  _bounds: Bounds = {},
): Iterable<RecurrenceDate> {
  throw new Error('to be written');
}
