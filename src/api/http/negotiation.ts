import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import Negotiator from 'negotiator';
import { forLanguages, type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/memoize/memoize.ts';

/** The media types of feeds by the endings of their addresses (contract F1). */
export const feedTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  jsonfeed: 'application/feed+json',
  jsonld: 'application/ld+json',
  csv: 'text/csv',
} as const;
/** A form of feeds: the ending of its address. */
export type FeedForm = keyof typeof feedTypes;

/** The forms of feeds, in the order in which they are documented. */
export const feedForms = Object.keys(feedTypes) as readonly FeedForm[];

const JSON_TYPE = 'application/json';
const MEDIA_RANGE = /^\s*([\w!#$&^.+-]+|\*)\/([\w!#$&^.+-]+|\*)\s*(?:;(.*))?$/;

/** Returns with which quality an `Accept` takes a type: that of its most specific range (RFC 9110 §12.5.1). */
function qualityOf(header: string, type: string): number {
  const [kind] = type.split('/');
  let best = { rank: 0, quality: 0 };
  for (const part of header.toLowerCase().split(',')) {
    const [, one, other, parameters = ''] = MEDIA_RANGE.exec(part) ?? [];
    const rank =
      `${one}/${other}` === type
        ? 3
        : one === kind && other === '*'
          ? 2
          : one === '*' && other === '*'
            ? 1
            : 0;
    const [, weight = '1'] = /(?:^|;)\s*q=([\d.]+)/.exec(parameters) ?? [];
    const quality = Number(weight);
    if (rank > best.rank && quality >= 0 && quality <= 1) best = { rank, quality };
  }
  return best.quality;
}

const preferredForm = memoize((header): FeedForm | undefined => {
  const rated = feedForms.map((form) => ({ form, quality: qualityOf(header, feedTypes[form]) }));
  const most = Math.max(...rated.map(({ quality }) => quality));
  const [first, second] = rated.filter(({ quality }) => quality === most);
  return first && !second && most > qualityOf(header, JSON_TYPE) ? first.form : undefined;
});

/** Characters above which an `Accept` is ignored. */
const LONGEST_ACCEPT = 1_000;

/** Returns the form that an `Accept` prefers to JSON and to the other forms; undefined: JSON (contract F1). */
export const acceptedForm = (header: string | undefined): FeedForm | undefined =>
  // What nearly all send.
  header === undefined || header === '*/*' || header === JSON_TYPE || header.length > LONGEST_ACCEPT
    ? undefined
    : preferredForm(header);

/** Returns whether an `Accept` takes JSON and no HTML by name. */
export const prefersJson = (header: string): boolean =>
  /\bjson\b/i.test(header) && !/text\/html/i.test(header);

/** Returns the quality of each range in `Accept-Language` (RFC 9110 §12.4.2, §12.5.4), in the order given, without unreadable ones. */
function ranges(header: string): { range: string; quality: number }[] {
  return header
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const [weight = 'q=1'] = parameters;
      const [, quality] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? [];
      return quality === undefined ? [] : [{ range, quality: Number(quality) }];
    });
}

/** Returns the language that an `Accept-Language` prefers; regional variants count as their language, `*` as all not named. */
function acceptedLanguage(header: string, site: Language): Language | undefined {
  const quality = new Map<Language, number>();
  let others: number | undefined;
  for (const one of ranges(header)) {
    const language = languageOf(one.range.split('-')[0]);
    if (one.range === '*') others ??= one.quality;
    else if (language) quality.set(language, Math.max(one.quality, quality.get(language) ?? 0));
  }
  const unnamed = [site, ...languages].filter((language) => !quality.has(language));
  let best: Language | undefined;
  for (const language of [...quality.keys(), ...unnamed]) {
    const value = quality.get(language) ?? others ?? 0;
    if (value > (best === undefined ? 0 : (quality.get(best) ?? others ?? 0))) best = language;
  }
  return best;
}

const accepted = forLanguages((site) => memoize((header) => acceptedLanguage(header, site)));

/** Returns the language that an `Accept-Language` prefers, memoized by header; '' if it prefers none. */
export const languageOfHeader = (header: string | undefined, site: Language): Language | '' =>
  (header && accepted[site](header)) || '';

/** Lists the content encodings that a body may be sent in (RFC 9110 §8.4.1), the preferred first. */
export const encodings = ['br', 'zstd', 'gzip'] as const;
/** Names one of `encodings`, as `Content-Encoding` does. */
export type Encoding = (typeof encodings)[number];

/** Bytes from which a body is encoded: below, the headers outweigh what is saved. */
const LEAST_ENCODED = 1024;
/** Characters above which an `Accept-Encoding` is ignored. */
const LONGEST_ENCODINGS = 300;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const zip = promisify(gzip);

/** Returns the smallest window, as a power of two, that holds a whole body: a larger one takes megabytes for nothing. */
const windowOf = (body: Uint8Array) =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(body.length + 16))),
  );

/** Compresses a body on another thread. */
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

const encodingOf = memoize((header) => {
  // RFC 9110 §8.4.1.3: an old name of gzip.
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
  const [best] = new Negotiator({ headers }).encodings([...encodings, 'identity'], {
    preferred: encodings,
  });
  return encodings.find((encoding) => encoding === best);
});

/**
 * Returns the encoding in which to send a body: the one that `Accept-Encoding` prefers, among equals the first of
 * `encodings` (RFC 9110 §12.5.3). Undefined: as it is, since nothing is accepted or the body is too short to gain by it.
 */
export function acceptedEncoding(
  header: string | string[] | undefined,
  body: Uint8Array,
): Encoding | undefined {
  return body.length < LEAST_ENCODED ? undefined : preferredEncoding(header);
}

/** Returns the encoding that an `Accept-Encoding` prefers, for a body of any size. */
export function preferredEncoding(header: string | string[] | undefined): Encoding | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  return !text || text.length > LONGEST_ENCODINGS ? undefined : encodingOf(text);
}

/** Returns a stream that compresses what is written to it, in pieces that can be read at once. */
export function encoder(encoding: Encoding): Transform {
  if (encoding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'zstd' ? createZstdCompress() : createGzip();
}
