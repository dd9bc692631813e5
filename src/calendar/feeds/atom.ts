import { plainText } from '#foundation/text/markup.ts';
import { type FeedItem, modifiedUtcOf } from './items/items.ts';
import { htmlOf } from './items/when.ts';
import { type FeedPage, headOf, identityOf, publishedUtc, rfc3339, termsOf } from './page.ts';
import { element } from './xml.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(#|$)/i;

/** Returns an item's identity as an IRI (RFC 4287 §4.2.6): a tag of the service (RFC 4151) where it is no UUID. */
function entryId(item: FeedItem, host: string): string {
  const identity = identityOf(item);
  const [uid = '', at] = identity.split('#');
  if (UUID.test(identity)) return `urn:uuid:${identity}`;
  const name = host.replace(/[:/].*$/s, '') || 'localhost';
  return `tag:${name},2000:${encodeURIComponent(uid)}${at ? `#${at}` : ''}`;
}

function entryElement(item: FeedItem, page: FeedPage): string {
  const { event } = item;
  const published = publishedUtc(item);
  return [
    '<entry>\n',
    element('id', entryId(item, page.call.links.host)),
    element('title', plainText(event.title)),
    element('link', undefined, { href: event.url, rel: 'alternate' }),
    published ? element('published', rfc3339(published)) : '',
    element('updated', rfc3339(modifiedUtcOf(event))),
    event.excerpt ? element('summary', event.excerpt, { type: 'html' }) : '',
    element('content', htmlOf(item, page.site), { type: 'html' }),
    ...termsOf(item).map((term) => element('category', undefined, { term })),
    element('ev:startdate', rfc3339(event.utc_start_date)),
    element('ev:enddate', rfc3339(event.utc_end_date)),
    '</entry>\n',
  ].join('');
}

/** Returns a page as Atom (RFC 4287). */
export function atomFeed(page: FeedPage): string {
  const { title, description, home, language, modifiedUtc } = headOf(page);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xml:lang="',
    `${language}">\n`,
    element('id', page.self),
    element('title', title),
    element('subtitle', description),
    element('updated', rfc3339(modifiedUtc)),
    `<author>\n${element('name', title)}</author>\n`,
    element('link', undefined, { href: home, rel: 'alternate' }),
    element('link', undefined, { href: page.self, rel: 'self', type: 'application/atom+xml' }),
    element('link', undefined, page.next ? { href: page.next, rel: 'next' } : {}),
    ...page.items.map((item) => entryElement(item, page)),
    '</feed>\n',
  ].join('');
}
