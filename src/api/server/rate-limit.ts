import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guesserAt } from '#api/access/guesses.ts';
import { isProbe } from '#api/http/address.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';

/** Counts a request. @throws KalendsError `rest_too_many_requests` with `Retry-After` */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns whether a request is a load balancer's; with credentials it would be a way to try them. */
const isHealthCheck = ({ routeOptions, headers }: FastifyRequest) =>
  isProbe(routeOptions.url) && headers.authorization === undefined;

declare module 'fastify' {
  interface FastifyInstance {
    /** The rate limit of the service; undefined where the settings want none. */
    limitRate: RateLimit | undefined;
  }
}

/**
 * Sets up the rate limit that the settings want: by client address, IPv6 by its /64. It is to count requests to unknown
 * addresses too, before credentials are looked at.
 */
export async function setRateLimit(app: FastifyInstance, { config, metrics }: Services): Promise<void> {
  const max = config.rateLimit;
  if (max === 0) {
    app.decorate('limitRate', undefined);
    return;
  }
  await app.register((await import('@fastify/rate-limit')).default, {
    global: false,
    max,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => guesserAt(ip),
  });
  const count = app.createRateLimit();
  app.decorate('limitRate', async (request, reply) => {
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
  });
}
