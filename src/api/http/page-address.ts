import { calendarViews } from '#foundation/site/settings.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import type { Period } from '#foundation/time/period.ts';

/** A view of the calendar. */
export type CalendarView = (typeof calendarViews)[number];

/** Filters that pages take, by the names of the interface's parameters (spec 4.3, contract 3). */
export const pageFilterNames = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'free',
  'is_virtual',
  'condense',
  'accessibility',
  'spoken_languages',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
] as const;
/** The name of a filter of pages. */
export type PageFilterName = (typeof pageFilterNames)[number];
/** Filters of a page, each as the text of its parameter. */
export type PageFilters = Readonly<Partial<Record<PageFilterName, string>>>;

/** A period that has an address of its own; that of today is the view of a day. */
export type PagePeriod = Exclude<Period, 'today'>;
const pagePeriods: readonly PagePeriod[] = ['tonight', 'tomorrow', 'weekend'];

/** A category, with the slugs of those above it first, or a tag whose page a view is part of. */
export interface PageTerm {
  readonly kind: 'categories' | 'tags';
  readonly slugs: readonly string[];
}

/** A page of the calendar: a view, its date, filters, and the page of its list. */
export interface PageAddress {
  /** undefined: the one that the site begins with. */
  readonly view?: CalendarView | undefined;
  /** A day `YYYY-MM-DD`, of a month's view `YYYY-MM`, on the site's clock; undefined: the present one. */
  readonly date?: string | undefined;
  /** Days that a name stands for, whichever day it is: a list, of tomorrow the view of a day. */
  readonly period?: PagePeriod | undefined;
  /** Lists what has passed, the latest first. */
  readonly isPast?: boolean | undefined;
  readonly page: number;
  readonly term?: PageTerm | undefined;
  readonly filters: PageFilters;
}

/** A query as the address has it; arrays and objects are of parameters that were sent several times. */
export type PageQuery = Readonly<Record<string, unknown>>;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && secondsOf(`${text} 00:00:00`) !== undefined;
const isMonth = (text: string): boolean => MONTH.test(text) && isDay(`${text}-01`);

/** Returns the part of a path below `/events/` that writes a view with its date and page, without slashes around it. */
function viewPath({ view, date, period, isPast, page }: PageAddress): string {
  const paged = page > 1 ? [`page/${page}`] : [];
  if (isPast) return ['list', ...paged].join('/');
  if (period !== undefined) return period;
  if (view === undefined) return paged.join('/');
  // A day has its date for a name.
  if (view === 'day') return date ?? 'today';
  const dated = view === 'list' || date === undefined ? [] : [date];
  return [view, ...dated, ...paged].join('/');
}

/**
 * Returns a slug as a segment of an address, in the one spelling that stored slugs of other scripts have: encoded, with small
 * letters.
 */
function segmentOf(slug: string): string {
  let plain = slug;
  try {
    plain = decodeURIComponent(slug);
  } catch {
    // It isn't encoded.
  }
  return encodeURIComponent(plain).replace(/%../g, (byte) => byte.toLowerCase());
}

/** Returns the address of a page below the language's segment, from `events/` on; the same page has one address only. */
export function writePageAddress(address: PageAddress): string {
  const { term, filters, view, date, isPast } = address;
  const below = term
    ? `${term.kind === 'categories' ? 'category' : 'tag'}/${term.slugs.map(segmentOf).join('/')}/`
    : '';
  const path = viewPath(address);
  const query = new URLSearchParams();
  if (isPast) query.set('eventDisplay', 'past');
  if (view === 'list' && date !== undefined) query.set('tribe-bar-date', date);
  for (const name of pageFilterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '') query.set(name, value);
  }
  // Commas stay what they are: addresses are read by people.
  const text = query.toString().replaceAll('%2C', ',');
  return `events/${below}${path}${path ? '/' : ''}${text ? `?${text}` : ''}`;
}

