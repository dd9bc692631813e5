const WORD = 32;
const SPARE_WORDS = 64;

/** A bit for each slot, in words of 32. */
export type SlotBits = Uint32Array<ArrayBuffer>;

/** Returns bits for so many slots and some to spare, all 0. */
export const emptyBits = (slots: number): SlotBits => new Uint32Array(Math.ceil(slots / WORD) + SPARE_WORDS);

/** Returns the first position in a sorted list at which `isTrue` holds (binary search): it must hold for all later ones. */
export function firstOf(list: Int32Array, isTrue: (value: number) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(list[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the position of `value` in ascending numbers, or of the first that is greater. */
const lowerBound = (sorted: Int32Array, value: number) => firstOf(sorted, (one) => one >= value);

function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * A compressed set of slots: an ascending list while that is smaller than one bit for each of all `slots`, else bits.
 */
export class Bitmap {
  #list: Int32Array<ArrayBuffer> | undefined;
  #bits: SlotBits | undefined;
  #size: number;

  private constructor(list: Int32Array<ArrayBuffer> | undefined, bits: SlotBits | undefined, size: number) {
    this.#list = list;
    this.#bits = bits;
    this.#size = size;
  }

  /** Returns the set of a list, which it takes over. @param list ascending, without duplicates */
  static ofList(list: Int32Array<ArrayBuffer>, slots: number): Bitmap {
    if (list.length * WORD <= slots) return new Bitmap(list, undefined, list.length);
    const bits = emptyBits(slots);
    for (const slot of list) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
    return new Bitmap(undefined, bits, list.length);
  }

  /** Returns the set of bits, which it takes over. */
  static ofBits(bits: SlotBits, slots: number): Bitmap {
    let size = 0;
    for (const word of bits) size += word === 0 ? 0 : ones(word);
    const members = new Bitmap(undefined, bits, size);
    return size * WORD <= slots ? new Bitmap(members.toList(), undefined, size) : members;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return (this.#list?.byteLength ?? 0) + (this.#bits?.byteLength ?? 0);
  }

  has(slot: number): boolean {
    if (this.#bits) return (((this.#bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
    const list = this.#list;
    return list !== undefined && list[lowerBound(list, slot)] === slot;
  }

  /** Returns all slots, ascending. The list must not be changed. */
  toList(): Int32Array<ArrayBuffer> {
    if (this.#list) return this.#list;
    const list = new Int32Array(this.#size);
    let at = 0;
    const bits = this.#bits ?? emptyBits(0);
    for (let index = 0; index < bits.length; index++) {
      let word = bits[index] ?? 0;
      while (word !== 0) {
        const lowest = word & -word;
        list[at++] = index * WORD + (31 - Math.clz32(lowest));
        word ^= lowest;
      }
    }
    return list;
  }

  /** Returns a test of membership that is fast for so many calls. */
  tester(questions: number, slots: number): (slot: number) => boolean {
    const bits = this.#bits ?? (questions > this.#size ? this.#marked(slots) : undefined);
    if (!bits) return (slot) => this.has(slot);
    return (slot) => (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  #marked(slots: number): SlotBits {
    const bits = emptyBits(slots);
    this.addTo(bits);
    return bits;
  }

  addTo(bits: SlotBits): void {
    if (this.#bits)
      for (let at = 0; at < this.#bits.length; at++) bits[at] = (bits[at] ?? 0) | (this.#bits[at] ?? 0);
    else for (const slot of this.#list ?? []) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }

  keepIn(bits: SlotBits): void {
    const own = this.#bits ?? this.#marked(bits.length * WORD);
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (own[at] ?? 0);
  }

  removeFrom(bits: SlotBits): void {
    if (this.#bits)
      for (let at = 0; at < this.#bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(this.#bits[at] ?? 0);
    else
      for (const slot of this.#list ?? []) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
  }

  /** Adds or removes a slot. */
  set(slot: number, isIn: boolean): void {
    if (this.has(slot) === isIn) return;
    this.#size += isIn ? 1 : -1;
    if (this.#bits) {
      const index = slot >>> 5;
      if (index >= this.#bits.length) {
        const grown = new Uint32Array(index + SPARE_WORDS);
        grown.set(this.#bits);
        this.#bits = grown;
      }
      this.#bits[index] = (this.#bits[index] ?? 0) ^ (1 << (slot & 31));
      return;
    }
    const list = this.#list ?? new Int32Array(0);
    const at = lowerBound(list, slot);
    const changed = new Int32Array(this.#size);
    changed.set(list.subarray(0, at));
    if (isIn) {
      changed[at] = slot;
      changed.set(list.subarray(at), at + 1);
    } else changed.set(list.subarray(at + 1), at);
    this.#list = changed;
  }
}

/** Returns the union of sets. */
export function anyOf(sets: readonly Bitmap[], slots: number): Bitmap {
  const [first] = sets;
  if (first && sets.length === 1) return first;
  const total = sets.reduce((sum, set) => sum + set.size, 0);
  if (total * WORD <= slots) {
    const list = new Int32Array(total);
    let at = 0;
    for (const set of sets) {
      list.set(set.toList(), at);
      at += set.size;
    }
    list.sort();
    return Bitmap.ofList(Int32Array.from(new Set(list)), slots);
  }
  const bits = emptyBits(slots);
  for (const set of sets) set.addTo(bits);
  return Bitmap.ofBits(bits, slots);
}

/** Returns the intersection of sets. */
export function allOf(sets: readonly [Bitmap, ...Bitmap[]], slots: number): Bitmap {
  const [least, ...others] = sets.toSorted((a, b) => a.size - b.size);
  if (!least || others.length === 0) return sets[0];
  if (least.size * WORD <= slots) {
    const list = least.toList().filter((slot) => others.every((other) => other.has(slot)));
    return Bitmap.ofList(list, slots);
  }
  const bits = emptyBits(slots);
  least.addTo(bits);
  for (const other of others) other.keepIn(bits);
  return Bitmap.ofBits(bits, slots);
}

/** Returns the slots of a set, or of all slots, that are in none of the others. */
export function without(set: Bitmap | undefined, others: readonly Bitmap[], slots: number): Bitmap {
  if (set && set.size * WORD <= slots) {
    const list = set.toList().filter((slot) => !others.some((other) => other.has(slot)));
    return Bitmap.ofList(list, slots);
  }
  const bits = emptyBits(slots);
  if (set) set.addTo(bits);
  else bits.fill(0xffffffff, 0, Math.ceil(slots / WORD));
  for (const other of others) other.removeFrom(bits);
  return Bitmap.ofBits(bits, slots);
}
