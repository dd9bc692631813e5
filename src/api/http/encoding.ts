import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import Negotiator from 'negotiator';
import { memoize } from '#foundation/text/memoize.ts';

/** Lists the encodings that a body may be sent in (RFC 9110 §8.4.1), the preferred first. */
export const encodings = ['br', 'zstd', 'gzip'] as const;
/** Names one of them, as `Content-Encoding` does. */
export type Encoding = (typeof encodings)[number];

/** Bytes from which a body is encoded. */
const WORTHWHILE = 1024;

/** Whether a body is long enough to be worth encoding. */
export const isWorthwhile = (body: Uint8Array): boolean => body.length >= WORTHWHILE;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const zip = promisify(gzip);

/** The smallest window, as a power of two, that holds a whole body: a larger one takes memory, megabytes of it, for nothing. */
const windowOf = (body: Uint8Array) =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(body.length + 16))),
  );

/** Encodes a body, outside of this thread. */
export function encode(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowOf(body),
      },
    });
  return encoding === 'zstd' ? zstd(body, { pledgedSrcSize: body.length }) : zip(body);
}

/** Returns the encoding that an `Accept-Encoding` prefers, among equals the first of `encodings`; undefined: none (RFC 9110 §12.5.3). */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  return !text || text.length > LONGEST ? undefined : chosen(text);
}

const LONGEST = 300;
const chosen = memoize(choose);

function choose(header: string): Encoding | undefined {
  // An old name of the same (RFC 9110 §8.4.1.3).
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
  const [best] = new Negotiator({ headers }).encodings([...encodings, 'identity'], {
    preferred: encodings,
  });
  return encodings.find((encoding) => encoding === best);
}
