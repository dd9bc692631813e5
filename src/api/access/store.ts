import { type Selectable, sql } from 'kysely';
import { KalendsError } from '#errors.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { GuessesTable, TokensTable, UsersTable } from '#store/db/access-tables.ts';
import type { ChangedKind } from '#store/db/changes.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';
import { prepared } from '#store/db/statement.ts';
import type { Role } from './permissions.ts';
import { loginKey } from './rules.ts';
import type { TokenScope } from './scopes.ts';

/** A row of the table of users, and how many second factors the user is asked for beside the password. */
export type User = Omit<Selectable<UsersTable>, 'role'> & { role: Role; second_factors: number | null };
/** A row of the table of tokens: the hash of a token, never its secret. */
export type TokenRow = Selectable<TokensTable>;

const asUser = <T extends Selectable<UsersTable>>(row: T) => ({ ...row, role: row.role as Role });

/** Selects users with what other tables tell of them. */
const users = (db: Reading) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) =>
      eb
        .selectFrom('totp_secrets')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('totp_secrets.user_id', '=', 'users.id')
        .where('totp_secrets.confirmed_utc', '<>', '')
        .as('second_factors'),
    );

/** Returns a user by ID. */
export async function findUser(db: Reading, id: number): Promise<User | undefined> {
  const row = await users(db).where('id', '=', id).executeTakeFirst();
  return row && asUser(row);
}

/** Returns the users with some IDs, by ID; those that don't exist are missing. */
export async function findUsers(db: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, User>> {
  if (ids.length === 0) return new Map();
  const rows = await users(db).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, asUser(row)]));
}

/** Returns a user by login, or by e-mail address where the text has an `@` and is no login. */
export async function findUserByLogin(db: Reading, login: string): Promise<User | undefined> {
  const key = loginKey(login);
  const row =
    (await users(db).where('login_key', '=', key).executeTakeFirst()) ??
    (key.includes('@') ? await users(db).where('email_key', '=', key).executeTakeFirst() : undefined);
  return row && asUser(row);
}

/** Returns a user as `findUserByLogin`. @throws KalendsError `invalid_username` */
export async function getUserByLogin(db: Reading, login: string): Promise<User> {
  const user = await findUserByLogin(db, login);
  if (!user) throw new KalendsError('invalid_username');
  return user;
}

/** Returns users in order of ID, all of them or a slice. */
export async function listUsers(db: Reading, slice?: { limit: number; offset: number }): Promise<User[]> {
  const all = users(db).orderBy('id');
  return (await (slice ? all.limit(slice.limit).offset(slice.offset) : all).execute()).map(asUser);
}

/** Inserts a user and returns its row. */
export async function insertUser(
  trx: Writing,
  user: {
    login: string;
    email: string;
    name: string;
    role: Role;
    password_hash: string | null;
    created_utc: string;
    language?: Language | '';
    /** A number that is free and behind the sequence; absent: the next one. */
    id?: number;
  },
): Promise<User> {
  const row = {
    ...user,
    id: user.id ?? (await nextId(trx, 'user')),
    login_key: loginKey(user.login),
    email_key: user.email ? loginKey(user.email) : null,
    language: user.language ?? '',
    last_seen_utc: null,
  };
  await trx.insertInto('users').values(row).execute();
  return { ...row, second_factors: 0 };
}

/** Updates these columns of a user, others stay as they are. */
export async function updateUser(
  trx: Writing,
  id: number,
  fields: Partial<Pick<User, 'login' | 'email' | 'name' | 'role' | 'password_hash' | 'language'>>,
): Promise<void> {
  const login = fields.login === undefined ? {} : { login_key: loginKey(fields.login) };
  const email = fields.email === undefined ? {} : { email_key: fields.email ? loginKey(fields.email) : null };
  await trx
    .updateTable('users')
    .set({ ...fields, ...login, ...email })
    .where('id', '=', id)
    .execute();
}

/** Notes when a user was here last (UTC). It isn't logged as a change, since no cached answer shows it. */
export async function noteSeen(trx: Writing, id: number, utc: string): Promise<void> {
  await trx.updateTable('users').set({ last_seen_utc: utc }).where('id', '=', id).execute();
}

/** Deletes a user and its tokens; what it owns has been reassigned before. */
export async function deleteUser(trx: Writing, id: number): Promise<void> {
  await deleteTokens(trx, id);
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Returns whether a login or e-mail address, as `loginKey` gives it, is the login or address of a user other than `except`. */
export async function isTaken(db: Reading, key: string, except?: number): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('login_key', '=', key), eb('email_key', '=', key)]))
    .execute();
  return rows.some((row) => row.id !== except);
}

/** Returns how many administrators there are. */
export async function countAdministrators(db: Reading): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'administrator')
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** The kinds that a user can own, with their tables. */
const owned = [
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['media', 'media'],
] as const satisfies readonly (readonly [ChangedKind, string])[];

/** Returns how many events, venues, organizers and files a user owns, the trash included. */
export async function countContent(db: Reading, userId: number): Promise<number> {
  let count = 0;
  for (const [, table] of owned) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('author_id', '=', userId)
      .executeTakeFirst();
    count += Number(row?.n ?? 0);
  }
  return count;
}

