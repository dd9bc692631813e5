import { type Encoding, encode, isWorthwhile } from '#api/http/encoding.ts';
import { ALLOWED_ORIGIN } from '#api/http/origins.ts';
import type { Version } from '#store/db/version.ts';
import { ownBytes, sizeOfBytes } from './memory.ts';

/** Bytes that a form takes beside its body: its headers. */
const HEADERS = 1_000;

/** One form of an answer, as it goes to the client. */
export interface ReadyForm {
  readonly etag: string;
  readonly body: Buffer;
  /** Names and values in turn, for the whole answer and for one without a body (304). */
  readonly headers: string[];
  readonly unmodified: string[];
}

/** What compressing changes of an entity tag: each form has its own (RFC 9110 §8.8.3.3). */
export const tagOf = (digest: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`;

/**
 * What a 304 says beside its `ETag`: what a cache needs, and a browser to let a page of another origin see it
 * (RFC 9110 §15.4.5). The other headers stay those of the answer that is stored (RFC 9111 §3.2), those of security too.
 */
const OF_UNMODIFIED = new Set([ALLOWED_ORIGIN, 'cache-control', 'content-language', 'vary']);

export const isOfUnmodified = (name: string): boolean => OF_UNMODIFIED.has(name);

/** An answer to be given again and again: status 200, its bytes in each form that was asked for. */
export class ReadyAnswer {
  readonly version: Version;
  /** Unix milliseconds: right from the first, up to the second and not at it. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly digest: string;
  /** The template of the route that made it. */
  readonly route: string;
  readonly body: Buffer;
  readonly #headers: () => readonly (readonly [string, string])[];
  #plain: ReadyForm | undefined;
  readonly #forms = new Map<Encoding, ReadyForm>();
  readonly #making = new Map<Encoding, Promise<ReadyForm>>();
  /** Bytes of memory that it takes, as far as whoever keeps it counts them. */
  size = 0;
  /** Told how many bytes came to what is kept. */
  grown: ((bytes: number) => void) | undefined;

  /** @param headers all but those of one form: `ETag`, `Content-Length`, `Content-Encoding`; asked for at the first use */
  constructor(
    body: Buffer,
    digest: string,
    headers: () => readonly (readonly [string, string])[],
    right: { version: Version; fromMs: number; untilMs: number; route: string },
  ) {
    this.version = right.version;
    this.fromMs = right.fromMs;
    this.untilMs = right.untilMs;
    this.digest = digest;
    this.route = right.route;
    this.body = ownBytes(body);
    this.#headers = headers;
  }

  get plain(): ReadyForm {
    this.#plain ??= this.#form(this.body, undefined);
    return this.#plain;
  }

  /** The form for an encoding; a promise where it has to be made first. */
  form(encoding: Encoding | undefined): ReadyForm | Promise<ReadyForm> {
    if (encoding === undefined || !isWorthwhile(this.body)) return this.plain;
    return this.#forms.get(encoding) ?? this.#make(encoding);
  }

  #make(encoding: Encoding): Promise<ReadyForm> {
    const known = this.#making.get(encoding);
    if (known) return known;
    const making = encode(this.body, encoding).then((encoded) => {
      const body = ownBytes(encoded);
      const form = this.#form(body, encoding);
      this.#forms.set(encoding, form);
      this.grown?.(sizeOfBytes(body) + HEADERS);
      return form;
    });
    this.#making.set(encoding, making);
    making.finally(() => this.#making.delete(encoding)).catch(() => {});
    return making;
  }

  #form(body: Buffer, encoding: Encoding | undefined): ReadyForm {
    const etag = tagOf(this.digest, encoding);
    const told = this.#headers();
    const unmodified = [...told.filter(([name]) => isOfUnmodified(name)).flat(), 'ETag', etag];
    const headers = [...told.flat(), 'ETag', etag];
    if (encoding !== undefined) headers.push('Content-Encoding', encoding);
    headers.push('Content-Length', String(body.length));
    return { etag, body, headers, unmodified };
  }
}
