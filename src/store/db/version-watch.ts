import { LRUCache } from 'lru-cache';
import { isSameVersion, type Version } from './version.ts';

const POLL_MS = 500;
const AGAIN_MS = 2_000;
/** Time after which what was heard may be wrong: nobody answers. */
const FRESH_MS = 1_000;
/** States that were known lately: what tells of one of them comes late. */
const REMEMBERED = 500;

/** A connection that hears what is announced. */
export interface Listener {
  end(): Promise<void>;
}

/** Opens one; `observe` gets the text of each announcement, `ended` is called once when the connection is gone. */
export type Listen = (observe: (text: string) => void, ended: () => void) => Promise<Listener>;

/**
 * Knows the calendar's state as far as this process has heard: from its own writes at once, from those of others by
 * notification, and by asking twice a second where none comes through (a pooler in transaction mode passes none on).
 * The database is believed also where it tells of less than was known: then it is another that lacks the last
 * writes. What is lost on the way costs at most that half second.
 */
export class VersionWatch {
  readonly #ask: () => Promise<Version>;
  readonly #connect: Listen | undefined;
  readonly #onFork: () => void;
  #known: Version = { number: 0, token: 0 };
  /** Tokens of the states that were known lately, by number. */
  readonly #lately = new LRUCache<number, number>({ max: REMEMBERED });
  /** Moment of the last news: what was asked before may have been answered without them. */
  #observedMs = Number.NEGATIVE_INFINITY;
  #doubtedMs = Number.NEGATIVE_INFINITY;
  #freshUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  /** Whether that is still to be begun. */
  #isWaiting = false;
  #listener: Listener | undefined;
  #isClosed = false;
  #ready: Promise<void> | undefined;

  /**
   * @param listen undefined: only ask
   * @param onFork told that the database isn't the one that it was: its history is another
   */
  constructor(ask: () => Promise<Version>, listen: Listen | undefined, onFork: () => void = () => {}) {
    this.#ask = ask;
    this.#connect = listen;
    this.#onFork = onFork;
  }

  /** The version; the first time it is asked for. */
  async version(): Promise<Version> {
    this.#ready ??= this.#begin();
    await this.#ready;
    if (this.#isDoubted) await this.#askAgain();
    return this.#known;
  }

  /** Returns the version, if there was an answer a moment ago; the first time undefined. */
  readonly known = (): Version | undefined => {
    if (performance.now() < this.#freshUntilMs && !this.#isDoubted) return this.#known;
    this.#ready ??= this.#begin();
    this.#ready.catch(() => {});
    return undefined;
  };

  /** The last that was known, however long ago. */
  get last(): Version {
    return this.#known;
  }

  /**
   * Told of a state that was committed. One that isn't newer has come late, or from a database that has lost some: then
   * the database is asked, and after a write of this process nothing is known until it has told.
   */
  observe(version: Version, { isOurs = false } = {}): void {
    if (this.#lately.get(version.number) === version.token) return;
    if (version.number > this.#known.number) {
      this.#observedMs = performance.now();
      this.#set(version);
    } else {
      if (isOurs) this.#doubtedMs = performance.now();
      void this.#askAgain();
    }
  }

  get #isDoubted(): boolean {
    return this.#doubtedMs > Number.NEGATIVE_INFINITY;
  }

  /** Takes over what the database has told, asked at that moment: what was heard before is older, even where it's more. */
  #learn(version: Version, askedMs: number): void {
    if (askedMs < this.#doubtedMs) return;
    this.#doubtedMs = Number.NEGATIVE_INFINITY;
    if (!isSameVersion(version, this.#known)) {
      const isFork = version.number <= this.#known.number;
      if (isFork && askedMs < this.#observedMs) return;
      if (isFork) {
        this.#lately.clear();
        // It may still announce the other.
        void this.#listener?.end().catch(() => {});
        this.#onFork();
      }
      this.#set(version);
    }
    this.#freshUntilMs = askedMs + FRESH_MS;
  }

  #set(version: Version): void {
    this.#known = version;
    this.#lately.set(version.number, version.token);
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askAgain(), POLL_MS);
    this.#timer.unref();
  }

  /** Asks at once, or once what is being asked is answered: that may be from before. */
  async #askAgain(): Promise<void> {
    if (this.#isWaiting) return this.#asking;
    this.#isWaiting = true;
    this.#asking = (this.#asking ?? Promise.resolve()).then(async () => {
      this.#isWaiting = false;
      if (this.#isClosed) return;
      try {
        const asked = performance.now();
        this.#learn(await this.#ask(), asked);
      } catch {
        // Whoever asks for data now is told that the server can't be reached.
      }
      this.#poll();
    });
    return this.#asking;
  }

  /** Keeps one connection of its own for notifications, for as long as that can be had. */
  async #listen(): Promise<void> {
    if (this.#isClosed) return;
    const again = () => {
      if (!this.#isClosed) setTimeout(() => void this.#listen(), AGAIN_MS).unref();
    };
    const observe = (payload: string) => {
      const [number, token] = payload.split(' ').map(Number);
      if (Number.isSafeInteger(number) && Number.isSafeInteger(token))
        this.observe({ number: Number(number), token: Number(token) });
      // A node of an older version says only that something has changed.
      else void this.#askAgain();
    };
    try {
      const listener = await this.#connect?.(observe, again);
      this.#listener = listener;
      // Closed meanwhile: a connection that nobody ends would hold the process.
      if (this.#isClosed) await listener?.end();
    } catch {
      again();
    }
  }
}
