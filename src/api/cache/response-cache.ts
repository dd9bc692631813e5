import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '#api/access/permissions.ts';
import type { FeedForm } from '#api/http/feed-forms.ts';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { type CachedResponse, sizeOfBytes } from './cached-response.ts';

/** Bytes that an entry takes beside its body and its key: headers, in the forms in which they go out, and bookkeeping. */
const ENTRY_OVERHEAD = 3_000;

/** Characters above which a digest stands for a key. */
const LONG_KEY = 200;

/** The parts of a cache key: all that a response depends on beside the calendar and the clock. */
export interface ResponseIdentity {
  readonly viewer: Viewer;
  /** The language that `Accept-Language` prefers; '': none. */
  readonly language: string;
  readonly origin: string;
  /** The form of feeds that `Accept` prefers to JSON; undefined: JSON. */
  readonly form: FeedForm | undefined;
  /** Path and query as sent. */
  readonly url: string;
}

/** Returns the cache key of a response: requests with the same key get the same bytes. */
export const responseKey = ({ viewer, language, origin, form, url }: ResponseIdentity): string =>
  `${viewer ? `${viewer.id} ${viewer.role} ${viewer.scope ?? ''}` : ''}\n${language}\n${form ?? ''}${origin}\n${url}`;

/** Caches responses of one version of the calendar, within a bound of memory; the least recently used are evicted first. */
export class ResponseCache {
  /** The most bytes of memory that it takes; 0: nothing is cached. */
  readonly maxBytes: number;
  /** Responses that were made although they could have been cached; whoever makes one counts it. */
  misses = 0;
  readonly #currentVersion: () => Version | undefined;
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #askedOnce = new LRUCache<string, true>({ max: 10_000 });
  #version: Version | undefined;
  #hits = 0;
  #evictions = 0;

  /** @param currentVersion the calendar's, as far as this process knows now; undefined: it doesn't */
  constructor(maxBytes: number, currentVersion: () => Version | undefined) {
    this.maxBytes = Math.floor(maxBytes);
    this.#currentVersion = currentVersion;
    this.#responses = new LRUCache({
      maxSize: Math.max(1, this.maxBytes),
      dispose: (_response, _key, reason) => {
        if (reason === 'evict') this.#evictions++;
      },
    });
  }

  /** The most bytes that an entry may take: one that pushes out much of the rest isn't worth it. */
  get maxEntry(): number {
    return this.maxBytes / 8;
  }

  /** Counters for the metrics. */
  get stats(): CacheStats {
    return {
      hits: this.#hits,
      misses: this.misses,
      evictions: this.#evictions,
      entries: this.#responses.size,
      bytes: this.#responses.calculatedSize,
      most: this.maxBytes,
    };
  }

  /** Returns the version under which a response whose making begins now may be cached; undefined: it may not be. */
  begin(): Version | undefined {
    return this.maxBytes > 0 ? this.#currentVersion() : undefined;
  }

  /** Returns the response cached under a key, if it is still right at `nowMs` (Unix milliseconds). */
  get(key: string, nowMs: number): CachedResponse | undefined {
    const version = this.#currentVersion();
    if (!isSameVersion(version, this.#version)) {
      this.#clear(version);
      return undefined;
    }
    const response = this.#responses.get(key);
    if (response === undefined || nowMs < response.fromMs || nowMs >= response.untilMs) return undefined;
    this.#hits++;
    return response;
  }

  /**
   * Caches a response if it is still right and worth its room.
   * @param version the calendar's, which the response shows at least
   * @param make called only if it is cached
   */
  put(key: string, version: Version, body: Buffer, make: () => CachedResponse): void {
    const current = this.#currentVersion();
    if (!isSameVersion(current, version)) return;
    if (!isSameVersion(current, this.#version)) this.#clear(current);
    const size = sizeOfBytes(body) + 2 * key.length + ENTRY_OVERHEAD;
    if (size > this.maxEntry) return;
    if (this.#responses.calculatedSize > this.maxBytes / 4 && !this.#isAskedAgain(key)) return;
    const response = make();
    response.size = size;
    response.onGrow = (bytes) => {
      response.size += bytes;
      if (this.#responses.peek(key) === response) this.#responses.set(key, response, { size: response.size });
    };
    this.#responses.set(key, response, { size });
  }

  /** Returns whether a key was asked for before: a crawler must not evict what many read. */
  #isAskedAgain(key: string): boolean {
    // Keys hold addresses, which may be long.
    const short = key.length > LONG_KEY ? hash('sha1', key, 'base64url') : key;
    if (this.#askedOnce.delete(short)) return true;
    this.#askedOnce.set(short, true);
    return false;
  }

  #clear(version: Version | undefined): void {
    if (this.#responses.size > 0) this.#responses.clear();
    if (this.#askedOnce.size > 0) this.#askedOnce.clear();
    this.#version = version;
  }
}
