import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, parseAddress } from '#api/http/address.ts';
import { prefersJson } from '#api/http/negotiation.ts';
import { readPageFeed } from '#api/http/page-feeds.ts';
import { PUBLIC } from '#api/http/response-headers.ts';
import type { Route } from '#api/routing/route.ts';
import { cacheTargetOf, isPersonal, send } from '#api/server/answer.ts';
import { callOf, servicesFor } from '#api/server/call.ts';
import type { PageAnswers } from '#api/server/mount.ts';
import { factsOf, REQUEST_ID } from '#api/server/request-facts.ts';
import { queryParameters } from '#api/server/request-input.ts';
import { pageUploads } from '#api/server/uploads.ts';
import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { sentPath } from '#web/addresses/own-address.ts';
import { mountAdmin } from '#web/admin/routes.ts';
import { frontPage } from '#web/calendar/front-page.ts';
import { addressedPage, formerAddress } from '#web/calendar/public-page.ts';
import { guidePage, guideSearchPage } from '#web/documents/pages.ts';
import { calendarFrame } from '#web/embed/calendar-frame.ts';
import { eventFrame } from '#web/embed/event-frame.ts';
import { oembedOf } from '#web/embed/oembed.ts';
import { snippetPage } from '#web/embed/snippet-page.ts';
import { failurePage, type HtmlPage, kindOfPath, missingPage, wantsPage } from '#web/html/page.ts';
import { sendCachedPage, sendPage } from '#web/html/send-page.ts';
import { findSampleTargets } from '#web/openapi/store.ts';
import { documentPage } from '#web/reference/page.ts';
import { ownSubmissionPage, receiveOwnSubmission, receiveSubmission, submitPage } from '#web/submit/pages.ts';
import { sendOwnPicture } from '#web/submit/picture.ts';

/** Returns the call of a request that is answered with a page, whose clock goes by the minute. */
async function pageCall(request: FastifyRequest, services: Services): Promise<Call> {
  const call = callOf(request, await servicesFor(request, services));
  const { languages, language: site } = call.services.config;
  const language = languages.includes(call.language) ? call.language : site;
  return { ...call, language, now: call.validity.minute, links: call.links.ofPages() };
}

/** Returns the address of a page without the segment of a language that the site doesn't use; undefined: it has none. */
function withoutUnusedLanguage({ services, links }: Call, request: FastifyRequest): string | undefined {
  const { base, language } = addressOf(request.raw);
  if (language === undefined || services.config.languages.includes(language)) return undefined;
  return `${links.origin}${request.originalUrl.slice(base.length).replace(/^\/*/, '/')}`;
}

/** Returns whether a request lies below /wp-json, in the interface, whose only page is the reference. */
const isInterface = (request: FastifyRequest): boolean => /\/wp-json$/i.test(addressOf(request.raw).base);

/** Characters of a search in the documents that count. */
const LONGEST_SEARCH = 200;

/** Makes the page of a request, or returns the address where it is. */
type MakePage = (call: Call, request: FastifyRequest) => Promise<HtmlPage | string>;

/** Sends to another address, which search engines are to follow, and which is asked for again: what has moved may come back. */
const sendTo = (reply: FastifyReply, address: string, status: 301 | 302 = 301): FastifyReply =>
  reply.removeHeader('X-Robots-Tag').header('Cache-Control', 'no-cache').redirect(address, status);

/** Serves a page, which is cached where everybody may see it, or sends to the address where it is. */
async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  make: MakePage,
): Promise<FastifyReply> {
  const { route = '' } = factsOf(request.raw);
  const target = isPersonal(request) ? undefined : cacheTargetOf(route, request, services);
  if (target?.cached) return sendCachedPage(request, reply, target.cached);
  const call = await pageCall(request, services);
  const used = withoutUnusedLanguage(call, request);
  // The site may use it again.
  if (used !== undefined) return sendTo(reply, used, 302);
  const made = await make(call, request);
  if (typeof made !== 'string') return sendPage(request, reply, call, made, target);
  // Where `/` leads may be another page tomorrow.
  return sendTo(reply, made, route === '/' ? 302 : 301);
}

/** Patterns of the pages of the calendar and of its things; what they name is read by `readPublicPage`. */
const PAGES = [
  '/events',
  '/events/*',
  '/event/:slug',
  '/event/:slug/:day',
  '/event/:slug/:day/:number',
  '/venue/:slug',
  '/organizer/:slug',
  '/tag/:slug',
  '/tag/:slug/*',
];

