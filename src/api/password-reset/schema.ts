import Type from 'typebox';
import { EMAIL_MAX } from '#api/access/rules.ts';
import { codeField } from '#api/invitations/schema.ts';
import { flag, required, text, withDefault } from '#api/routing/parameter.ts';
import { accountFields } from '#api/users/schema.ts';

/** The fields by which a password is set anew. */
export const resetFields = {
  code: codeField,
  password: required(accountFields.password),
  revoke_tokens: withDefault(flag, false),
};

/** The fields of asking for a link: a login or e-mail address. */
export const requestFields = { login: required(text({ max: EMAIL_MAX })) };

/** Whether links go out by mail. */
export const ResetWayAnswer = Type.Object({ by_mail: Type.Boolean() });

/** The account that a link opens. */
export const ResetAnswer = Type.Object({
  login: Type.String(),
  name: Type.String(),
});
