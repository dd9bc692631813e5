import type { FastifyRequest } from 'fastify';
import { mayRead } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import {
  type CalendarView,
  type PageAddress,
  type PageQuery,
  type PublicPage,
  readPublicPage,
  writePageAddress,
} from '#api/http/page-address.ts';
import { PAGE_MAX } from '#api/routing/paging.ts';
import { queryParameters } from '#api/server/request-input.ts';
import { findItemRow } from '#calendar/events/store.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { forLanguages } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { PostTable } from '#store/db/tables.ts';
import { addressLike, formerPage } from '#web/addresses/former-page.ts';
import { ownAddress, sentPath } from '#web/addresses/own-address.ts';
import { readTermSlugs } from '#web/addresses/term-slugs.ts';
import { type HtmlPage, kindOfPath, missingPage } from '#web/html/page.ts';
import { eventPage } from './event/event-page.ts';
import { occurrencePage } from './event/occurrence-page.ts';
import { linkedPage } from './linked/linked-page.ts';
import { isWithinCalendar } from './reading/calendar-days.ts';
import { readTermView, type TermView } from './reading/term-view.ts';
import { firstOfWeek } from './reading/weeks.ts';
import { dayPage } from './views/day.ts';
import { listPage } from './views/list.ts';
import { mapPage } from './views/map.ts';
import { monthPage } from './views/month.ts';
import { weekPage } from './views/week.ts';

/** Makes the page of a view; the 404 page where the calendar has none at the address. */
type ViewPage = (call: Call, address: PageAddress) => Promise<HtmlPage>;

const viewPages: Readonly<Record<CalendarView, ViewPage>> = {
  list: listPage,
  month: monthPage,
  week: weekPage,
  day: dayPage,
  map: mapPage,
};

/** Kinds of things that have a page of their own. */
export type ItemKind = 'event' | 'venue' | 'organizer';

/** The table of each kind. */
export const itemTables = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
} as const satisfies Record<ItemKind, PostTable>;

/** Returns whether search engines are to leave a page out: all filters but one category or one tag (contract P2). */
function isFiltered({ filters, term }: PageAddress): boolean {
  const { categories = '', tags = '', ...others } = filters;
  const chosen = [...categories.split(','), ...tags.split(',')].filter(Boolean).length + (term ? 1 : 0);
  return chosen > 1 || Object.values(others).some((value) => value !== undefined);
}

/** Returns the title of a view of one category or tag. */
function titleBelow({ term }: TermView, title: string): string {
  const name = plainText(term.name);
  return title.includes(name) ? title : `${name}: ${title}`;
}

/** Returns the page of the calendar at an address: a view, or the page of a category or tag; the 404 page outside of its days. */
async function calendarPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { term } = address;
  const termSlugs = term && (await readTermSlugs(call, term));
  if (term && !termSlugs) return missingPage(call, term.kind === 'categories' ? 'category' : 'tag');
  const { site } = call;
  const { default_view } = site;
  const make = viewPages[address.view ?? default_view];
  if (!(await isWithinCalendar(call, address)))
    return missingPage(call, address.view === 'month' || address.view === 'week' ? address.view : 'day');
  const isPlain = address.date === undefined && !address.period && address.page === 1 && !address.isPast;
  const [made, about] = await Promise.all([make(call, address), term && readTermView(call, term)]);
  if (made.status !== undefined) return made;
  // The view with which the site begins has the address without a view.
  const named = isPlain && address.view === default_view ? { ...address, view: undefined } : address;
  // A week is named by its first day.
  const own =
    named.view === 'week' && named.date !== undefined
      ? { ...named, date: firstOfWeek(named.date, site) }
      : named;
  const root = `${call.links.root}/events/?${term?.kind}=${encodeURIComponent(about?.slug ?? '')}`;
  return {
    ...made,
    ...(about ? { title: titleBelow(about, made.title), apiRoot: root } : {}),
    paths: forLanguages((language) =>
      writePageAddress(
        term ? { ...own, term: { ...term, slugs: termSlugs?.[language] ?? term.slugs } } : own,
      ),
    ),
    unlisted: made.unlisted === true || isFiltered(address),
    isPart: term !== undefined || Object.values(address.filters).some((value) => value !== undefined),
  };
}

/** The page of the list of events that a request for a thing asks for, and the password that a form sent. */
export interface AskedPage {
  readonly page?: number | undefined;
  /** Whether of series only the first date is listed. */
  readonly condense?: boolean | undefined;
  readonly password?: string | undefined;
}

/** Returns the page of a thing by its ID. */
export async function itemPage(
  call: Call,
  kind: ItemKind,
  id: number | undefined,
  asked: AskedPage = {},
): Promise<HtmlPage> {
  if (kind === 'event') return eventPage(call, id, asked);
  return { ...(await linkedPage(call, kind, id, asked)), isPart: true };
}

