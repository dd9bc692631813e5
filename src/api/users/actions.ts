import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { hashPassword } from '#api/access/password.ts';
import type { Role } from '#api/access/permissions.ts';
import { emailProblem, loginKey, loginProblem, nameProblem, passwordProblem } from '#api/access/rules.ts';
import { DEFAULT_SCOPE, type TokenScope } from '#api/access/scopes.ts';
import { requirePassword } from '#api/access/sessions/proof.ts';
import { deleteSessions } from '#api/access/sessions/store.ts';
import {
  countAdministrators,
  countContent,
  deleteToken,
  deleteTokens,
  deleteUser,
  findUser,
  insertToken,
  insertUser,
  isTaken,
  reassignContent,
  type TokenRow,
  type User,
  updateUser,
} from '#api/access/store.ts';
import { deleteLinksTo } from '#api/account-links/store.ts';
import { type Actor, changed } from '#api/routing/actor.ts';
import { invalidParameter, invalidParameters, KalendsError, type Problem } from '#errors.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type ChangeAction, logChanges } from '#store/db/changes.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { reserveId } from '#store/db/sequence.ts';

/** The fields of a new user, who can only sign in with tokens if there is no password. */
export interface NewUser {
  login: string;
  role: Role;
  email?: string | undefined;
  name?: string | undefined;
  password?: string | undefined;
  language?: Language | '' | undefined;
  /** The password of the user who makes it. */
  current_password?: string | undefined;
}

/** Throws `rest_invalid_param` naming every member that has a problem. */
function refuseProblems(problems: Record<string, Problem | undefined>): void {
  const found: Record<string, Problem> = {};
  for (const [name, problem] of Object.entries(problems)) if (problem) found[name] = problem;
  if (Object.keys(found).length > 0) throw invalidParameters(found);
}

/** Throws `rest_user_exists` if a login or address is another user's login or address: either signs in. */
async function refuseTaken(
  trx: Writing,
  texts: readonly (string | undefined)[],
  except?: number,
): Promise<void> {
  for (const text of texts)
    if (text && (await isTaken(trx, loginKey(text), except))) throw new KalendsError('rest_user_exists');
}

async function logUser(trx: Writing, actor: Actor, id: number, action: ChangeAction): Promise<void> {
  await logChanges(trx, [changed(actor, 'user', id, action)]);
}

/**
 * Creates a user; an administrator needs the password of the user who makes it (contract D50).
 * @throws KalendsError `rest_invalid_param`, `rest_user_exists`, `rest_password_required`, `rest_too_many_requests`
 * @param meanwhile is done in the same transaction, before
 */
export async function createUser(
  actor: Actor,
  fields: NewUser,
  meanwhile?: (trx: Writing) => Promise<void>,
): Promise<User> {
  const login = fields.login.normalize('NFC');
  const email = fields.email?.trim() ?? '';
  const name = fields.name?.trim() || login;
  refuseProblems({
    login: loginProblem(login),
    email: emailProblem(email),
    name: nameProblem(name),
    password: fields.password === undefined ? undefined : passwordProblem(fields.password),
  });
  if (fields.role === 'administrator' || fields.current_password !== undefined)
    await requirePassword(actor, fields.current_password);
  const password_hash = fields.password === undefined ? null : await hashPassword(fields.password);
  return actor.services.db.write(async (trx) => {
    await meanwhile?.(trx);
    await refuseTaken(trx, [login, email]);
    const user = await insertUser(trx, {
      login,
      email,
      name,
      role: fields.role,
      language: fields.language ?? '',
      password_hash,
      created_utc: utcText(actor.now),
    });
    await logUser(trx, actor, user.id, 'create');
    return user;
  });
}

/**
 * Creates the user of an imported author: role author, without password and token, so that nobody can sign in until an
 * administrator sets a password. The wanted ID is used where it is free; a login that is taken gets a number. Returns the ID.
 */
export async function importAuthor(
  trx: Writing,
  actor: Actor,
  author: { wantedId: number | undefined; login: string; name: string },
): Promise<number> {
  const { wantedId } = author;
  const id = wantedId !== undefined && !(await findUser(trx, wantedId)) ? wantedId : undefined;
  if (id !== undefined) await reserveId(trx, 'user', id);
  let login = author.login;
  for (let n = 2; await isTaken(trx, loginKey(login)); n++) login = `${author.login}-${n}`;
  const user = await insertUser(trx, {
    ...(id === undefined ? {} : { id }),
    login,
    email: '',
    name: author.name,
    role: 'author',
    password_hash: null,
    created_utc: utcText(actor.now),
  });
  await logUser(trx, actor, user.id, 'create');
  return user.id;
}

/** Changes of a user; absent ones leave the field as it is. `email: ''` removes the address, `name: ''` shows the login. */
export interface UserChange {
  /** The new login; a name that was the login changes with it. */
  login?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: Role | undefined;
  /** The language in which the user is spoken to; `''`: what the browser asks. */
  language?: Language | '' | undefined;
  password?: string | undefined;
  /** The password of the user who makes the change. */
  current_password?: string | undefined;
  /** Revokes all the user's tokens. */
  revoke_tokens?: boolean | undefined;
}

async function getUser(db: Reading, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw new KalendsError('rest_user_invalid_id');
  return user;
}

async function refuseLastAdministrator(trx: Writing, user: User): Promise<void> {
  if (user.role === 'administrator' && (await countAdministrators(trx)) <= 1)
    throw new KalendsError('rest_user_last_administrator');
}

