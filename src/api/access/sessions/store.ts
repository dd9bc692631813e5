import type { Selectable } from 'kysely';
import type { SessionsTable } from '#store/db/access-tables.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';
import { prepared } from '#store/db/statement.ts';
import type { Role } from '../permissions.ts';

/** A row of the table of sessions: hashes of its secrets, never a secret. */
export type SessionRow = Selectable<SessionsTable>;

/** A session with what authentication needs of its user. */
export type SessionWithUser = SessionRow & { readonly role: Role; readonly login: string };

/** Inserts a session and returns its row. */
export async function insertSession(trx: Writing, session: Omit<SessionRow, 'id'>): Promise<SessionRow> {
  const row = { id: await nextId(trx, 'session'), ...session };
  await trx.insertInto('sessions').values(row).execute();
  return row;
}

const byHash = prepared((db, hash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.role', 'users.login'])
    .where((eb) => eb.or([eb('sessions.hash', '=', hash), eb('sessions.previous_hash', '=', hash)]))
    .compile(),
);

/** Returns the session whose present or former secret has a hash, expired or not. */
export async function findSessionByHash(db: Reading, hash: string): Promise<SessionWithUser | undefined> {
  const [row] = await byHash(db, hash);
  return row && { ...row, role: row.role as Role };
}

/** Returns a session by ID that hasn't expired at `nowUtc`. */
export async function findSession(db: Reading, id: number, nowUtc: string): Promise<SessionRow | undefined> {
  return openSessions(db, nowUtc).where('id', '=', id).executeTakeFirst();
}

/** Returns the sessions of a user that haven't expired at `nowUtc`, the one used last first. */
export async function listSessions(db: Reading, userId: number, nowUtc: string): Promise<SessionRow[]> {
  return openSessions(db, nowUtc)
    .where('user_id', '=', userId)
    .orderBy('last_used_utc', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const openSessions = (db: Reading, nowUtc: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('idle_until_utc', '>', nowUtc)
    .where('expires_utc', '>', nowUtc);

/**
 * Gives a session a new secret. Returns whether it did: not where another request has been first.
 * @param rotation `hash` the one that is replaced, `previous` the one that is answered to for a while
 */
export async function rotateSession(
  trx: Writing,
  id: number,
  rotation: { hash: string; previous: string; next: string; nowUtc: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({
      hash: rotation.next,
      previous_hash: rotation.previous,
      rotated_utc: rotation.nowUtc,
      received_utc: null,
    })
    .where('id', '=', id)
    .where('hash', '=', rotation.hash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes the use of a session: these columns of it, others stay as they are. */
export async function noteSessionUse(
  trx: Writing,
  id: number,
  use: Partial<Pick<SessionRow, 'last_used_utc' | 'idle_until_utc' | 'received_utc' | 'address'>>,
): Promise<void> {
  await trx.updateTable('sessions').set(use).where('id', '=', id).execute();
}

/** Deletes a session, of a user where one is named, and returns its row; undefined where there is none. */
export async function deleteSession(
  trx: Writing,
  id: number,
  userId?: number,
): Promise<SessionRow | undefined> {
  const rows = trx.deleteFrom('sessions').where('id', '=', id).returningAll();
  return (userId === undefined ? rows : rows.where('user_id', '=', userId)).executeTakeFirst();
}

/** Deletes the sessions of a user but one, and returns how many there were. */
export async function deleteSessions(trx: Writing, userId: number, except?: number): Promise<number> {
  const rows = trx.deleteFrom('sessions').where('user_id', '=', userId).returning('id');
  return (await (except === undefined ? rows : rows.where('id', '<>', except)).execute()).length;
}

/** Deletes everybody's sessions that have expired at `nowUtc`, and those of a user beyond the `most` used last. */
export async function trimSessions(
  trx: Writing,
  { nowUtc, userId, most }: { nowUtc: string; userId: number; most: number },
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('idle_until_utc', '<=', nowUtc), eb('expires_utc', '<=', nowUtc)]))
    .execute();
  const oldest = (await listSessions(trx, userId, nowUtc)).slice(most).map(({ id }) => id);
  if (oldest.length > 0) await trx.deleteFrom('sessions').where('id', 'in', oldest).execute();
}
