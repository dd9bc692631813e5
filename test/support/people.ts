import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { hashPassword } from '#api/access/password.ts';
import { insertToken, insertUser } from '#api/access/store.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type ChangeAction, logChanges } from '#store/db/changes.ts';
import type { Database } from '#store/db/engine.ts';
import { openDatabase, VARIABLES } from './engine.ts';
import { passwordOf } from './passwords.ts';

const roles = ['editor', 'author', 'contributor', 'subscriber'] as const;
type Named = (typeof roles)[number] | 'admin';

/** Returns hashes of the passwords of all whom `addPeople` adds, by role. */
export async function hashPasswords(): Promise<Record<string, string>> {
  const hashes = roles.map(async (role) => [role, await hashPassword(passwordOf(role))]);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Adds the administrator of a first start, with the password that tests know. */
export async function addAdministrator(db: Database): Promise<void> {
  const password_hash = await hashPassword(passwordOf('admin'));
  await db.write((trx) =>
    insertUser(trx, {
      login: 'admin',
      email: '',
      name: 'Administrator',
      role: 'administrator',
      password_hash,
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
  const made = process.env[VARIABLES.hashes];
  const hashes: Record<string, string> = made ? JSON.parse(made) : await hashPasswords();
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
        const password_hash = hashes[role] ?? null;
        const { id } = await insertUser(trx, {
          login: role,
          name: role,
          role,
          email,
          password_hash,
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
