import type { Site } from '#api/settings/site-settings.ts';
import { NO_DATE } from '#calendar/posts/rules.ts';
import type { Call } from '#context.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type FeedItem, modifiedUtcOf } from './items/items.ts';

/** A page of a list, or one item, that becomes a feed of news. */
export interface FeedPage {
  readonly call: Call;
  readonly title: string;
  readonly site: Pick<Site, 'hour_cycle'>;
  readonly items: readonly FeedItem[];
  /** The address of the feed itself, and of its next page. */
  readonly self: string;
  readonly next: string | undefined;
}

/** Returns the title, description, address and language of a feed, and when it last changed. */
export const headOf = ({ call, title, items }: FeedPage) => ({
  title,
  description: translate(call.language, message('site.description')),
  home: `${call.links.home}/`,
  language: call.language,
  /** UTC of the last change of what it shows; that of nothing is the epoch. */
  modifiedUtc: items.reduce(
    (latest, { event }) => (modifiedUtcOf(event) > latest ? modifiedUtcOf(event) : latest),
    '1970-01-01 00:00:00',
  ),
});

/** Returns the identity of an item for good: its UID, with the date that its rule gave it. */
export function identityOf({ uid, event: { recurrence_id } }: FeedItem): string {
  return recurrence_id ? `${uid}#${recurrence_id.replace(' ', 'T')}` : uid;
}

/** Returns a moment in UTC by RFC 3339. */
export const rfc3339 = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

/** Returns when an item was published, UTC; undefined while it isn't. */
export const publishedUtc = ({ event: { date_utc } }: FeedItem): string | undefined =>
  date_utc === NO_DATE ? undefined : date_utc;

/** Returns the names of an item's categories and tags. */
export const termsOf = ({ event: { categories, tags } }: FeedItem): string[] =>
  [...categories, ...tags].map(({ name }) => plainText(name));
