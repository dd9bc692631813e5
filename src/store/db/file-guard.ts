import { statSync } from 'node:fs';
import { KalendsError } from '#errors.ts';

/** How often reads make sure that their file is still the one at its path, milliseconds. */
const EVERY_MS = 250;

/** What tells a file from any other, also of the same name; undefined: there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Knows which file was opened, and whether it's still the one at its path: what goes into a file that was removed, or that
 * another has replaced, is lost. Where it comes back, all goes on.
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
    this.check();
  }

  /** @throws KalendsError `rest_unavailable` where the open file isn't at its path any more, found out within a moment */
  watch(): void {
    if (performance.now() - this.#checkedMs >= EVERY_MS) this.check();
  }

  /** The same, at once. */
  check(): void {
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
