import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, RouteShorthandOptions } from 'fastify';
import { guesserAt } from '#api/access/guesses.ts';
import { anyone, type Route } from '#api/routing/route.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { callOf } from './call.ts';
import { requirePermission } from './route-permissions.ts';

const RETRY_AFTER_SECONDS = '10';

/** Number of uploads of the largest size that may be in memory at once. */
const UPLOADS_AT_ONCE = 4;

type UploadAdmission = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Bounds the bytes of bodies that are in memory at once, by the length that their requests announce. One user may hold half
 * of them, so that nobody locks out all others; one body alone may be larger. Those without an account hold half of them
 * together, and a quarter from one address; bodies that any other request may have aren't counted for them.
 */
function admission({ uploadLimit, bodyLimit: ordinary }: Services['config']): UploadAdmission {
  const most = UPLOADS_AT_ONCE * uploadLimit;
  let held = 0;
  const heldBy = new Map<string, number>();
  return (request, reply) => {
    const { viewer } = request;
    const announced = Number(request.headers['content-length'] ?? uploadLimit);
    const bytes = Math.min(uploadLimit, Number.isFinite(announced) ? announced : uploadLimit);
    if (viewer === null && bytes <= ordinary) return;
    const shares: readonly (readonly [string, number])[] = viewer
      ? [[`user:${viewer.id}`, most / 2]]
      : [
          ['anybody', most / 2],
          [`client:${guesserAt(request.ip)}`, most / 4],
        ];
    const isTooMuch = shares.some(([name, share]) => {
      const own = heldBy.get(name) ?? 0;
      return own > 0 && own + bytes > share;
    });
    if (isTooMuch || (held > 0 && held + bytes > most))
      throw new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    held += bytes;
    for (const [name] of shares) heldBy.set(name, (heldBy.get(name) ?? 0) + bytes);
    reply.raw.once('close', () => {
      held -= bytes;
      for (const [name] of shares) {
        const left = (heldBy.get(name) ?? 0) - bytes;
        if (left > 0) heldBy.set(name, left);
        else heldBy.delete(name);
      }
    });
  };
}

/** Returns the hook of forms of pages that take a file. */
export function pageUploads({ config }: Services): onRequestAsyncHookHandler {
  const admit = admission(config);
  return async (request, reply) => admit(request, reply);
}

/**
 * Returns a function that makes the Fastify options of an upload route. Its bodies may be larger than others: they are read
 * only for callers who may upload, and within a bound of memory. Where anybody may, only a file in a form is larger.
 */
export function uploads(
  services: Services,
): (route: Route) => Pick<RouteShorthandOptions, 'bodyLimit'> & { onRequest: onRequestAsyncHookHandler } {
  const admit = admission(services.config);
  return (route) => ({
    bodyLimit: route.allows === anyone ? services.config.bodyLimit : services.config.uploadLimit,
    onRequest: async (request, reply) => {
      await requirePermission(route, callOf(request, services), {});
      admit(request, reply);
    },
  });
}
