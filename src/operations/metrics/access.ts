import { createHash, timingSafeEqual } from 'node:crypto';
import { readAuthorization } from '#api/access/credentials.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a header `Authorization` brings the metrics' own token. It takes as long whatever it brings. */
export function isMetricsToken(header: string | undefined, token: string): boolean {
  const credentials = readAuthorization(header);
  if (!credentials || !('token' in credentials)) return false;
  return timingSafeEqual(digest(credentials.token), digest(token));
}