/** Views that other sites have, by the ones that stand in their place. */
const displays: Readonly<Record<string, CalendarView>> = {
  photo: 'list',
  summary: 'list',
  default: 'list',
  upcoming: 'list',
};

type View = Pick<PageAddress, 'view' | 'date' | 'period' | 'page'>;

const pageNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;

/** Reads the segments that name a view; undefined where they name none. */
function readView(segments: readonly string[]): View | undefined {
  const [first, second, third] = segments;
  const isPaged = segments.at(-2) === 'page';
  const page = isPaged ? pageNumber(segments.at(-1)) : 1;
  if (page === undefined) return undefined;
  const rest = isPaged ? segments.slice(0, -2) : segments;
  if (rest.length === 0) return { page };
  if (first === 'today') return rest.length === 1 && !isPaged ? { view: 'day', page } : undefined;
  const period = pagePeriods.find((name) => name === first);
  if (period)
    return rest.length === 1 && !isPaged
      ? { view: period === 'tomorrow' ? 'day' : 'list', period, page }
      : undefined;
  if (rest.length === 1 && first !== undefined) {
    if (isMonth(first)) return isPaged ? undefined : { view: 'month', date: first, page };
    if (isDay(first)) return isPaged ? undefined : { view: 'day', date: first, page };
  }
  const view = calendarViews.find((name) => name === first) ?? displays[first ?? ''];
  if (view === undefined || (isPaged && view !== 'list' && view !== 'map')) return undefined;
  if (rest.length === 1) return { view, page };
  const isDated = view === 'month' ? isMonth : view === 'list' ? undefined : isDay;
  return rest.length === 2 && second !== undefined && third === undefined && isDated?.(second)
    ? { view, date: second, page }
    : undefined;
}

