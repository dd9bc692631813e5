import Type, { type Static } from 'typebox';
import { type Capability, capabilitiesOf, roles } from '#api/access/permissions.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#api/access/rules.ts';
import { flag, positiveInteger, required, text, withDefault } from '#api/routing/parameter.ts';
import { UserAnswer } from '#api/users/schema.ts';
import { languages } from '#foundation/i18n/catalogue.ts';

const CODE_MAX = 100;

/** The ways in which somebody proves who they are: a password, a one-time code of an app, a passkey, a code made for recovery. */
export const signInMethods = ['password', 'totp', 'passkey', 'code'] as const;
/** A way in which somebody proves who they are. */
export type SignInMethod = (typeof signInMethods)[number];

/** The fields of signing in. */
export const signInFields = {
  login: required(text({ max: EMAIL_MAX })),
  password: required(text({ empty: true, max: PASSWORD_MAX })),
  code: text({ empty: true, max: CODE_MAX }),
  remember: withDefault(flag, false),
};
/** The parameters of lists of sessions: `user` is the ID of another one than the caller. */
export const sessionOwner = { user: positiveInteger() };
/** The parameters of ending sessions. */
export const endingFields = { ...sessionOwner, keep_current: withDefault(flag, false) };

/** A session as answered. Times are UTC, `YYYY-MM-DD HH:MM:SS`; that of the last use is right to the minute. */
export const SessionAnswer = Type.Object({
  id: Type.Integer(),
  user: Type.Integer(),
  methods: Type.Array(Type.Enum([...signInMethods])),
  password_confirmed_utc: Type.Union([Type.String(), Type.Null()]),
  remembered: Type.Boolean(),
  created_utc: Type.String(),
  last_used_utc: Type.String(),
  expires_utc: Type.String(),
  agent: Type.String(),
  address: Type.String(),
  current: Type.Boolean(),
});
/** A session as answered: the type of the schema. */
export type SessionAnswer = Static<typeof SessionAnswer>;

/** All sessions of a user, the one used last first. */
export const SessionsAnswer = Type.Object({ sessions: Type.Array(SessionAnswer) });
/** The number of sessions that were ended. */
export const EndedAnswer = Type.Object({ ended: Type.Integer() });

/** Everything that a role may do. */
const capabilities: readonly Capability[] = capabilitiesOf('administrator');

/** The state of signing in: the session, its user, and what they may do. */
export const CurrentAnswer = Type.Object({
  session: Type.Union([SessionAnswer, Type.Null()]),
  user: Type.Union([UserAnswer, Type.Null()]),
  role: Type.Union([Type.Enum([...roles]), Type.Null()]),
  permissions: Type.Array(Type.Enum([...capabilities])),
  language: Type.Enum([...languages]),
  expires_utc: Type.Union([Type.String(), Type.Null()]),
});
/** The state of signing in: the type of the schema. */
export type CurrentAnswer = Static<typeof CurrentAnswer>;
