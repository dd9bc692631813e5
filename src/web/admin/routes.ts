import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#api/http/address.ts';
import { interfaceHeaders, PRIVATE, securityHeaders } from '#api/http/response-headers.ts';
import { callOf, servicesFor } from '#api/server/call.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { adminBundle } from './bundle.ts';
import { renderAdminDocument, renderNotBuilt } from './document.ts';

/**
 * Returns the policy of the administration: its own scripts and styles, pictures of anywhere, since events may show such, the
 * interface, and the site's own pages in frames, for previews. It stands in no frame itself (clickjacking).
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function removeInterfaceHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(interfaceHeaders)) if (!(name in securityHeaders)) reply.removeHeader(name);
  for (const name of ['Origin', 'Credentials']) reply.removeHeader(`Access-Control-Allow-${name}`);
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const call = callOf(request, await servicesFor(request, services));
  const paged = { ...call, links: call.links.ofPages() };
  const bundle = adminBundle();
  const nonce = randomBytes(16).toString('base64url');
  services.listIndex.prepare();
  removeInterfaceHeaders(reply);
  return reply
    .code(bundle ? 200 : 503)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': call.language,
      'Content-Security-Policy': policyOf(nonce),
      'Referrer-Policy': 'same-origin',
      'Cache-Control': PRIVATE,
      Vary: 'Accept-Language',
    })
    .send(bundle ? renderAdminDocument(paged, call.site, bundle, nonce) : renderNotBuilt(paged));
}

/** Mounts the administration: one document for all of its addresses; the files of its client are assets as those of other pages. */
export function mountAdmin(app: FastifyInstance, services: Services): void {
  const document = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/\/wp-json$/i.test(addressOf(request.raw).base)) throw new KalendsError('rest_no_route');
    return sendDocument(request, reply, services);
  };
  app.get('/admin', document);
  app.get('/admin/*', document);
}
