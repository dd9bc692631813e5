const AGAIN_MS = 60_000;

/** Limits the log entries of a job that fails at every run. */
export class RepeatedFailureFilter {
  #told: { text: string; atMs: number } | undefined;

  /** Returns whether to log a failure: a new one at once, a repeated one once a minute. */
  shouldLog(error: unknown, nowMs: number): boolean {
    const text = String(error);
    if (this.#told?.text === text && nowMs - this.#told.atMs < AGAIN_MS) return false;
    this.#told = { text, atMs: nowMs };
    return true;
  }

  /** Forgets the last failure after a successful run. */
  reset(): void {
    this.#told = undefined;
  }
}
