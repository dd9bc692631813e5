import { anyone, type Route, route } from '#api/routing/route.ts';
import { refuseElsewhere } from '#api/sessions/actions.ts';
import { answerSignedIn } from '#api/sessions/answer.ts';
import { CurrentAnswer } from '#api/sessions/schema.ts';
import { setUp, setupProblems, setupState } from './actions.ts';
import { SetupAnswer, setupFields } from './schema.ts';

const SETUP = '/kalends/v1/setup';

/** The routes of the first start, open until its link is used. */
export const setupRoutes: readonly Route[] = [
  route({
    operation: 'readSetup',
    methods: ['GET'],
    scope: 'read',
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
    scope: 'read',
    url: SETUP,
    path: {},
    accepts: setupFields,
    answers: { 201: CurrentAnswer },
    errors: [
      'rest_setup_closed',
      'rest_invalid_code',
      'rest_user_exists',
      'rest_cross_origin',
      'rest_too_many_requests',
    ],
    allows: anyone,
    validate: (call, { input }) => setupProblems(call, input),
    async handle(call, { input }) {
      refuseElsewhere(call);
      const user = await setUp(call, input);
      // The call was made in the language before.
      return answerSignedIn({ ...call, language: input.language ?? call.language }, user, ['password']);
    },
  }),
];
