import { findStoredSettings } from '#api/settings/store.ts';
import { readStoredMail } from '#api/settings/stored-mail.ts';
import type { Config } from '#config.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { createKeyFile, readSecretKey, type SecretKey, seal, sealedBy, unseal } from '#store/secret-key.ts';
import type { TotpRow } from './store.ts';

type Secret = Pick<TotpRow, 'user_id' | 'secret'>;

const ownerOf = (userId: number): string => `totp ${userId}`;
const keyIsMissing = (cause?: unknown) => new KalendsError('rest_second_factor_key', { cause });

/** Returns the key of a file; undefined where there is none. @throws KalendsError `rest_second_factor_key` where it can't be read */
function keyIn(file: string): SecretKey | undefined {
  try {
    return readSecretKey(file);
  } catch (error) {
    throw keyIsMissing(error);
  }
}

/** Lists the secrets of all authenticator apps, as they are stored. */
const listSecrets = (db: Reading): Promise<Secret[]> =>
  db.selectFrom('totp_secrets').select(['user_id', 'secret']).execute();

/**
 * Returns the key by which secrets are sealed, made where there is none. On PostgreSQL, where other nodes may have it, none is
 * made beside secrets of a key that isn't here.
 * @throws KalendsError `rest_second_factor_key`
 */
async function sealingKey(db: Reading, isShared: boolean, file: string): Promise<SecretKey> {
  const key = keyIn(file);
  const mail = readStoredMail((await findStoredSettings(db)).get('mail'));
  const sealed = [...(await listSecrets(db)).map(({ secret }) => secret), mail?.password ?? ''];
  const known = sealed.flatMap((secret) => sealedBy(secret) ?? []);
  const isForeign = known.length > 0 && (key === undefined || !known.includes(key.id));
  if (isShared && isForeign) throw keyIsMissing();
  if (key) return key;
  try {
    return createKeyFile(file);
  } catch (error) {
    throw keyIsMissing(error);
  }
}

/** Returns the secret of an authenticator app as it is stored. @throws KalendsError `rest_second_factor_key` */
export async function sealSecret(
  trx: Writing,
  services: Pick<Services, 'db' | 'config'>,
  { user_id, secret }: Secret,
): Promise<string> {
  return sealText(trx, services, { text: secret, owner: ownerOf(user_id) });
}

/** Returns a text sealed for an owner. @throws KalendsError `rest_second_factor_key` */
export async function sealText(
  trx: Writing,
  { db, config }: Pick<Services, 'db' | 'config'>,
  { text, owner }: { readonly text: string; readonly owner: string },
): Promise<string> {
  return seal(await sealingKey(trx, db.dialect.name === 'postgres', config.keyFile), text, owner);
}

/** Returns the secret of an authenticator app; undefined where its key isn't here. */
export function openSecret(
  { keyFile }: Pick<Config, 'keyFile'>,
  { user_id, secret }: Secret,
): string | undefined {
  // Calendars of older versions kept it as it is, until the next start.
  if (sealedBy(secret) === undefined) return secret === LOST ? undefined : secret;
  const key = keyIn(keyFile);
  return key && unseal(key, secret, ownerOf(user_id));
}

/** Stands in place of a secret whose key was lost: its codes are refused until the app is set up again. */
const LOST = '';

/** Seals secrets that an older version kept as they are, at the start of the service. Returns how many there were. */
export async function sealStoredSecrets({ db, config }: Pick<Services, 'db' | 'config'>): Promise<number> {
  const isOpen = ({ secret }: Secret) => secret !== LOST && sealedBy(secret) === undefined;
  if (!(await listSecrets(db.read)).some(isOpen)) return 0;
  return db.write(async (trx) => {
    const open = (await listSecrets(trx)).filter(isOpen);
    for (const row of open)
      await trx
        .updateTable('totp_secrets')
        .set({ secret: await sealSecret(trx, { db, config }, row) })
        .where('user_id', '=', row.user_id)
        .execute();
    return open.length;
  });
}

/** Lists the logins of those whose authenticator apps can't be used, since the key of their secrets isn't in the file. */
export async function listLostApps(db: Pick<Database, 'read'>, keyFile: string): Promise<string[]> {
  const rows = await db.read
    .selectFrom('totp_secrets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.user_id', 't.secret', 'u.login'])
    .where('t.confirmed_utc', '<>', '')
    .orderBy('u.login')
    .execute();
  return lostAmong(rows, keyFile).map(({ login }) => login);
}

/** Returns those of some authenticator apps whose secrets a key file doesn't open. */
export function lostAmong<T extends Secret>(apps: readonly T[], keyFile: string): T[] {
  const opens = (app: Secret) => {
    try {
      return openSecret({ keyFile }, app) !== undefined;
    } catch {
      return false;
    }
  };
  return apps.filter((app) => !opens(app));
}

/** Forgets secrets whose key isn't in the file, so that a new one may be made for others. Returns the logins of their users. */
export async function forgetLostApps(db: Database, keyFile: string): Promise<string[]> {
  const lost = await listLostApps(db, keyFile);
  if (lost.length > 0)
    await db.write((trx) =>
      trx
        .updateTable('totp_secrets')
        .set({ secret: LOST })
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('login', 'in', lost))
        .execute(),
    );
  return lost;
}
