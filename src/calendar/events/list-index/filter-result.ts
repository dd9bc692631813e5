import { LRUCache } from 'lru-cache';
import type { EventSet, VenueWithinReach } from '../filters/filter.ts';
import { type Bitmap, emptyBits } from './bitmap.ts';
import type { DayCounts } from './counts.ts';
import type { OccurrenceTable } from './occurrence-table.ts';
import type { SortedSlots } from './sorted-slots.ts';

/** The slots that satisfy a plan's predicates in one version, with the totals and scans found so far. */
export class FilterResult {
  readonly members: Bitmap | undefined;
  /** Counts by clock and flags. */
  readonly counts = new Map<string, DayCounts | undefined>();
  /** Totals by window and flags. */
  readonly totals = new Map<string, number>();
  readonly scans = new Map<string, Scan>();
  /** First dates of series by window and flags. */
  readonly firstDates = new Map<string, FirstDates>();
  #sorted: Int32Array | undefined;

  constructor(members: Bitmap | undefined) {
    this.members = members;
  }

  /** Returns its slots by start, publication and event. */
  sorted(byStart: SortedSlots): Int32Array {
    if (!this.#sorted) {
      this.#sorted = Int32Array.from(this.members?.toList() ?? []);
      byStart.sort(this.#sorted);
    }
    return this.#sorted;
  }
}

/** The first listed date of each series (contract R5). */
export interface FirstDates {
  readonly slots: ReadonlySet<number>;
  /** The number of other dates of the same series in the list. */
  readonly others: number;
}

/** Results at most, and occurrences in all of them together; the least recently used are evicted. */
const MAX_RESULTS = 256;
const MAX_DATES = 2 ** 22;

/** The filter results of one version by key, each evaluated once. */
export class FilterResults {
  readonly #sets = new LRUCache<string, FilterResult>({
    max: MAX_RESULTS,
    maxSize: MAX_DATES,
    sizeCalculation: ({ members }) => 1 + (members?.size ?? 0),
  });

  /** Returns the result of a key; `make` evaluates it where it isn't cached. */
  get(key: string, make: () => Bitmap | undefined): FilterResult {
    const known = this.#sets.get(key);
    if (known) return known;
    const result = new FilterResult(make());
    this.#sets.set(key, result);
    return result;
  }

  /** Drops all results. */
  clear(): void {
    this.#sets.clear();
  }
}

/** The slots of a list in its order, one at each step. */
export interface Scan {
  readonly steps: number;
  at(step: number): number;
}

/**
 * Returns all occurrences at venues within reach by distance, each at the nearest of its venues. Equally distant ones
 * come by ascending start and event in either direction.
 * @param reach the nearest first
 */
export function scanByDistance(
  columns: OccurrenceTable,
  reach: readonly VenueWithinReach[],
  { order, bitmapOf }: { order: 'asc' | 'desc'; bitmapOf: (set: EventSet) => Bitmap },
): Scan {
  const seen = emptyBits(columns.slots);
  const rings: Int32Array[] = [];
  for (let at = 0; at < reach.length; ) {
    const km = reach[at]?.km;
    const ring: number[] = [];
    for (; at < reach.length && reach[at]?.km === km; at++)
      for (const slot of bitmapOf({ of: 'event_venues', id: reach[at]?.id ?? 0 }).toList()) {
        if ((((seen[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1) continue;
        seen[slot >>> 5] = (seen[slot >>> 5] ?? 0) | (1 << (slot & 31));
        ring.push(slot);
      }
    const sorted = Int32Array.from(ring);
    const { start, eventId } = columns;
    rings.push(
      sorted.sort(
        (a, b) => (start[a] ?? 0) - (start[b] ?? 0) || (eventId[a] ?? 0) - (eventId[b] ?? 0) || a - b,
      ),
    );
  }
  if (order === 'desc') rings.reverse();
  const scan = new Int32Array(rings.reduce((sum, ring) => sum + ring.length, 0));
  let filled = 0;
  for (const ring of rings) {
    scan.set(ring, filled);
    filled += ring.length;
  }
  return { steps: scan.length, at: (step) => scan[step] ?? 0 };
}