/** Returns the page of a date of a series, or the address of an event that has that date alone (contract P1). */
async function datePage(
  call: Call,
  { slug, day, number }: Extract<PublicPage, { kind: 'date' }>,
  { password }: AskedPage,
): Promise<HtmlPage | string> {
  const at = { slug, day, number: number === undefined ? '' : String(number) };
  const made = await occurrencePage(call, { ...at, password });
  if (made.status !== 404 || number !== undefined) return made;
  const { read } = call.services.db;
  const id = await findIdBySlug(read, 'events', slug);
  const row = id === undefined ? undefined : await findItemRow(read, id);
  const isShown = row && row.series_id === 0 && row.status !== 'trash' && mayRead(call.viewer, row);
  return isShown && row.start_date.startsWith(day) ? call.links.page('event', row) : made;
}

/** Returns the page that an address names, or the address where it is. */
export async function publicPage(
  call: Call,
  named: PublicPage,
  asked: AskedPage = {},
): Promise<HtmlPage | string> {
  if (named.kind === 'calendar') return calendarPage(call, named.address);
  if (named.kind === 'date') return datePage(call, named, asked);
  const id = await findIdBySlug(call.services.db.read, itemTables[named.kind], named.slug);
  return itemPage(call, named.kind, id, asked);
}

/** Returns the page that has taken the place of one with a former slug, made as the caller may see it; undefined: there is none. */
async function readFormerPage(
  call: Call,
  named: PublicPage,
  asked: AskedPage = {},
): Promise<{ readonly named: PublicPage; readonly made: HtmlPage | string } | undefined> {
  const former = await formerPage(call, named);
  return former && { named: former, made: await publicPage(call, former, asked) };
}

/** Returns the present address of the page, or feed of a page, that a request names by a former slug; undefined: nobody is to know of any. */
export async function formerAddress(
  call: Call,
  request: FastifyRequest,
  { page, ending }: { readonly page: PublicPage; readonly ending: string },
): Promise<string | undefined> {
  const found = await readFormerPage(call, page);
  if (!found || (typeof found.made !== 'string' && found.made.status !== undefined)) return undefined;
  return addressLike(call, request, found.named, ending);
}

/** Returns the address of a category's page that was asked for below others than those above it; undefined: it is below those. */
function movedBelow(call: Call, request: FastifyRequest, named: PublicPage, made: HtmlPage) {
  if (named.kind !== 'calendar' || !made.paths) return undefined;
  const { address } = named;
  const { term } = address;
  if (!term || term.slugs.length === 1) return undefined;
  const present = forLanguages((language) => {
    const read = readPublicPage(decodeURIComponent(made.paths?.[language].split('?')[0] ?? ''), {});
    return read?.kind === 'calendar' ? (read.address.term?.slugs ?? []) : [];
  });
  const isPresent = Object.values(present).some((slugs) => slugs.join('/') === term.slugs.join('/'));
  if (isPresent) return undefined;
  const slugs = present[call.language];
  return addressLike(call, request, { ...named, address: { ...address, term: { ...term, slugs } } });
}

/** Returns the requested page of a list; 1 if it is not a valid number. */
function pageOf(query: PageQuery): number {
  const page = integerOf(query['page']);
  return page !== undefined && page > 0 && page <= PAGE_MAX ? page : 1;
}

/** Returns the password that a form of a page sent in its body; undefined: the page is only asked for. */
function sentPassword({ method, body }: FastifyRequest): string | undefined {
  if (method !== 'POST') return undefined;
  const sent: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'password') : undefined;
  return typeof sent === 'string' ? sent : '';
}

/** Returns the page at a request's address, or the one address where it is if that is written otherwise. */
export async function addressedPage(call: Call, request: FastifyRequest): Promise<HtmlPage | string> {
  const query = queryParameters(request);
  const named = readPublicPage(sentPath(request), query);
  if (!named) return missingPage(call, kindOfPath(sentPath(request)));
  const password = sentPassword(request);
  const condense = query['condense'] === 'true';
  const made = await publicPage(call, named, { page: pageOf(query), condense, password });
  if (typeof made === 'string' || password !== undefined) return made;
  if (made.status === 404) {
    const former = await readFormerPage(call, named, { page: pageOf(query) });
    if (former === undefined || typeof former.made === 'string') return former?.made ?? made;
    if (former.made.status === undefined) return addressLike(call, request, former.named);
    return former.made.status === 410 ? former.made : made;
  }
  if (made.status !== undefined) return made;
  return movedBelow(call, request, named, made) ?? ownAddress(call, request, named) ?? made;
}
