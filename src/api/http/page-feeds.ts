import { daysFrom } from '#foundation/time/clock.ts';
import { type FeedForm, feedForms } from './feed-forms.ts';

/** A list or item of the interface that a page shows: its path below the namespace, and the parameters that select it. */
interface PageTarget {
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

const DAY = '(\\d{4}-\\d\\d-\\d\\d)';
const list = (parameters: Readonly<Record<string, string>> = {}): PageTarget => ({
  path: '/events',
  parameters,
});

/** Returns the list of what happens from one day to another, both included. */
const between = (first: string, last: string): PageTarget =>
  list({ ends_after: daysFrom(`${first} 00:00:00`, -1).slice(0, 10), starts_before: last });

function month(year: string, number: string): PageTarget {
  const first = `${year}-${number}-01`;
  const next = daysFrom(`${first} 00:00:00`, 31).slice(0, 8);
  return between(first, daysFrom(`${next}01 00:00:00`, -1).slice(0, 10));
}

/** The pages that have feeds, by the patterns of their paths without a slash at the end (contract F1). */
const pages: readonly (readonly [pattern: RegExp, target: (...parts: string[]) => PageTarget])[] = [
  [/^\/events(?:\/(?:list|today|month|week|day|map))?(?:\/page\/\d+)?$/, () => list()],
  [/^\/events(?:\/month)?\/(\d{4})-(0[1-9]|1[0-2])$/, month],
  [new RegExp(`^/events/week/${DAY}$`), (day) => between(day, daysFrom(`${day} 00:00:00`, 6).slice(0, 10))],
  [new RegExp(`^/events(?:/day)?/${DAY}$`), (day) => between(day, day)],
  [/^\/events\/category\/(?:[^/]+\/)*([^/]+)$/, (categories) => list({ categories })],
  [/^(?:\/events)?\/tag\/([^/]+)$/, (tags) => list({ tags })],
  [/^\/venue\/([^/]+)$/, (venue) => list({ venue })],
  [/^\/organizer\/([^/]+)$/, (organizer) => list({ organizer })],
  [/^\/event\/([^/]+)$/, (slug) => ({ path: `/events/by-slug/${slug}` })],
  [
    new RegExp(`^/event/([^/]+)/${DAY}$`),
    (slug, occurrence) => ({ path: `/events/by-slug/${slug}`, parameters: { occurrence } }),
  ],
];

const ENDING = new RegExp(`^(/.+)\\.(${feedForms.join('|')})$`, 'i');

/** Returns the form that an address of a page asks for, and the page's path. */
function askedForm(path: string, query: URLSearchParams): { page: string; form: FeedForm } | undefined {
  const [, page, ending] = ENDING.exec(path) ?? [];
  const form = feedForms.find((one) => one === ending?.toLowerCase());
  if (page !== undefined && form) return { page, form };
  if (query.get('ical') === '1' || query.get('outlook-ical') === '1') return { page: path, form: 'ics' };
  if (path === '/feed' && query.get('post_type') === 'tribe_events') return { page: '/events', form: 'rss' };
  const [, before] = /^(\/(?:events|event|venue|organizer|tag)(?:\/.+)?)\/feed$/.exec(path) ?? [];
  return before === undefined ? undefined : { page: before, form: 'rss' };
}

const HINT = /\.(ics|rss|atom|jsonfeed|jsonld|csv)$|\/feed$/i;
const QUERY_HINT = /ical=1/;

/** Returns the feed that an address of a page stands for, as a path below the namespace and a query; undefined where it's none. */
export function feedOfPage(path: string, query: string): { path: string; query: string } | undefined {
  if (!HINT.test(path) && !QUERY_HINT.test(query)) return undefined;
  const sent = new URLSearchParams(query);
  const asked = askedForm(path, sent);
  if (!asked) return undefined;
  for (const [pattern, targetOf] of pages) {
    const match = pattern.exec(asked.page);
    if (!match) continue;
    const target = targetOf(...match.slice(1));
    for (const [name, value] of Object.entries(target.parameters ?? {})) sent.set(name, decoded(value));
    return { path: `${target.path}.${asked.form}`, query: sent.toString() };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
