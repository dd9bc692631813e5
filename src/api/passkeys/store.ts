import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PasskeysTable } from '#store/db/account-tables.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';
import { findSetting } from '#store/db/stored-settings.ts';

/** A row of passkeys. */
export type PasskeyRow = Selectable<PasskeysTable>;

const KEY_SETTING = 'passkey_key';

/** Returns the key of a calendar by which challenges are known as its own; made when it's needed first. */
export async function challengeKey(db: Database): Promise<string> {
  const known = await findSetting(db.read, KEY_SETTING);
  if (known !== undefined) return known;
  return db.write(async (trx) => {
    const value = randomBytes(32).toString('base64url');
    await trx
      .insertInto('settings')
      .values({ name: KEY_SETTING, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    // Another process may have made one meanwhile.
    return (await findSetting(trx, KEY_SETTING)) ?? value;
  });
}

/** Inserts a passkey and returns its row; undefined where its credential is known already. */
export async function insertPasskey(
  trx: Writing,
  passkey: Omit<PasskeyRow, 'id'>,
): Promise<PasskeyRow | undefined> {
  const row = { id: await nextId(trx, 'passkey'), ...passkey };
  return trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns the passkey with a credential's ID, in base64url. */
export async function findPasskey(db: Reading, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Returns the passkeys of a user in order of ID. */
export async function listPasskeys(db: Reading, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Renames a passkey of a user and returns its row; undefined where there is none. */
export async function renamePasskey(
  trx: Writing,
  { userId, id }: { userId: number; id: number },
  name: string,
): Promise<PasskeyRow | undefined> {
  return trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a passkey of a user and returns its row; undefined where there is none. */
export async function deletePasskey(
  trx: Writing,
  { userId, id }: { userId: number; id: number },
): Promise<PasskeyRow | undefined> {
  return trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Notes the use of a passkey, and returns whether it is still there. */
export async function notePasskeyUse(
  trx: Writing,
  id: number,
  used: Pick<PasskeyRow, 'counter' | 'is_backed_up' | 'last_used_utc'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('passkeys')
    .set(used)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers a challenge that was answered, and returns whether it wasn't before: none is answered twice. */
export async function useChallenge(
  trx: Writing,
  { hash, nowUtc, untilUtc }: { hash: string; nowUtc: string; untilUtc: string },
): Promise<boolean> {
  await trx.deleteFrom('used_challenges').where('until_utc', '<=', nowUtc).execute();
  const row = await trx
    .insertInto('used_challenges')
    .values({ hash, until_utc: untilUtc })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}
