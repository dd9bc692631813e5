import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, varyOf } from '#api/http/response-headers.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { renderDocument } from './frame.ts';
import { type HtmlPage, pageAddress } from './page.ts';
import { renderPlainDocument } from './plain-frame.ts';
import { styleHash } from './style.ts';

// User content may show pictures and play videos from other sites, but runs no script and sends no form.
const POLICY = `default-src 'none'; img-src 'self' https: data:; media-src 'self' https:; base-uri 'none'; frame-ancestors 'self'`;

const hashes = new Map<string, string>();

/** Returns the source expression of a stylesheet or script for the Content-Security-Policy. */
function hashOf(text: string): string {
  const known = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  hashes.set(text, known);
  return known;
}

/** Returns the policy of a page: public pages load style and font from the site and send forms to it. */
const policyOf = ({ style: own, script }: HtmlPage) =>
  own === undefined
    ? `${POLICY}; style-src 'self'; font-src 'self'; form-action 'self'`
    : `${POLICY}; form-action 'none'; style-src ${styleHash} ${hashOf(own)}${script ? `; script-src ${hashOf(script)}` : ''}`;

/**
 * Sends a page with a policy that lets only its own script run, and with an ETag; the same content gives the same
 * bytes.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  page: HtmlPage,
): Promise<FastifyReply> {
  const { links } = call;
  const status = page.status ?? 200;
  if (!page.unlisted && status === 200) reply.removeHeader('X-Robots-Tag');
  for (const name of ['Headers', 'Origin', 'Credentials']) reply.removeHeader(`Access-Control-Allow-${name}`);
  reply.removeHeader('Access-Control-Expose-Headers');
  const root = `${pageAddress(call, '')}wp-json/`;
  reply.headers({
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': policyOf(page),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Language': call.language,
    Vary: `Accept, ${varyOf(call.negotiated)}`,
    'Cache-Control':
      call.viewer || status !== 200 ? 'private, no-store' : 'public, max-age=0, must-revalidate',
    Link: `<${root}>; rel="https://api.w.org/"`,
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': page.apiRoot ?? `${links.root}/`,
    'X-TEC-API-ORIGIN': links.origin,
  });
  const text =
    page.style === undefined
      ? renderDocument(call, await siteSettings(call), page)
      : renderPlainDocument(call, page);
  if (status === 200) {
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    reply.header('ETag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.code(status).send(text);
}
