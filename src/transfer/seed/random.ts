/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number of at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 to `below - 1`. */
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** Returns one of the elements. */
  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.integer(from.length)] ?? from[0];
  }

  /** Returns true with a probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
