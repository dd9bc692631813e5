import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#api/http/address.ts';
import { integerOf } from '#api/http/coercion.ts';
import { prefersJson } from '#api/http/feed-forms.ts';
import { type PageAddress, readPublicPage } from '#api/http/page-address.ts';
import { PAGE_MAX } from '#api/routing/paging.ts';
import type { Route } from '#api/routing/route.ts';
import { cacheTargetOf, isPersonal, send } from '#api/server/answer.ts';
import { callOf, depsOf } from '#api/server/call.ts';
import { factsOf } from '#api/server/request-facts.ts';
import { siteSettings, withSiteSettings } from '#api/settings/site-settings.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call, Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { PostTable } from '#store/db/tables.ts';
import { ownAddress } from '#web/addresses/own-address.ts';
import { eventPage } from '#web/calendar/event.ts';
import { linkedPage } from '#web/calendar/linked.ts';
import { occurrencePage } from '#web/calendar/occurrence.ts';
import { termPage } from '#web/calendar/term.ts';
import { listPage } from '#web/calendar/views/list.ts';
import { registeredViews, registerViews } from '#web/calendar/views/registered-views.ts';
import { type HtmlPage, missingPage, wantsPage } from '#web/html/page.ts';
import { sendCachedPage, sendPage } from '#web/html/send-page.ts';
import { documentOf } from '#web/openapi/document.ts';
import { findSampleTargets } from '#web/openapi/store.ts';
import { documentPage } from '#web/reference/page.ts';

const kinds: Readonly<Record<string, 'event' | 'venue' | 'organizer'>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};
const tables = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<
  string,
  PostTable
>;

type Query = Readonly<Record<string, unknown>>;

/** Returns the call of a request that is answered with a page, whose clock goes by the minute. */
async function pageCall(request: FastifyRequest, deps: Deps): Promise<Call> {
  const call = callOf(request, await withSiteSettings(depsOf(request, deps), { isWriting: false }));
  return { ...call, now: call.validity.minute, links: call.links.ofPages() };
}

/** Returns the requested page of a list; 1 if it is not a valid number. */
function pageOf(query: Query): number {
  const page = integerOf(query['page']);
  return page !== undefined && page > 0 && page <= PAGE_MAX ? page : 1;
}

registerViews({ list: listPage });

/** Returns the page of the calendar at an address: a view, or the page of a category or tag. */
async function calendarPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { term } = address;
  if (term) return termPage(call, term.kind, term.slugs.at(-1) ?? '', address.page);
  const { default_view } = await siteSettings(call);
  const make = registeredViews()[address.view ?? default_view];
  return make ? make(call, address) : missingPage(call);
}

const postPage = (call: Call, kind: 'event' | 'venue' | 'organizer', id: number | undefined, page: number) =>
  kind === 'event' ? eventPage(call, id, page) : linkedPage(call, kind, id, page);

