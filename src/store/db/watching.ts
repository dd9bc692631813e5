import { isSameVersion, type Version } from './version.ts';

/** Other processes' commits are looked for no more often. */
const LOOK_EVERY_MS = 50;

/** A connection that only looks. */
export interface Looking {
  /** A number that changes with any commit of another connection. */
  commits(): unknown;
  version(): Version | undefined;
  close(): void;
}

/** Tells the calendar's version without waiting for anybody, on a connection of its own. */
export class FileWatch {
  readonly #open: () => Looking;
  #looking: Looking | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #seen: unknown;
  #known: Version | undefined;
  #isClosed = false;

  constructor(open: () => Looking) {
    this.#open = open;
  }

  /** Has the next look be a real one: this process has written. */
  doubt(): void {
    this.#lookedMs = Number.NEGATIVE_INFINITY;
  }

  /** The version; undefined where the file can't be read just now. */
  known(): Version | undefined {
    const now = performance.now();
    if (now - this.#lookedMs < LOOK_EVERY_MS) return this.#known;
    try {
      this.#look();
      this.#lookedMs = now;
    } catch {
      this.#seen = undefined;
      this.#known = undefined;
    }
    return this.#known;
  }

  close(): void {
    this.#isClosed = true;
    this.#looking?.close();
    this.#looking = undefined;
    this.#known = undefined;
  }

  #look(): void {
    if (this.#isClosed) return;
    this.#looking ??= this.#open();
    const seen = this.#looking.commits();
    if (seen === this.#seen && this.#known !== undefined) return;
    const version = this.#looking.version();
    if (!isSameVersion(version, this.#known)) this.#known = version;
    this.#seen = seen;
  }
}
