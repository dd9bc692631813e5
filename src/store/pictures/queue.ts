import { unavailable } from './unavailable.ts';

/** How much work is done at once, and how much of it may wait. */
export interface QueueLimits {
  readonly atOnce: number;
  /** Of dear work; less than `atOnce`, so that other work never waits for it alone. */
  readonly dearAtOnce: number;
  /** Pieces of work that may wait, of dear and of other work each. */
  readonly waiting: number;
  /** Bytes that all of it may hold meanwhile; a piece that waits alone may hold more. */
  readonly waitingBytes: number;
  /** Milliseconds that a piece waits at most. */
  readonly waitMs: number;
}

/** What is asked of a queue. */
export interface Piece {
  readonly isDear: boolean;
  /** Held in memory while it waits. */
  readonly bytes: number;
}

interface Waiting extends Piece {
  begin(): void;
}

/** A bounded queue: first come, first served, but dear work only a few pieces at a time. */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #dearRunning = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs work when its turn comes. @throws KalendsError `rest_unavailable` where too much waits, or for too long */
  async run<T>(piece: Piece, work: () => Promise<T>): Promise<T> {
    const { isDear } = piece;
    if (this.#mayBegin(isDear)) this.#begin(isDear);
    else await this.#wait(piece);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (isDear) this.#dearRunning -= 1;
      this.#beginNext();
    }
  }

  #mayBegin(isDear: boolean): boolean {
    return this.#running < this.#limits.atOnce && (!isDear || this.#dearRunning < this.#limits.dearAtOnce);
  }

  #begin(isDear: boolean): void {
    this.#running += 1;
    if (isDear) this.#dearRunning += 1;
  }

  #beginNext(): void {
    for (;;) {
      const index = this.#waiting.findIndex(({ isDear }) => this.#mayBegin(isDear));
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      this.#begin(next.isDear);
      next.begin();
    }
  }

  #wait(piece: Piece): Promise<void> {
    const ahead = this.#waiting.filter(({ isDear }) => isDear === piece.isDear).length;
    const held = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    const isTooMuch = held > 0 && held + piece.bytes > this.#limits.waitingBytes;
    if (ahead >= this.#limits.waiting || isTooMuch) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(unavailable());
      }, this.#limits.waitMs);
      const waiting: Waiting = {
        ...piece,
        begin: () => {
          clearTimeout(late);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }
}
