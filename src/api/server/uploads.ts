import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, RouteShorthandOptions } from 'fastify';
import type { Route } from '#api/routing/route.ts';
import type { Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { callOf } from './call.ts';
import { permit } from './permit.ts';

const RETRY_AFTER_SECONDS = '10';

/** Number of uploads of the largest size that may be in memory at once. */
const UPLOADS_AT_ONCE = 4;

/**
 * Bounds the bytes of bodies that are in memory at once, by the length that their requests announce. One user may hold half
 * of them, so that nobody locks out all others; one body alone may be larger.
 * @param most bytes of all of them
 */
function admission(most: number): (request: FastifyRequest, reply: FastifyReply) => void {
  let held = 0;
  const heldBy = new Map<number, number>();
  return (request, reply) => {
    const user = request.viewer?.id ?? 0;
    const limit = request.routeOptions.bodyLimit;
    const announced = Number(request.headers['content-length'] ?? limit);
    const bytes = Math.min(limit, Number.isFinite(announced) ? announced : limit);
    const own = heldBy.get(user) ?? 0;
    if ((held > 0 && held + bytes > most) || (own > 0 && own + bytes > most / 2))
      throw new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    held += bytes;
    heldBy.set(user, own + bytes);
    reply.raw.once('close', () => {
      held -= bytes;
      const left = (heldBy.get(user) ?? 0) - bytes;
      if (left > 0) heldBy.set(user, left);
      else heldBy.delete(user);
    });
  };
}

/**
 * Returns a function that makes the Fastify options of an upload route. Its bodies may be larger than others: they are read
 * only for callers who may upload, and within a bound of memory.
 */
export function uploads(
  deps: Deps,
): (route: Route) => Pick<RouteShorthandOptions, 'bodyLimit'> & { onRequest: onRequestAsyncHookHandler } {
  const admit = admission(UPLOADS_AT_ONCE * deps.config.uploadLimit);
  return (route) => ({
    bodyLimit: deps.config.uploadLimit,
    onRequest: async (request, reply) => {
      await permit(route, callOf(request, deps), {});
      admit(request, reply);
    },
  });
}
