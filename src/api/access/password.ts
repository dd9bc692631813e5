import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { KalendsError } from '#errors.ts';
import { PASSWORD_MAX } from './rules.ts';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/;

async function tag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  return Buffer.from(
    await derive('argon2id', {
      // The same accent may be typed in two ways (RFC 8265 §4.2.2).
      message: password.normalize('NFC'),
      nonce,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory,
      passes,
    }),
  );
}

// Each hash in the making holds its memory; a crowd of wrong passwords must not exhaust the machine's.
const AT_ONCE = 2;
const WAITING_MOST = 200;
const limit = pLimit(AT_ONCE);

/** Runs a hash within the bound of concurrent ones. @throws KalendsError `rest_unavailable` where too many wait already */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MOST)
    throw new KalendsError('rest_unavailable', { headers: { 'Retry-After': '5' } });
  return limit(work);
}

/** Returns the hash of a password to store: argon2id (RFC 9106) in the PHC string form. @throws KalendsError `rest_unavailable` where too many wait */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const made = await inTurn(() => tag(password, nonce, MEMORY_KIB, PASSES));
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(nonce)}$${text(made)}`;
}

/** The hash that is checked for unknown users, so that their answer takes as long. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Returns whether a password has the stored hash. null and a hash in an unknown form match none, but take as long.
 * @throws KalendsError `rest_unavailable` where too many passwords wait for being checked
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > PASSWORD_MAX) return false;
  const known = FORM.exec(hash ?? '');
  const form = known ?? FORM.exec(NOBODYS);
  const [, memory, passes, nonce = '', expected = ''] = form ?? [];
  const wanted = Buffer.from(expected, 'base64');
  const made = await inTurn(() =>
    tag(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes)),
  );
  return known !== null && made.length === wanted.length && timingSafeEqual(made, wanted);
}
