import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readOrigin } from '#foundation/network/origin.ts';

/**
 * Names of the cookie. Over TLS a browser takes the first from this host alone, for all of it, and never in the clear
 * (RFC 6265bis §4.1.3.2), so that nobody beside us can set it; without TLS, as on localhost, that can't be had.
 */
const SECURE_NAME = '__Host-kalends';
const PLAIN_NAME = 'kalends-session';

/** Returns the name of the cookie for an origin. */
const nameAt = (origin: string) => (isSecure(origin) ? SECURE_NAME : PLAIN_NAME);

/** Returns whether an origin, such as `https://calendar.example.org`, is reached over TLS. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** A new secret: 256 bits in base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a secret that is stored: SHA-256, since the secret is too random to need a slow one. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const patternOf = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
const SECURE = patternOf(SECURE_NAME);
const PLAIN = patternOf(PLAIN_NAME);

/** Returns the secret of a session that the cookies of a request to an origin hold. */
export function readSessionCookie(cookies: string | undefined, origin: string): string | undefined {
  return cookies === undefined ? undefined : (isSecure(origin) ? SECURE : PLAIN).exec(cookies)?.[1];
}

/** Returns whether cookies hold that of a session, whatever it is worth. */
export const hasSessionCookie = (cookies: string): boolean =>
  cookies.includes(SECURE_NAME) || cookies.includes(PLAIN_NAME);

/**
 * Returns the `Set-Cookie` that gives a browser a secret. It is for no other site's requests, those that follow a link
 * included: pages from there are anybody's (contract W7).
 * @param maxAgeS for how many seconds; undefined: until the browser ends
 */
export function sessionCookie(secret: string, origin: string, maxAgeS?: number): string {
  const lasting = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  const secure = isSecure(origin) ? '; Secure' : '';
  return `${nameAt(origin)}=${secret}; Path=/${lasting}; HttpOnly${secure}; SameSite=Strict`;
}

/** Returns the `Set-Cookie` that takes the cookie away. */
export const endedCookie = (origin: string): string => sessionCookie('', origin, 0);

/** Headers by which browsers say where a request comes from (Fetch Metadata, RFC 6454 §7). */
export type Provenance = Pick<IncomingHttpHeaders, 'origin'> & { readonly site: string | undefined };

/** Returns what a request's headers say of where it comes from. */
export function provenanceOf(headers: IncomingHttpHeaders): Provenance {
  const site = headers['sec-fetch-site'];
  return { origin: headers.origin, site: typeof site === 'string' ? site.toLowerCase() : undefined };
}

/** Returns whether the `Origin` of a request is the service's own. */
const isOwn = (origin: string, own: string): boolean =>
  readOrigin(origin) === readOrigin(new URL(own).origin);

/**
 * Returns whether the cookie of a request counts (contract W7): only where the browser says that our own pages sent it, and
 * for a page that is read also where a person has typed its address.
 * @param own the origin of the service
 */
export function isFromHere({ site, origin }: Provenance, own: string, isReadingPage: boolean): boolean {
  if (origin !== undefined && !isOwn(origin, own)) return false;
  if (site === undefined) return origin !== undefined;
  return site === 'same-origin' || (site === 'none' && isReadingPage);
}

/** Returns whether a browser says that a request comes from elsewhere; programs say nothing. */
export const isFromElsewhere = ({ site, origin }: Provenance, own: string): boolean =>
  (origin !== undefined && !isOwn(origin, own)) || (site !== undefined && site !== 'same-origin');
