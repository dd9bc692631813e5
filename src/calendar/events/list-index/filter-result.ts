import { LRUCache } from 'lru-cache';
import type { Bitmap } from './bitmap.ts';
import type { DayCounts } from './counts.ts';
import type { Sequence } from './sequence.ts';

/** The events that the predicates of a plan leave, in one version, with totals and scans found so far. */
export class FilterResult {
  readonly members: Bitmap | undefined;
  /** Counts by clock and flags. */
  readonly counts = new Map<string, DayCounts | undefined>();
  /** Totals by window and flags. */
  readonly totals = new Map<string, number>();
  readonly scans = new Map<string, Scan>();
  #sorted: Int32Array | undefined;

  constructor(members: Bitmap | undefined) {
    this.members = members;
  }

  /** Returns its slots by start, publication and event. */
  sorted(byStart: Sequence): Int32Array {
    if (!this.#sorted) {
      this.#sorted = Int32Array.from(this.members?.toList() ?? []);
      byStart.sort(this.#sorted);
    }
    return this.#sorted;
  }
}

/** Results that are kept at most, and dates in all of them together; the least recently used are evicted. */
const MOST_COMBINED = 256;
const MOST_COMBINED_DATES = 2 ** 22;

/** The filter results of one version by their keys, each made once. */
export class FilterResults {
  readonly #sets = new LRUCache<string, FilterResult>({
    max: MOST_COMBINED,
    maxSize: MOST_COMBINED_DATES,
    sizeCalculation: ({ members }) => 1 + (members?.size ?? 0),
  });

  /** Returns the result of a key, which `make` evaluates where it isn't kept. */
  get(key: string, make: () => Bitmap | undefined): FilterResult {
    const known = this.#sets.get(key);
    if (known) return known;
    const result = new FilterResult(make());
    this.#sets.set(key, result);
    return result;
  }

  /** Removes all sets. */
  clear(): void {
    this.#sets.clear();
  }
}

/** Slots in the order of a list: one at each of so many steps. */
export interface Scan {
  readonly steps: number;
  at(step: number): number;
}
