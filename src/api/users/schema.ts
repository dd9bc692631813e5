import Type, { type Static } from 'typebox';
import { roles } from '#api/access/permissions.ts';
import {
  EMAIL_MAX,
  emailProblem,
  LOGIN_MAX,
  loginProblem,
  NAME_MAX,
  nameProblem,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordProblem,
} from '#api/access/rules.ts';
import { DEFAULT_SCOPE, scopes } from '#api/access/scopes.ts';
import {
  emptied,
  flag,
  oneOf,
  type Parameter,
  parameter,
  positiveInteger,
  required,
  text,
  withDefault,
} from '#api/routing/parameter.ts';
import { secretText } from '#api/routing/secret-text.ts';
import type { Problem } from '#errors.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';

/** Adds a rule to the checks of a text. */
function checked(
  base: Parameter<string>,
  rule: (value: string) => Problem | undefined,
  documented: object = {},
): Parameter<string, false> {
  return parameter<string>({ ...base.schema, ...documented }, async (value, around) => {
    const reading = await base.read(value, around);
    const problem = 'problem' in reading ? undefined : rule(reading.value);
    return problem ? { problem } : reading;
  });
}

const login = checked(text({ max: LOGIN_MAX }), (value) => loginProblem(value.normalize('NFC')));
const email = checked(text({ empty: true, max: EMAIL_MAX }), (value) => emailProblem(value.trim()), {
  examples: ['ada@example.org'],
});
const name = checked(text({ empty: true, max: NAME_MAX }), (value) => nameProblem(value.trim()));
const password = checked(text({ empty: true, max: PASSWORD_MAX }), passwordProblem, {
  minLength: PASSWORD_MIN,
  pattern: '\\S',
  format: 'password',
});

/** The fields by which people make an account of their own. */
export const accountFields = { login, email, name, password };
const known = oneOf(languages);
/** The language in which a user is spoken to; `''` and null for what the browser asks. */
const language: Parameter<Language | '', false> = emptied<Language | ''>(
  parameter<Language | ''>(Type.Enum([...languages, '']), (value, around) =>
    value === '' ? { value } : known.read(value, around),
  ),
  '',
);

/** The password of the user who asks, where it has to be proved. */
export const current_password = text({ empty: true, max: PASSWORD_MAX });
/** The fields of a new user. */
export const newUserFields = {
  login: required(login),
  role: required(oneOf(roles)),
  email,
  name,
  language: { ...language, nulls: 'absent' as const },
  password,
  current_password,
};
/** The fields that users may change of themselves. */
export const ownFields = { email, name, language, password, current_password, revoke_tokens: flag };
/** The fields that administrators may change of a user. */
export const userFields = { role: oneOf(roles), ...ownFields };
/** The fields of a removal: `reassign` is the ID of the user who gets the content. */
export const removalFields = { reassign: positiveInteger() };
/** The fields of a new token. */
export const newTokenFields = {
  name: required(
    checked(text({ max: NAME_MAX }), (value) =>
      value.trim() === '' ? { message: { key: 'problem.empty' } } : nameProblem(value.trim()),
    ),
  ),
  scope: withDefault(oneOf(scopes), DEFAULT_SCOPE),
  current_password,
};

/** A user as answered. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. Passwords are never shown, not even as hashes. */
export const UserAnswer = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...roles]),
  language: Type.Union([Type.Enum([...languages]), Type.Null()]),
  has_password: Type.Boolean(),
  second_factor: Type.Boolean(),
  created_utc: Type.String(),
  last_seen_utc: Type.Union([Type.String(), Type.Null()]),
});
/** A user as answered: the type of the schema. */
export type UserAnswer = Static<typeof UserAnswer>;

/** A page of users. */
export const UsersAnswer = Type.Object({
  users: Type.Array(UserAnswer),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** A token as answered, without its secret, which only the answer to its creation holds. Dates are UTC, `YYYY-MM-DD HH:MM:SS`; `last_used_utc` is right to the minute. */
export const TokenAnswer = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scope: Type.Enum([...scopes]),
  created_utc: Type.String(),
  last_used_utc: Type.Union([Type.String(), Type.Null()]),
});
/** A token as answered: the type of the schema. */
export type TokenAnswer = Static<typeof TokenAnswer>;

/** All tokens of a user. */
export const TokensAnswer = Type.Object({ tokens: Type.Array(TokenAnswer) });
/** A new token with its secret `token`, which is never shown again. */
export const NewTokenAnswer = Type.Object({ ...TokenAnswer.properties, token: secretText() });
