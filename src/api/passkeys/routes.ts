import { can } from '#api/access/permissions.ts';
import { findUser } from '#api/access/store.ts';
import { changed } from '#api/routing/actor.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { answerSignedIn } from '#api/sessions/answer.ts';
import { CurrentAnswer } from '#api/sessions/schema.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { logChanges } from '#store/db/changes.ts';
import { addPasskey, creationOptions } from './register.ts';
import {
  creationFields,
  newPasskeyFields,
  OptionsAnswer,
  PasskeyAnswer,
  PasskeysAnswer,
  passkeyFields,
  passkeySignInFields,
} from './schema.ts';
import { provePasskey, signInOptions } from './sign-in.ts';
import { deletePasskey, listPasskeys, type PasskeyRow, renamePasskey } from './store.ts';

/** Returns a passkey as answered, without its key. */
function presentPasskey(row: PasskeyRow): PasskeyAnswer {
  return {
    id: row.id,
    name: row.name,
    host: row.relying_party,
    synced: row.is_backed_up === 1,
    created_utc: row.created_utc,
    last_used_utc: row.last_used_utc,
  };
}

const PASSKEYS = '/kalends/v1/users/{id}/passkeys';
const SIGN_IN = '/kalends/v1/sessions/passkeys';
const user = { id: required(positiveInteger()) };
const passkey = { ...user, passkey: required(positiveInteger()) };

const administrators = ({ viewer }: Call) => can(viewer, 'users');
const oneself = ({ viewer }: Call, { id }: { id: number }) => viewer?.id === id;
const owners = (call: Call, path: { id: number }) => oneself(call, path) || administrators(call);

/** The routes of passkeys: those of users, and signing in by them without a name. */
export const passkeyRoutes: readonly Route[] = [
  route({
    operation: 'listPasskeys',
    methods: ['GET'],
    scope: 'admin',
    url: PASSKEYS,
    path: user,
    accepts: {},
    answers: { 200: PasskeysAnswer },
    errors: ['rest_user_invalid_id'],
    allows: owners,
    allowsUnknown: administrators,
    async handle({ services }, { path }) {
      if (!(await findUser(services.db.read, path.id))) throw new KalendsError('rest_user_invalid_id');
      return { body: { passkeys: (await listPasskeys(services.db.read, path.id)).map(presentPasskey) } };
    },
  }),
  route({
    operation: 'beginPasskey',
    methods: ['POST'],
    scope: 'admin',
    url: `${PASSKEYS}/options`,
    path: user,
    accepts: creationFields,
    answers: { 200: OptionsAnswer },
    errors: ['rest_passkeys_unavailable', 'rest_password_required', 'rest_too_many_requests'],
    allows: oneself,
    handle: async (call, { path, input }) => ({
      body: { options: await creationOptions(call, path.id, input.current_password) },
    }),
  }),
  route({
    operation: 'createPasskey',
    methods: ['POST'],
    scope: 'admin',
    url: PASSKEYS,
    path: user,
    accepts: newPasskeyFields,
    answers: { 201: PasskeyAnswer },
    errors: ['rest_passkey_exists', 'rest_passkeys_unavailable'],
    allows: oneself,
    handle: async (call, { path, input }) => ({
      status: 201,
      body: presentPasskey(await addPasskey(call, path.id, input)),
    }),
  }),
  route({
    operation: 'updatePasskey',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'admin',
    url: `${PASSKEYS}/{passkey}`,
    path: passkey,
    accepts: passkeyFields,
    answers: { 200: PasskeyAnswer },
    errors: ['rest_passkey_invalid_id'],
    allows: oneself,
    async handle({ services }, { path, input }) {
      const { id: userId, passkey: id } = path;
      const row = await services.db.write((trx) => renamePasskey(trx, { userId, id }, input.name));
      if (!row) throw new KalendsError('rest_passkey_invalid_id');
      return { body: presentPasskey(row) };
    },
  }),
  route({
    operation: 'deletePasskey',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${PASSKEYS}/{passkey}`,
    path: passkey,
    accepts: {},
    answers: { 200: PasskeyAnswer },
    errors: ['rest_passkey_invalid_id'],
    allows: owners,
    allowsUnknown: administrators,
    async handle(call, { path }) {
      const { id: userId, passkey: id } = path;
      const row = await call.services.db.write(async (trx) => {
        const deleted = await deletePasskey(trx, { userId, id });
        if (deleted) await logChanges(trx, [changed(call, 'user', userId, 'update')]);
        return deleted;
      });
      if (!row) throw new KalendsError('rest_passkey_invalid_id');
      return { body: presentPasskey(row) };
    },
  }),
  route({
    operation: 'beginPasskeySignIn',
    methods: ['POST'],
    scope: 'read',
    url: `${SIGN_IN}/options`,
    path: {},
    accepts: {},
    answers: { 200: OptionsAnswer },
    errors: ['rest_passkeys_unavailable'],
    allows: anyone,
    handle: async (call) => ({ body: { options: await signInOptions(call) } }),
  }),
  route({
    operation: 'createPasskeySession',
    methods: ['POST'],
    scope: 'read',
    url: SIGN_IN,
    path: {},
    accepts: passkeySignInFields,
    answers: { 201: CurrentAnswer },
    errors: [
      'rest_passkey_refused',
      'rest_passkeys_unavailable',
      'rest_cross_origin',
      'rest_too_many_requests',
    ],
    allows: anyone,
    handle: async (call, { input }) =>
      answerSignedIn(call, await provePasskey(call, input.response), ['passkey'], input.remember),
  }),
];
