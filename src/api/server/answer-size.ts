import type { ServerResponse } from 'node:http';
import type { TurnQueue } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { ResponseSemaphore } from './response-semaphore.ts';

/** Bytes up to which an answer is small: its memory isn't counted, and making it yields to no other request. */
export const SMALL = 1 << 20;
/** The most bytes of descriptions that an event may embed of each kind: its venues, organizers, categories, tags. */
export const EMBEDDED_LIMIT = 1 << 20;
/** Number of answers of the largest size that may be under way at once. */
const LARGEST_AT_ONCE = 4;
/** Number of feeds of whole lists that may be under way at once. */
const FEEDS_AT_ONCE = 6;
/** Number of further ones whose clients read nothing: each holds some hundred kilobytes. */
const FEEDS_STALLED = 48;
/** The longest that one answer blocks the event loop. */
const STRETCH_MS = 15;

/** Returns the error `rest_answer_too_large` (400) for an answer of more bytes than `limit`. */
export const answerTooLarge = (limit: number): KalendsError =>
  new KalendsError('rest_answer_too_large', { values: { limit } });

/** Throws `rest_answer_too_large` (400) for an answer of more bytes than are allowed. */
export function checkAnswerSize(bytes: number, most: number): void {
  if (bytes > most) throw answerTooLarge(most);
}

/** Bounds the memory of large answers that are under way at once; small ones pass. */
export class AnswerMemory extends ResponseSemaphore {
  /** @param limit bytes of the largest answer */
  constructor(limit: number) {
    super(LARGEST_AT_ONCE * limit);
  }

  /** Resolves once an answer of so many bytes may be made. @throws KalendsError `rest_unavailable` */
  override async take(bytes: number, response: ServerResponse): Promise<void> {
    if (bytes > SMALL) await super.take(bytes, response);
  }
}

/** Bounds the feeds of whole lists that are under way at once: each holds some megabytes, and its client may read slowly. */
export class FeedTurns extends ResponseSemaphore {
  constructor() {
    super(FEEDS_AT_ONCE, FEEDS_STALLED);
  }
}

/** Gives each turn of the event loop to one of those who wait, in their order. */
export class LoopTurns implements TurnQueue {
  readonly #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#go);
    });
  }

  readonly #go = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#go);
  };
}

/** Divides long work into slices, between which other requests have their turn. */
export class TimeSlice {
  readonly #turns: TurnQueue;
  readonly #stretchMs: number;
  #fromMs = performance.now();

  /** @param stretchMs milliseconds of a slice */
  constructor(turns: TurnQueue, stretchMs = STRETCH_MS) {
    this.#turns = turns;
    this.#stretchMs = stretchMs;
  }

  /** Undefined while the slice has time left; else resolves once other requests had their turn. */
  get due(): Promise<void> | undefined {
    return performance.now() - this.#fromMs < this.#stretchMs ? undefined : this.#pause();
  }

  async #pause(): Promise<void> {
    await this.#turns.next();
    this.#fromMs = performance.now();
  }
}
