import { type Counter, guesserAt, type SharedGuesses } from './guesses.ts';
import { verifyPassword } from './password.ts';
import { loginKey } from './rules.ts';
import type { User } from './store.ts';

const HOUR_MS = 3_600_000;
/** Locks a client out of a login after thirty guesses at it, and no other client. */
const BY_CLIENT_AND_LOGIN = { most: 30, windowMs: 60_000, longestMs: 24 * HOUR_MS };
/** Bounds many clients that guess at one login; clients from which it signed in before aren't held to it. */
const BY_LOGIN = { most: 100, windowMs: 60_000, longestMs: HOUR_MS };
/** Bounds one client that guesses at many logins; those that signed in from it before aren't held to it. */
const BY_CLIENT = { most: 150, windowMs: 60_000, longestMs: HOUR_MS };

/** A try of a password: whose it may be (undefined: nobody's), the login as typed, and the address of the client. */
export interface PasswordTry {
  readonly user: User | undefined;
  readonly login: string;
  readonly client: string;
}

/**
 * Refuses a try where the client has used up its guesses at the login; counts nothing.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable`
 */
export async function checkGuesses(
  guesses: SharedGuesses,
  { user, login, client }: PasswordTry,
): Promise<void> {
  await guesses.check(byClient(whose(user, login), client));
}

/**
 * Checks a password by its slow hash, as one guess of the client's; an unknown login takes as long.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable`
 */
export async function checkPassword(
  guesses: SharedGuesses,
  { user, login, password, client }: PasswordTry & { readonly password: string },
): Promise<boolean> {
  const at = whose(user, login);
  const both = [...at, guesserAt(client)];
  const attempt = await guesses.begin([
    byClient(at, client),
    { name: ['password', ...at], limit: BY_LOGIN, unlessKnown: ['known', ...both] },
    // Else whoever has a list of logins could try some on each, and keep the slow hash busy.
    { name: ['passwords', guesserAt(client)], limit: BY_CLIENT, unlessKnown: ['known', ...both] },
  ]);
  const right = await verifyPassword(password, user?.password_hash ?? null);
  await (right ? attempt.right() : attempt.wrong());
  return right;
}

/** Returns the user or the login that guesses count for: a user's login and e-mail address count as one. */
const whose = (user: User | undefined, login: string): (string | number)[] =>
  user ? [user.id] : ['login', loginKey(login)];

const byClient = (at: readonly (string | number)[], client: string): Counter => ({
  name: ['password', ...at, guesserAt(client)],
  limit: BY_CLIENT_AND_LOGIN,
});
