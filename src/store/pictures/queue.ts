import { unavailable } from './unavailable.ts';

/** Bounds how much work runs at once, and how much may wait. */
export interface QueueLimits {
  readonly atOnce: number;
  /** Expensive pieces of them; less than `atOnce`, so that other work never waits for those alone. */
  readonly expensiveAtOnce: number;
  /** Pieces of work that may wait, expensive and others each. */
  readonly waiting: number;
  /** Bytes that all of it may hold meanwhile; a piece that waits alone may hold more. */
  readonly waitingBytes: number;
  /** Milliseconds that a piece waits at most. */
  readonly waitMs: number;
}

/** Describes a piece of work to a queue. */
export interface Piece {
  readonly isExpensive: boolean;
  /** Held in memory while it waits. */
  readonly bytes: number;
}

interface Waiting extends Piece {
  begin(): void;
}

/** Runs work in the order of arrival, few pieces at once, and refuses what would wait for too long. */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #expensiveRunning = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs work when its turn comes. @throws KalendsError `rest_unavailable` where too much waits, or for too long */
  async run<T>(piece: Piece, work: () => Promise<T>): Promise<T> {
    const { isExpensive } = piece;
    if (this.#mayBegin(isExpensive)) this.#begin(isExpensive);
    else await this.#wait(piece);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (isExpensive) this.#expensiveRunning -= 1;
      this.#beginNext();
    }
  }

  #mayBegin(isExpensive: boolean): boolean {
    return (
      this.#running < this.#limits.atOnce &&
      (!isExpensive || this.#expensiveRunning < this.#limits.expensiveAtOnce)
    );
  }

  #begin(isExpensive: boolean): void {
    this.#running += 1;
    if (isExpensive) this.#expensiveRunning += 1;
  }

  #beginNext(): void {
    for (;;) {
      const index = this.#waiting.findIndex(({ isExpensive }) => this.#mayBegin(isExpensive));
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      this.#begin(next.isExpensive);
      next.begin();
    }
  }

  #wait(piece: Piece): Promise<void> {
    const ahead = this.#waiting.filter(({ isExpensive }) => isExpensive === piece.isExpensive).length;
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
