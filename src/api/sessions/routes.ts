import { can } from '#api/access/permissions.ts';
import { findSession, listSessions } from '#api/access/sessions/store.ts';
import { findUser } from '#api/access/store.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Answer, anyone, type Route, route, signedIn } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import { endSession, endSessions, forgetting, signIn } from './actions.ts';
import { presentCurrent, presentSession } from './present.ts';
import {
  CurrentAnswer,
  EndedAnswer,
  endingFields,
  SessionAnswer,
  SessionsAnswer,
  sessionOwner,
  signInFields,
} from './schema.ts';

const SESSIONS = '/kalends/v1/sessions';

const inSession = (call: Call) => call.viewer?.session !== undefined;

/** Returns the user whose sessions are meant: the caller, or one whom administrators name. @throws KalendsError `rest_forbidden`, `rest_user_invalid_id` */
async function ownerOf(call: Call, named: number | undefined): Promise<number> {
  const { viewer } = call;
  if (!viewer) throw forbidden(viewer);
  if (named === undefined || named === viewer.id) return viewer.id;
  if (!can(viewer, 'users')) throw forbidden(viewer);
  if (!(await findUser(call.services.db.read, named))) throw new KalendsError('rest_user_invalid_id');
  return named;
}

/** Answers with the state of signing in, as it is now. */
async function current(call: Call): Promise<Answer> {
  const { viewer, services, now, language } = call;
  const user = viewer ? await findUser(services.db.read, viewer.id) : undefined;
  const session =
    viewer?.session === undefined
      ? undefined
      : await findSession(services.db.read, viewer.session, utcText(now));
  return { body: presentCurrent(user, session, language), isMomentary: true };
}

/** The routes of sessions, by which people sign in with a browser (contract W7). */
export const sessionRoutes: readonly Route[] = [
  route({
    operation: 'listSessions',
    methods: ['GET'],
    scope: 'admin',
    url: SESSIONS,
    path: {},
    accepts: sessionOwner,
    answers: { 200: SessionsAnswer },
    errors: ['rest_user_invalid_id'],
    allows: signedIn,
    async handle(call, { input }) {
      const rows = await listSessions(
        call.services.db.read,
        await ownerOf(call, input.user),
        utcText(call.now),
      );
      return {
        body: { sessions: rows.map((row) => presentSession(row, call.viewer?.session)) },
        isMomentary: true,
      };
    },
  }),
  route({
    operation: 'createSession',
    methods: ['POST'],
    scope: 'read',
    url: SESSIONS,
    path: {},
    accepts: signInFields,
    answers: { 201: CurrentAnswer },
    errors: [
      'rest_sign_in_failed',
      'rest_second_factor_required',
      'rest_second_factor_wrong',
      'rest_second_factor_key',
      'rest_cross_origin',
      'rest_too_many_requests',
    ],
    allows: anyone,
    async handle(call, { input }) {
      const { user, session, cookie } = await signIn(call, input);
      return {
        status: 201,
        body: presentCurrent(user, session, call.language),
        headers: { 'Set-Cookie': cookie, Location: `${call.links.base}${SESSIONS}/current` },
      };
    },
  }),
  route({
    operation: 'endSessions',
    methods: ['DELETE'],
    scope: 'admin',
    url: SESSIONS,
    path: {},
    accepts: endingFields,
    answers: { 200: EndedAnswer },
    errors: ['rest_user_invalid_id'],
    allows: signedIn,
    async handle(call, { input }) {
      const owner = await ownerOf(call, input.user);
      const isOwn = owner === call.viewer?.id;
      const ended = await endSessions(call, owner, input.keep_current ? call.viewer?.session : undefined);
      return { body: { ended }, headers: isOwn && !input.keep_current ? forgetting(call) : {} };
    },
  }),
  route({
    operation: 'readCurrentSession',
    methods: ['GET'],
    scope: 'read',
    url: `${SESSIONS}/current`,
    path: {},
    accepts: {},
    answers: { 200: CurrentAnswer },
    errors: [],
    allows: anyone,
    handle: current,
  }),
  route({
    operation: 'endCurrentSession',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${SESSIONS}/current`,
    path: {},
    accepts: {},
    answers: { 200: SessionAnswer },
    errors: ['rest_session_invalid_id'],
    allows: inSession,
    async handle(call) {
      const ended = await endSession(call, call.viewer?.session ?? 0, call.viewer?.id);
      return { body: presentSession(ended, ended.id), headers: forgetting(call) };
    },
  }),
  route({
    operation: 'endSession',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${SESSIONS}/{id}`,
    path: { id: required(positiveInteger()) },
    accepts: {},
    answers: { 200: SessionAnswer },
    errors: ['rest_session_invalid_id'],
    allows: signedIn,
    allowsUnknown: signedIn,
    async handle(call, { path }) {
      const { viewer } = call;
      const ended = await endSession(call, path.id, can(viewer, 'users') ? undefined : viewer?.id);
      const isCurrent = ended.id === viewer?.session;
      return { body: presentSession(ended, viewer?.session), headers: isCurrent ? forgetting(call) : {} };
    },
  }),
];
