import { httpDate } from '#api/http/response-headers.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { FeedItem } from './items/items.ts';
import { htmlOf, locationText } from './items/when.ts';
import { type FeedPage, headOf, identityOf, publishedUtc, rfc3339, termsOf } from './page.ts';
import { element } from './xml.ts';

function itemElement(item: FeedItem, { site }: FeedPage): string {
  const { event } = item;
  const published = publishedUtc(item);
  const { image } = event;
  const size = image
    ? { url: image.url, length: String(image.filesize), type: `image/${image.extension}` }
    : {};
  return [
    '<item>\n',
    element('title', plainText(event.title)),
    element('link', event.url),
    element('guid', identityOf(item), { isPermaLink: 'false' }),
    published ? element('pubDate', httpDate(published)) : '',
    element('description', htmlOf(item, site)),
    ...termsOf(item).map((name) => element('category', name)),
    image ? element('enclosure', undefined, { ...size, type: size.type?.replace(/jpg$/, 'jpeg') }) : '',
    element('ev:startdate', rfc3339(event.utc_start_date)),
    element('ev:enddate', rfc3339(event.utc_end_date)),
    element('ev:location', locationText(event) || undefined),
    '</item>\n',
  ].join('');
}

/** Returns a page as RSS 2.0, with the dates and places of events in the terms of the event module of RSS. */
export function rssFeed(page: FeedPage): string {
  const { title, description, home, language, modifiedUtc } = headOf(page);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/">\n',
    '<channel>\n',
    element('title', title),
    element('link', home),
    element('description', description),
    element('language', language),
    page.items.length > 0 ? element('lastBuildDate', httpDate(modifiedUtc)) : '',
    element('atom:link', undefined, { href: page.self, rel: 'self', type: 'application/rss+xml' }),
    element('atom:link', undefined, page.next ? { href: page.next, rel: 'next' } : {}),
    ...page.items.map((item) => itemElement(item, page)),
    '</channel>\n</rss>\n',
  ].join('');
}
