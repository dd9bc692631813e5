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

/** Slots in the order in which a list has them: the one at each of so many steps. */
export interface Way {
  readonly steps: number;
  at(step: number): number;
}
