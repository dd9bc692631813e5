import { setImmediate as turn } from 'node:timers/promises';

/** One commit holds so many writes at most: the first of them waits for the last. */
const MOST = 24;
/** So many turns of the event loop at most are given to more. */
const TURNS = 4;

/** What waits to be done in a transaction. */
interface Waiting<H> {
  readonly sinceMs: number;
  readonly work: (handle: H) => Promise<unknown>;
  readonly done: (result: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Does the writes that wait at the same time in one transaction, so that they share one commit and its wait for the
 * disk. Each is told that it's done when all are on the disk. Where one fails they are all taken back and each is done
 * by itself: work must be such that it can be done again.
 */
export class Together<H> {
  readonly #transact: <T>(work: (handle: H) => Promise<T>) => Promise<T>;
  readonly #isHopeless: (error: unknown) => boolean;
  readonly #patienceMs: number;
  #waiting: Waiting<H>[] = [];
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

  write<T>(work: (handle: H) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        sinceMs: performance.now(),
        work,
        done: (result) => resolve(result as T),
        failed: reject,
      });
      if (!this.#isBusy) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting.splice(0, MOST);
      const failure = batch.length > 1 ? await this.#all(batch) : undefined;
      if (batch.length > 1 && !failure) continue;
      if (failure && this.#isHopeless(failure.error)) this.#giveUp(batch, failure.error);
      else for (const one of batch) await this.#one(one);
    }
    this.#isBusy = false;
  }

  /** While a commit waits for the disk nothing else is done here: those who came meanwhile get here a turn or two later. */
  async #gather(): Promise<void> {
    for (let turns = 0, before = 0; turns < TURNS && before < this.#waiting.length; turns++) {
      before = this.#waiting.length;
      await turn();
    }
  }

  async #all(batch: readonly Waiting<H>[]): Promise<{ error: unknown } | undefined> {
    const results: unknown[] = [];
    try {
      await this.#transact(async (handle) => {
        for (const { work } of batch) results.push(await work(handle));
      });
    } catch (error) {
      return { error };
    }
    for (const [at, { done }] of batch.entries()) done(results[at]);
    return undefined;
  }

  async #one({ work, done, failed }: Waiting<H>): Promise<void> {
    try {
      done(await this.#transact(work));
    } catch (error) {
      if (this.#isHopeless(error)) this.#giveUp([], error);
      failed(error);
    }
  }

  #giveUp(batch: readonly Waiting<H>[], error: unknown): void {
    const late = performance.now() - this.#patienceMs / 2;
    const impatient = this.#waiting.filter(({ sinceMs }) => sinceMs < late);
    this.#waiting = this.#waiting.filter(({ sinceMs }) => sinceMs >= late);
    for (const { failed } of [...batch, ...impatient]) failed(error);
  }
}
