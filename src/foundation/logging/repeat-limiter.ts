/** For so long lines are counted; then it is said how many were left out. */
const WINDOW_MS = 60_000;
/** Lines of one kind in that time: of one client, and of all of them. */
const MOST = { ofClient: 10, ofAll: 30 };

/** Lines of one kind since the window began. */
interface Kind {
  told: number;
  leftOut: number;
  readonly clients: Map<string, number>;
}

/**
 * Bounds lines that clients can bring about as often as they like, so that an attack fills no disk: a few of a kind each
 * minute, and at its end the number of those left out.
 */
export class RepeatLimiter {
  readonly #kinds = new Map<string, Kind>();
  readonly #summarize: (kind: string, count: number) => void;
  readonly #atExit = () => this.end();
  #timer: NodeJS.Timeout | undefined;

  /** @param summarize told at the end of a minute, and of the process, how many lines of a kind were left out */
  constructor(summarize: (kind: string, count: number) => void) {
    this.#summarize = summarize;
  }

  /** Whether one more line of a kind is to be written. */
  admit(kind: string, client: string): boolean {
    let counted = this.#kinds.get(kind);
    if (!counted) {
      counted = { told: 0, leftOut: 0, clients: new Map() };
      this.#kinds.set(kind, counted);
    }
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.end(), WINDOW_MS).unref();
      process.once('exit', this.#atExit);
    }
    const ofClient = counted.clients.get(client) ?? 0;
    if (ofClient >= MOST.ofClient || counted.told >= MOST.ofAll) {
      counted.leftOut++;
      return false;
    }
    counted.told++;
    counted.clients.set(client, ofClient + 1);
    return true;
  }

  /** Ends the minute. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    process.off('exit', this.#atExit);
    const kinds = [...this.#kinds];
    this.#kinds.clear();
    for (const [kind, { leftOut }] of kinds) if (leftOut > 0) this.#summarize(kind, leftOut);
  }
}
