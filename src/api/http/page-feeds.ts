import { daysFrom } from '#foundation/time/clock.ts';
import { type FeedForm, feedForms } from './negotiation.ts';
import {
  type CalendarView,
  type PageAddress,
  type PublicPage,
  pageFilterNames,
  readPublicPage,
} from './page-address.ts';

/** A list or item of the interface that a page shows: its path below the namespace, and the parameters that select it. */
interface PageTarget {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const shift = (day: string, days: number): string => daysFrom(`${day} 00:00:00`, days).slice(0, 10);

/** Returns the parameters of a list of what happens from one day to another, both included. */
const between = (first: string, last: string) => ({ ends_after: shift(first, -1), starts_before: last });

/** Returns the parameters of what happens in a month `YYYY-MM`. */
function monthWindow(month: string): Record<string, string> {
  const next = shift(`${month}-01`, 31).slice(0, 8);
  return between(`${month}-01`, shift(`${next}01`, -1));
}

/** The parameters of the days that a view shows from a date on. */
const windows: Readonly<Record<CalendarView, (date: string) => Record<string, string>>> = {
  list: (day) => ({ ends_after: shift(day, -1) }),
  map: (day) => ({ ends_after: shift(day, -1) }),
  month: monthWindow,
  week: (day) => between(day, shift(day, 6)),
  day: (day) => between(day, day),
};

const PAST = { ends_before: 'now', strict_dates: 'true', order: 'desc' };

/** Returns the parameters of the list that a page of the calendar shows; without a date those of a feed's whole window. */
function listParameters({ view, date, period, isPast, term }: PageAddress): Record<string, string> {
  const own = term?.slugs.at(-1);
  const named = period ?? (view === 'day' && date === undefined ? 'today' : undefined);
  const window = isPast
    ? PAST
    : named !== undefined
      ? { period: named }
      : view !== undefined && date !== undefined
        ? windows[view](date)
        : {};
  return { ...(term && own !== undefined ? { [term.kind]: own } : {}), ...window };
}

/** Returns what the feed of a page holds (contract F1). */
function targetOf(page: PublicPage): PageTarget {
  if (page.kind === 'calendar') return { path: '/events', parameters: listParameters(page.address) };
  const { kind, slug } = page;
  if (kind === 'venue' || kind === 'organizer') return { path: '/events', parameters: { [kind]: slug } };
  return {
    path: `/events/by-slug/${encodeURIComponent(slug)}`,
    parameters: kind === 'date' ? { occurrence: page.day } : {},
  };
}

const ENDING = new RegExp(`^(/.+)\\.(${feedForms.join('|')})$`, 'i');

/** An address of a feed in its parts: the page's path, the form, and what the address has behind the path. */
interface AskedForm {
  readonly page: string;
  readonly form: FeedForm;
  readonly ending: string;
}

/** Returns the form that an address of a page asks for, and the page's path. */
function askedForm(path: string, query: URLSearchParams): AskedForm | undefined {
  const [, page, ending] = ENDING.exec(path) ?? [];
  const form = feedForms.find((one) => one === ending?.toLowerCase());
  if (page !== undefined && form) return { page, form, ending: `.${form}` };
  if (query.get('ical') === '1' || query.get('outlook-ical') === '1')
    return { page: path, form: 'ics', ending: '/' };
  if (/^\/feed$/i.test(path) && query.get('post_type') === 'tribe_events')
    return { page: '/events', form: 'rss', ending: '/' };
  const [, before] = /^(\/.+)\/feed$/i.exec(path) ?? [];
  return before === undefined ? undefined : { page: before, form: 'rss', ending: '/feed/' };
}

/** Returns the page whose feed an address asks for, and what the address has behind the page's path; undefined where it's none. */
export function readPageFeed(
  path: string,
  query: string,
): { readonly page: PublicPage; readonly ending: string } | undefined {
  const sent = new URLSearchParams(query);
  const asked = askedForm(path, sent);
  const page = asked && readPublicPage(decoded(asked.page), Object.fromEntries(sent));
  return page && { page, ending: asked.ending };
}

const HINT = new RegExp(`\\.(${feedForms.join('|')})$|/feed$`, 'i');
const QUERY_HINT = /ical=1/;

/** Returns the feed that an address of a page stands for, as a path below the namespace and a query; undefined where it's none. */
export function feedOfPage(path: string, query: string): { path: string; query: string } | undefined {
  if (!HINT.test(path) && !QUERY_HINT.test(query)) return undefined;
  const sent = new URLSearchParams(query);
  const asked = askedForm(path, sent);
  // Of an item by its ID there is no feed at this address.
  const isItem = asked?.page === '/' && sent.has('p');
  const page = asked && !isItem ? readPublicPage(decoded(asked.page), Object.fromEntries(sent)) : undefined;
  if (!asked || !page) return undefined;
  const target = targetOf(page);
  // Filters by the names that they have on other sites.
  if (page.kind === 'calendar')
    for (const name of pageFilterNames) {
      const value = page.address.filters[name];
      if (value !== undefined && !sent.has(name)) sent.set(name, value);
    }
  if (page.kind === 'calendar' && sent.has('search')) sent.set('search_everywhere', 'true');
  for (const [name, value] of Object.entries(target.parameters)) sent.set(name, value);
  return { path: `${target.path}.${asked.form}`, query: sent.toString() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
