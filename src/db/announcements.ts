const POLL_MS = 500;
const AGAIN_MS = 2_000;
/** What was heard so long ago may be wrong by now: nobody answers. */
const FRESH_MS = 1_000;

/** A connection that hears what is announced. */
export interface Listener {
  end(): Promise<void>;
}

/** Opens one; `hear` gets the text of each announcement, `ended` is called once when the connection is gone. */
export type Listen = (hear: (text: string) => void, ended: () => void) => Promise<Listener>;

/**
 * Knows the calendar's version as far as this process has heard: from its own writes at once, from those of others by
 * notification, and by asking twice a second where none comes through (a pooler in transaction mode passes none on).
 * The number in the database is the truth; what is lost on the way costs at most that half second.
 */
export class VersionWatch {
  readonly #ask: () => Promise<number>;
  readonly #connect: Listen | undefined;
  #known = 0;
  #freshUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;
  #isClosed = false;
  #ready: Promise<void> | undefined;

  /** @param listen undefined: only ask */
  constructor(ask: () => Promise<number>, listen: Listen | undefined) {
    this.#ask = ask;
    this.#connect = listen;
  }

  /** The version; the first time it is asked for. */
  async version(): Promise<number> {
    this.#ready ??= this.#begin();
    await this.#ready;
    return this.#known;
  }

  /** The version, if there was an answer a moment ago; the first time undefined. */
  get known(): number | undefined {
    if (performance.now() < this.#freshUntilMs) return this.#known;
    this.#ready ??= this.#begin();
    this.#ready.catch(() => {});
    return undefined;
  }

  /** Told of a version that was committed. Versions only grow. */
  hear(version: number): void {
    if (version > this.#known) this.#known = version;
  }

  /** The same, of one that the database has told just now. */
  #learn(version: number, askedMs: number): void {
    this.hear(version);
    this.#freshUntilMs = askedMs + FRESH_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#listener?.end().catch(() => {});
  }

  async #begin(): Promise<void> {
    try {
      const asked = performance.now();
      this.#learn(await this.#ask(), asked);
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
    this.#poll();
    void this.#listen();
  }

  #poll(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(async () => {
      try {
        const asked = performance.now();
        this.#learn(await this.#ask(), asked);
      } catch {
        // Whoever asks for data now is told that the server can't be reached.
      }
      this.#poll();
    }, POLL_MS);
    this.#timer.unref();
  }

  /** Keeps one connection of its own for notifications, for as long as that can be had. */
  async #listen(): Promise<void> {
    if (this.#isClosed) return;
    const again = () => {
      if (!this.#isClosed) setTimeout(() => void this.#listen(), AGAIN_MS).unref();
    };
    const hear = (payload: string) => {
      const version = Number(payload);
      if (Number.isSafeInteger(version)) this.hear(version);
    };
    try {
      this.#listener = await this.#connect?.(hear, again);
    } catch {
      again();
    }
  }
}
