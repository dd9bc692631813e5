import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '#api/access/permissions.ts';
import { type Encoding, encode, type FeedForm } from '#api/http/negotiation.ts';
import { etagOf, isNotModifiedHeader } from '#api/http/response-headers.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import { secondsOf, utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Version } from '#store/db/version.ts';

/** Bytes that a buffer takes beside its content: the objects around it and the allocator's. */
const BUFFER_OVERHEAD = 250;

/**
 * Returns the bytes in memory of their own, for a cache: small buffers are slices of a shared pool, and a cached slice
 * would hold all of its 64 KiB.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Returns the bytes of memory that a buffer of its own takes. */
export const sizeOfBytes = (bytes: Buffer): number => bytes.length + BUFFER_OVERHEAD;

/** Returns the bytes of memory that a text takes at most: two for each character where one of them needs more than one. */
export const sizeOfText = (text: string, utf8Length: number): number =>
  utf8Length === text.length ? text.length : 2 * text.length;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

// Nearly every list asks for the same one.
const dayAt = memoizeBy(
  (minute: number, zone: string) => `${minute} ${zone}`,
  (minute, zone) =>
    toWall(utcText(Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS)), zone).slice(0, 10),
  { maxEntries: 10 },
);

/** The time for which an answer stays right while nothing is written: reading the clock through it narrows it. */
export class Validity {
  readonly #now: Temporal.Instant;
  /** Unix milliseconds: the answer is right from the first on, and before the second. Reading the clock sets them. */
  fromMs = Number.NEGATIVE_INFINITY;
  untilMs = Number.POSITIVE_INFINITY;

  /** @param now the instant of the answer, which is right for ever until something reads the clock */
  constructor(now: Temporal.Instant) {
    this.#now = now;
  }

  /** The present instant, to the second: the answer is right for this second. */
  get now(): Temporal.Instant {
    this.#narrowTo(SECOND_MS);
    return this.#now;
  }

