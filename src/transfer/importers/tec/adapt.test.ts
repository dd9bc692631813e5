import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noItems } from '../import-item.ts';
import { type AdaptedItems, ItemAdapter } from './adapt.ts';
import { websiteIn } from './members.ts';
import { siteIdentity } from './site-identity.ts';

const HOME = siteIdentity('http://example.org:8080/wp-json/tribe/events/v1/events/1');

function adapt(item: unknown, home: typeof HOME | 'none' = HOME): AdaptedItems {
  const adapted: AdaptedItems = { items: noItems(), remarks: [] };
  new ItemAdapter({ form: 'shown', home: home === 'none' ? undefined : home, media: [] }).add(
    adapted,
    'events',
    item,
  );
  return adapted;
}

const EVENT = {
  id: 12,
  title: 'Tea &amp; more &#8211; <b>now</b>',
  url: 'http://example.org:8080/event/tea/',
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 12:00:00',
  utc_start_date: '2027-03-01 10:00:00',
  website: 'https://example.net/?a=1&amp;b=2',
  author: '3',
  date_utc: '0000-00-00 00:00:00',
};

function only(item: object) {
  const { items, remarks } = adapt({ ...EVENT, ...item });
  const [event] = items.events;
  assert.ok(event, JSON.stringify(remarks));
  return event;
}

test('entities in titles and websites become text, and no date is none', () => {
  const { sent, origin, author } = only({});
  assert.equal(sent['title'], 'Tea & more – <b>now</b>');
  assert.equal(origin.website, 'https://example.net/?a=1&b=2');
  assert.ok(!('date_utc' in sent));
  assert.deepEqual(author, { source: 'example.org:8080', id: '3' });
});

test('an event without a website, which answers show as its own page, has none here; an empty one stays empty', () => {
  assert.equal(only({ website: EVENT.url }).origin.website, null);
  assert.equal(only({ website: '' }).origin.website, '');
});

test('an item is told by its global ID wherever it is taken from, else by its site and number', () => {
  assert.deepEqual(only({ global_id: 'other.org/sub?id=7' }).key, { source: 'other.org/sub', id: '7' });
  assert.deepEqual(only({ global_id: 'example.org?id=12' }).key, { source: 'example.org:8080', id: '12' });
  assert.deepEqual(only({}).key, { source: 'example.org:8080', id: '12' });
  assert.deepEqual(only({ global_id: 'urn:x' }).key, { source: 'global', id: 'urn:x' });
});

test('texts as stored win over those shown', () => {
  const { sent, origin } = only({
    description: '<p>a</p>\n<p>b</p>',
    raw: {
      title: 'A &amp;amp; B',
      description: 'a\n\nb',
      excerpt: '',
      password: 'x',
      cost: ['1'],
      website: null,
    },
  });
  assert.equal(sent['title'], 'A &amp;amp; B');
  assert.equal(sent['description'], 'a\n\nb');
  assert.deepEqual(sent['cost'], ['1']);
  assert.equal(origin.password, 'x');
  assert.equal(origin.website, null);
});

test('a redacted event is left out and brings nothing along', () => {
  const { items, remarks } = adapt({ ...EVENT, all_day: null, venue: { id: 3, venue: 'Hall' } });
  assert.deepEqual(items, noItems());
  assert.equal(remarks[0]?.reason.key, 'import.protected');
});

test('what an event embeds comes along, in order and by its keys', () => {
  const { items } = adapt({
    ...EVENT,
    venue: [
      { id: 3, venue: 'Hall' },
      { id: 2, venue: 'Yard' },
    ],
    organizer: [{ id: 9, organizer: 'O', email: 'o@example.org' }],
    categories: [{ id: 5, name: 'C', slug: 'c', parent: 4 }],
  });
  assert.deepEqual(
    items.events[0]?.links.venues.map(({ id }) => id),
    ['3', '2'],
  );
  assert.deepEqual(items.categories[0]?.parent, { source: 'example.org:8080', id: '4' });
  assert.equal(items.organizers[0]?.sent['email'], 'o@example.org');
});

test('without a site only the slug tells which term is meant', () => {
  const item = {
    ...EVENT,
    categories: [
      { id: 5, name: 'C', slug: 'c' },
      { id: 6, name: 'D' },
    ],
  };
  const ids = (home?: 'none') => adapt(item, home).items.categories.map(({ key }) => key.id);
  assert.deepEqual(ids(), ['5', '6']);
  assert.deepEqual(ids('none'), ['slug:c']);
});

test('addresses of sites: base, language, sub-directory and port', () => {
  const key = (address: string) => siteIdentity(address)?.key;
  assert.equal(key('https://example.org/wp-json/tribe/events/v1/events/?page=1'), 'example.org');
  assert.equal(key('https://example.org:443/de/wp-json/calendar/events/v1'), 'example.org');
  assert.equal(key('https://example.org/sub/wp-json/tribe/events/v1'), 'example.org/sub');
  assert.equal(key('http://127.0.0.1:8080/calendar/events/v1'), '127.0.0.1:8080');
  assert.equal(key('http://127.0.0.1:8080/de'), '127.0.0.1:8080');
  assert.equal(key('ftp://example.org/'), undefined);
});

test('a website may lack its scheme, as some do, but never runs anything', () => {
  assert.equal(websiteIn('www.example.org'), 'www.example.org');
  assert.equal(websiteIn('example.org/a?b=c'), 'example.org/a?b=c');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'x', 'a b.org', '//example.org'])
    assert.equal(websiteIn(text), undefined, text);
});

test('no JSON makes it throw', () => {
  const members = fc.dictionary(
    fc.constantFrom(
      ...Object.keys(EVENT),
      'venue',
      'organizer',
      'categories',
      'tags',
      'image',
      'raw',
      'cost',
      'cost_details',
      'all_day',
      'global_id',
      'global_id_lineage',
      'post_parent',
      'tickets',
      'custom_fields',
    ),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), members), (item) => {
      const { items, remarks } = adapt(item);
      assert.ok(items.events.length + remarks.length >= 1);
    }),
  );
});
