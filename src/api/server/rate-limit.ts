import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guesserAt } from '#api/access/guesses.ts';
import type { Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { isProbe } from './probes.ts';

/** Counts a request. @throws KalendsError `rest_too_many_requests` with `Retry-After` */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What load balancers ask all the time; with credentials it would be a way to try them. */
const isHealthCheck = ({ routeOptions, headers }: FastifyRequest) =>
  isProbe(routeOptions.url) && headers.authorization === undefined;

/**
 * Returns what counts the requests of each client address, IPv6 by its /64: those to unknown addresses too, and before
 * credentials are looked at.
 */
export async function rateLimit(app: FastifyInstance, { config, metrics }: Deps): Promise<RateLimit> {
  const max = config.rateLimit;
  if (max === 0) return async () => {};
  await app.register((await import('@fastify/rate-limit')).default, {
    global: false,
    max,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => guesserAt(ip),
  });
  const count = app.createRateLimit();
  return async (request, reply) => {
    if (isHealthCheck(request)) return;
    const counted = await count(request);
    if (counted.isAllowed) return;
    const seconds = counted.ttlInSeconds;
    reply.headers({
      'X-RateLimit-Limit': String(counted.max),
      'X-RateLimit-Remaining': String(counted.remaining),
      'X-RateLimit-Reset': String(seconds),
    });
    if (!counted.isExceeded) return;
    metrics.limited++;
    throw new KalendsError('rest_too_many_requests', {
      values: { seconds },
      headers: { 'Retry-After': String(seconds) },
    });
  };
}