/** Reads the segments of a term's page, of which the last ones may name a view. */
function readTermView(
  kind: PageTerm['kind'],
  segments: readonly string[],
): (View & { term: PageTerm }) | undefined {
  if (segments.length === 0) return undefined;
  for (let at = 1; at < segments.length; at++) {
    const view = readView(segments.slice(at));
    if (view) return { ...view, term: { kind, slugs: segments.slice(0, at) } };
  }
  return { page: 1, term: { kind, slugs: segments } };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Returns the text of a filter, of a list its values with commas between them. */
function filterText(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return filterText(Object.values(value));
  if (Array.isArray(value)) return value.flatMap((one) => text(one) ?? []).join(',') || undefined;
  return text(value)?.trim() || undefined;
}

/** Parameters by which pages of other sites filter, by the ones that stand in their place. */
const filterAliases: Readonly<Record<string, PageFilterName>> = {
  'tribe-bar-search': 'search',
  tribe_events_cat: 'categories',
  tribe_eventcategory: 'categories',
  tribe_tags: 'tags',
  tribe_venues: 'venue',
  tribe_organizers: 'organizer',
  tribe_featuredevent: 'featured',
};

/** Parameters by which addresses of a page may name what it shows; others are none of its own. */
export const pageParameters: readonly string[] = [
  ...pageFilterNames,
  ...Object.keys(filterAliases),
  'eventDisplay',
  'tribe_event_display',
  'tribe-bar-date',
  'eventDate',
  'paged',
  'tribe_paged',
  'page',
  'post_type',
];

function readFilters(query: PageQuery): PageFilters {
  const filters: Partial<Record<PageFilterName, string>> = {};
  const names = [...pageFilterNames.map((name) => [name, name] as const), ...Object.entries(filterAliases)];
  for (const [parameter, name] of names) {
    const value = filterText(query[parameter]);
    if (value !== undefined) filters[name] ??= value;
  }
  return filters;
}

/** Reads the view and the date that the reference's parameters name. */
function readDisplay(query: PageQuery, view: View): View & { isPast?: boolean } {
  const display = text(query['eventDisplay'] ?? query['tribe_event_display']);
  const date = text(query['tribe-bar-date']) ?? text(query['eventDate']);
  const named = calendarViews.find((name) => name === display) ?? displays[display ?? ''];
  const shown = { ...view, view: view.view ?? named };
  if (display === 'past') {
    const { period: _, ...undated } = shown;
    return { ...undated, view: 'list', isPast: true };
  }
  if (date === undefined || shown.date !== undefined || shown.period !== undefined) return shown;
  const day = isDay(date) ? date : isMonth(date) ? `${date}-01` : undefined;
  if (day === undefined) return shown;
  // Without a view it is the list from that day (contract P1).
  const chosen = shown.view ?? 'list';
  return { ...shown, view: chosen, date: chosen === 'month' ? day.slice(0, 7) : day };
}

/** Reads the segments below `/events/`; undefined where they name no page. */
function readCalendarPage(segments: readonly string[], query: PageQuery): PageAddress | undefined {
  const [first, ...rest] = segments;
  const read: (View & { term?: PageTerm }) | undefined =
    first === 'category'
      ? readTermView('categories', rest)
      : first === 'tag'
        ? readTermView('tags', rest)
        : readView(segments);
  if (!read) return undefined;
  const { term } = read;
  if (term?.kind === 'tags' && term.slugs.length > 1) return undefined;
  const asked = query['paged'] ?? query['tribe_paged'] ?? query['page'];
  const page = pageNumber(text(asked)) ?? read.page;
  return { ...readDisplay(query, { ...read, page }), ...(term ? { term } : {}), filters: readFilters(query) };
}

/** A public page, as its path names it: a page of the calendar, one thing, or one date of an event. */
export type PublicPage =
  | { readonly kind: 'calendar'; readonly address: PageAddress }
  | { readonly kind: 'event' | 'venue' | 'organizer'; readonly slug: string }
  | {
      readonly kind: 'date';
      readonly slug: string;
      /** `YYYY-MM-DD`, the day on which the rule of the series put it. */
      readonly day: string;
      /** Its place among the dates of that day, from 2; undefined: the first. */
      readonly number: number | undefined;
    };

function readDateOfEvent(slug: string, [day, number, ...rest]: readonly string[]): PublicPage | undefined {
  const place = number === undefined ? undefined : pageNumber(number);
  const isPlace = number === undefined || (place !== undefined && place > 1);
  return day !== undefined && isDay(day) && isPlace && rest.length === 0
    ? { kind: 'date', slug, day, number: place }
    : undefined;
}

/**
 * Reads the path of a public page below the language's segment; letters may have any case, slashes be doubled or missing at
 * the end.
 * @param path decoded
 * @returns undefined where it names no page; whether there is a thing of the slug isn't looked up
 */
export function readPublicPage(path: string, query: PageQuery): PublicPage | undefined {
  const [kind, ...rest] = path.toLowerCase().split('/').filter(Boolean);
  const [slug] = rest;
  if (kind === undefined || kind === 'events' || kind === 'tag') {
    const address = readCalendarPage(kind === 'tag' ? ['tag', ...rest] : rest, query);
    return address && { kind: 'calendar', address };
  }
  if (slug === undefined || (kind !== 'event' && kind !== 'venue' && kind !== 'organizer')) return undefined;
  // All dates of a series stand on its own page.
  if (rest.length === 1 || (kind === 'event' && rest.length === 2 && rest[1] === 'all'))
    return { kind, slug };
  return kind === 'event' ? readDateOfEvent(slug, rest.slice(1)) : undefined;
}

/** Returns the address of a public page below the language's segment; the same page has one address only. */
export function writePublicPage(page: PublicPage): string {
  if (page.kind === 'calendar') return writePageAddress(page.address);
  const slug = segmentOf(page.slug);
  if (page.kind !== 'date') return `${page.kind}/${slug}/`;
  return `event/${slug}/${page.day}/${page.number === undefined ? '' : `${page.number}/`}`;
}
