import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from '#api/cache/response-cache.ts';
import { digestOf, interfaceHeaders, PUBLIC, securityHeaders, varyOf } from '#api/http/response-headers.ts';
import { type CacheTarget, isPersonal, sendBytes, sendCached } from '#api/server/answer.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { sourceOf } from '#foundation/network/origin.ts';
import { assetPath, scriptPath } from '#web/assets/assets.ts';
import { themePath } from '#web/assets/theme.ts';
import { renderDocument } from './frame.ts';
import { html } from './html.ts';
import { sprite } from './icons.ts';
import { type HtmlPage, pageAddress, titleOf } from './page.ts';

// User content may show pictures from other sites, but runs no script and sends no form.
const POLICY = `default-src 'none'; img-src 'self' https: data:; base-uri 'none'; frame-ancestors 'self'`;

/**
 * Returns the policy of a public page: it loads scripts, style and font from the site and sends forms to it. Sound and films are
 * files of the site, since a track of them may be any address of it.
 * @param site its origin, with the path below which it is published
 */
function publicPolicy({ pictures, embedded, framesOwn }: HtmlPage, site: string, tiles: string): string {
  const shown =
    pictures === undefined
      ? POLICY.replace(' data:', () => ` data:${tiles}`)
      : POLICY.replace(/img-src [^;]*/, () => `img-src 'self' data: ${pictures}`);
  const around = embedded ? shown.replace("frame-ancestors 'self'", 'frame-ancestors *') : shown;
  const media = sourceOf(site) === '' ? "'none'" : `${site}/media/`;
  return `${around}; media-src ${media}; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; form-action 'self'${framesOwn ? "; frame-src 'self'" : ''}`;
}

/** Returns the origin of a site's map tiles where the policy doesn't allow it anyhow, after a space. */
function tilesSource({ map_tiles: tiles }: Site): string {
  return tiles.startsWith('http:') ? ` ${sourceOf(tiles.replace('{s}', 'a'))}` : '';
}

/** Removes what only answers of the interface have. */
export function removeInterfaceHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(interfaceHeaders)) if (!(name in securityHeaders)) reply.removeHeader(name);
  for (const name of ['Origin', 'Credentials']) reply.removeHeader(`Access-Control-Allow-${name}`);
}

/**
 * Sends a page with a policy that lets only its own script run, and with an ETag; the same content gives the same
 * bytes.
 * @param target caches it for requests with the same key; undefined: it isn't cached
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  page: HtmlPage,
  target?: CacheTarget,
): Promise<FastifyReply> {
  const { links, site } = call;
  const status = page.status ?? 200;
  removeInterfaceHeaders(reply);
  if (page.unlisted || status !== 200) reply.header('X-Robots-Tag', 'noindex');
  const root = `${pageAddress(call, '')}wp-json/`;
  const isKept = !page.headers?.['Cache-Control']?.includes('no-store');
  const isOpen = status === 200 && isKept && !isPersonal(request);
  reply.headers({
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': publicPolicy(page, links.origin, tilesSource(site)),
    // A visitor may press “near me”.
    'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Language': call.language,
    Vary: `Accept, ${varyOf(call.negotiated)}, Accept-Encoding`,
    'Cache-Control': isOpen ? PUBLIC : 'private, no-store',
    Link: `<${root}>; rel="https://api.w.org/"`,
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': page.apiRoot ?? `${links.root}/`,
    'X-TEC-API-ORIGIN': links.origin,
    ...page.headers,
  });
  const render = page.embedded ? renderEmbeddedDocument : renderDocument;
  const text = render(call, site, page);
  if (status !== 200) return reply.code(status).send(text);
  const bytes = Buffer.from(text);
  return sendBytes(request, reply, call, {
    bytes,
    digest: digestOf(bytes),
    target: isOpen ? target : undefined,
  });
}

/** Sends a page from the response cache. */
export function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  removeInterfaceHeaders(reply);
  return sendCached(request, reply, cached);
}

/** Renders a page that stands in a frame on pages of others: its content alone, whose links lead out of the frame. */
function renderEmbeddedDocument(call: Call, site: Site, page: HtmlPage): string {
  const theme = themePath(site);
  const script = scriptPath('frame.js');
  const scheme = page.scheme === undefined ? '' : html` data-theme="${page.scheme}"`;
  return html`<!doctype html>
<html lang="${call.language}"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(call, page)}</title>
<base target="_top">
<meta name="robots" content="noindex">
<link rel="preload" as="font" type="font/woff2" href="${assetPath('radio-canada-latin.woff2')}" crossorigin>
<link rel="stylesheet" href="${assetPath('calendar.css')}">${theme ? html`<link rel="stylesheet" href="${theme}">` : ''}
${script ? html`<script defer src="${script}"></script>` : ''}
</head>
<body class="embedded">
${sprite(page.body)}
<main>
${page.body}
</main>
</body>
</html>
`.markup;
}
