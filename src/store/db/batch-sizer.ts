/** Milliseconds that a transaction may keep others from writing. */
const HELD_MS = 1000;

/**
 * Chooses how many things to write in the next transaction: as many as take about a second here, since long
 * transactions cost less for each and keep others waiting.
 */
export class BatchSizer {
  readonly #least: number;
  readonly #most: number;
  #next: number;

  constructor({ least, most }: { least: number; most: number }) {
    this.#least = least;
    this.#most = most;
    this.#next = least;
  }

  get next(): number {
    return this.#next;
  }

  /** Does the work of one transaction, on so many things, and learns from the time it takes. */
  async measure<T>(count: number, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    const fitting = (count * HELD_MS) / Math.max(1, performance.now() - began);
    // One that took long may have waited for others.
    const next = Math.min(fitting, this.#next * 2);
    this.#next = Math.round(Math.min(this.#most, Math.max(this.#least, next)));
    return result;
  }
}
