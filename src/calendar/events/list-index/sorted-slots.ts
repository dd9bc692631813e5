const SPARE_SLOTS = 1024;
/** Up to so many slots are inserted or removed one by one, shifting the rest each time; more are merged in one pass. */
const FEW = 16;

type Compare = (a: number, b: number) => number;

/** A sorted list of slots, compared by the columns of their table. */
export class SortedSlots {
  #slots: Int32Array<ArrayBuffer>;
  #length: number;
  readonly #compare: Compare;

  /** @param slots in their order; it takes the list over */
  constructor(slots: Int32Array<ArrayBuffer>, compare: Compare) {
    this.#slots = slots;
    this.#length = slots.length;
    this.#compare = compare;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns the slot at a position; -1 where there is none. */
  at(position: number): number {
    return position < this.#length ? (this.#slots[position] ?? -1) : -1;
  }

  /** Returns the first position whose slot isn't `before` (binary search): it must hold for all earlier slots. */
  position(before: (slot: number) => boolean): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(this.#slots[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sorts slots in this order, in place. */
  sort(slots: Int32Array): void {
    slots.sort(this.#compare);
  }

  /** Removes slots; their columns must still be as when they were inserted. */
  remove(slots: readonly number[]): void {
    if (slots.length > FEW) {
      const gone = new Set(slots);
      let loaded = 0;
      for (let at = 0; at < this.#length; at++) {
        const slot = this.#slots[at] ?? 0;
        if (!gone.has(slot)) this.#slots[loaded++] = slot;
      }
      this.#length = loaded;
      return;
    }
    for (const slot of slots) {
      const at = this.position((other) => this.#compare(other, slot) < 0);
      if (this.#slots[at] !== slot) continue;
      this.#slots.copyWithin(at, at + 1, this.#length);
      this.#length -= 1;
    }
  }

  insert(slots: readonly number[]): void {
    if (slots.length === 0) return;
    const sorted = Int32Array.from(slots).sort(this.#compare);
    if (this.#length + sorted.length > this.#slots.length) {
      const grown = new Int32Array(Math.ceil((this.#length + sorted.length) * 1.02) + SPARE_SLOTS);
      grown.set(this.#slots.subarray(0, this.#length));
      this.#slots = grown;
    }
    if (sorted.length > FEW) this.#merge(sorted);
    else
      for (const slot of sorted) {
        const at = this.position((other) => this.#compare(other, slot) < 0);
        this.#slots.copyWithin(at + 1, at, this.#length);
        this.#slots[at] = slot;
        this.#length += 1;
      }
  }

  /** Merges from the end, where there is space, so that nothing is overwritten before it is read. */
  #merge(sorted: Int32Array): void {
    const slots = this.#slots;
    let own = this.#length - 1;
    let other = sorted.length - 1;
    this.#length += sorted.length;
    for (let at = this.#length - 1; other >= 0; at--) {
      const mine = slots[own] ?? 0;
      const theirs = sorted[other] ?? 0;
      if (own >= 0 && this.#compare(mine, theirs) > 0) {
        slots[at] = mine;
        own -= 1;
      } else {
        slots[at] = theirs;
        other -= 1;
      }
    }
  }
}
