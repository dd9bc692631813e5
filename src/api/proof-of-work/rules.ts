import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A challenge to a sender: to spend time on each request is cheap for a person and dear for a machine that sends many. */
export interface Challenge {
  readonly challenge: string;
  /** Leading zero bits that the SHA-256 of `challenge:proof` must have; 0: none is asked. */
  readonly difficulty: number;
  readonly expiresSeconds: number;
}

/** So long a challenge holds: somebody may take time over a form. */
export const VALID_SECONDS = 4 * 3600;

const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Makes a challenge, which is stored nowhere: its own signature says that it is ours. */
export function makeChallenge(key: string, difficulty: number, nowSeconds: number, nonce: string): Challenge {
  const expiresSeconds = nowSeconds + VALID_SECONDS;
  const text = `${expiresSeconds}.${difficulty}.${nonce}`;
  return { challenge: `${text}.${mac(key, text)}`, difficulty, expiresSeconds };
}

/** Returns the challenge that a text is, with the time at which it was made; undefined: none of ours, or no longer. */
export function readChallenge(
  key: string,
  text: string,
  nowSeconds: number,
): (Challenge & { readonly madeSeconds: number }) | undefined {
  const [, signed = '', expires, bits, signature = ''] =
    /^((\d{1,12})\.(\d{1,2})\.[\w-]{1,40})\.([\w-]{43})$/.exec(text) ?? [];
  const expected = Buffer.from(mac(key, signed));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const expiresSeconds = Number(expires);
  if (expiresSeconds <= nowSeconds) return undefined;
  const madeSeconds = expiresSeconds - VALID_SECONDS;
  return { challenge: text, difficulty: Number(bits), expiresSeconds, madeSeconds };
}

/** Returns whether a text proves the work that a challenge asks for. */
export function isProof({ challenge, difficulty }: Challenge, proof: string): boolean {
  const digest = createHash('sha256').update(`${challenge}:${proof}`).digest();
  return leadingZeros(digest) >= difficulty;
}

function leadingZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}
