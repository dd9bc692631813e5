import type { ServerResponse } from 'node:http';
import { KalendsError } from '#errors.ts';
import { type SentBytes, sentBetween, sentBytes } from './stalls.ts';

/** The longest that a response waits for its turn. */
const PATIENCE_MS = 10_000;
const MOST_WAITING = 100;
const RETRY_AFTER_SECONDS = '10';
/** The interval between looks at the holders while others wait. */
const LOOK_MS = 500;
/** Bytes that the client of a holder has to read within the time while others wait: a slow line of a phone does. */
const LEAST_READ = 1 << 16;
const LEAST_READ_MS = 5_000;

const busy = () => new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });

interface Holder {
  units: number;
  /** When its client was last found quick enough, and what had been sent by then; undefined: it waits for nothing of ours. */
  mark: ({ readonly atMs: number } & SentBytes) | undefined;
}

/**
 * A semaphore for responses: bounds the units that those under way hold together, and releases them when they close. While
 * others wait, clients that read too slowly are disconnected.
 */
export class ResponseSemaphore {
  readonly #most: number;
  #held = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #holders = new Map<ServerResponse, Holder>();
  #looking: NodeJS.Timeout | undefined;

  /** @param most units that are held at once; one response alone may hold more */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Resolves once so many units are free, and holds them until the response closes. A response that holds some already doesn't
   * wait for more.
   * @throws KalendsError `rest_unavailable` where too many wait, or others hold them for too long
   */
  async take(units: number, response: ServerResponse): Promise<void> {
    const holder = this.#holders.get(response);
    if (holder) {
      this.#held += Math.max(0, units - holder.units);
      holder.units = Math.max(holder.units, units);
      return;
    }
    if (this.#waiting.length > 0 || !this.#fits(units)) await this.#turn(units);
    // A client that has left by now would hold it for ever.
    if (response.closed) return this.#next();
    this.#held += units;
    this.#holders.set(response, { units, mark: undefined });
    this.#next();
    response.once('close', () => {
      this.#held -= this.#holders.get(response)?.units ?? 0;
      this.#holders.delete(response);
      this.#next();
    });
  }

  #fits(units: number): boolean {
    return this.#held === 0 || this.#held + units <= this.#most;
  }

  #turn(units: number): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) throw busy();
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = this.#waiting.indexOf(look);
        if (at >= 0) this.#waiting.splice(at, 1);
        clearTimeout(timer);
        if (this.#waiting.length > 0) return;
        clearInterval(this.#looking);
        this.#looking = undefined;
        for (const holder of this.#holders.values()) holder.mark = undefined;
      };
      const look = () => {
        if (!this.#fits(units)) return;
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

  /** Disconnects the clients of holders that don't read what was sent to them. */
  #look(): void {
    const atMs = performance.now();
    for (const [{ req }, holder] of this.#holders) {
      const { socket } = req;
      const now = sentBytes(socket);
      if (socket.writableLength === 0) holder.mark = undefined;
      else if (!holder.mark || sentBetween(holder.mark, now) >= LEAST_READ) holder.mark = { atMs, ...now };
      else if (atMs - holder.mark.atMs >= LEAST_READ_MS) socket.resetAndDestroy();
    }
  }
}
