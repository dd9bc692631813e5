/** Told when a server that was reached is lost, and when it is found again. */
export type ReachabilityObserver = (
  server: 'database' | 'replica',
  isReached: boolean,
  error?: unknown,
) => void;

/** Calls its observer when a server is lost and when it is found again. One that was never reached isn't lost. */
export class Reachability {
  readonly #server: 'database' | 'replica';
  readonly #observer: ReachabilityObserver | undefined;
  #isReached: boolean;
  /** The first answer is none. */
  #isNews: boolean;

  constructor(
    server: 'database' | 'replica',
    observer: ReachabilityObserver | undefined,
    { isReached = false } = {},
  ) {
    this.#server = server;
    this.#observer = observer;
    this.#isReached = isReached;
    this.#isNews = isReached;
  }

  /** It has answered. */
  found(): void {
    if (this.#isReached) return;
    this.#isReached = true;
    if (this.#isNews) this.#observer?.(this.#server, true);
    this.#isNews = true;
  }

  /** It did not answer. */
  lost(error: unknown): void {
    if (!this.#isReached) return;
    this.#isReached = false;
    this.#observer?.(this.#server, false, error);
  }
}
