import { requirePassword } from '#api/access/sessions/proof.ts';
import { findUser, type User } from '#api/access/store.ts';
import { type Actor, changed } from '#api/routing/actor.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import { logChanges } from '#store/db/changes.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { makeRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { openSecret, sealSecret } from './sealed-secrets.ts';
import {
  confirmTotp,
  countPasskeys,
  countRecoveryCodes,
  deletePasskeys,
  deleteSecondFactor,
  findTotp,
  putRecoveryCodes,
  putUnconfirmedTotp,
} from './store.ts';
import { keyAddress, makeSecretKey, stepOf } from './totp.ts';
import { countGuessedCode } from './verify.ts';

async function getUser(db: Reading, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw new KalendsError('rest_user_invalid_id');
  return user;
}

const logUser = (trx: Writing, actor: Actor, id: number) =>
  logChanges(trx, [changed(actor, 'user', id, 'update')]);

/** The ways to sign in that a user has beside the password. */
export interface SecondFactorState {
  /** Since when codes of an authenticator app are asked for, UTC; null: they aren't. */
  readonly totp_since_utc: string | null;
  readonly recovery_codes: number;
  readonly passkeys: number;
}

/** Returns what a user has beside the password. @throws KalendsError `rest_user_invalid_id` */
export async function secondFactorState(read: Reading, id: number): Promise<SecondFactorState> {
  await getUser(read, id);
  const totp = await findTotp(read, id);
  return {
    totp_since_utc: totp?.confirmed_utc ?? null,
    recovery_codes: await countRecoveryCodes(read, id),
    passkeys: await countPasskeys(read, id),
  };
}

/** The secret of an authenticator app, as it is shown once. */
export interface NewKey {
  readonly secret: string;
  readonly address: string;
}

/**
 * Makes a secret for a user's authenticator app, which counts once `confirmApp` has had a code of it.
 * @throws KalendsError `rest_second_factor_active`, `rest_second_factor_key`, `rest_password_required`, `rest_too_many_requests`
 */
export async function beginApp(actor: Actor, id: number, currentPassword?: string): Promise<NewKey> {
  const { db, config } = actor.services;
  const { login } = await getUser(db.read, id);
  await requirePassword(actor, currentPassword);
  const secret = makeSecretKey();
  await db.write(async (trx) => {
    if ((await findTotp(trx, id))?.confirmed_utc) throw new KalendsError('rest_second_factor_active');
    const sealed = await sealSecret(trx, actor.services, { user_id: id, secret });
    await putUnconfirmedTotp(trx, id, sealed);
  });
  return { secret, address: keyAddress(secret, config.siteName, login) };
}

/**
 * Turns on the authenticator app that `beginApp` made, by a code of it. Returns the recovery codes, which can't be shown again.
 * @throws KalendsError `rest_second_factor_active`, `rest_invalid_param` for a wrong code, `rest_too_many_requests`
 */
export async function confirmApp(actor: Actor, id: number, code: string): Promise<string[]> {
  const { db } = actor.services;
  const totp = await findTotp(db.read, id);
  if (totp?.confirmed_utc) throw new KalendsError('rest_second_factor_active');
  const attempt = await countGuessedCode(actor.services, id);
  const secret = totp && openSecret(actor.services.config, totp);
  if (totp && secret === undefined) throw new KalendsError('rest_second_factor_key');
  const step = secret === undefined ? undefined : stepOf(code, secret, actor.now);
  await (step === undefined ? attempt.wrong() : attempt.right());
  if (!totp || step === undefined) throw invalidParameter('code', { key: 'problem.second_factor' });
  const codes = makeRecoveryCodes();
  await db.write(async (trx) => {
    if (!(await confirmTotp(trx, totp, step, utcText(actor.now))))
      throw invalidParameter('code', { key: 'problem.second_factor' });
    await putRecoveryCodes(trx, id, codes.map(recoveryHash));
    await logUser(trx, actor, id);
  });
  return codes;
}

/**
 * Replaces a user's recovery codes and returns the new ones, which can't be shown again.
 * @throws KalendsError `rest_second_factor_inactive`, `rest_password_required`, `rest_too_many_requests`
 */
export async function renewRecoveryCodes(
  actor: Actor,
  id: number,
  currentPassword?: string,
): Promise<string[]> {
  await requirePassword(actor, currentPassword);
  const codes = makeRecoveryCodes();
  await actor.services.db.write(async (trx) => {
    if (!(await findTotp(trx, id))?.confirmed_utc) throw new KalendsError('rest_second_factor_inactive');
    await putRecoveryCodes(trx, id, codes.map(recoveryHash));
    await logUser(trx, actor, id);
  });
  return codes;
}

/**
 * Turns off a user's authenticator app with its recovery codes, and removes the passkeys too if that is asked. Returns what
 * there was.
 * @throws KalendsError `rest_user_invalid_id`, `rest_password_required`, `rest_too_many_requests`
 */
export async function disableSecondFactor(
  actor: Actor,
  id: number,
  { passkeys = false, currentPassword }: { passkeys?: boolean; currentPassword?: string | undefined },
): Promise<SecondFactorState> {
  const before = await secondFactorState(actor.services.db.read, id);
  await requirePassword(actor, currentPassword);
  await actor.services.db.write(async (trx) => {
    const wasOn = await deleteSecondFactor(trx, id);
    const removed = passkeys ? await deletePasskeys(trx, id) : 0;
    if (wasOn || removed > 0) await logUser(trx, actor, id);
  });
  return before;
}
