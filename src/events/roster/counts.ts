import type { Columns } from './columns.ts';
import type { Members } from './members.ts';
import { dayOf } from './moment.ts';

/** Dates that are longer than so many days are looked at one by one; shorter windows are not told by days. */
const LONG_DAYS = 31;
/** A calendar in which more days lie than in 500 years has odd dates, of which no table is made. */
const MOST_DAYS = 500 * 366;

/** A window of whole days, in the numbers of `dayOf`; both ends count, and one may be missing. */
export interface Days {
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Whether `DayCounts` can tell how many lie in a window. */
export function isCountable({ first, last }: Days): boolean {
  return first === undefined || last === undefined || last - first >= LONG_DAYS;
}

/** How many of some slots start and end on each day: tells how many lie in a window without looking at them. */
export class DayCounts {
  readonly #from: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #long: readonly { first: number; last: number }[];

  private constructor(
    from: number,
    counted: { starts: Int32Array; ends: Int32Array },
    long: readonly { first: number; last: number }[],
  ) {
    this.#from = from;
    this.#starts = counted.starts;
    this.#ends = counted.ends;
    this.#long = long;
  }

  /** @param counts whether flags count @returns undefined where there are days too far apart */
  static of(columns: Columns, members: Members | undefined, counts: Uint8Array): DayCounts | undefined {
    const slots = members?.toList();
    const size = slots?.length ?? columns.slots;
    const { start, end, flags } = columns;
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < size; at++) {
      const slot = slots ? (slots[at] ?? 0) : at;
      if (counts[flags[slot] ?? 0] !== 1) continue;
      const first = start[slot] ?? 0;
      const last = end[slot] ?? 0;
      if (first < from) from = first;
      if (last > to) to = last;
      if (last < from) from = last;
      if (first > to) to = first;
    }
    if (to < from) return new DayCounts(0, { starts: new Int32Array(0), ends: new Int32Array(0) }, []);
    const [low, days] = [dayOf(from), dayOf(to) - dayOf(from) + 1];
    if (days > MOST_DAYS) return undefined;
    const starts = new Int32Array(days);
    const ends = new Int32Array(days);
    const long: { first: number; last: number }[] = [];
    for (let at = 0; at < size; at++) {
      const slot = slots ? (slots[at] ?? 0) : at;
      if (counts[flags[slot] ?? 0] !== 1) continue;
      const first = dayOf(start[slot] ?? 0);
      const last = dayOf(end[slot] ?? 0);
      starts[first - low] = (starts[first - low] ?? 0) + 1;
      ends[last - low] = (ends[last - low] ?? 0) + 1;
      if (last - first > LONG_DAYS) long.push({ first, last });
    }
    return new DayCounts(low, { starts, ends }, long);
  }

  /**
   * How many start on `first` or later and end on `last` or earlier: those that end by then, less those that start
   * before, of which those that do both outside were never among them.
   */
  within({ first, last }: Days): number {
    let total = 0;
    const ended = last === undefined ? this.#ends.length : last - this.#from + 1;
    for (let at = Math.min(ended, this.#ends.length) - 1; at >= 0; at--) total += this.#ends[at] ?? 0;
    if (first === undefined) return total;
    for (let at = Math.min(first - this.#from, this.#starts.length) - 1; at >= 0; at--)
      total -= this.#starts[at] ?? 0;
    if (last !== undefined)
      for (const date of this.#long) if (date.first < first && date.last > last) total += 1;
    return total;
  }
}
