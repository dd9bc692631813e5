/** How long something took, counted by upper bounds (a histogram of Prometheus). */
export class Durations {
  /** Seconds, ascending; what took as long as a bound is within it. */
  readonly bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** Counts one that took so many seconds. */
  observe(seconds: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Counts one that began at that moment of `performance.now()` and ends now. */
  since(beganMs: number): void {
    this.observe((performance.now() - beganMs) / 1000);
  }

  /** Seconds of all together. */
  get sum(): number {
    return this.#sum;
  }

  get count(): number {
    return this.#counts.reduce((all, one) => all + one, 0);
  }

  /** How many took at most as long as each bound, in their order, and at last how many there were. */
  get cumulated(): number[] {
    let all = 0;
    return Array.from(this.#counts, (one) => {
      all += one;
      return all;
    });
  }
}
