import type { DayCounts } from './counts.ts';
import type { Members } from './members.ts';
import type { Sequence } from './sequence.ts';

/** A set made of others, good for one version, with what has been found out about it. */
export class Combined {
  readonly members: Members | undefined;
  /** By flags. */
  readonly counts = new Map<string, DayCounts | undefined>();
  /** By windows. */
  readonly totals = new Map<string, number>();
  readonly ways = new Map<string, Way>();
  #sorted: Int32Array | undefined;

  constructor(members: Members | undefined) {
    this.members = members;
  }

  /** Its slots in the order of lists. */
  sorted(byStart: Sequence): Int32Array {
    if (!this.#sorted) {
      this.#sorted = Int32Array.from(this.members?.toList() ?? []);
      byStart.sort(this.#sorted);
    }
    return this.#sorted;
  }
}

/** So many combined sets, with so many dates in all of them together, of which the longest unused are forgotten. */
const MOST_COMBINED = 256;
const MOST_COMBINED_DATES = 2 ** 22;

/** Combined sets of one version by their keys, each made once. */
export class CombinedCache {
  readonly #sets = new Map<string, Combined>();

  /** Returns the set of a key; what `make` gives where it isn't there. */
  get(key: string, make: () => Members | undefined): Combined {
    const known = this.#sets.get(key);
    this.#sets.delete(key);
    const combined = known ?? new Combined(make());
    this.#sets.set(key, combined);
    if (!known) this.#makeRoom();
    return combined;
  }

  clear(): void {
    this.#sets.clear();
  }

  #makeRoom(): void {
    let dates = 0;
    for (const { members } of this.#sets.values()) dates += members?.size ?? 0;
    for (const [key, { members }] of this.#sets) {
      if (this.#sets.size <= MOST_COMBINED && dates <= MOST_COMBINED_DATES) break;
      this.#sets.delete(key);
      dates -= members?.size ?? 0;
    }
  }
}

/** Slots in the order in which a list has them: the one at each of so many steps. */
export interface Way {
  readonly steps: number;
  at(step: number): number;
}
