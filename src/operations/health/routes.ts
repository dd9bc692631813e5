import { HEALTH } from '#api/http/address.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { type NodeProbe, probeNode } from './probe.ts';
import { Health, Readiness } from './schema.ts';

const { version } = manifest;
/** Seconds after which to ask again. */
const RETRY_AFTER = '5';

/** Returns the 503 error with its reasons, which contain nothing that strangers may not know. */
function notReady({ language }: Call, { checks, reasons, cause }: NodeProbe): KalendsError {
  const described = reasons.map((code) => ({
    code,
    message: translate(language, message(`health.${code}`)),
  }));
  const headers = { 'Retry-After': RETRY_AFTER };
  return new KalendsError('rest_unavailable', {
    headers: reasons.includes('closing') ? { ...headers, Connection: 'close' } : headers,
    body: { status: 'unavailable', version, reasons: described, checks },
    ...(cause === undefined ? {} : { cause }),
  });
}

async function answerReady(call: Call): Promise<Answer> {
  const findings = await probeNode(call.services);
  if (findings.reasons.length > 0) throw notReady(call, findings);
  return { body: { status: 'ok', version, checks: findings.checks }, isMomentary: true };
}

/** Answers 503 once the process takes no new connections. */
async function answerLive(call: Call): Promise<Answer> {
  if (call.services.lifecycle.isClosing) throw notReady(call, await probeNode(call.services));
  return { body: { status: 'ok', version }, isMomentary: true };
}

/** Routes for load balancers: `live` reports on this process, `ready` on whether it can answer from its database. */
export const healthRoutes: readonly Route[] = [
  route({
    operation: 'readHealth',
    methods: ['GET'],
    scope: 'read',
    url: HEALTH,
    path: {},
    accepts: {},
    answers: { 200: Readiness },
    errors: ['rest_unavailable'],
    allows: anyone,
    handle: answerReady,
  }),
  route({
    operation: 'readLive',
    methods: ['GET'],
    scope: 'read',
    url: `${HEALTH}/live`,
    path: {},
    accepts: {},
    answers: { 200: Health },
    errors: [],
    allows: anyone,
    handle: answerLive,
  }),
  route({
    operation: 'readReady',
    methods: ['GET'],
    scope: 'read',
    url: `${HEALTH}/ready`,
    path: {},
    accepts: {},
    answers: { 200: Readiness },
    errors: ['rest_unavailable'],
    allows: anyone,
    handle: answerReady,
  }),
];
