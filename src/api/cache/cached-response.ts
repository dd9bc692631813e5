import { type Encoding, encode } from '#api/http/negotiation.ts';
import { etagOf, isNotModifiedHeader } from '#api/http/response-headers.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
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
  #fromMs = Number.NEGATIVE_INFINITY;
  #untilMs = Number.POSITIVE_INFINITY;

  /** @param now the instant of the answer, which is right for ever until something reads the clock */
  constructor(now: Temporal.Instant) {
    this.#now = now;
  }

  /** Unix milliseconds: from the first, up to the second and not at it. */
  get range(): readonly [fromMs: number, untilMs: number] {
    return [this.#fromMs, this.#untilMs];
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
    if (come) this.#fromMs = Math.max(this.#fromMs, atMs);
    else this.#untilMs = Math.min(this.#untilMs, atMs);
    return come;
  }

  #narrowTo(unitMs: number): void {
    const begun = Math.floor(this.#now.epochMilliseconds / unitMs) * unitMs;
    this.#fromMs = Math.max(this.#fromMs, begun);
    this.#untilMs = Math.min(this.#untilMs, begun + unitMs);
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
