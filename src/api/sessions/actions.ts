import { checkPassword } from '#api/access/guesses.ts';
import {
  endedCookie,
  isFromElsewhere,
  makeSecret,
  secretHash,
  sessionCookie,
} from '#api/access/sessions/cookie.ts';
import { lifetimeFrom, maxAgeOf } from '#api/access/sessions/lifetime.ts';
import {
  deleteSession,
  deleteSessions,
  insertSession,
  type SessionRow,
  trimSessions,
} from '#api/access/sessions/store.ts';
import { findUserByLogin, noteSeen, type User } from '#api/access/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import { proveSecondFactor } from '#api/second-factor/verify.ts';
import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { SignInMethod, signInFields } from './schema.ts';

/** The most sessions of a user; beyond them the one longest unused ends. */
const MOST = 100;
const AGENT_MOST = 300;
const ADDRESS_MOST = 100;

/** A session that has begun, with the `Set-Cookie` by which a browser has it. */
export interface StartedSession {
  readonly session: SessionRow;
  readonly cookie: string;
}

/** Ways in which somebody has proved who they are. */
export interface Proof {
  readonly methods: readonly SignInMethod[];
  /** Whether the session is to outlive the browser's window. */
  readonly remember: boolean;
}

/**
 * Begins a session for whoever has proved to be a user; the one that the request came with ends. Send its cookie with the
 * answer, and its user by `presentCurrent`.
 */
export async function startSession(
  call: { services: Pick<Services, 'db'> } & Pick<Call, 'viewer' | 'now' | 'client' | 'sender' | 'links'>,
  user: Pick<User, 'id'>,
  { methods, remember }: Proof,
): Promise<StartedSession> {
  const { services, viewer, now, client, sender, links } = call;
  const secret = makeSecret();
  const nowUtc = utcText(now);
  const session = await services.db.write(async (trx) => {
    if (viewer?.session !== undefined) await deleteSession(trx, viewer.session);
    await trimSessions(trx, { nowUtc, userId: user.id, most: MOST - 1 });
    await noteSeen(trx, user.id, nowUtc);
    return insertSession(trx, {
      user_id: user.id,
      hash: secretHash(secret),
      previous_hash: null,
      rotated_utc: nowUtc,
      received_utc: null,
      methods: methods.join(','),
      password_confirmed_utc: methods.includes('password') ? nowUtc : null,
      remembered: remember ? 1 : 0,
      created_utc: nowUtc,
      last_used_utc: nowUtc,
      ...lifetimeFrom(nowUtc, remember),
      agent: sender().agent.slice(0, AGENT_MOST),
      address: client.slice(0, ADDRESS_MOST),
    });
  });
  return { session, cookie: sessionCookie(secret, links.origin, maxAgeOf(session, nowUtc)) };
}

/**
 * Refuses to sign in a browser whose request another site's page has sent: it would make its visitor somebody else.
 * @throws KalendsError `rest_cross_origin`
 */
export function refuseElsewhere({ sender, links }: Pick<Call, 'sender' | 'links'>): void {
  const { provenance } = sender();
  if (!isFromElsewhere(provenance, links.origin)) return;
  const own = new URL(links.origin).origin;
  throw new KalendsError('rest_cross_origin', { values: { own, origin: provenance.origin ?? 'null' } });
}

/**
 * Signs in by login or e-mail address and password, and begins a session. It tells nobody which of the two was wrong.
 * @throws KalendsError `rest_sign_in_failed`, `rest_cross_origin`, `rest_too_many_requests`,
 * `rest_second_factor_required`, `rest_second_factor_wrong`
 */
export async function signIn(
  call: Call,
  input: Input<typeof signInFields>,
): Promise<StartedSession & { readonly user: User }> {
  refuseElsewhere(call);
  const { login, password, code, remember } = input;
  const { db, guesses } = call.services;
  const user = await findUserByLogin(db.read, login);
  const isRight = await checkPassword(guesses, { user, login, password, client: call.client });
  // A login that is nobody's may be a password in the wrong field.
  if (!user) throw new KalendsError('rest_sign_in_failed');
  if (!isRight) throw new KalendsError('rest_sign_in_failed', { login: user.login });
  const more = await proveSecondFactor(call, user.id, code);
  const methods: SignInMethod[] = more ? ['password', more] : ['password'];
  const started = await startSession(call, user, { methods, remember });
  return { user: { ...user, last_seen_utc: started.session.created_utc }, ...started };
}

/** Ends a session and returns it as it was. @param owner its user; undefined: anybody's @throws KalendsError `rest_session_invalid_id` */
export async function endSession(
  { services }: Pick<Call, 'services'>,
  id: number,
  owner: number | undefined,
): Promise<SessionRow> {
  const ended = await services.db.write((trx) => deleteSession(trx, id, owner));
  if (!ended) throw new KalendsError('rest_session_invalid_id');
  return ended;
}

/** Ends all sessions of a user, or all but one, and returns how many there were. */
export async function endSessions(
  { services }: Pick<Call, 'services'>,
  userId: number,
  except?: number,
): Promise<number> {
  return services.db.write((trx) => deleteSessions(trx, userId, except));
}

/** Returns the header that takes the cookie away from the browser of a call. */
export const forgetting = ({ links }: Pick<Call, 'links'>): Record<string, string> => ({
  'Set-Cookie': endedCookie(links.origin),
});
