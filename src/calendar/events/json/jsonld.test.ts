import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteCurrency } from '#foundation/i18n/currency.ts';
import { dateDetails } from '#foundation/time/clock.ts';
import type { Event } from '../schema.ts';
import { eventJsonLd } from './jsonld.ts';

const SITE = siteCurrency('USD', 'en', { position: undefined, isGiven: false });
const details = dateDetails('2027-03-01 10:00:00');
const place = {
  '@type': 'Place',
  name: 'Hall',
  address: { '@type': 'PostalAddress', addressLocality: 'Leeds' },
};

const linked = (id: number) => ({
  id,
  author: '1',
  status: 'publish',
  date: '2026-11-20 13:00:00',
  date_utc: '2026-11-20 18:00:00',
  modified: '2026-11-20 13:00:00',
  modified_utc: '2026-11-20 18:00:00',
  url: `https://example.org/x/${id}/`,
  global_id: `example.org?id=${id}`,
  global_id_lineage: [`example.org?id=${id}`],
  language: 'en',
  translations: ['en'],
});
const hall = {
  ...linked(11),
  venue: 'Hall',
  show_map: true,
  show_map_link: true,
  json_ld: { '@context': 'https://schema.org', ...place },
};

const concert: Event = {
  id: 10,
  global_id: 'example.org?id=10',
  global_id_lineage: ['example.org?id=10'],
  recurrence_id: null,
  accessibility: [],
  accessibility_note: '',
  spoken_languages: [],
  door_time: null,
  opening_hours: [],
  recurrence: null,
  author: '1',
  status: 'publish',
  date: '2026-11-20 13:00:00',
  date_utc: '2026-11-20 18:00:00',
  modified: '2026-11-20 13:00:00',
  modified_utc: '2026-11-20 18:00:00',
  url: 'https://example.org/event/concert/',
  rest_url: 'https://example.org/calendar/events/v1/events/10',
  title: 'Salt &amp; <em>Pepper</em> “live”',
  description: '<p>Songs &#8211; and <strong>dances</strong>.</p>\n<p>Bring shoes.</p>\n',
  excerpt: '',
  slug: 'concert',
  image: false,
  all_day: false,
  start_date: '2027-03-01 10:00:00',
  start_date_details: details,
  end_date: '2027-03-01 12:00:00',
  end_date_details: details,
  utc_start_date: '2027-03-01 15:00:00',
  utc_start_date_details: details,
  utc_end_date: '2027-03-01 17:00:00',
  utc_end_date_details: details,
  timezone: 'America/New_York',
  timezone_abbr: 'EST',
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: 'https://example.org/event/concert/',
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  tickets: [],
  post_parent: 0,
  event_status: 'scheduled',
  event_status_reason: '',
  previous_start_date: null,
  is_virtual: false,
  virtual_url: '',
  uid: '10@example.org',
  categories: [],
  tags: [],
  venue: hall,
  organizer: [],
  custom_fields: [],
  language: 'en',
  translations: ['en'],
};

const row = {
  all_day: 0 as 0 | 1,
  start_date: concert.start_date,
  utc_start_date: concert.utc_start_date,
  end_date: concert.end_date,
  utc_end_date: concert.utc_end_date,
  cost: '[]',
};

const jsonLd = (changes: Partial<Event>, stored: Partial<typeof row> = {}) =>
  eventJsonLd({ ...concert, ...changes }, { row: { ...row, ...stored } }, SITE);

const IN_STOCK = 'https://schema.org/InStock';
const published = { validFrom: '2026-11-20T18:00:00+00:00' };

test('JSON-LD of an event is plain text and moments with the event’s offset', () => {
  assert.deepEqual(jsonLd({}), {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Salt & Pepper “live”',
    inLanguage: 'en',
    description: 'Songs – and dances. Bring shoes.',
    url: 'https://example.org/event/concert/',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    startDate: '2027-03-01T10:00:00-05:00',
    endDate: '2027-03-01T12:00:00-05:00',
    location: place,
  });
});

test('JSON-LD offsets change with the clocks between start and end, and may hold half hours', () => {
  const night = {
    start_date: '2027-10-31 01:00:00',
    utc_start_date: '2027-10-30 23:00:00',
    end_date: '2027-10-31 04:00:00',
    utc_end_date: '2027-10-31 03:00:00',
  };
  const { startDate, endDate } = jsonLd({ timezone: 'Europe/Berlin' }, night);
  assert.deepEqual([startDate, endDate], ['2027-10-31T01:00:00+02:00', '2027-10-31T04:00:00+01:00']);
  const { startDate: kolkata } = jsonLd(
    { timezone: 'Asia/Kolkata' },
    { utc_start_date: '2027-03-01 04:30:00' },
  );
  assert.equal(kolkata, '2027-03-01T10:00:00+05:30');
  const { startDate: newfoundland } = jsonLd(
    { timezone: 'America/St_Johns' },
    { utc_start_date: '2027-03-01 13:30:00' },
  );
  assert.equal(newfoundland, '2027-03-01T10:00:00-03:30');
});

test('JSON-LD of an all-day event has days only', () => {
  const stored = { all_day: 1 as const, start_date: '2027-03-01 00:00:00', end_date: '2027-03-02 23:59:59' };
  const { startDate, endDate } = jsonLd({}, stored);
  assert.deepEqual([startDate, endDate], ['2027-03-01', '2027-03-02']);
});

