import type { FastifyReply, FastifyRequest } from 'fastify';
import { KalendsError } from '#errors.ts';

const RETRY_AFTER_SECONDS = '10';

/**
 * Bounds the bytes of bodies that are held at once, by what their requests announce: of everybody, and of one user half
 * of that, so that nobody keeps all others out. One alone may hold more.
 * @param most bytes of all of them
 */
export function admission(most: number): (request: FastifyRequest, reply: FastifyReply) => void {
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
