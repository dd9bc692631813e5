/** Time for decoding that several pictures share. Only decoding itself takes of it, not waiting for one's turn. */
export class Allowance {
  #leftMs: number;
  #isWhole = true;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  /** Milliseconds; 0 or less: none. */
  get leftMs(): number {
    return this.#leftMs;
  }

  /** Whether nothing was taken of it yet. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Does work, and takes the time that it took. */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    this.#isWhole = false;
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      this.#leftMs -= performance.now() - beganMs;
    }
  }
}
