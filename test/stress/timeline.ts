/** Moments in milliseconds of `performance.now()`. */
interface State<T> {
  value: T;
  /** When the write that led to it was sent: it may be seen from then on. */
  sentMs: number;
  /** When it was acknowledged; Infinity: not yet, or never. */
  ackMs: number;
}

/** The values that something had one after the other, written by one writer that waits for each acknowledgement. */
export class Timeline<T> {
  readonly #states: State<T>[];

  constructor(value: T) {
    this.#states = [{ value, sentMs: Number.NEGATIVE_INFINITY, ackMs: Number.NEGATIVE_INFINITY }];
  }

  /** The value last written. */
  get latest(): T {
    return (this.#states.at(-1) as State<T>).value;
  }

  /** A write that leads to `value` is sent; gives what is to be called once it's acknowledged. */
  write(value: T): () => void {
    const state: State<T> = { value, sentMs: performance.now(), ackMs: Number.POSITIVE_INFINITY };
    this.#states.push(state);
    return () => {
      state.ackMs = performance.now();
    };
  }

  /**
   * For how long, in milliseconds, a value was out of date when a read of it was sent: 0 where no later one had been
   * acknowledged by then. undefined: it never had that value until the answer came.
   */
  ageOf(value: T, read: { sentMs: number; cameMs: number }): number | undefined {
    for (let at = this.#states.length - 1; at >= 0; at--) {
      const state = this.#states[at];
      if (state === undefined || state.value !== value || state.sentMs > read.cameMs) continue;
      const next = this.#states[at + 1];
      return Math.max(0, read.sentMs - (next?.ackMs ?? Number.POSITIVE_INFINITY));
    }
    return undefined;
  }
}
