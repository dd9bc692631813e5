import { codeField } from '#api/invitations/schema.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { openReset, resetPassword } from './actions.ts';
import { ResetAnswer, resetFields } from './schema.ts';

const RESET = '/kalends/v1/password-reset';

/** The routes of forgotten passwords. */
export const passwordResetRoutes: readonly Route[] = [
  route({
    operation: 'previewPasswordReset',
    methods: ['POST'],
    url: `${RESET}/preview`,
    path: {},
    accepts: { code: codeField },
    answers: { 200: ResetAnswer },
    errors: ['rest_invalid_code', 'rest_too_many_requests'],
    allows: anyone,
    async handle(call, { input }) {
      const { login, name } = (await openReset(call, input.code)).user;
      return { body: { login, name } };
    },
  }),
  route({
    operation: 'confirmPasswordReset',
    methods: ['POST'],
    url: `${RESET}/confirm`,
    path: {},
    accepts: resetFields,
    answers: { 200: ResetAnswer },
    errors: ['rest_invalid_code', 'rest_too_many_requests'],
    allows: anyone,
    async handle(call, { input }) {
      const { login, name } = await resetPassword(call, input);
      return { body: { login, name } };
    },
  }),
];