/** Patterns of the pages that take a password in a form. */
const LOCKABLE = PAGES.filter((url) => /^\/(?:event|venue|organizer)\//.test(url));

/**
 * Mounts the pages for people (design 1): front page, events, venues, organizers, categories, tags, and the
 * reference.
 */
export function mountPages(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  const page = (url: string, make: MakePage, method: 'GET' | 'POST' = 'GET') =>
    app.route({
      method,
      url,
      config: { takesForms: method === 'POST' },
      handler: async (request, reply) => {
        if (isInterface(request) && url !== '/docs') throw new KalendsError('rest_no_route');
        return servePage(request, reply, services, make);
      },
    });
  const onRequest = pageUploads(services);
  /** Takes a form of a page, which leads on to a page: to be asked for anew, so that nothing is sent twice. */
  const form = (url: string, receive: MakePage) =>
    app.post(url, { config: { takesForms: true }, onRequest }, async (request, reply) => {
      if (isInterface(request)) throw new KalendsError('rest_no_route');
      const call = await pageCall(request, services);
      const made = await receive(call, request);
      if (typeof made !== 'string') return sendPage(request, reply, call, made);
      return reply.removeHeader('X-Robots-Tag').header('Cache-Control', 'no-store').redirect(made, 303);
    });
  app.get('/', (request, reply) => serveFront(request, reply, services, routes));
  page('/docs', async (call) =>
    documentPage(
      services.documents.of(routes, call, services.config),
      call,
      await findSampleTargets(services.db.read),
    ),
  );
  page('/docs/search', async (call, request) => {
    const { search } = queryParameters(request);
    return guideSearchPage(call, typeof search === 'string' ? search.slice(0, LONGEST_SEARCH) : '');
  });
  for (const url of ['/docs/:name', '/docs/adr/:name'])
    page(url, async (call, request) => guidePage(call, sentPath(request).replace(/^\/docs\/|\/+$/gi, '')));
  page('/embed', async (call, request) => snippetPage(call, queryParameters(request)));
  page('/embed/calendar', async (call, request) =>
    calendarFrame({ ...call, viewer: null }, queryParameters(request)),
  );
  for (const url of ['/embed/event/:slug', '/embed/event/:slug/:day', '/embed/event/:slug/:day/:number'])
    page(url, async (call, request) =>
      eventFrame(call, sentPath(request).replace(/^\/embed/i, ''), queryParameters(request)),
    );
  app.get('/oembed', async (request, reply) => {
    // The answer that oEmbed 1.0 (§2.3.4) has for a form which a provider doesn't write.
    const query = queryParameters(request);
    const { format = '' } = query;
    if (format !== '' && format !== 'json') throw new KalendsError('rest_oembed_format');
    const found = await oembedOf(await pageCall(request, services), query);
    if (!found) throw new KalendsError('rest_no_route');
    return reply.header('Cache-Control', PUBLIC).send(found);
  });
  page('/submit', submitPage);
  page('/submit/:secret', ownSubmissionPage);
  app.get('/submit/:secret/picture', async (request, reply) => {
    if (isInterface(request)) throw new KalendsError('rest_no_route');
    return sendOwnPicture(await pageCall(request, services), request, reply);
  });
  form('/submit', receiveSubmission);
  form('/submit/:secret', receiveOwnSubmission);
  mountAdmin(app, services);
  for (const url of PAGES) page(url, addressedPage);
  for (const url of LOCKABLE) page(url, addressedPage, 'POST');
}

/** Serves `GET /`: the front page, an item by its ID, or the site's index for programs that accept only JSON. */
async function serveFront(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  routes: readonly Route[],
): Promise<FastifyReply> {
  const query = queryParameters(request);
  const index = routes.find(({ operation }) => operation === 'readSiteIndex');
  if (index && query['p'] === undefined && prefersJson(request.headers.accept ?? '')) {
    const call = await pageCall(request, services);
    const answer = await index.handle(call, { path: {}, input: {}, sent: {}, file: undefined });
    return send(request, reply, call, answer);
  }
  return servePage(request, reply, services, frontPage);
}

/** Returns where an address with doubled slashes leads; undefined: to no page. */
async function withoutDoubledSlashes(
  request: FastifyRequest,
  services: Services,
): Promise<string | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (!sentPath(request).includes('//') || isInterface(request)) return undefined;
  const made = await addressedPage(await pageCall(request, services), request);
  return typeof made === 'string' ? made : undefined;
}

/** Returns whether a person asks, outside of the interface. */
const isForPeople = (request: FastifyRequest): boolean =>
  wantsPage(request) &&
  !isInterface(request) &&
  !/^\/(calendar|kalends|wp|wp-json)\//i.test(addressOf(request.raw).path);

/** Answers of pages where there is none, and where something has failed. */
export const pageAnswers: PageAnswers = {
  async answerMissing(request, reply, services) {
    const moved = await withoutDoubledSlashes(request, services);
    if (moved === undefined && !isForPeople(request)) return false;
    if (moved !== undefined) await sendTo(reply, moved);
    else {
      const call = await pageCall(request, services);
      await sendPage(request, reply, call, missingPage(call, kindOfPath(sentPath(request))));
    }
    return true;
  },
  async answerMovedFeed(request, reply, services) {
    const { path, query } = parseAddress(request.originalUrl);
    const feed = readPageFeed(path, query);
    const address = feed && (await formerAddress(await pageCall(request, services), request, feed));
    if (address !== undefined) await sendTo(reply, address);
    return address !== undefined;
  },
  async answerFailure(request, reply, services, { code, status, extras }) {
    if (!isForPeople(request)) return false;
    factsOf(request.raw).code = code;
    // The failure may be the database's.
    const call = callOf(request, await servicesFor(request, services).catch(() => services));
    const asPage = { ...call, links: call.links.ofPages() };
    reply.headers({ ...extras.headers, [REQUEST_ID]: request.id });
    await sendPage(request, reply, asPage, failurePage(asPage, status));
    return true;
  },
};
