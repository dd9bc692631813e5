import { eventJsonLd } from '#calendar/events/json/jsonld.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type FeedItem, modifiedUtcOf } from './items/items.ts';
import { htmlOf, locationText } from './items/when.ts';
import { type FeedPage, headOf, identityOf, publishedUtc, rfc3339, termsOf } from './page.ts';

function itemOf(item: FeedItem, { site }: FeedPage) {
  const { event } = item;
  const published = publishedUtc(item);
  const tags = termsOf(item);
  return {
    id: identityOf(item),
    url: event.url,
    title: plainText(event.title),
    content_html: htmlOf(item, site),
    ...(event.excerpt ? { summary: plainText(event.excerpt) } : {}),
    ...(event.image ? { image: event.image.url } : {}),
    ...(published ? { date_published: rfc3339(published) } : {}),
    date_modified: rfc3339(modifiedUtcOf(event)),
    ...(tags.length > 0 ? { tags } : {}),
    language: event.language,
    _event: {
      start_date: event.start_date,
      end_date: event.end_date,
      utc_start_date: event.utc_start_date,
      utc_end_date: event.utc_end_date,
      timezone: event.timezone,
      all_day: event.all_day,
      event_status: event.event_status,
      location: locationText(event),
    },
  };
}

/** Returns a page as JSON Feed 1.1, with the dates of events in the extension `_event`. */
export function jsonFeed(page: FeedPage): string {
  const { title, description, home, language } = headOf(page);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: page.self,
    ...(page.next ? { next_url: page.next } : {}),
    description,
    language,
    items: page.items.map((item) => itemOf(item, page)),
  });
}

/** Returns the JSON-LD of an item: of what a password hides its title, dates and address alone. */
function nodeOf({ event, record }: FeedItem, page: FeedPage): unknown {
  if (event.json_ld) return event.json_ld;
  const row = { ...record.row, all_day: 0 as const, cost: '[]' };
  return eventJsonLd(event, { row }, page.call.services.config.currency);
}

/** Returns a page as JSON-LD: a list of events of schema.org. */
export const jsonLdFeed = (page: FeedPage): string =>
  JSON.stringify(page.items.map((item) => nodeOf(item, page)));

/** Returns one item as JSON-LD: an event of schema.org. */
export const jsonLdItem = (page: FeedPage): string => {
  const [item] = page.items;
  return JSON.stringify(item ? nodeOf(item, page) : {});
};
