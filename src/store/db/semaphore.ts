/** Lets so many do something at once, and all others wait in the order in which they came. */
export class Semaphore {
  readonly #waiting = new Set<{ go: () => void; fail: (error: unknown) => void }>();
  readonly #waitMs: number;
  readonly #late: () => Error;
  #free: number;

  /** @param late what whoever waited for `waitMs` milliseconds gets instead of a turn */
  constructor(atOnce: number, waitMs: number, late: () => Error) {
    this.#free = atOnce;
    this.#waitMs = waitMs;
    this.#late = late;
  }

  /** Does `work` when its turn comes. Where that fails in a way that `isForAll` those who wait fail with it. */
  async run<T>(work: () => Promise<T>, isForAll: (error: unknown) => boolean): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn();
    try {
      return await work();
    } catch (error) {
      if (isForAll(error)) this.#failAll(error);
      throw error;
    } finally {
      const [next] = this.#waiting;
      if (next) next.go();
      else this.#free++;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        then();
      };
      const waiter = {
        go: () => end(resolve),
        fail: (error: unknown) => end(() => reject(error)),
      };
      const timer = setTimeout(() => waiter.fail(this.#late()), this.#waitMs);
      this.#waiting.add(waiter);
    });
  }

  #failAll(error: unknown): void {
    for (const waiter of [...this.#waiting]) waiter.fail(error);
  }
}
