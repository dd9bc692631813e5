import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { ResponseCache } from '#api/cache/response-cache.ts';
import type { Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';

/** Bytes up to which an answer is small: its memory isn't counted, and making it yields to no other request. */
export const SMALL = 1 << 20;
/** The most bytes of descriptions that an event may embed of each kind: its venues, organizers, categories, tags. */
export const EMBEDDED_LIMIT = 1 << 20;
/** Number of answers of the largest size that may be under way at once. */
const LARGEST_AT_ONCE = 4;
/** The longest that an answer waits for memory. */
const PATIENCE_MS = 10_000;
const MOST_WAITING = 100;
const RETRY_AFTER_SECONDS = '10';
/** The longest that one answer blocks the event loop. */
const STRETCH_MS = 15;

/** Returns the error `rest_answer_too_large` (400) for an answer of more bytes than `limit`. */
export const answerTooLarge = (limit: number): KalendsError =>
  new KalendsError('rest_answer_too_large', { values: { limit } });

/** Throws `rest_answer_too_large` (400) for an answer of more bytes than are allowed. */
export function checkAnswerSize(bytes: number, most: number): void {
  if (bytes > most) throw answerTooLarge(most);
}

const busy = () => new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });

/** A semaphore by bytes: bounds the memory of large answers that are under way at once; small ones pass. */
export class AnswerMemory {
  readonly #most: number;
  #held = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #taken = new WeakMap<ServerResponse, number>();

  /** @param limit bytes of the largest answer */
  constructor(limit: number) {
    this.#most = LARGEST_AT_ONCE * limit;
  }

  /**
   * Resolves once an answer of so many bytes may be made; they are released when the response closes. A response that
   * holds some already doesn't wait for more.
   * @throws KalendsError `rest_unavailable` where too many wait, or others hold them for too long
   */
  async take(bytes: number, response: ServerResponse): Promise<void> {
    if (bytes <= SMALL) return;
    const taken = this.#taken.get(response) ?? 0;
    if (taken > 0) return this.#give(response, Math.max(taken, bytes));
    if (this.#waiting.length > 0 || !this.#fits(bytes)) await this.#turn(bytes);
    // A client that has left by now would hold it for ever.
    if (response.closed) return this.#next();
    this.#give(response, bytes);
    this.#next();
    response.once('close', () => {
      this.#give(response, 0);
      this.#next();
    });
  }

  #give(response: ServerResponse, bytes: number): void {
    this.#held += bytes - (this.#taken.get(response) ?? 0);
    this.#taken.set(response, bytes);
  }

  /** Returns whether so many bytes are free; one answer alone may hold more. */
  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#most;
  }

  #turn(bytes: number): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) throw busy();
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = this.#waiting.indexOf(look);
        if (at >= 0) this.#waiting.splice(at, 1);
        clearTimeout(timer);
      };
      const look = () => {
        if (!this.#fits(bytes)) return;
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(busy());
        this.#next();
      }, PATIENCE_MS);
      this.#waiting.push(look);
    });
  }

  #next(): void {
    this.#waiting[0]?.();
  }
}

/** Divides long work into slices, between which other requests have their turn. */
export class TimeSlice {
  #fromMs = performance.now();

  /** Undefined while the slice has time left; else resolves once other requests had their turn. */
  get due(): Promise<void> | undefined {
    return performance.now() - this.#fromMs < STRETCH_MS ? undefined : this.#pause();
  }

  async #pause(): Promise<void> {
    await turn();
    this.#fromMs = performance.now();
  }
}

const memories = new WeakMap<ResponseCache, AnswerMemory>();

/** Returns the semaphore of a service, the same for all its requests. */
export function memoryOf({ responseCache, config }: Pick<Deps, 'responseCache' | 'config'>): AnswerMemory {
  const known = memories.get(responseCache) ?? new AnswerMemory(config.answerLimit);
  memories.set(responseCache, known);
  return known;
}
