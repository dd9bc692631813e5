import { codeField } from '#api/invitations/schema.ts';
import { mailedOrigin } from '#api/mail/queue.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { openReset, resetPassword } from './actions.ts';
import { requestReset } from './request.ts';
import { ResetAnswer, ResetWayAnswer, requestFields, resetFields } from './schema.ts';

const RESET = '/kalends/v1/password-reset';

/** The routes of forgotten passwords. */
export const passwordResetRoutes: readonly Route[] = [
  route({
    operation: 'readPasswordReset',
    methods: ['GET'],
    scope: 'read',
    url: RESET,
    path: {},
    accepts: {},
    answers: { 200: ResetWayAnswer },
    errors: [],
    allows: anyone,
    handle: async (call) => ({
      body: { by_mail: mailedOrigin(call.services) !== undefined },
      isMomentary: true,
    }),
  }),
  route({
    operation: 'requestPasswordReset',
    methods: ['POST'],
    scope: 'read',
    url: RESET,
    path: {},
    accepts: requestFields,
    answers: { 202: ResetWayAnswer },
    errors: ['rest_mail_unavailable', 'rest_too_many_requests'],
    allows: anyone,
    async handle(call, { input }) {
      await requestReset(call, input.login);
      return { status: 202, body: { by_mail: true } };
    },
  }),
  route({
    operation: 'previewPasswordReset',
    methods: ['POST'],
    scope: 'read',
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
    scope: 'read',
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
