import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
/** Time within which a challenge has to be answered. */
const VALID_SECONDS = 300;

const macOf = (key: string, subject: string, head: Buffer): Buffer =>
  createHmac('sha256', key).update(subject).update('\n').update(head).digest().subarray(0, MAC_BYTES);

/**
 * Returns a challenge for an authenticator that its signature proves to be ours, for five minutes: nothing of it is stored, so that
 * strangers who ask for challenges fill no table. @param subject what it is for; another one doesn't take it
 */
export function makeChallenge(key: string, subject: string, now: Temporal.Instant): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(Math.floor(now.epochMilliseconds / 1000) + VALID_SECONDS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([head, macOf(key, subject, head)]);
}

/** Returns whether a challenge in base64url is ours, for that subject, and not too old. */
export function isOwnChallenge(
  challenge: string,
  { key, subject, now }: { key: string; subject: string; now: Temporal.Instant },
): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return false;
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), macOf(key, subject, head))) return false;
  return head.readUIntBE(NONCE_BYTES, TIME_BYTES) * 1000 > now.epochMilliseconds;
}

/** Returns the hash by which a challenge that was answered is remembered, until it's too old anyway. */
export const challengeHash = (challenge: string): string =>
  createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex');

/** Returns until when an answered challenge has to be remembered. */
export const rememberedUntil = (now: Temporal.Instant): Temporal.Instant =>
  now.add({ seconds: VALID_SECONDS });

/** Returns the handle of a user that authenticators keep: it tells nothing of them, and is the same for all their passkeys. */
export const userHandle = (key: string, userId: number): Buffer<ArrayBuffer> =>
  Buffer.from(createHmac('sha256', key).update(`user\n${userId}`).digest());
