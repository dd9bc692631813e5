import type { FastifyReply, FastifyRequest } from 'fastify';
import { KalendsError } from '../errors.ts';

const RETRY_AFTER_SECONDS = '10';

/**
 * Bounds the bytes of bodies that are held at once, by what their requests announce; one alone may hold more.
 * @param most bytes of all of them
 */
export function admission(most: number): (request: FastifyRequest, reply: FastifyReply) => void {
  let held = 0;
  return (request, reply) => {
    const limit = request.routeOptions.bodyLimit;
    const announced = Number(request.headers['content-length'] ?? limit);
    const bytes = Math.min(limit, Number.isFinite(announced) ? announced : limit);
    if (held > 0 && held + bytes > most)
      throw new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    held += bytes;
    reply.raw.once('close', () => {
      held -= bytes;
    });
  };
}
