import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config.ts';
import { SERIALIZED } from '#foundation/network/origin.ts';

/** What an answer says to the scripts of other origins (the Fetch standard, CORS protocol; contract D42). */
export interface CorsGrant {
  /** The value of `Access-Control-Allow-Origin`: `*`, or the origin of the request. */
  readonly origin: string;
  /** Whether the script may have sent credentials and yet read the answer. */
  readonly credentials: boolean;
}

/** The name of the header under which kept answers have it. */
export const ALLOWED_ORIGIN = 'access-control-allow-origin';

/** Granted to everybody, by answers that are kept too: `grantOf` says what a request gets instead. */
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

/** Returns the headers of an answer as the request's origin is to get them; names and values in turn. */
export function grantedHeaders(headers: string[], { origin, credentials }: CorsGrant): string[] {
  if (!credentials) return headers;
  const granted = headers.slice();
  const at = granted.indexOf(ALLOWED_ORIGIN);
  if (at < 0) return headers;
  granted[at + 1] = origin;
  granted.push('Access-Control-Allow-Credentials', 'true');
  return granted;
}
