import type { FastifyRequest } from 'fastify';
import { parseAddress } from '#api/http/address.ts';
import { integerOf } from '#api/http/coercion.ts';
import {
  type PageQuery,
  type PublicPage,
  pageParameters,
  readPublicPage,
  writePublicPage,
} from '#api/http/page-address.ts';
import { queryParameters } from '#api/server/request-input.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { findPost } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { ownAddress } from '#web/addresses/own-address.ts';
import { type HtmlPage, missingPage, pageAddress } from '#web/html/page.ts';
import { type ItemKind, itemPage, itemTables, publicPage } from './public-page.ts';

/** Names that other sites give the kinds of things, in addresses by ID and by slug. */
const kinds: Readonly<Record<string, ItemKind>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};

/** The calendar as it begins. */
const CALENDAR: PublicPage = { kind: 'calendar', address: { page: 1, filters: {} } };

/** Returns the kind of the thing that an ID is asked for as; without one that which it is. */
async function kindOf(call: Call, query: PageQuery, id: number): Promise<ItemKind | undefined> {
  if (query['post_type'] !== undefined)
    return typeof query['post_type'] === 'string' ? kinds[query['post_type']] : undefined;
  const post = await findPost(call.services.db.read, id);
  return post?.kind === 'media' ? undefined : post?.kind;
}

/** Returns the ID of the thing into which one was merged; any other ID as it is. */
async function presentId({ services }: Call, id: number): Promise<number> {
  for (const table of ['venues', 'organizers'] as const) {
    const into = (await listMerged(services.db.read, table, [id])).get(id);
    if (into !== undefined) return into;
  }
  return id;
}

/** Returns the address of a thing that has an ID, or its page where no address but this one is anybody's to know. */
async function pageById(call: Call, query: PageQuery): Promise<HtmlPage | string> {
  const id = await presentId(call, integerOf(query['p']) ?? 0);
  const kind = await kindOf(call, query, id);
  if (kind === undefined) return missingPage(call, 'page');
  const shown = await itemPage(call, kind, id);
  // Of what is hidden a number tells not even the kind.
  if (shown.status !== undefined) return shown.status === 404 ? missingPage(call, 'page') : shown;
  const row = await call.services.db.read
    .selectFrom(itemTables[kind])
    .select(['id', 'slug', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  const address = row && call.links.page(kind, row);
  return address === undefined || address.includes('?') ? shown : address;
}

/** Returns the address of the page that `/?tribe_events=SLUG` and the like ask for; undefined: they don't. */
function addressBySlug(call: Call, query: PageQuery): string | undefined {
  const [name] = Object.keys(kinds).filter((one) => typeof query[one] === 'string');
  const kind = kinds[name ?? ''];
  const slug = String(query[name ?? '']).toLowerCase();
  return kind && slug !== '' ? pageAddress(call, writePublicPage({ kind, slug })) : undefined;
}

/**
 * Returns the page of `/`: the one that the settings name, a thing by its ID, or the address to which parameters of other sites
 * lead.
 */
export async function frontPage(call: Call, request: FastifyRequest): Promise<HtmlPage | string> {
  const query = queryParameters(request);
  if (query['p'] !== undefined) return pageById(call, query);
  const bySlug = addressBySlug(call, query);
  if (bySlug !== undefined) return bySlug;
  const asked = readPublicPage('/', query);
  const isAsked = pageParameters.some((name) => query[name] !== undefined && query[name] !== '');
  if (asked && isAsked) return ownAddress(call, request, asked) ?? publicPage(call, asked);
  const { home } = call.site;
  const { path } = parseAddress(home);
  const named = readPublicPage(path, {});
  if (!named) return pageAddress(call, home.replace(/^\/+/, ''));
  const made = await publicPage(call, named);
  // What the settings name may have gone since.
  const isGone = typeof made !== 'string' && made.status !== undefined;
  return isGone ? publicPage(call, CALENDAR) : made;
}
