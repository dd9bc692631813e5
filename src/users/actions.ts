import { type ChangeAction, logChanges } from '#db/changes.ts';
import type { Writing } from '#db/engine.ts';
import type { Actor } from '#posts/actor.ts';
import { utcText } from '#time/clock.ts';
import { invalidParameters, KalendsError, type Problem } from '../errors.ts';
import { makeToken, tokenHash } from './credentials.ts';
import { hashPassword } from './password.ts';
import type { Role } from './permissions.ts';
import { emailProblem, loginKey, loginProblem, nameProblem, passwordProblem } from './rules.ts';
import { findUser, insertToken, insertUser, isTaken, type Token, type User } from './store.ts';

/** What a new user is made of. Without a password only tokens let it in. */
export interface NewUser {
  login: string;
  role: Role;
  email?: string | undefined;
  name?: string | undefined;
  password?: string | undefined;
}

/** Throws `rest_invalid_param` naming every member that has a problem. */
function refuseProblems(problems: Record<string, Problem | undefined>): void {
  const found: Record<string, Problem> = {};
  for (const [name, problem] of Object.entries(problems)) if (problem) found[name] = problem;
  if (Object.keys(found).length > 0) throw invalidParameters(found);
}

/** A login may not be another's address either: one could sign in with the name of the other. */
async function refuseTaken(
  trx: Writing,
  texts: readonly (string | undefined)[],
  except?: number,
): Promise<void> {
  for (const text of texts)
    if (text && (await isTaken(trx, loginKey(text), except))) throw new KalendsError('rest_user_exists');
}

async function logUser(trx: Writing, actor: Actor, id: number, action: ChangeAction): Promise<void> {
  await logChanges(trx, [
    {
      kind: 'user',
      resource_id: id,
      action,
      at_utc: utcText(actor.now),
      user_id: actor.viewer?.id ?? null,
    },
  ]);
}

/** @throws KalendsError `rest_invalid_param`, `rest_user_exists` */
export async function createUser(actor: Actor, fields: NewUser): Promise<User> {
  const login = fields.login.normalize('NFC');
  const email = fields.email?.trim() ?? '';
  const name = fields.name?.trim() || login;
  refuseProblems({
    login: loginProblem(login),
    email: emailProblem(email),
    name: nameProblem(name),
    password: fields.password === undefined ? undefined : passwordProblem(fields.password),
  });
  const password_hash = fields.password === undefined ? null : await hashPassword(fields.password);
  return actor.deps.db.write(async (trx) => {
    await refuseTaken(trx, [login, email]);
    const user = await insertUser(trx, {
      login,
      email,
      name,
      role: fields.role,
      password_hash,
      created_utc: utcText(actor.now),
    });
    await logUser(trx, actor, user.id, 'create');
    return user;
  });
}

/**
 * Makes a token for a user; `secret` is told only now.
 * @throws KalendsError `rest_invalid_param`, `rest_user_invalid_id`
 */
export async function createToken(
  actor: Actor,
  userId: number,
  name: string,
): Promise<{ token: Token; secret: string }> {
  const kept = name.trim();
  refuseProblems({ name: kept === '' ? { message: { key: 'problem.empty' } } : nameProblem(kept) });
  const secret = makeToken();
  const token = await actor.deps.db.write(async (trx) => {
    if (!(await findUser(trx, userId))) throw new KalendsError('rest_user_invalid_id');
    const row = await insertToken(trx, {
      user_id: userId,
      name: kept,
      hash: tokenHash(secret),
      created_utc: utcText(actor.now),
    });
    await logUser(trx, actor, userId, 'update');
    return row;
  });
  return { token, secret };
}
