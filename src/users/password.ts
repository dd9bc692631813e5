import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

async function tag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  return Buffer.from(
    await derive('argon2id', {
      message: password,
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
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** A password as kept: argon2id (RFC 9106) in the PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const made = await inTurn(() => tag(password, nonce, MEMORY_KIB, PASSES));
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(nonce)}$${text(made)}`;
}

/** Whether a password is the one kept. A hash in an unknown form is nobody's. */
export async function verifyPassword(password: string, kept: string): Promise<boolean> {
  const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(kept);
  if (!form) return false;
  const [, memory, passes, nonce = '', expected = ''] = form;
  const wanted = Buffer.from(expected, 'base64');
  const made = await inTurn(() =>
    tag(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes)),
  );
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}
