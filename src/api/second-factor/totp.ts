import { Secret, TOTP } from 'otpauth';

/** Seconds for which a code is shown (RFC 6238 §5.2); one earlier and one later is taken, too. */
const PERIOD = 30;
const WINDOW = 1;
/** Bytes of a secret, as RFC 4226 §4 wants them. */
const SECRET_BYTES = 20;

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });

/** Returns a new secret of an authenticator app, in Base32. */
export const makeSecretKey = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address by which an authenticator app takes a secret, as its QR code holds it. @param issuer the calendar's name */
export const keyAddress = (secret: string, issuer: string, login: string): string =>
  totpOf(secret, { issuer, label: login }).toString();

/** Returns the step of 30 seconds since 1970 whose code this is, at an instant, blanks in it ignored; undefined: none near it. */
export function stepOf(code: string, secret: string, now: Temporal.Instant): number | undefined {
  const token = code.replace(/\s+/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.epochMilliseconds;
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}
