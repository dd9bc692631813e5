import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KalendsError } from '#errors.ts';
import { completeVenue, pointOf, regionOf } from './rules.ts';

const shared = {
  id: 1,
  author_id: 1,
  status: 'publish',
  password: '',
  date: '2026-11-20 13:00:00',
  date_utc: '2026-11-20 18:00:00',
  modified: '2026-11-20 13:00:00',
  modified_utc: '2026-11-20 18:00:00',
  description: '',
  excerpt: '',
  slug: 'hall',
  image_id: null,
  global_id: null,
  global_id_lineage: null,
  language: 'en',
  translations: '',
  name: 'Hall',
  name_key: 'hall',
};

test('the region is the state in the United States and without a country, else the province', () => {
  for (const country of ['', 'US', 'United States'])
    assert.equal(regionOf({ country, state: 'IL', province: 'Bern' }), 'IL');
  assert.equal(regionOf({ country: 'Switzerland', state: 'IL', province: 'Bern' }), 'Bern');
  assert.equal(regionOf({ country: '', state: '', province: 'Bern' }), 'Bern');
  assert.equal(regionOf({ country: 'Switzerland', state: 'IL', province: '' }), '');
});

test('stateprovince follows state, province and country, unless it is sent itself', () => {
  const made = completeVenue(shared, { state: 'IL' });
  assert.equal(made.stateprovince, 'IL');
  assert.equal(completeVenue(shared, { phone: '1' }, made).stateprovince, 'IL');
  assert.equal(completeVenue(shared, { country: 'Canada' }, made).stateprovince, '');
  assert.equal(completeVenue(shared, { state: 'TX' }, made).stateprovince, 'TX');
  assert.equal(completeVenue(shared, { state: 'TX', stateprovince: 'Texas' }, made).stateprovince, 'Texas');
  assert.equal(completeVenue(shared, { stateprovince: '' }, made).stateprovince, '');
});

test('a new venue shows its map, and an update changes only what it brings', () => {
  const made = completeVenue(shared, { city: 'Bern', zip: '0', show_map: false });
  assert.deepEqual([made.show_map, made.show_map_link, made.zip], [0, 1, '0']);
  const changed = completeVenue(shared, { show_map_link: false }, made);
  assert.deepEqual(changed, { ...made, show_map_link: 0 });
});

test('coordinates come and go together; zero is one', () => {
  const nowhere = { geo_lat: null, geo_lng: null };
  const stored = { geo_lat: 1, geo_lng: 2 };
  assert.deepEqual(pointOf({ geo_lat: 0, geo_lng: 0 }, nowhere), { geo_lat: 0, geo_lng: 0 });
  assert.deepEqual(pointOf({ geo_lat: 3 }, stored), { geo_lat: 3, geo_lng: 2 });
  assert.deepEqual(pointOf({ geo_lng: null }, stored), nowhere);
  assert.deepEqual(pointOf({}, stored), stored);
  assert.throws(() => pointOf({ geo_lng: 3 }, nowhere), KalendsError);
});
