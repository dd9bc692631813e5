import type { Selectable } from 'kysely';
import type { TotpSecretsTable } from '#store/db/account-tables.ts';
import type { Reading, Writing } from '#store/db/engine.ts';

/** A row of the secrets of authenticator apps. */
export type TotpRow = Selectable<TotpSecretsTable>;

/** Returns the secret of a user's authenticator app, confirmed or not. */
export async function findTotp(db: Reading, userId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that has yet to be confirmed, in place of an earlier one that wasn't. */
export async function putUnconfirmedTotp(trx: Writing, userId: number, secret: string): Promise<void> {
  await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_utc', 'is', null)
    .execute();
  await trx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret, confirmed_utc: null, last_step: 0 })
    .execute();
}

/** Confirms a secret with the step of its first code, and returns whether it was still unconfirmed. */
export async function confirmTotp(
  trx: Writing,
  { user_id, secret }: TotpRow,
  step: number,
  utc: string,
): Promise<boolean> {
  const row = await trx
    .updateTable('totp_secrets')
    .set({ confirmed_utc: utc, last_step: step })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('confirmed_utc', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the code of a step, and returns whether no code of it or a later one was taken before: none works twice. */
export async function takeStep(trx: Writing, userId: number, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_utc', '<>', '')
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a recovery code by its hash, and returns whether there was one. */
export async function takeRecoveryCode(trx: Writing, userId: number, hash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the hashes of a user's recovery codes, in place of earlier ones. */
export async function putRecoveryCodes(
  trx: Writing,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(db: Reading, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Returns how many passkeys a user has. */
export async function countPasskeys(db: Reading, userId: number): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Deletes a user's authenticator app and recovery codes, and returns whether the app was confirmed. */
export async function deleteSecondFactor(trx: Writing, userId: number): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const row = await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_utc')
    .executeTakeFirst();
  return typeof row?.confirmed_utc === 'string';
}

/** Deletes all passkeys of a user, and returns how many there were. */
export async function deletePasskeys(trx: Writing, userId: number): Promise<number> {
  const rows = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  return rows.length;
}
