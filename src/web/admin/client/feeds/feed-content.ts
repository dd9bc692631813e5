import type { LinkFilter } from '../interface/choices.ts';
import type { Schemas } from '../interface/client.ts';

/** The forms of feeds that programs subscribe to. */
export const feedForms = [
  'ics',
  'rss',
  'atom',
  'jsonfeed',
  'csv',
] as const satisfies readonly Schemas['Feed']['form'][];
/** The parameters of a feed for what its events are linked to. */
export const feedLinks = {
  category: 'categories',
  venue: 'venue',
  organizer: 'organizer',
} as const satisfies Readonly<Record<LinkFilter, string>>;
/** The filters of a feed by links, in the order of their fields. */
export const feedLinkNames = [
  'category',
  'venue',
  'organizer',
] as const satisfies readonly (keyof typeof feedLinks)[];

/** Content of a feed, and its form. */
export interface FeedContent extends Readonly<Record<LinkFilter, readonly number[]>> {
  readonly form: (typeof feedForms)[number];
  readonly search: string;
}

/** A feed of all events, for programs of calendars. */
export const wholeFeed: FeedContent = { form: 'ics', search: '', category: [], venue: [], organizer: [] };

/** Returns the parameters that ask for a feed's events; empty for all. */
export function feedQuery(content: FeedContent): URLSearchParams {
  const query = new URLSearchParams();
  const search = content.search.trim();
  if (search !== '') query.set('search', search);
  for (const by of feedLinkNames) if (content[by].length > 0) query.set(feedLinks[by], content[by].join(','));
  return query;
}

/** Returns the address at which everybody has a feed. */
export function publicFeed(content: FeedContent): string {
  const query = feedQuery(content).toString().replaceAll('%2C', ',');
  return `${location.origin}/events.${content.form}${query === '' ? '' : `?${query}`}`;
}
