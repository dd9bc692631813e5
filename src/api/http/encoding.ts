import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { memoize } from '#foundation/text/memoize.ts';

/** Forms in which a body may be sent (RFC 9110 §8.4.1), the preferred first. */
export const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Bodies below that many bytes are not worth it. */
const WORTHWHILE = 1024;

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

/** Made outside of this thread. */
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

/** The form that an `Accept-Encoding` likes best, of those liked equally ours; undefined: as it is (RFC 9110 §12.5.3). */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  return !text || text.length > LONGEST ? undefined : chosen(text);
}

const LONGEST = 300;
const chosen = memoize(choose);

function choose(header: string): Encoding | undefined {
  const quality = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map((piece) => piece.trim());
    const [, told] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight ?? 'q=1') ?? [];
    if (name !== '' && told !== undefined) quality.set(name.replace(/^x-gzip$/, 'gzip'), Number(told));
  }
  const others = quality.get('*') ?? 0;
  const plain = quality.get('identity') ?? 0;
  let best: Encoding | undefined;
  let most = plain;
  for (const encoding of encodings) {
    const value = quality.get(encoding) ?? others;
    if (value > most || (value === most && value > 0 && best === undefined)) {
      best = encoding;
      most = value;
    }
  }
  return best;
}
