import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestOf, PUBLIC } from '#api/http/response-headers.ts';
import { cacheTargetOf, isPersonal, sendBytes, sendCached } from '#api/server/answer.ts';
import { callOf, servicesFor } from '#api/server/call.ts';
import { factsOf } from '#api/server/request-facts.ts';
import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { iconOf } from '#web/html/favicon.ts';
import { sitemapIndex, sitemapOf } from './sitemap.ts';

const XML = 'application/xml; charset=UTF-8';

/** Sends a text that is the same for everybody, which is cached. */
async function serveText(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  type: string,
  make: (call: Call) => Promise<string | undefined>,
): Promise<FastifyReply> {
  const { route = '' } = factsOf(request.raw);
  const target = isPersonal(request) ? undefined : cacheTargetOf(route, request, services);
  if (target?.cached) return sendCached(request, reply, target.cached);
  const call = callOf(request, await servicesFor(request, services));
  const text = await make(call);
  if (text === undefined) throw new KalendsError('rest_no_route');
  const bytes = Buffer.from(text);
  reply.headers({ 'Content-Type': type, 'Cache-Control': PUBLIC, Vary: 'Accept-Encoding' });
  return sendBytes(request, reply, call, { bytes, digest: digestOf(bytes), target });
}

/** Serves what crawlers and browsers ask every site for: robots.txt, sitemaps and the icon. */
export function mountDiscovery(app: FastifyInstance, services: Services): void {
  const text = (url: string, type: string, make: (call: Call, name: string) => Promise<string | undefined>) =>
    app.get(url, (request, reply) =>
      serveText(request, reply, services, type, (call) =>
        make(call, (request.params as { readonly name?: string }).name ?? ''),
      ),
    );
  text('/robots.txt', 'text/plain; charset=UTF-8', async (call) => robotsText(call));
  text('/sitemap.xml', XML, sitemapIndex);
  text('/sitemap-:name(^[a-z0-9-]+).xml', XML, sitemapOf);
  // Under these names search engines know the sitemaps of other sites.
  for (const url of ['/wp-sitemap.xml', '/sitemap_index.xml'])
    app.get(url, (request, reply) =>
      reply.redirect(`${callOf(request, services).links.origin}/sitemap.xml`, 301),
    );
  app.get('/favicon.ico', async (request, reply) => {
    const call = callOf(request, await servicesFor(request, services));
    const { logoFile, accents } = call.site;
    if (logoFile) return reply.redirect(call.links.media(logoFile.file), 302);
    return reply
      .headers({ 'Content-Type': 'image/svg+xml', 'Cache-Control': PUBLIC })
      .send(iconOf(accents.light.accent));
  });
}

/** Pages with more than one filter, which would be without end; a term's page is filtered by that. */
const DISALLOWED = [
  '/events*/?*&',
  '/events*/?*,',
  '/events*/?*%2C',
  '/events/category/*/?',
  '/events/tag/*/?',
];
/** Feeds at the addresses of pages, for programs that ask robots.txt before they subscribe; the longest rule wins. */
const ALLOWED = ['/events*/?*ical=1', '/events/category/*/?*ical=1', '/events/tag/*/?*ical=1'];

/** Returns what crawlers may visit: all pages but those of several filters at once, and where the sitemaps are. */
function robotsText({ links: { origin } }: Call): string {
  // Rules are about the whole path, also where Kalends is published below one.
  const base = new URL(origin).pathname.replace(/\/$/, '');
  const below = (rule: string) =>
    ['', ...languages.map((one) => `/${one}`)].map((one) => `${base}${one}${rule}`);
  return [
    'User-agent: *',
    ...ALLOWED.flatMap(below).map((rule) => `Allow: ${rule}`),
    ...DISALLOWED.flatMap(below).map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