/** Makes the user `to` the owner of everything that `from` owns, and returns what that was. */
export async function reassignContent(
  trx: Writing,
  from: number,
  to: number,
): Promise<{ kind: ChangedKind; id: number }[]> {
  const moved: { kind: ChangedKind; id: number }[] = [];
  for (const [kind, table] of owned) {
    const rows = await trx
      .updateTable(table)
      .set({ author_id: to })
      .where('author_id', '=', from)
      .returning('id')
      .execute();
    moved.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return moved;
}

/** Returns how many users there are. */
export async function countUsers(db: Reading): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Inserts a token and returns its row. */
export async function insertToken(
  trx: Writing,
  token: { user_id: number; name: string; hash: string; created_utc: string; scope: TokenScope },
): Promise<TokenRow> {
  const row = { id: await nextId(trx, 'token'), ...token, last_used_utc: null };
  await trx.insertInto('tokens').values(row).execute();
  return row;
}

const tokensWithUsers = prepared((db, hash: string) =>
  db
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id as token_id', 't.last_used_utc', 't.scope', 'u.id', 'u.role', 'u.login'])
    .where('t.hash', '=', hash)
    .compile(),
);

/** Returns the token with a hash and its user, in the columns that authentication needs. */
export async function findTokenUser(
  db: Reading,
  hash: string,
): Promise<
  | { user: Pick<User, 'id' | 'role' | 'login'>; token: Pick<TokenRow, 'id' | 'last_used_utc' | 'scope'> }
  | undefined
> {
  const [row] = await tokensWithUsers(db, hash);
  if (!row) return undefined;
  const { token_id, last_used_utc, scope, id, role, login } = row;
  return { user: { id, role: role as Role, login }, token: { id: token_id, last_used_utc, scope } };
}

/** Returns the token with a hash. */
export async function findTokenByHash(db: Reading, hash: string): Promise<TokenRow | undefined> {
  return db.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Returns the tokens of a user in order of ID. */
export async function listTokens(db: Reading, userId: number): Promise<TokenRow[]> {
  return db.selectFrom('tokens').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Deletes all tokens of a user. */
export async function deleteTokens(trx: Writing, userId: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', userId).execute();
}

/** Deletes a token of a user and returns it; undefined where the user has no such token. */
export async function deleteToken(trx: Writing, userId: number, id: number): Promise<TokenRow | undefined> {
  return trx
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Notes when a token was last used (UTC). It isn't logged as a change, since no cached answer shows it. */
export async function noteTokenUse(trx: Writing, id: number, utc: string): Promise<void> {
  await trx.updateTable('tokens').set({ last_used_utc: utc }).where('id', '=', id).execute();
}

/** Returns the administrator with the lowest ID, on whose behalf commands write. */
export async function findFirstAdministrator(db: Reading): Promise<User | undefined> {
  const row = await users(db).where('role', '=', 'administrator').orderBy('id').limit(1).executeTakeFirst();
  return row && asUser(row);
}

/** Returns the counts under some keys whose time isn't over at `nowUtc`. */
export async function listGuesses(
  db: Reading,
  keys: readonly string[],
  nowUtc: string,
): Promise<Map<string, GuessesTable>> {
  const rows = await db
    .selectFrom('guesses')
    .selectAll()
    .where('key', 'in', keys)
    .where('until_utc', '>', nowUtc)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Adds one to the count under a key, or begins a new one where its time is over. Returns the count and its end. */
export async function countGuess(
  trx: Writing,
  { key, untilUtc }: { key: string; untilUtc: string },
  nowUtc: string,
): Promise<GuessesTable> {
  const isOver = sql<boolean>`guesses.until_utc <= ${nowUtc}`;
  return trx
    .insertInto('guesses')
    .values({ key, tries: 1, until_utc: untilUtc, pauses: 0, forget_utc: '' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql<number>`case when ${isOver} then 1 else guesses.tries + 1 end`,
        until_utc: sql<string>`case when ${isOver} then ${untilUtc} else guesses.until_utc end`,
        pauses: sql<number>`case when guesses.forget_utc <= ${nowUtc} then 0 else guesses.pauses end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Begins a pause of the count under a key, and returns the count as it is then. */
export async function pauseGuesses(
  trx: Writing,
  { key, untilUtc, forgetUtc }: { key: string; untilUtc: string; forgetUtc: string },
): Promise<GuessesTable> {
  return trx
    .updateTable('guesses')
    .set({ until_utc: untilUtc, forget_utc: forgetUtc, pauses: sql<number>`pauses + 1` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes until when a client is known under a key, which counts no guess. */
export async function noteKnown(trx: Writing, key: string, untilUtc: string): Promise<void> {
  await trx
    .insertInto('guesses')
    .values({ key, tries: 0, until_utc: untilUtc, pauses: 0, forget_utc: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until_utc: untilUtc }))
    .execute();
}

/** Deletes the counts whose time is over, once their pauses are forgotten. */
export async function trimGuesses(trx: Writing, nowUtc: string): Promise<void> {
  await trx
    .deleteFrom('guesses')
    .where('until_utc', '<=', nowUtc)
    .where('forget_utc', '<=', nowUtc)
    .execute();
}
