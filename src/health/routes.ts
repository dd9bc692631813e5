import Type from 'typebox';
import type { Call } from '#http/call.ts';
import { anyone, type Route, route } from '#http/route.ts';
import { KalendsError } from '../errors.ts';

const URL = '/kalends/v1/health';
const ANSWER_WITHIN_MS = 2_000;

/** How a node is: that is all it says, to anybody. */
export const Health = Type.Object({ status: Type.Literal('ok') });

/** @throws KalendsError `rest_unavailable` where the database gives no answer in time */
async function askDatabase({ deps }: Call): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new KalendsError('rest_unavailable', { headers: { 'Retry-After': '5' } })),
    ANSWER_WITHIN_MS,
  );
  try {
    // Writes need the primary: where a replica answers alone a node isn't ready.
    const { read } = deps.db.origin ?? deps.db;
    const asked = read.selectFrom('calendar').select('version').executeTakeFirst();
    await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What load balancers ask: `live` is this process, `ready` that it can answer from its database. */
export const healthRoutes: readonly Route[] = [
  route({
    operation: 'readLive',
    methods: ['GET'],
    url: `${URL}/live`,
    path: {},
    accepts: {},
    answers: { 200: Health },
    errors: [],
    allows: anyone,
    handle: async () => ({ body: { status: 'ok' } }),
  }),
  route({
    operation: 'readReady',
    methods: ['GET'],
    url: `${URL}/ready`,
    path: {},
    accepts: {},
    answers: { 200: Health },
    errors: ['rest_unavailable'],
    allows: anyone,
    handle: async (call) => {
      await askDatabase(call);
      return { body: { status: 'ok' } };
    },
  }),
];
