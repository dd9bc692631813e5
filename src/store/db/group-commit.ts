import { setImmediate as nextTurn } from 'node:timers/promises';

/** Writes of one commit at most: the first of them waits for the last. */
const MOST = 24;
/** Turns of the event loop for which a commit waits at most, so that more writes can join it. */
const TURNS = 4;

/** A write that waits for its transaction. */
interface PendingWrite<H> {
  readonly sinceMs: number;
  readonly work: (handle: H) => Promise<unknown>;
  /** Whether it has a transaction of its own. */
  readonly isAlone: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs writes that wait at the same time in one transaction, so that they share one commit and its wait for the disk.
 * Each resolves when all are on the disk. Where one fails all are rolled back and each runs by itself: work must be such
 * that it can be done again, or alone.
 */
export class GroupCommit<H> {
  readonly #transact: <T>(work: (handle: H) => Promise<T>) => Promise<T>;
  readonly #isHopeless: (error: unknown) => boolean;
  readonly #patienceMs: number;
  #waiting: PendingWrite<H>[] = [];
  #isBusy = false;

  /**
   * @param isHopeless whether an error says that nobody can write now; then all fail with it who have waited for
   * half of `patienceMs`
   */
  constructor(
    transact: <T>(work: (handle: H) => Promise<T>) => Promise<T>,
    { isHopeless, patienceMs }: { isHopeless: (error: unknown) => boolean; patienceMs: number },
  ) {
    this.#transact = transact;
    this.#isHopeless = isHopeless;
    this.#patienceMs = patienceMs;
  }

  /** Runs `work` with others in a transaction; resolves with its result once that is durable. */
  write<T>(work: (handle: H) => Promise<T>): Promise<T> {
    return this.#join(work, false);
  }

  /** Runs `work`, which can't be done again, in a transaction of its own. */
  writeAlone<T>(work: (handle: H) => Promise<T>): Promise<T> {
    return this.#join(work, true);
  }

  #join<T>(work: (handle: H) => Promise<T>, isAlone: boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ sinceMs: performance.now(), work, isAlone, resolve, reject });
    if (!this.#isBusy) void this.#runAll();
    // It resolves with the result of this `work`.
    return promise as Promise<T>;
  }

  async #runAll(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      // While a commit waits for the disk nothing else runs here: writes that came meanwhile arrive a turn or two later.
      for (let turns = 0, before = 0; turns < TURNS && before < this.#waiting.length; turns++) {
        before = this.#waiting.length;
        await nextTurn();
      }
      const alone = this.#waiting.findIndex(({ isAlone }) => isAlone);
      const count = alone < 0 ? MOST : Math.min(MOST, Math.max(1, alone));
      await this.#run(this.#waiting.splice(0, count));
    }
    this.#isBusy = false;
  }

  async #run(batch: readonly PendingWrite<H>[]): Promise<void> {
    const results: unknown[] = [];
    try {
      await this.#transact(async (handle) => {
        for (const { work } of batch) results.push(await work(handle));
      });
    } catch (error) {
      const isHopeless = this.#isHopeless(error);
      if (isHopeless) this.#rejectImpatient(error);
      if (isHopeless || batch.length === 1) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#run([one]);
      return;
    }
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]);
  }

  #rejectImpatient(error: unknown): void {
    const lateMs = performance.now() - this.#patienceMs / 2;
    const impatient = this.#waiting.filter(({ sinceMs }) => sinceMs < lateMs);
    this.#waiting = this.#waiting.filter(({ sinceMs }) => sinceMs >= lateMs);
    for (const { reject } of impatient) reject(error);
  }
}