test('JSON-LD describes by the excerpt, else by the beginning of the description, else not at all', () => {
  assert.equal(jsonLd({ excerpt: '<p>In <b>short</b></p>' })['description'], 'In short');
  const long = String(jsonLd({ description: `<p>${'word '.repeat(300)}</p>` })['description']);
  assert.ok(long.length <= 501 && /^(word )+word…$/.test(long), long);
  assert.ok(String(jsonLd({ description: '😀'.repeat(400) })['description']).isWellFormed());
  assert.ok(!('description' in jsonLd({ description: '' })));
});

test('JSON-LD has no location without a venue, all venues where there are several, and the name as address of a hidden one', () => {
  assert.ok(!('location' in jsonLd({ venue: [] })));
  const { json_ld: _, ...hidden } = hall;
  const both = jsonLd({ venue: [hall, { ...hidden, venue: 'Back &amp; Room' }] });
  assert.deepEqual(both['location'], [
    place,
    { '@type': 'Place', name: 'Back & Room', address: { '@type': 'PostalAddress', name: 'Back & Room' } },
  ]);
});

test('JSON-LD has all organizers and the picture', () => {
  const jane = {
    ...linked(12),
    organizer: 'Jane',
    json_ld: { '@context': 'x', '@type': 'Organization', name: 'Jane' },
  };
  const joe = { ...linked(13), organizer: 'Joe' };
  const image = {
    alt_text: '',
    credit: '',
    focal_point: null,
    url: 'https://example.org/a.jpg',
    id: 4,
    extension: 'jpg',
    width: 9,
    height: 9,
    filesize: 9,
  };
  const shown = jsonLd({ organizer: [jane, joe], image });
  assert.deepEqual(shown['organizer'], [
    { '@type': 'Organization', name: 'Jane' },
    { '@type': 'Organization', name: 'Joe' },
  ]);
  assert.deepEqual(shown['image'], ['https://example.org/a.jpg']);
  const url = 'https://example.org/a.jpg';
  assert.deepEqual(jsonLd({ image: { ...image, alt_text: 'A choir', credit: 'Jo' } })['image'], [
    { '@type': 'ImageObject', url, contentUrl: url, caption: 'A choir', creditText: 'Jo' },
  ]);
  assert.deepEqual(jsonLd({ organizer: [joe] })['organizer'], { '@type': 'Organization', name: 'Joe' });
});

test('JSON-LD offers every ticket, its sales times with the offset of their own moment', () => {
  const { offers } = jsonLd({
    website: 'https://tickets.example.org/',
    tickets: [
      {
        name: 'Early',
        price: 10,
        currency: 'EUR',
        sales_start: '2027-01-01 09:00:00',
        sales_end: '2027-07-01 09:00:00',
      },
      { name: 'Door', price: 12.5, url: 'https://door.example.org/', capacity: 0 },
      { name: 'Crew' },
    ],
  });
  const url = 'https://tickets.example.org/';
  assert.deepEqual(offers, [
    {
      '@type': 'Offer',
      name: 'Early',
      price: 10,
      priceCurrency: 'EUR',
      url,
      availability: IN_STOCK,
      validFrom: '2027-01-01T09:00:00-05:00',
      validThrough: '2027-07-01T09:00:00-04:00',
    },
    {
      '@type': 'Offer',
      name: 'Door',
      price: 12.5,
      priceCurrency: 'USD',
      url: 'https://door.example.org/',
      availability: 'https://schema.org/SoldOut',
      ...published,
    },
    { '@type': 'Offer', name: 'Crew', url, availability: IN_STOCK, ...published },
  ]);
});

const costs: readonly (readonly [string[], object | readonly object[] | undefined])[] = [
  [[], undefined],
  [['$10'], { '@type': 'Offer', price: 10, priceCurrency: 'USD' }],
  [['15'], { '@type': 'Offer', price: 15, priceCurrency: 'USD' }],
  [['Free'], { '@type': 'Offer', price: 0, priceCurrency: 'USD' }],
  [['kostenlos'], { '@type': 'Offer', price: 0, priceCurrency: 'USD' }],
  [['€20', '5 €'], { '@type': 'AggregateOffer', lowPrice: 5, highPrice: 20, priceCurrency: 'EUR' }],
  [['0', '1.234,50 €'], { '@type': 'AggregateOffer', lowPrice: 0, highPrice: 1234.5, priceCurrency: 'EUR' }],
  [['10 kr'], { '@type': 'Offer', price: 10 }],
  [
    ['€10', '$12'],
    [
      { '@type': 'Offer', price: 10, priceCurrency: 'EUR' },
      { '@type': 'Offer', price: 12, priceCurrency: 'USD' },
    ],
  ],
  [['Donation'], undefined],
  [['Doors at 19, £8'], { '@type': 'Offer', price: 8, priceCurrency: 'GBP' }],
  [['10% off for members'], undefined],
];
for (const [cost, offer] of costs) {
  test(`JSON-LD offers of the cost ${JSON.stringify(cost)}`, () => {
    const url = concert.url;
    const whole = (one: object) => ({ ...one, url, availability: IN_STOCK, ...published });
    const expected = Array.isArray(offer) ? offer.map(whole) : offer && whole(offer);
    assert.deepEqual(jsonLd({}, { cost: JSON.stringify(cost) })['offers'], expected);
  });
}

test('JSON-LD offers of an unpublished event name no day from which they are valid', () => {
  const { offers } = jsonLd({ date_utc: '0000-00-00 00:00:00' }, { cost: '["$1"]' });
  assert.ok(typeof offers === 'object' && offers !== null && !('validFrom' in offers));
});