/**
 * Changes a user. A new password, e-mail address or role needs the password of the user who makes the change (contract D50).
 * @throws KalendsError `rest_invalid_param`, `rest_user_invalid_id`, `rest_user_exists`, `rest_user_last_administrator`,
 * `rest_password_required`, `rest_too_many_requests`
 * @param meanwhile is done in the same transaction, before
 */
export async function changeUser(
  actor: Actor,
  id: number,
  change: UserChange,
  meanwhile?: (trx: Writing) => Promise<void>,
): Promise<User> {
  const login = change.login?.normalize('NFC');
  const email = change.email?.trim();
  const name = change.name?.trim();
  refuseProblems({
    login: login === undefined ? undefined : loginProblem(login),
    email: email === undefined ? undefined : emailProblem(email),
    name: name === undefined ? undefined : nameProblem(name),
    password: change.password === undefined ? undefined : passwordProblem(change.password),
  });
  const { read } = actor.services.db;
  const before = await getUser(read, id);
  const role = change.role === before.role ? undefined : change.role;
  const isProtected =
    change.password !== undefined || (email !== undefined && email !== before.email) || role !== undefined;
  if (isProtected || change.current_password !== undefined)
    await requirePassword(actor, change.current_password);
  const password_hash = change.password === undefined ? undefined : await hashPassword(change.password);
  return actor.services.db.write(async (trx) => {
    await meanwhile?.(trx);
    const user = await getUser(trx, id);
    if (role !== undefined && role !== 'administrator') await refuseLastAdministrator(trx, user);
    await refuseTaken(trx, [login, email], id);
    const renamed = login ?? user.login;
    const unchanged = user.name === user.login ? renamed : user.name;
    const given = {
      login: renamed,
      email: email ?? user.email,
      name: name === undefined ? unchanged : name || renamed,
      role: role ?? user.role,
      language: change.language ?? user.language,
      password_hash: password_hash ?? user.password_hash,
    };
    await updateUser(trx, id, given);
    if (password_hash !== undefined) await deleteLinksTo(trx, id);
    else if (given.email !== user.email) await deleteLinksTo(trx, id, 'reset');
    if (change.revoke_tokens) await deleteTokens(trx, id);
    // Whoever knew the old one may be signed in; the session that changes it goes on.
    if (password_hash !== undefined) await deleteSessions(trx, id, actor.viewer?.session);
    await logUser(trx, actor, id, 'update');
    return { ...user, ...given };
  });
}

/** Changes the user's own record. @throws KalendsError as `changeUser` */
export async function changeOwnUser(
  actor: Actor,
  id: number,
  change: Omit<UserChange, 'role' | 'login'>,
): Promise<User> {
  return changeUser(actor, id, { ...change, role: undefined, login: undefined });
}

/**
 * Deletes a user with its tokens. What it owns goes to the user `reassign`. Returns the user as it was.
 * @throws KalendsError `rest_user_invalid_id`, `rest_user_last_administrator`, `rest_user_has_content`, `rest_invalid_param`
 */
export async function removeUser(
  actor: Actor,
  id: number,
  reassign?: number,
): Promise<{ user: User; moved: number }> {
  return actor.services.db.write(async (trx) => {
    const user = await getUser(trx, id);
    await refuseLastAdministrator(trx, user);
    if (reassign !== undefined && (reassign === id || !(await findUser(trx, reassign))))
      throw invalidParameter('reassign', { key: 'problem.reassign' });
    const count = reassign === undefined ? await countContent(trx, id) : 0;
    if (count > 0) throw new KalendsError('rest_user_has_content', { values: { count } });
    const moved = reassign === undefined ? [] : await reassignContent(trx, id, reassign);
    await deleteUser(trx, id);
    await logChanges(trx, [
      ...moved.map((one) => changed(actor, one.kind, one.id, 'update')),
      changed(actor, 'user', id, 'delete'),
    ]);
    return { user, moved: moved.length };
  });
}

/** The fields of a new token. */
export interface NewToken {
  readonly name: string;
  /** Absent: `DEFAULT_SCOPE`. */
  readonly scope?: TokenScope | undefined;
  /** The password of the user who asks. */
  readonly current_password?: string | undefined;
}

/**
 * Creates a token for a user; its `secret` can't be read again. The user who asks must have proved the own password.
 * @throws KalendsError `rest_invalid_param`, `rest_user_invalid_id`, `rest_password_required`, `rest_too_many_requests`
 */
export async function createToken(
  actor: Actor,
  userId: number,
  { name, scope = DEFAULT_SCOPE, current_password: currentPassword }: NewToken,
): Promise<{ token: TokenRow; secret: string }> {
  const trimmed = name.trim();
  refuseProblems({ name: trimmed === '' ? { message: { key: 'problem.empty' } } : nameProblem(trimmed) });
  await requirePassword(actor, currentPassword);
  const secret = makeToken();
  const token = await actor.services.db.write(async (trx) => {
    await getUser(trx, userId);
    const row = await insertToken(trx, {
      user_id: userId,
      name: trimmed,
      hash: tokenHash(secret),
      scope,
      created_utc: utcText(actor.now),
    });
    await logUser(trx, actor, userId, 'update');
    return row;
  });
  return { token, secret };
}

/** Revokes a token and returns it as it was. @throws KalendsError `rest_token_invalid_id` */
export async function removeToken(actor: Actor, userId: number, id: number): Promise<TokenRow> {
  return actor.services.db.write(async (trx) => {
    const token = await deleteToken(trx, userId, id);
    if (!token) throw new KalendsError('rest_token_invalid_id');
    await logUser(trx, actor, userId, 'update');
    return token;
  });
}
