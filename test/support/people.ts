import { argon2Sync, randomBytes } from 'node:crypto';
import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { insertToken, insertUser } from '#api/access/store.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type ChangeAction, logChanges } from '#store/db/changes.ts';
import type { Database } from '#store/db/engine.ts';
import { openDatabase } from './engine.ts';
import { passwordOf } from './passwords.ts';

const roles = ['editor', 'author', 'contributor', 'subscriber'] as const;
type Named = (typeof roles)[number] | 'admin';

/** The least that argon2 takes. */
const MEMORY_KIB = 8;

/** Returns the hash of a role's password in the form of the service, of the least cost: tests sign in by the thousand. */
function hashPasswordOf(role: Named): string {
  const nonce = randomBytes(16);
  const cost = { memory: MEMORY_KIB, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync('argon2id', { message: passwordOf(role), nonce, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${text(nonce)}$${text(hash)}`;
}

/** Adds the administrator of a first start, with the password that tests know. */
export async function addAdministrator(db: Database): Promise<void> {
  await db.write((trx) =>
    insertUser(trx, {
      login: 'admin',
      email: '',
      name: 'Administrator',
      role: 'administrator',
      password_hash: hashPasswordOf('admin'),
      created_utc: '2026-01-01 00:00:00',
    }),
  );
}

/**
 * Does what `user add` and `token add` do, without a program for each, nor all that programs import. Returns the tokens.
 * @param env of the service
 */
export async function addPeople(env: NodeJS.ProcessEnv): Promise<Map<Named, string>> {
  const { KALENDS_CLOCK: clock } = env;
  const now = utcText(clock ? Temporal.Instant.from(clock) : Temporal.Now.instant());
  const secrets = new Map<Named, string>();
  const db = await openDatabase(env);
  try {
    await db.write(async (trx) => {
      const log = (id: number, action: ChangeAction) =>
        logChanges(trx, [{ kind: 'user', resource_id: id, action, at_utc: now, user_id: null }]);
      const addToken = async (role: Named, id: number) => {
        const secret = makeToken();
        const hash = tokenHash(secret);
        await insertToken(trx, { user_id: id, name: 'tests', hash, scope: 'admin', created_utc: now });
        await log(id, 'update');
        secrets.set(role, secret);
      };
      await addToken('admin', 1);
      for (const role of roles) {
        const email = `${role}@example.org`;
        const { id } = await insertUser(trx, {
          login: role,
          name: role,
          role,
          email,
          password_hash: hashPasswordOf(role),
          created_utc: now,
        });
        await log(id, 'create');
        await addToken(role, id);
      }
    });
  } finally {
    await db.close();
  }
  return secrets;
}
