import Type from 'typebox';
import { codeField } from '#api/invitations/schema.ts';
import { flag, required, withDefault } from '#api/routing/parameter.ts';
import { accountFields } from '#api/users/schema.ts';

/** The fields by which a password is set anew. */
export const resetFields = {
  code: codeField,
  password: required(accountFields.password),
  revoke_tokens: withDefault(flag, false),
};

/** The account that a link opens. */
export const ResetAnswer = Type.Object({
  login: Type.String(),
  name: Type.String(),
});
