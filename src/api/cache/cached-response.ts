import { type Encoding, encode, isWorthwhile } from '#api/http/encoding.ts';
import { ALLOWED_ORIGIN } from '#api/http/origins.ts';
import type { Version } from '#store/db/version.ts';
import { ownBytes, sizeOfBytes } from './memory.ts';

/** Bytes that a variant takes beside its body: its headers. */
const HEADERS_SIZE = 1_000;

/** A response in one content encoding, as it goes to the client. */
export interface ResponseVariant {
  readonly etag: string;
  readonly body: Buffer;
  /** Names and values in turn, of the whole response and of one without a body (304). */
  readonly headers: string[];
  readonly notModifiedHeaders: string[];
}

/** Returns the entity tag of a body in an encoding: each encoding has its own (RFC 9110 §8.8.3.3). */
export const etagOf = (digest: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`;

/**
 * Headers of a 304 beside `ETag`: what a cache needs, and a browser to let a page of another origin see it
 * (RFC 9110 §15.4.5). The others stay those of the stored response (RFC 9111 §3.2), those of security too.
 */
const NOT_MODIFIED_HEADERS = new Set([ALLOWED_ORIGIN, 'cache-control', 'content-language', 'vary']);

/** Tells whether a 304 has this header (lower case). */
export const isNotModifiedHeader = (name: string): boolean => NOT_MODIFIED_HEADERS.has(name);

/** A response with status 200 that is given again: its bytes in each encoding that was asked for. */
export class CachedResponse {
  readonly version: Version;
  /** Unix milliseconds: right from the first, up to the second and not at it. */
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
    if (encoding === undefined || !isWorthwhile(this.body)) return this.identity;
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
    const notModified = common.filter(([name]) => isNotModifiedHeader(name));
    const headers = [...common.flat(), 'ETag', etag];
    if (encoding !== undefined) headers.push('Content-Encoding', encoding);
    headers.push('Content-Length', String(body.length));
    return { etag, body, headers, notModifiedHeaders: [...notModified.flat(), 'ETag', etag] };
  }
}
