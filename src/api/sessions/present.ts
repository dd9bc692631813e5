import { capabilitiesOf } from '#api/access/permissions.ts';
import type { SessionRow } from '#api/access/sessions/store.ts';
import type { User } from '#api/access/store.ts';
import { presentUser } from '#api/users/present.ts';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import { type CurrentAnswer, type SessionAnswer, signInMethods } from './schema.ts';

/** Returns a session as answered, without anything of its secrets. @param current the ID of the one of the request */
export function presentSession(row: SessionRow, current: number | undefined): SessionAnswer {
  const methods = row.methods.split(',');
  return {
    id: row.id,
    user: row.user_id,
    methods: signInMethods.filter((method) => methods.includes(method)),
    password_confirmed_utc: row.password_confirmed_utc,
    remembered: row.remembered === 1,
    created_utc: row.created_utc,
    last_used_utc: row.last_used_utc,
    expires_utc: endOf(row),
    agent: row.agent,
    address: row.address,
    current: row.id === current,
  };
}

/** Returns when a session ends unless it is used before, UTC. */
const endOf = ({ idle_until_utc, expires_utc }: SessionRow) =>
  idle_until_utc < expires_utc ? idle_until_utc : expires_utc;

/** Returns the state of signing in; without a user: of nobody, who may do nothing. */
export function presentCurrent(
  user: User | undefined,
  session: SessionRow | undefined,
  language: Language,
): CurrentAnswer {
  return {
    session: session ? presentSession(session, session.id) : null,
    user: user ? presentUser(user) : null,
    role: user?.role ?? null,
    permissions: user ? [...capabilitiesOf(user.role)] : [],
    language: languageOf(user?.language) ?? language,
    expires_utc: session ? endOf(session) : null,
  };
}
