import type { ServerResponse } from 'node:http';
import { KalendsError } from '#errors.ts';
import { type SentBytes, sentBetween, sentBytes } from './stalls.ts';

/** The longest that a response waits for its turn. */
const PATIENCE_MS = 10_000;
const MOST_WAITING = 100;
const RETRY_AFTER_SECONDS = '10';
/** The interval between looks at the holders while others wait. */
const LOOK_MS = 250;
/** A holder whose client takes nothing for so long lends its units. */
const LEND_AFTER_MS = 500;
/** Bytes that the client of a holder has to read within the time while others wait: a slow line of a phone does. */
const LEAST_READ = 1 << 16;
const LEAST_READ_MS = 5_000;

const busy = () => new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });

interface Holder {
  units: number;
  /** True while others use its units, since its client reads nothing. */
  isLending: boolean;
  /** When its client was last found quick enough, and what had been sent by then; undefined: it waits for nothing of ours. */
  mark: ({ readonly atMs: number } & SentBytes) | undefined;
}

/**
 * A semaphore for responses: bounds the units that those under way hold together, and releases them when they close. While
 * others wait, clients that read nothing lend their units to them, and those that read too slowly are disconnected.
 */
export class ResponseSemaphore {
  readonly #most: number;
  readonly #mostLent: number;
  #held = 0;
  #lent = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #holders = new Map<ServerResponse, Holder>();
  #looking: NodeJS.Timeout | undefined;

  /**
   * @param most units that are held at once; one response alone may hold more
   * @param mostLent units of clients that read nothing that others may hold meanwhile
   */
  constructor(most: number, mostLent = 0) {
    this.#most = most;
    this.#mostLent = mostLent;
  }

  /**
   * Resolves once so many units are free, and holds them until the response closes. A response that holds some already doesn't
   * wait for more.
   * @throws KalendsError `rest_unavailable` where too many wait, or others hold them for too long
   */
  async take(units: number, response: ServerResponse): Promise<void> {
    const holder = this.#holders.get(response);
    if (holder) {
      this.#resume(holder);
      this.#held += Math.max(0, units - holder.units);
      holder.units = Math.max(holder.units, units);
      return;
    }
    if (this.#waiting.length > 0 || !this.#fits(units)) await this.#turn(units);
    // A client that has left by now would hold it for ever.
    if (response.closed) return this.#next();
    this.#held += units;
    const added: Holder = { units, isLending: false, mark: undefined };
    this.#holders.set(response, added);
    this.#next();
    response.once('close', () => {
      this.#resume(added);
      this.#held -= added.units;
      this.#holders.delete(response);
      this.#next();
    });
  }

  #lend(holder: Holder): void {
    if (holder.isLending || this.#lent + holder.units > this.#mostLent) return;
    holder.isLending = true;
    this.#lent += holder.units;
    this.#held -= holder.units;
    this.#next();
  }

  #resume(holder: Holder): void {
    if (!holder.isLending) return;
    holder.isLending = false;
    this.#lent -= holder.units;
    this.#held += holder.units;
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

  /** Has holders whose clients don't read what was sent to them lend their units, and disconnects these clients later. */
  #look(): void {
    const atMs = performance.now();
    for (const [{ req }, holder] of this.#holders) {
      const { socket } = req;
      const { mark } = holder;
      const now = sentBytes(socket);
      const isWaiting = socket.writableLength > 0;
      const sent = mark ? sentBetween(mark, now) : 0;
      if (!isWaiting || sent > 0) this.#resume(holder);
      if (!isWaiting) holder.mark = undefined;
      else if (!mark || sent >= LEAST_READ) holder.mark = { atMs, ...now };
      else if (atMs - mark.atMs >= LEAST_READ_MS) socket.resetAndDestroy();
      else if (atMs - mark.atMs >= LEND_AFTER_MS && sent === 0) this.#lend(holder);
    }
  }
}
