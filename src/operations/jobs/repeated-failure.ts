const AGAIN_MS = 60_000;

/** Keeps a log readable while a job fails at each of its runs: which failures are to be told. */
export class RepeatedFailureFilter {
  #told: { text: string; atMs: number } | undefined;

  /** Returns whether to tell of a failure: of another one at once, of the same again once a minute. */
  shouldLog(error: unknown, nowMs: number): boolean {
    const text = String(error);
    if (this.#told?.text === text && nowMs - this.#told.atMs < AGAIN_MS) return false;
    this.#told = { text, atMs: nowMs };
    return true;
  }

  /** Forgets what was told, since a run went well. */
  reset(): void {
    this.#told = undefined;
  }
}
