import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { isFromHere, provenanceOf } from '#api/access/sessions/cookie.ts';
import { addressOf } from '#api/http/address.ts';

/** Paths of the interface, as requests are routed. */
const INTERFACE = /^\/(?:batch|calendar|kalends|wp|wp-json)(?:\/|$)/i;
/** Paths of the pages that show more to whoever is signed in. */
const PAGE = /^\/(?:$|(?:events?|venue|organizer|tag)(?:\/|$))/i;

/**
 * Takes the user of a request from the cookie of its session, where that counts (contract W7): for the interface and for pages of
 * the calendar, whose files and embedded forms are everybody's. A new secret goes out with the interface's answers alone, which
 * nobody keeps.
 */
export async function admitSession(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: SessionAuthenticator,
): Promise<void> {
  const { path, base, isPage } = addressOf(request.raw);
  const isInterface = INTERFACE.test(path) || /\/wp-json$/i.test(base);
  if (!isInterface && !PAGE.test(path)) return;
  const isReadingPage = !isInterface && (request.method === 'GET' || request.method === 'HEAD');
  if (!isFromHere(provenanceOf(request.headers), request.origin, isReadingPage)) return;
  const { viewer, cookie } = await sessions.authenticate(request.headers.cookie, {
    origin: request.origin,
    client: request.ip,
    isRotating: isInterface && isPage !== true,
  });
  request.viewer = viewer;
  if (cookie !== undefined) reply.header('Set-Cookie', cookie);
}
