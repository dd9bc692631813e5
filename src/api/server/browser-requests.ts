import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { isFromHere, provenanceOf } from '#api/access/sessions/cookie.ts';
import { addressOf, isWriting } from '#api/http/address.ts';

/**
 * Returns whether a request that no script waits for is a write: a form or link of any site, an image, an opaque `fetch`. Forms of
 * our own pages are none.
 */
export function isForged({ method, headers, routeOptions }: FastifyRequest): boolean {
  const isOwn = /^(same-origin|none)$/i.test(String(headers['sec-fetch-site'] ?? 'none'));
  return isWriting(method) && !(routeOptions.config?.takesForms && isOwn);
}

/**
 * Returns whether a write comes with the cookie of a session, but for a part of a page, such as a picture, a track or a frame
 * (contract D49). Forms of pages change nothing by themselves.
 */
export function isSentByMarkup({ method, headers, viewer, routeOptions }: FastifyRequest): boolean {
  if (viewer?.session === undefined || !isWriting(method) || routeOptions.config?.takesForms) return false;
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && String(destination).toLowerCase() !== 'empty';
}

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