/** Returns where `/?post_type=…&p=ID` leads: the item's own address, if it has one that the caller may know. */
async function shortAddress(
  call: Call,
  kind: 'event' | 'venue' | 'organizer',
  id: number,
): Promise<string | undefined> {
  const row = await call.deps.db.read
    .selectFrom(tables[kind])
    .select(['id', 'slug', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  const address = row && call.links.page(kind, row);
  return address?.includes('?') ? undefined : address;
}

/** Returns whether a request lies below /wp-json, in the interface, whose only page is the reference. */
const isInterface = (request: FastifyRequest): boolean => /\/wp-json$/i.test(addressOf(request.raw).base);

/** Makes the page of a request, or returns the address where it is. */
type MakePage = (call: Call, request: FastifyRequest) => Promise<HtmlPage | string>;

/** Serves a page, which is cached where everybody may see it, or sends to the address where it is. */
async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  make: MakePage,
): Promise<FastifyReply> {
  const { route = '' } = factsOf(request.raw);
  const target = isPersonal(request) ? undefined : cacheTargetOf(route, request, deps);
  if (target) {
    const cached = deps.responseCache.get(target.key, deps.now().epochMilliseconds);
    if (cached) return sendCachedPage(request, reply, cached);
    deps.responseCache.misses++;
  }
  const call = await pageCall(request, deps);
  const made = await make(call, request);
  return typeof made === 'string' ? reply.redirect(made, 301) : sendPage(request, reply, call, made, target);
}

/**
 * Mounts the pages for people (design 1): front page, events, venues, organizers, categories, tags, and the
 * reference.
 */
export function mountPages(app: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  const page = (url: string, make: MakePage) =>
    app.get(url, async (request, reply) => {
      if (isInterface(request) && url !== '/docs') throw new KalendsError('rest_no_route');
      return servePage(request, reply, deps, make);
    });
  const named = (request: FastifyRequest, name: string) =>
    String((request.params as Query)[name] ?? '')
      .split('/')
      .at(-1) ?? '';
  const listed = (request: FastifyRequest) => pageOf(request.query as Query);

  app.get('/', (request, reply) => serveFront(request, reply, deps, routes));
  page('/docs', async (call) =>
    documentPage(documentOf(routes, call, deps.config), call, await findSampleTargets(deps.db.read)),
  );
  for (const kind of ['event', 'venue', 'organizer'] as const)
    page(`/${kind}/:slug`, async (call, request) => {
      const id = await findIdBySlug(deps.db.read, tables[kind], named(request, 'slug'));
      return postPage(call, kind, id, listed(request));
    });
  for (const url of ['/event/:slug/:day', '/event/:slug/:day/:number'])
    page(url, (call, request) =>
      occurrencePage(call, named(request, 'slug'), named(request, 'day'), named(request, 'number')),
    );
  for (const url of ['/events', '/events/*'])
    page(url, async (call, request) => {
      const path = String((request.params as Query)['*'] ?? '').replace(/^\/+|\/+$/g, '');
      const query = request.query as Query;
      const found = readPublicPage(`/events/${path}`, query);
      if (found?.kind !== 'calendar') return missingPage(call);
      return ownAddress(call, request, found) ?? calendarPage(call, found.address);
    });
  page('/tag/:slug', (call, request) => termPage(call, 'tags', named(request, 'slug'), listed(request)));
}

/** The page of `/`: the calendar as it begins. */
const HOME: PageAddress = { page: 1, filters: {} };

/** Serves `GET /`: the front page, an item by its ID, or the site's index for programs that accept only JSON. */
async function serveFront(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  routes: readonly Route[],
): Promise<FastifyReply> {
  const query = request.query as Query;
  const kind = typeof query['post_type'] === 'string' ? kinds[query['post_type']] : undefined;
  const index = routes.find(({ operation }) => operation === 'readSiteIndex');
  if (kind && query['p'] !== undefined) {
    const call = await pageCall(request, deps);
    const id = integerOf(query['p']) ?? 0;
    const shown = await postPage(call, kind, id, 1);
    const address = shown.status === 404 ? undefined : await shortAddress(call, kind, id);
    return address ? reply.redirect(address, 302) : sendPage(request, reply, call, shown);
  }
  if (index && prefersJson(request.headers.accept ?? '')) {
    const call = await pageCall(request, deps);
    const answer = await index.handle(call, { path: {}, input: {}, sent: {}, file: undefined });
    return send(request, reply, call, answer);
  }
  const front = readPublicPage('/', query);
  const address = front?.kind === 'calendar' ? front.address : HOME;
  return servePage(request, reply, deps, (call) => calendarPage(call, address));
}

/** Sends the page for an unknown address to clients that ask for HTML outside the interface; undefined for programs. */
export function answerMissing(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> | undefined {
  const { path } = addressOf(request.raw);
  if (!wantsPage(request) || isInterface(request) || /^\/(calendar|kalends|wp|wp-json)\//i.test(path))
    return undefined;
  return pageCall(request, deps).then((call) => sendPage(request, reply, call, missingPage(call)));
}
