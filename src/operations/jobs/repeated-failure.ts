const AGAIN_MS = 60_000;

/** Limits the log entries of a job that fails at every run. */
export class RepeatedFailureFilter {
  #logged: { text: string; atMs: number } | undefined;

  /** Returns whether to log a failure: a new one at once, a repeated one once a minute. */
  shouldLog(error: unknown, nowMs: number): boolean {
    const text = String(error);
    if (this.#logged?.text === text && nowMs - this.#logged.atMs < AGAIN_MS) return false;
    this.#logged = { text, atMs: nowMs };
    return true;
  }

  /** Forgets the last failure after a successful run. */
  reset(): void {
    this.#logged = undefined;
  }
}
