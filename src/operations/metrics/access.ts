import { createHash, timingSafeEqual } from 'node:crypto';
import { readAuthorization } from '#api/access/credentials.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns whether an `Authorization` header is `Bearer` with the metrics token, compared in constant time. `token` must not be
 * empty: `Bearer` alone would match it.
 */
export function isMetricsToken(header: string | undefined, token: string): boolean {
  const credentials = readAuthorization(header);
  if (!credentials || !('token' in credentials)) return false;
  return timingSafeEqual(digest(credentials.token), digest(token));
}
