import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { KalendsError } from '#errors.ts';

/** The most that are remembered at once; beyond it the oldest are forgotten, never all of them. */
const REMEMBERED_MOST = 10_000;

/** So many wrong tries within a time from the first of them. */
export interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

/** Returns the refusal that says when to come back. */
export const tooManyGuesses = (seconds: number) =>
  new KalendsError('rest_too_many_requests', {
    values: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });

/** Slows down guessing: so many wrong tries within a window from the first of them, counted for each guesser. */
export class Guesses {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #nowMs: () => number;
  readonly #tries = new LRUCache<string, { count: number; untilMs: number }>({ max: REMEMBERED_MOST });

  /** @param nowMs any clock that never goes back */
  constructor(limit: Limit, nowMs: () => number = () => performance.now()) {
    this.#most = limit.most;
    this.#windowMs = limit.windowMs;
    this.#nowMs = nowMs;
  }

  /** Counts nothing. @throws KalendsError `rest_too_many_requests` with `Retry-After`, where one more try would be too many */
  check(guesser: string): void {
    const now = this.#nowMs();
    const known = this.#tries.peek(guesser);
    if (known && known.untilMs > now && known.count >= this.#most)
      throw tooManyGuesses(Math.ceil((known.untilMs - now) / 1000));
  }

  /**
   * Counts a try before it is known to be wrong, so that a crowd of them at once is counted too. Gives what takes the
   * count back where it was right. @throws KalendsError `rest_too_many_requests` with `Retry-After`
   */
  begin(guesser: string): () => void {
    const now = this.#nowMs();
    const known = this.#tries.get(guesser);
    const tries = known && known.untilMs > now ? known : { count: 0, untilMs: now + this.#windowMs };
    if (tries.count >= this.#most) throw tooManyGuesses(Math.ceil((tries.untilMs - now) / 1000));
    tries.count++;
    this.#tries.set(guesser, tries);
    return () => {
      tries.count--;
    };
  }
}

const ADDRESS_MOST = 60;

/** The guesser behind a client's address: IPv6 by its /64, since one customer has all addresses of that. */
export function guesserAt(address: string): string {
  // Some proxies tell the port too, which the client chooses.
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const host = bracketed ?? plain ?? address;
  if (!ipaddr.isValid(host)) return host.slice(0, ADDRESS_MOST);
  const parsed = ipaddr.process(host);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
