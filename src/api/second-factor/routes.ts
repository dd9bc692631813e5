import { can } from '#api/access/permissions.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import {
  beginApp,
  confirmApp,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
} from './actions.ts';
import {
  codeFields,
  disablingFields,
  NewTotpAnswer,
  passwordFields,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
} from './schema.ts';

const URL = '/kalends/v1/users/{id}/second-factor';
const user = { id: required(positiveInteger()) };

const administrators = ({ viewer }: Call) => can(viewer, 'users');
const oneself = ({ viewer }: Call, { id }: { id: number }) => viewer?.id === id;
const owners = (call: Call, path: { id: number }) => oneself(call, path) || administrators(call);

/** The routes of what users have beside a password: codes of an authenticator app, and for its loss recovery codes. */
export const secondFactorRoutes: readonly Route[] = [
  route({
    operation: 'readSecondFactor',
    methods: ['GET'],
    scope: 'admin',
    url: URL,
    path: user,
    accepts: {},
    answers: { 200: SecondFactorAnswer },
    errors: ['rest_user_invalid_id'],
    allows: owners,
    allowsUnknown: administrators,
    handle: async ({ services }, { path }) => ({ body: await secondFactorState(services.db.read, path.id) }),
  }),
  route({
    operation: 'beginTotp',
    methods: ['POST'],
    scope: 'admin',
    url: `${URL}/totp`,
    path: user,
    accepts: passwordFields,
    answers: { 201: NewTotpAnswer },
    errors: [
      'rest_second_factor_active',
      'rest_second_factor_key',
      'rest_password_required',
      'rest_too_many_requests',
    ],
    allows: oneself,
    async handle(call, { path, input }) {
      const { secret, address } = await beginApp(call, path.id, input.current_password);
      const { encodeQR } = await import('qr');
      return {
        status: 201,
        body: { secret, uri: address, qr: encodeQR(address, 'svg', { optimize: true }) },
      };
    },
  }),
  route({
    operation: 'confirmTotp',
    methods: ['POST'],
    scope: 'admin',
    url: `${URL}/totp/confirm`,
    path: user,
    accepts: codeFields,
    answers: { 200: RecoveryCodesAnswer },
    errors: ['rest_second_factor_active', 'rest_second_factor_key', 'rest_too_many_requests'],
    allows: oneself,
    handle: async (call, { path, input }) => ({
      body: { recovery_codes: await confirmApp(call, path.id, input.code) },
    }),
  }),
  route({
    operation: 'renewRecoveryCodes',
    methods: ['POST'],
    scope: 'admin',
    url: `${URL}/recovery-codes`,
    path: user,
    accepts: passwordFields,
    answers: { 200: RecoveryCodesAnswer },
    errors: ['rest_second_factor_inactive', 'rest_password_required', 'rest_too_many_requests'],
    allows: oneself,
    handle: async (call, { path, input }) => ({
      body: { recovery_codes: await renewRecoveryCodes(call, path.id, input.current_password) },
    }),
  }),
  route({
    operation: 'disableSecondFactor',
    methods: ['POST'],
    scope: 'admin',
    url: `${URL}/disable`,
    path: user,
    accepts: disablingFields,
    answers: { 200: SecondFactorAnswer },
    errors: ['rest_user_invalid_id', 'rest_password_required', 'rest_too_many_requests'],
    allows: owners,
    allowsUnknown: administrators,
    async handle(call, { path, input }) {
      const { passkeys, current_password: currentPassword } = input;
      await disableSecondFactor(call, path.id, { passkeys, currentPassword });
      return { body: await secondFactorState(call.services.db.read, path.id) };
    },
  }),
];
