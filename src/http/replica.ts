import type { Database } from '#db/engine.ts';

/** For so long after a write its client reads from the primary: replicas are rarely further behind. */
const BEHIND_MS = 10_000;
const REMEMBERED = 10_000;

/**
 * Which database a request reads from. Whoever isn't signed in reads from the replica, except clients that have just
 * written; all else, and everything where there is no replica, goes to the primary.
 */
export class ReadingPlace {
  readonly #primary: Database;
  readonly #wroteUntilMs = new Map<string, number>();

  constructor(primary: Database) {
    this.#primary = primary;
  }

  /** @param client address of whoever asks */
  for({ anonymous, client, reading }: { anonymous: boolean; client: string; reading: boolean }): Database {
    const { replica } = this.#primary;
    if (!replica) return this.#primary;
    if (!reading) {
      this.#note(client);
      return this.#primary;
    }
    const until = this.#wroteUntilMs.get(client);
    return anonymous && (until === undefined || until < performance.now()) ? replica : this.#primary;
  }

  #note(client: string): void {
    // The oldest go first: a map keeps the order in which its keys came.
    this.#wroteUntilMs.delete(client);
    this.#wroteUntilMs.set(client, performance.now() + BEHIND_MS);
    const [oldest] = this.#wroteUntilMs.keys();
    if (this.#wroteUntilMs.size > REMEMBERED && oldest !== undefined) this.#wroteUntilMs.delete(oldest);
  }
}
