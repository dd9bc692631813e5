import Type, { type Static } from 'typebox';
import { roles } from '#api/access/permissions.ts';
import { oneOf, required, text } from '#api/routing/parameter.ts';
import { secretText } from '#api/routing/secret-text.ts';
import { accountFields, current_password } from '#api/users/schema.ts';
import { languages } from '#foundation/i18n/catalogue.ts';

const CODE_MAX = 100;

/** The code of a one-time link, blanks in it ignored. */
export const codeField = required(text({ max: CODE_MAX }));

/** The fields of a new invitation. */
export const newInvitationFields = {
  role: required(oneOf(roles)),
  email: accountFields.email,
  language: oneOf(languages),
  current_password,
};

/** The fields by which an invitation is accepted. */
export const acceptanceFields = {
  code: codeField,
  login: required(accountFields.login),
  password: required(accountFields.password),
  email: accountFields.email,
  name: accountFields.name,
};

const Inviter = Type.Object({ id: Type.Integer(), name: Type.String() });

/** An invitation as answered, without its code. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. */
export const InvitationAnswer = Type.Object({
  id: Type.Integer(),
  role: Type.Enum([...roles]),
  email: Type.String(),
  invited_by: Type.Union([Inviter, Type.Null()]),
  created_utc: Type.String(),
  expires_utc: Type.Union([Type.String(), Type.Null()]),
});
/** An invitation as answered: the type of the schema. */
export type InvitationAnswer = Static<typeof InvitationAnswer>;

/** A new invitation with its `url`, which is never shown again. */
export const NewInvitationAnswer = Type.Object({
  ...InvitationAnswer.properties,
  url: secretText(),
  mailed: Type.Boolean(),
});

/** A page of invitations that nobody has accepted yet. */
export const InvitationsAnswer = Type.Object({
  invitations: Type.Array(InvitationAnswer),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** An invitation as its holder is told of it. */
export const InvitationPreview = Type.Object({
  role: Type.Enum([...roles]),
  email: Type.String(),
  invited_by: Type.Union([Type.String(), Type.Null()]),
  site: Type.String(),
  expires_utc: Type.Union([Type.String(), Type.Null()]),
});
