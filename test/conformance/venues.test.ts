import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../support/service.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
after(() => service.stop());
const { anonymous } = service;
const admin = service.as('admin');
let count = 0;
const make = async (fields: object = {}) =>
  (await admin.post('/venues', { venue: `Venue ${++count}`, ...fields })).expect(201);

const place = {
  address: '123 Main St',
  city: 'Springfield',
  country: 'United States',
  state: 'IL',
  zip: '62701',
  phone: '555-0100',
  website: 'https://hall.example.org/',
};

test('a venue has its members in the order of the interface, empty ones left out', async () => {
  const { text } = await make({ venue: 'Town Hall', description: 'Old', ...place, province: '' });
  assert.deepEqual(Object.keys(JSON.parse(text)).slice(0, 24), [
    ...[
      'id',
      'author',
      'status',
      'date',
      'date_utc',
      'modified',
      'modified_utc',
      'url',
      'venue',
      'description',
    ],
    ...['slug', 'address', 'city', 'country', 'state', 'zip', 'phone', 'website', 'stateprovince'],
    ...['show_map', 'show_map_link', 'global_id', 'global_id_lineage', 'language'],
  ]);
});

test('a zip of 0 is text', async () => {
  assert.equal((await make({ zip: '0' })).at('zip'), '0');
});

test('the map is shown unless something else is said, in words or booleans', async () => {
  const flags = async (fields: object) => {
    const made = await make(fields);
    return [made.at('show_map'), made.at('show_map_link')];
  };
  assert.deepEqual(await flags({}), [true, true]);
  for (const yes of ['true', '1', 'yes', 'ON', 'enabled', true, 1])
    assert.deepEqual(await flags({ show_map: yes, show_map_link: 'false' }), [true, false]);
  for (const no of ['false', '0', '', 'foo', false, 0])
    assert.deepEqual(await flags({ show_map: no }), [false, true]);
  const made = await make({ show_map: 'false' });
  assert.equal((await admin.patch(`/venues/${made.id()}`, { city: 'Bern' })).at('show_map'), false);
});

test('stateprovince is derived from what is stored and sent', async () => {
  const made = await make(place);
  assert.equal(made.at('stateprovince'), 'IL');
  const moved = (fields: object) => admin.patch(`/venues/${made.id()}`, fields);
  assert.equal((await moved({ city: 'Bern' })).at('stateprovince'), 'IL');
  assert.equal((await moved({ country: 'Switzerland', province: 'Bern' })).at('stateprovince'), 'Bern');
  assert.equal((await moved({ stateprovince: 'BE' })).at('stateprovince'), 'BE');
  assert.equal((await moved({ country: 'US' })).at('stateprovince'), 'IL');
});

test('coordinates are given, moved and removed together', async () => {
  const made = await make({ geo_lat: '46.9', geo_lng: 0 });
  assert.deepEqual([made.at('geo_lat'), made.at('geo_lng')], [46.9, 0]);
  const path = `/venues/${made.id()}`;
  const moved = (await admin.patch(path, { geo_lng: -7.4 })).expect(200);
  assert.deepEqual([moved.at('geo_lat'), moved.at('geo_lng')], [46.9, -7.4]);
  assert.deepEqual((await anonymous.get(path)).at('json_ld.geo'), {
    '@type': 'GeoCoordinates',
    latitude: 46.9,
    longitude: -7.4,
  });
  const removed = (await admin.patch(path, { geo_lat: null })).expect(200);
  assert.deepEqual([removed.at('geo_lat'), removed.at('geo_lng')], [undefined, undefined]);
  assert.equal(
    typeof (await admin.patch(path, { geo_lat: 1 })).expect(400).at('data.params.geo_lat'),
    'string',
  );
  for (const bad of [
    { geo_lat: 1 },
    { geo_lat: 91, geo_lng: 0 },
    { geo_lat: 0, geo_lng: 181 },
    { geo_lat: 'x', geo_lng: 1 },
    { geo_lat: 1, geo_lng: null },
  ])
    assert.equal(
      (await admin.post('/venues', { venue: 'Nowhere', ...bad })).expect(400).at('code'),
      'rest_invalid_param',
    );
});

test('a protected venue hides its place, and says nothing of it to a search', async () => {
  const made = await make({ ...place, geo_lat: 1, geo_lng: 2 });
  (await admin.patch(`/venues/${made.id()}`, { password: 'sesame' })).expect(200);
  const hidden = (await anonymous.get(`/venues/${made.id()}`)).expect(200);
  for (const name of ['address', 'city', 'country', 'state', 'zip', 'phone', 'website', 'stateprovince'])
    assert.equal(hidden.at(name), '', name);
  assert.equal(hidden.at('province'), undefined);
  assert.deepEqual(
    [hidden.at('geo_lat'), hidden.at('show_map'), hidden.at('show_map_link')],
    [0, null, null],
  );
  assert.equal(hidden.at('json_ld'), undefined);
  (await admin.delete(`/venues/${made.id()}`)).expect(200);
});

test('JSON-LD of a venue is a Place with an address', async () => {
  const made = await make({ ...place, description: '<b>Old</b> &amp; new' });
  const read = await anonymous.get(`/venues/${made.id()}`);
  assert.deepEqual(read.at('json_ld'), {
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: made.at('venue'),
    description: 'Old & new',
    url: made.at('url'),
    sameAs: place.website,
    address: {
      '@type': 'PostalAddress',
      streetAddress: '123 Main St',
      addressLocality: 'Springfield',
      addressRegion: 'IL',
      postalCode: '62701',
      addressCountry: 'United States',
    },
    telephone: '555-0100',
  });
});
