import type { Attempt } from '#api/access/guesses.ts';
import type { Actor } from '#api/routing/actor.ts';
import { KalendsError } from '#errors.ts';
import { recoveryHash } from './recovery-codes.ts';
import { openSecret } from './sealed-secrets.ts';
import { findTotp, takeRecoveryCode, takeStep } from './store.ts';
import { stepOf } from './totp.ts';

/** Three codes of a million are right at a time: so many tries a day find one in ninety years of trying. */
const WRONG_CODES = { most: 10, windowMs: 15 * 60_000, longestMs: 24 * 3_600_000 };

/** The form of codes that authenticator apps show, with blanks in them. */
const IS_CODE = /^\s*(?:\d\s*){6}$/;

/** Begins a try of a code of a user. @throws KalendsError `rest_too_many_requests` with `Retry-After` */
export const countGuessedCode = ({ guesses }: Actor['services'], userId: number): Promise<Attempt> =>
  guesses.begin([{ name: ['second_factor', userId], limit: WRONG_CODES }]);

/** Proof beside the password: a code of the app, or a recovery code. */
export type SecondProof = 'totp' | 'code';

/**
 * Asks whoever has given a user's right password for a code of the authenticator app, or a recovery code, where the user has
 * turned that on. Each works once. Returns which it was; undefined where nothing is asked for.
 * @throws KalendsError `rest_second_factor_required`, `rest_second_factor_wrong`, `rest_second_factor_key`, `rest_too_many_requests`
 */
export async function proveSecondFactor(
  { services, now }: Pick<Actor, 'services' | 'now'>,
  userId: number,
  code: string | undefined,
): Promise<SecondProof | undefined> {
  const { db } = services;
  const totp = await findTotp(db.read, userId);
  if (!totp?.confirmed_utc) return undefined;
  if (code === undefined || code.trim() === '') throw new KalendsError('rest_second_factor_required');
  const secret = openSecret(services.config, totp);
  // Recovery codes go on.
  if (secret === undefined && IS_CODE.test(code)) throw new KalendsError('rest_second_factor_key');
  const attempt = await countGuessedCode(services, userId);
  const step = secret === undefined ? undefined : stepOf(code, secret, now);
  const isRight = await db.write((trx) =>
    step === undefined ? takeRecoveryCode(trx, userId, recoveryHash(code)) : takeStep(trx, userId, step),
  );
  await (isRight ? attempt.right() : attempt.wrong(db));
  if (!isRight) throw new KalendsError('rest_second_factor_wrong');
  return step === undefined ? 'code' : 'totp';
}
