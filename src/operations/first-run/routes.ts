import { anyone, type Route, route } from '#api/routing/route.ts';
import { presentUser } from '#api/users/present.ts';
import { UserAnswer } from '#api/users/schema.ts';
import { setUp, setupProblems, setupState } from './actions.ts';
import { SetupAnswer, setupFields } from './schema.ts';

const SETUP = '/kalends/v1/setup';

/** The routes of the first start, open until its link is used. */
export const setupRoutes: readonly Route[] = [
  route({
    operation: 'readSetup',
    methods: ['GET'],
    url: SETUP,
    path: {},
    accepts: {},
    answers: { 200: SetupAnswer },
    errors: [],
    allows: anyone,
    handle: async (call) => ({ body: await setupState(call), isMomentary: true }),
  }),
  route({
    operation: 'setUp',
    methods: ['POST'],
    url: SETUP,
    path: {},
    accepts: setupFields,
    answers: { 200: UserAnswer },
    errors: ['rest_setup_closed', 'rest_invalid_code', 'rest_user_exists', 'rest_too_many_requests'],
    allows: anyone,
    validate: (call, { input }) => setupProblems(call, input),
    handle: async (call, { input }) => ({ body: presentUser(await setUp(call, input)) }),
  }),
];
