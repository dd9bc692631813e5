import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config.ts';
import { SERIALIZED } from '#foundation/network/origin.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import type { Encoding } from './negotiation.ts';

/** Security headers of every response, whatever it holds. They don't depend on the request, so cached responses carry them too. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers of every answer of the interface that don't depend on the request (reference 1.6, contract 1). */
export const interfaceHeaders = {
  ...securityHeaders,
  'X-Robots-Tag': 'noindex',
  Vary: 'Authorization, Origin',
  'Access-Control-Expose-Headers':
    'X-WP-Total, X-WP-TotalPages, X-TEC-Total, X-TEC-TotalPages, Link, Allow, ETag, Last-Modified, Cache-Control, Content-Language, Retry-After, Location, Idempotency-Replayed',
  'Access-Control-Allow-Headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, If-None-Match, If-Modified-Since, Idempotency-Key, X-HTTP-Method-Override',
} as const;

/** The permission for scripts of another origin to read a response (the Fetch standard, CORS protocol; contract D42). */
export interface CorsGrant {
  /** The value of `Access-Control-Allow-Origin`: `*`, or the origin of the request. */
  readonly origin: string;
  /** Whether the script may have sent credentials and yet read the answer. */
  readonly credentials: boolean;
}

/** The name, in lower case, of the header that names the origin whose scripts may read a response. */
export const ALLOWED_ORIGIN = 'access-control-allow-origin';

/** The grant of a cached response; `grantOf` returns the one that a request gets instead. */
export const OPEN: CorsGrant = { origin: '*', credentials: false };

/**
 * Returns what a request's origin may read. Without credentials that is everything, credentials that the browser adds
 * by itself included, since nothing goes by those; answers to `Authorization` only open to the origins of the settings.
 */
export function grantOf(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'authorization'>,
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
): CorsGrant {
  const { origin } = headers;
  if (origin === undefined || origin === 'null' || !SERIALIZED.test(origin)) return OPEN;
  if (headers.authorization !== undefined && !corsOrigins.has(origin.toLowerCase())) return OPEN;
  return { origin, credentials: true };
}

/** Returns the headers of a cached response with the grant of one request; names and values in turn. */
export function grantedHeaders(headers: string[], { origin, credentials }: CorsGrant): string[] {
  if (!credentials) return headers;
  const granted = headers.slice();
  const at = granted.indexOf(ALLOWED_ORIGIN);
  if (at < 0) return headers;
  granted[at + 1] = origin;
  granted.push('Access-Control-Allow-Credentials', 'true');
  return granted;
}

/** `Cache-Control` of what everybody may read: stored, and asked for again each time. */
export const PUBLIC = 'public, max-age=0, must-revalidate';
/** `Cache-Control` of what is for one client alone, or of this moment. */
export const PRIVATE = 'no-cache, must-revalidate, max-age=0, no-store, private';

/** Returns the `Vary` of an answer (contract 1, D42). @param negotiated whether `Accept-Language` decided the language */
export const varyOf = (negotiated: boolean) =>
  negotiated ? 'Accept-Language, Authorization, Origin' : 'Authorization, Origin';

/**
 * Headers of a 304 beside `ETag`: what a cache needs, and a browser to let a page of another origin see it
 * (RFC 9110 §15.4.5). The others stay those of the stored response (RFC 9111 §3.2), those of security too.
 */
const NOT_MODIFIED_HEADERS = new Set([ALLOWED_ORIGIN, 'cache-control', 'content-language', 'vary']);

/** Returns whether a 304 has a header, by its name in lower case. */
export const isNotModifiedHeader = (name: string): boolean => NOT_MODIFIED_HEADERS.has(name);

/** Returns the digest by which bodies are told apart: base64url of SHA-1. */
export const digestOf = (bytes: Uint8Array | string): string => hash('sha1', bytes, 'base64url');

/** Returns the entity tag of a body in an encoding: each encoding has its own (RFC 9110 §8.8.3.3). */
export const etagOf = (digest: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`;

/** Returns whether an `If-None-Match` names an entity tag, or `*` (RFC 9110 §13.1.2). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag) return true;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a UTC text as a date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). */
export function httpDate(utc: string): string {
  const days = Math.floor((secondsOf(utc) ?? 0) / 86_400);
  const day = DAYS[(((days + 4) % 7) + 7) % 7];
  const month = MONTHS[Number(utc.slice(5, 7)) - 1];
  return `${day}, ${utc.slice(8, 10)} ${month} ${utc.slice(0, 4)} ${utc.slice(11)} GMT`;
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d:\d\d:\d\d) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;
/** Years of two digits from here on are of the twentieth century. */
const CENTURY = 70;

/** Returns the seconds of a date in one of the three forms of HTTP (RFC 9110 §5.6.7); undefined for anything else. */
export function readHttpDate(text: string): number | undefined {
  let [, day = '', month = '', year = '', clock = ''] = IMF_FIXDATE.exec(text) ?? RFC_850.exec(text) ?? [];
  if (day === '') [, month = '', day = '', clock = '', year = ''] = ASCTIME.exec(text) ?? [];
  if (year.length === 2) year = `${Number(year) < CENTURY ? 20 : 19}${year}`;
  const number = MONTHS.indexOf(month) + 1;
  if (number === 0) return undefined;
  return secondsOf(`${year}-${String(number).padStart(2, '0')}-${day.trim().padStart(2, '0')} ${clock}`);
}

/**
 * Returns whether a client has an answer to a GET or HEAD: by its entity tag, else by the date of its last change (RFC 9110
 * §13.1.2, §13.1.3).
 * @param lastModified the header `Last-Modified` of the answer
 */
export function isUnmodified(
  headers: Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>,
  etag: string,
  lastModified: string | undefined,
): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers;
  if (known !== undefined) return matchesTag(known, etag);
  if (since === undefined || lastModified === undefined) return false;
  const [sinceSeconds, modifiedSeconds] = [readHttpDate(since), readHttpDate(lastModified)];
  return sinceSeconds !== undefined && modifiedSeconds !== undefined && modifiedSeconds <= sinceSeconds;
}
