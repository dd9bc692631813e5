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
import {
  flag,
  oneOf,
  type Parameter,
  parameter,
  positiveInteger,
  required,
  text,
} from '#api/routing/parameter.ts';
import type { Problem } from '#errors.ts';

/** A text that a rule has to find right, too. */
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

export const newUserFields = {
  login: required(login),
  role: required(oneOf(roles)),
  email,
  name,
  password,
};
const current_password = text({ empty: true, max: PASSWORD_MAX });
export const ownFields = { email, name, password, current_password, revoke_tokens: flag };
export const userFields = { role: oneOf(roles), ...ownFields };
export const removalFields = { reassign: positiveInteger() };
export const newTokenFields = {
  name: required(
    checked(text({ max: NAME_MAX }), (value) =>
      value.trim() === '' ? { message: { key: 'problem.empty' } } : nameProblem(value.trim()),
    ),
  ),
  current_password,
};

/** A user as shown. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. Passwords never are, not even as digests. */
export const UserAnswer = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...roles]),
  has_password: Type.Boolean(),
  created_utc: Type.String(),
});
export type UserAnswer = Static<typeof UserAnswer>;

export const UsersAnswer = Type.Object({
  users: Type.Array(UserAnswer),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** A token as shown; what it is made of is told only where it is made. Dates as of users; `last_used_utc` is right to the minute. */
export const TokenAnswer = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_utc: Type.String(),
  last_used_utc: Type.Union([Type.String(), Type.Null()]),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

export const TokensAnswer = Type.Object({ tokens: Type.Array(TokenAnswer) });
export const NewTokenAnswer = Type.Object({ ...TokenAnswer.properties, token: Type.String() });
