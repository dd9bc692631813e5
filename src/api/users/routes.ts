import { can } from '#api/access/permissions.ts';
import { countUsers, findUser, listTokens, listUsers } from '#api/access/store.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route, signedIn } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { changeOwnUser, changeUser, createToken, createUser, removeToken, removeUser } from './actions.ts';
import { presentToken, presentUser } from './present.ts';
import {
  NewTokenAnswer,
  newTokenFields,
  newUserFields,
  ownFields,
  removalFields,
  TokenAnswer,
  TokensAnswer,
  UserAnswer,
  UsersAnswer,
  userFields,
} from './schema.ts';

const USERS = '/kalends/v1/users';
const user = { id: required(positiveInteger()) };
const token = { ...user, token: required(positiveInteger()) };

const administrators = (call: Call) => can(call.viewer, 'users');
/** Allows users their own tokens, and administrators everybody's. */
const owners = (call: Call, path: { id: number }) => call.viewer?.id === path.id || administrators(call);

async function getUser(call: Call, id: number) {
  const found = await findUser(call.services.db.read, id);
  if (!found) throw new KalendsError('rest_user_invalid_id');
  return found;
}

function ownId(call: Call): number {
  if (!call.viewer) throw forbidden(call.viewer);
  return call.viewer.id;
}

/** The routes of users and tokens, which are Kalends' own and not part of the interface (design 2). */
export const userRoutes: readonly Route[] = [
  route({
    operation: 'listUsers',
    methods: ['GET'],
    scope: 'admin',
    url: USERS,
    path: {},
    accepts: paging,
    answers: { 200: UsersAnswer },
    errors: [],
    allows: administrators,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const [total, users] = await Promise.all([
        countUsers(read),
        listUsers(read, { limit: input.per_page, offset: offsetOf(input) }),
      ]);
      const pairs = [['per_page', input.per_page]] as const;
      const { members, headers } = frameList(call.links.base + USERS, pairs, input, total);
      return { body: { users: users.map(presentUser), ...members }, headers };
    },
  }),
  route({
    operation: 'createUser',
    methods: ['POST'],
    scope: 'admin',
    url: USERS,
    path: {},
    accepts: newUserFields,
    answers: { 201: UserAnswer },
    errors: ['rest_user_exists', 'rest_password_required', 'rest_too_many_requests'],
    allows: administrators,
    async handle(call, { input }) {
      const made = await createUser(call, input);
      const headers = { Location: `${call.links.base}${USERS}/${made.id}` };
      return { status: 201, body: presentUser(made), headers };
    },
  }),
  route({
    operation: 'readOwnUser',
    methods: ['GET'],
    scope: 'read',
    url: `${USERS}/me`,
    path: {},
    accepts: {},
    answers: { 200: UserAnswer },
    errors: [],
    allows: signedIn,
    async handle(call) {
      return { body: presentUser(await getUser(call, ownId(call))) };
    },
  }),
  route({
    operation: 'updateOwnUser',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'admin',
    url: `${USERS}/me`,
    path: {},
    accepts: ownFields,
    answers: { 200: UserAnswer },
    errors: ['rest_user_exists', 'rest_password_required', 'rest_too_many_requests'],
    allows: signedIn,
    async handle(call, { input }) {
      return { body: presentUser(await changeOwnUser(call, ownId(call), input)) };
    },
  }),
  route({
    operation: 'readUser',
    methods: ['GET'],
    scope: 'admin',
    url: `${USERS}/{id}`,
    path: user,
    accepts: {},
    answers: { 200: UserAnswer },
    errors: ['rest_user_invalid_id'],
    allows: owners,
    async handle(call, { path }) {
      return { body: presentUser(await getUser(call, path.id)) };
    },
  }),
  route({
    operation: 'updateUser',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'admin',
    url: `${USERS}/{id}`,
    path: user,
    accepts: userFields,
    answers: { 200: UserAnswer },
    errors: [
      'rest_user_invalid_id',
      'rest_user_exists',
      'rest_user_last_administrator',
      'rest_password_required',
      'rest_too_many_requests',
    ],
    allows: administrators,
    allowsUnknown: administrators,
    async handle(call, { path, input }) {
      return { body: presentUser(await changeUser(call, path.id, input)) };
    },
  }),
  route({
    operation: 'deleteUser',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${USERS}/{id}`,
    path: user,
    accepts: removalFields,
    answers: { 200: UserAnswer },
    errors: ['rest_user_invalid_id', 'rest_user_last_administrator', 'rest_user_has_content'],
    allows: administrators,
    allowsUnknown: administrators,
    async handle(call, { path, input }) {
      return { body: presentUser((await removeUser(call, path.id, input.reassign)).user) };
    },
  }),
  route({
    operation: 'listTokens',
    methods: ['GET'],
    scope: 'admin',
    url: `${USERS}/{id}/tokens`,
    path: user,
    accepts: {},
    answers: { 200: TokensAnswer },
    errors: ['rest_user_invalid_id'],
    allows: owners,
    async handle(call, { path }) {
      const owner = await getUser(call, path.id);
      return { body: { tokens: (await listTokens(call.services.db.read, owner.id)).map(presentToken) } };
    },
  }),
  route({
    operation: 'createToken',
    methods: ['POST'],
    scope: 'admin',
    url: `${USERS}/{id}/tokens`,
    path: user,
    accepts: newTokenFields,
    answers: { 201: NewTokenAnswer },
    errors: ['rest_user_invalid_id', 'rest_password_required', 'rest_too_many_requests'],
    allows: owners,
    allowsUnknown: administrators,
    async handle(call, { path, input }) {
      const made = await createToken(call, path.id, input);
      return { status: 201, body: { ...presentToken(made.token), token: made.secret } };
    },
  }),
  route({
    operation: 'deleteToken',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${USERS}/{id}/tokens/{token}`,
    path: token,
    accepts: {},
    answers: { 200: TokenAnswer },
    errors: ['rest_user_invalid_id', 'rest_token_invalid_id'],
    allows: owners,
    allowsUnknown: administrators,
    async handle(call, { path }) {
      const owner = await getUser(call, path.id);
      return { body: presentToken(await removeToken(call, owner.id, path.token)) };
    },
  }),
];
