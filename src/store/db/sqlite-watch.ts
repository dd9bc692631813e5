import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { KalendsError } from '#errors.ts';
import { isSameVersion, type Version, versionOf } from './version.ts';

/** Milliseconds between checks that the open file is still the one at its path. */
const EVERY_MS = 250;

/** Returns what tells a file from any other, also from one of the same name; undefined: there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Checks that the file that was opened is still the one at its path: writes into a file that was removed or replaced
 * are lost. When the file comes back, work goes on.
 */
export class FileGuard {
  readonly #file: string;
  #opened: string | undefined;
  #isHeld = false;
  #log: string | undefined;
  #checkedMs = Number.NEGATIVE_INFINITY;

  /** @param opened the identity that the file must have; undefined: that of the first that is opened */
  constructor(file: string, opened?: string) {
    this.#file = file;
    this.#opened = opened;
  }

  get isOpened(): boolean {
    return this.#opened !== undefined;
  }

  /** To be called once a connection is open. @throws KalendsError `rest_unavailable` where that is to another file than before */
  opened(): void {
    this.#opened ??= fileIdentity(this.#file);
    this.#isHeld = true;
    this.checkNow();
  }

  /** Throws KalendsError `rest_unavailable` where the open file isn't at its path any more; looks every 250 ms. */
  check(): void {
    if (performance.now() - this.#checkedMs >= EVERY_MS) this.checkNow();
  }

  /** Looks at once. @throws KalendsError `rest_unavailable` where the open file isn't at its path any more */
  checkNow(): void {
    if (this.#opened === undefined) return;
    const log = `${this.#file}-wal`;
    try {
      if (fileIdentity(this.#file) !== this.#opened) throw this.#lost(this.#file);
      // While a connection is open nobody who goes by the rules removes its log.
      const found = this.#isHeld ? fileIdentity(log) : undefined;
      this.#log ??= found;
      if (this.#log !== found) throw this.#lost(log);
      this.#checkedMs = performance.now();
    } catch (error) {
      this.#checkedMs = Number.NEGATIVE_INFINITY;
      throw error instanceof KalendsError ? error : this.#lost(this.#file, error);
    }
  }

  #lost(file: string, reason?: unknown): KalendsError {
    const cause = new Error(
      `The database file ${file} is not the one that was opened: it was removed, moved or replaced. Nothing is read or written until it is back.`,
      { cause: reason },
    );
    return new KalendsError('rest_unavailable', { headers: { 'Retry-After': '5' }, cause });
  }
}

/** Other processes' commits are looked for no more often. */
const LOOK_EVERY_MS = 50;

/** A read-only connection with the statements that tell whether anybody has committed. */
interface WatchConnection {
  readonly database: DatabaseSync;
  /** Reads `data_version`, which changes with each commit of another connection, from shared memory. */
  readonly commits: StatementSync;
  readonly version: StatementSync;
}

/** Reads the calendar's version on a connection of its own, so that no request waits for it. */
export class FileVersionWatch {
  readonly #open: () => DatabaseSync;
  readonly #guard: FileGuard;
  readonly #ask: () => Promise<Parameters<typeof versionOf>[0]>;
  #connection: WatchConnection | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #commits: unknown;
  #known: Version | undefined;
  #isClosed = false;

  /** @param open opens the connection, at the first look; `ask` reads the row of the version on another, and says why that fails */
  constructor(
    open: () => DatabaseSync,
    guard: FileGuard,
    ask: () => Promise<Parameters<typeof versionOf>[0]>,
  ) {
    this.#open = open;
    this.#guard = guard;
    this.#ask = ask;
  }

  /** Makes the next call of `known` read the file: this process has written. */
  invalidate(): void {
    this.#lookedMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns the version, at most 50 ms old; undefined where the file can't be read just now. */
  readonly known = (): Version | undefined => {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs < LOOK_EVERY_MS || this.#isClosed) return this.#known;
    try {
      this.#connection ??= this.#connect();
      this.#guard.check();
      const commits = this.#connection.commits.get()?.['data_version'];
      if (commits !== this.#commits || this.#known === undefined) {
        const row = this.#connection.version.get();
        const version = row && versionOf({ version: row['version'], token: row['token'] });
        if (!isSameVersion(version, this.#known)) this.#known = version;
        this.#commits = commits;
      }
      this.#lookedMs = nowMs;
    } catch {
      this.#commits = undefined;
      this.#known = undefined;
    }
    return this.#known;
  };

  /** Returns the version as it is now. */
  readonly version = async (): Promise<Version> => {
    this.#lookedMs = Number.NEGATIVE_INFINITY;
    return this.known() ?? versionOf(await this.#ask());
  };

  close(): void {
    this.#isClosed = true;
    this.#connection?.database.close();
    this.#connection = undefined;
    this.#known = undefined;
  }

  #connect(): WatchConnection {
    const database = this.#open();
    return {
      database,
      commits: database.prepare('pragma data_version'),
      version: database.prepare('select version, token from calendar'),
    };
  }
}
