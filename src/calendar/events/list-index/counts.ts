import type { Bitmap } from './bitmap.ts';
import { dayOf, startOf } from './moment.ts';
import type { OccurrenceTable } from './occurrence-table.ts';

/** Longer occurrences are checked one by one; shorter windows aren't counted by days. */
const LONG_DAYS = 31;
/** A calendar that spans more than 500 years has stray dates, and isn't counted by days. */
const MAX_DAYS = 500 * 366;

/** A window of occurrences that start at `low` or later and end at `high` or earlier, in seconds of a clock; either may be infinite. */
export interface DayWindow {
  readonly clock: 'wall' | 'utc';
  readonly low: number;
  readonly high: number;
}

/** Returns the first and last day that lie in a window completely. */
const daysOf = ({ low, high }: DayWindow) => ({
  first: dayOf(low + startOf(1) - 1),
  last: dayOf(high + 1) - 1,
});

/** Returns whether `DayCounts` can count a window. */
export function isCountable(window: DayWindow): boolean {
  const { first, last } = daysOf(window);
  return last - first >= LONG_DAYS;
}

function addUp(counts: Int32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
}

/** Counts of slots that start and end on each day, from which a window is counted without reading its slots. */
export class DayCounts {
  readonly #columns: OccurrenceTable;
  readonly #clock: DayWindow['clock'];
  readonly #from: number;
  /** Cumulative counts of slots that start, and end, by the end of each day. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #long: number[] = [];

  private constructor(
    columns: OccurrenceTable,
    clock: DayWindow['clock'],
    span: { from: number; days: number },
  ) {
    this.#columns = columns;
    this.#clock = clock;
    this.#from = span.from;
    this.#starts = new Int32Array(span.days);
    this.#ends = new Int32Array(span.days);
  }

  /** Counts slots by day; returns undefined where their days are too far apart. */
  static of(
    columns: OccurrenceTable,
    clock: DayWindow['clock'],
    among: { members: Bitmap | undefined; isCounted: (slot: number) => boolean },
  ): DayCounts | undefined {
    const { start, end } = columns;
    const slots = among.members?.toList();
    const size = slots?.length ?? columns.slots;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < size; at++) {
      const slot = slots ? (slots[at] ?? 0) : at;
      if (!among.isCounted(slot)) continue;
      low = Math.min(low, start[slot] ?? 0, end[slot] ?? 0);
      high = Math.max(high, start[slot] ?? 0, end[slot] ?? 0);
    }
    // A clock is at most a day from UTC.
    const from = dayOf(low) - 1;
    const days = high < low ? 0 : dayOf(high) + 2 - from;
    if (days > MAX_DAYS) return undefined;
    const counts = new DayCounts(columns, clock, { from: days === 0 ? 0 : from, days });
    for (let at = 0; at < size; at++) {
      const slot = slots ? (slots[at] ?? 0) : at;
      if (among.isCounted(slot)) counts.#add(slot);
    }
    addUp(counts.#starts);
    addUp(counts.#ends);
    return counts;
  }

  #firstDay(slot: number): number {
    const { start, startShift } = this.#columns;
    return dayOf((start[slot] ?? 0) + (this.#clock === 'utc' ? (startShift[slot] ?? 0) : 0));
  }

  #lastDay(slot: number): number {
    const { end, endShift } = this.#columns;
    return dayOf((end[slot] ?? 0) + (this.#clock === 'utc' ? (endShift[slot] ?? 0) : 0));
  }

  #add(slot: number): void {
    const first = this.#firstDay(slot);
    const last = this.#lastDay(slot);
    this.#starts[first - this.#from] = (this.#starts[first - this.#from] ?? 0) + 1;
    this.#ends[last - this.#from] = (this.#ends[last - this.#from] ?? 0) + 1;
    if (last - first > LONG_DAYS) this.#long.push(slot);
  }

  /**
   * Returns the number of slots in a window: those that end by its last full day, less those that start before its first,
   * plus those that do both and were subtracted wrongly, plus those of its partial days.
   * @param isWithin returns whether a slot counts and lies in the window
   */
  within(window: DayWindow, isWithin: (slot: number) => boolean): number {
    const { first, last } = daysOf(window);
    let total =
      (this.#ends[Math.min(last - this.#from, this.#ends.length - 1)] ?? 0) -
      (this.#starts[Math.min(first - this.#from, this.#starts.length) - 1] ?? 0);
    for (const slot of this.#long) if (this.#firstDay(slot) < first && this.#lastDay(slot) > last) total += 1;
    if (startOf(first) !== window.low && Number.isFinite(window.low))
      total += this.#among(
        startOf(first - 2),
        startOf(first + 1),
        (slot) => this.#firstDay(slot) < first && isWithin(slot),
      );
    if (startOf(last + 1) !== window.high + 1 && Number.isFinite(window.high)) {
      const isLast = (slot: number) =>
        this.#firstDay(slot) >= first && this.#lastDay(slot) > last && isWithin(slot);
      const from = startOf(last - LONG_DAYS - 1);
      total += this.#among(from, startOf(last + 3), isLast);
      for (const slot of this.#long) if ((this.#columns.start[slot] ?? 0) < from && isLast(slot)) total += 1;
    }
    return total;
  }

  /** Returns the number of slots that start between two moments and satisfy `is`. */
  #among(from: number, to: number, is: (slot: number) => boolean): number {
    const { byStart, start } = this.#columns;
    let total = 0;
    for (let at = byStart.position((slot) => (start[slot] ?? 0) < from); at < byStart.length; at++) {
      const slot = byStart.at(at);
      if ((start[slot] ?? 0) >= to) break;
      if (is(slot)) total += 1;
    }
    return total;
  }
}