  /** The present instant, to the minute: the answer is right for this minute. */
  get minute(): Temporal.Instant {
    this.#narrowTo(MINUTE_MS);
    return this.#now.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  }

  /** Returns the present day `YYYY-MM-DD` of a zone. The answer is right for this minute: in each zone days begin with one. */
  today(zone: string): string {
    this.#narrowTo(MINUTE_MS);
    return dayAt(Math.floor(this.#now.epochMilliseconds / MINUTE_MS), zone);
  }

  /** Returns whether a moment (UTC text) has come; the answer is right since then, or until then. */
  hasCome(utc: string): boolean {
    const atMs = (secondsOf(utc) ?? Number.NEGATIVE_INFINITY) * 1000;
    const come = atMs <= this.#now.epochMilliseconds;
    if (come) this.fromMs = Math.max(this.fromMs, atMs);
    else this.untilMs = Math.min(this.untilMs, atMs);
    return come;
  }

  #narrowTo(unitMs: number): void {
    const begun = Math.floor(this.#now.epochMilliseconds / unitMs) * unitMs;
    this.fromMs = Math.max(this.fromMs, begun);
    this.untilMs = Math.min(this.untilMs, begun + unitMs);
  }
}

/** Bytes that a variant takes beside its body: its headers. */
const HEADERS_SIZE = 1_000;

/** A response in one content encoding, as it is sent. */
export interface ResponseVariant {
  readonly etag: string;
  /** The header `Last-Modified`. */
  readonly lastModified: string | undefined;
  readonly body: Buffer;
  /** Names and values in turn, of the whole response and of one without a body (304). */
  readonly headers: string[];
  readonly notModifiedHeaders: string[];
}

/** A cached response with status 200: its bytes in each encoding that was asked for. */
export class CachedResponse {
  readonly version: Version;
  /** Unix milliseconds: it is right from `fromMs` on and before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly digest: string;
  /** The template of the route that made it. */
  readonly route: string;
  readonly body: Buffer;
  readonly #headers: () => readonly (readonly [string, string])[];
  #identity: ResponseVariant | undefined;
  readonly #variants = new Map<Encoding, ResponseVariant>();
  readonly #encoding = new Map<Encoding, Promise<ResponseVariant>>();
  /** Bytes of memory that it takes, as the cache counts them. */
  size = 0;
  /** Called with the bytes that a new variant takes. */
  onGrow: ((bytes: number) => void) | undefined;

  /** @param headers all but those of one variant: `ETag`, `Content-Length`, `Content-Encoding`; asked for at the first use */
  constructor(
    body: Buffer,
    digest: string,
    headers: () => readonly (readonly [string, string])[],
    validity: { version: Version; fromMs: number; untilMs: number; route: string },
  ) {
    this.version = validity.version;
    this.fromMs = validity.fromMs;
    this.untilMs = validity.untilMs;
    this.digest = digest;
    this.route = validity.route;
    this.body = ownBytes(body);
    this.#headers = headers;
  }

  /** The variant without an encoding. */
  get identity(): ResponseVariant {
    this.#identity ??= this.#makeVariant(this.body, undefined);
    return this.#identity;
  }

  /** Returns the variant in an encoding; a promise where it has to be compressed first. */
  variant(encoding: Encoding | undefined): ResponseVariant | Promise<ResponseVariant> {
    if (encoding === undefined) return this.identity;
    return this.#variants.get(encoding) ?? this.#encode(encoding);
  }

  #encode(encoding: Encoding): Promise<ResponseVariant> {
    const underway = this.#encoding.get(encoding);
    if (underway) return underway;
    const made = encode(this.body, encoding).then((encoded) => {
      const body = ownBytes(encoded);
      const variant = this.#makeVariant(body, encoding);
      this.#variants.set(encoding, variant);
      this.onGrow?.(sizeOfBytes(body) + HEADERS_SIZE);
      return variant;
    });
    this.#encoding.set(encoding, made);
    made.finally(() => this.#encoding.delete(encoding)).catch(() => {});
    return made;
  }

  #makeVariant(body: Buffer, encoding: Encoding | undefined): ResponseVariant {
    const etag = etagOf(this.digest, encoding);
    const common = this.#headers();
    const lastModified = common.find(([name]) => name === 'last-modified')?.[1];
    const notModified = common.filter(([name]) => isNotModifiedHeader(name));
    const headers = [...common.flat(), 'ETag', etag];
    if (encoding !== undefined) headers.push('Content-Encoding', encoding);
    headers.push('Content-Length', String(body.length));
    return { etag, lastModified, body, headers, notModifiedHeaders: [...notModified.flat(), 'ETag', etag] };
  }
}

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
  /** The most bytes that an entry may take: one that pushes out much of the rest isn't worth it. */
  readonly maxEntry: number;
  /** Responses that were made although they could have been cached; whoever makes one counts it. */
  misses = 0;
  readonly #currentVersion: () => Version | undefined;
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #askedOnce = new LRUCache<string, true>({ max: 10_000 });
  #version: Version | undefined;
  #hits = 0;
  #evictions = 0;

  /** @param currentVersion the calendar's, as far as this process knows now: the same object until it changes; undefined: it doesn't */
  constructor(maxBytes: number, currentVersion: () => Version | undefined) {
    this.maxBytes = Math.floor(maxBytes);
    this.maxEntry = this.maxBytes / 8;
    this.#currentVersion = currentVersion;
    this.#responses = new LRUCache({
      maxSize: Math.max(1, this.maxBytes),
      dispose: (_response, _key, reason) => {
        if (reason === 'evict') this.#evictions++;
      },
    });
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
    if (version === undefined || version !== this.#version) {
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
   * @param version the one of `begin`, which the response shows at least
   * @param make called only if it is cached
   */
  put(key: string, version: Version, body: Buffer, make: () => CachedResponse): void {
    if (this.#currentVersion() !== version) return;
    if (version !== this.#version) this.#clear(version);
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
