import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const url = (kind: string, query = '') => `${service.url}/kalends/v1/${kind}/duplicates?${query}`;
const ask = async (kind: string, query = '', by = admin): Promise<JsonObject[]> =>
  (await by.get(url(kind, query))).expect(200).rows('duplicates');

/** The IDs of both, by pair. */
const idsOf = (doubles: readonly JsonObject[]): unknown[] =>
  doubles.map(({ items }) =>
    Array.isArray(items) ? items.map((item) => (item as JsonObject)['id']).join('+') : items,
  );

test('venues that are likely one are listed with their reasons, and one that is about to be made is warned of', async () => {
  const make = async (fields: object) => (await admin.post('/venues', fields)).expect(201).id();
  const first = await make({
    venue: 'Kulturhaus Mitte',
    address: 'Hauptstraße 5',
    city: 'Berlin',
    website: 'https://www.kulturhaus.example/',
  });
  const second = await make({
    venue: 'Kulturhaus Mite',
    address: 'Hauptstr. 5',
    city: 'Berlin',
    website: 'http://kulturhaus.example',
  });
  const munich = await make({ venue: 'Kulturhaus, Mitte', address: 'Weg 1', city: 'München' });
  const doubles = await ask('venues');
  assert.deepEqual(idsOf(doubles), [`${first}+${second}`]);
  assert.equal(doubles[0]?.['score'], 90);
  assert.deepEqual(doubles[0]?.['reasons'], ['similar_name', 'same_address', 'same_website']);
  assert.deepEqual(idsOf(await ask('venues', 'name=kulturhaus MITTE')), [`${first}`, `${munich}`]);
  assert.deepEqual(idsOf(await ask('venues', 'name=kulturhaus MITTE&city=Munich&address=Weg 1')), []);
  assert.deepEqual(idsOf(await ask('venues', 'name=kulturhaus MITTE&city=München&address=Weg 1')), [
    `${munich}`,
  ]);
  // A name in another language is as good as the first.
  (await admin.patch(`/venues/${munich}?translation_language=es`, { venue: 'Casa de cultura' })).expect(200);
  assert.deepEqual(idsOf(await ask('venues', 'name=CASA  cultura')), [`${munich}`]);
  (await admin.delete(`/venues/${second}`)).expect(200);
  assert.deepEqual(await ask('venues'), []);
  assertRefused(await admin.get(url('venues', 'name=&geo_lat=100')), ['geo_lat', 'name']);
});

test('nobody learns of what they may not read by its being compared', async () => {
  const author = service.as('author');
  const make = async (by: Client, fields: object) => (await by.post('/organizers', fields)).expect(201).id();
  const draft = await make(admin, { organizer: 'Chess Club', status: 'draft' });
  const open = await make(author, { organizer: 'The Chess Club', phone: '030 12345678' });
  const closed = await make(admin, { organizer: 'Club Chess', password: 'sesame' });
  const all = idsOf(await ask('organizers'));
  assert.deepEqual(
    all.toSorted(),
    [`${draft}+${open}`, `${draft}+${closed}`, `${open}+${closed}`].toSorted(),
  );
  assert.deepEqual(await ask('organizers', '', author), []);
  const near = await ask('organizers', 'name=chess club&phone=+49 30 12345678', author);
  assert.deepEqual(idsOf(near), [`${open}`]);
  assert.deepEqual(near[0]?.['reasons'], ['same_words', 'same_phone']);
  assert.equal(
    (await admin.get(url('organizers', 'per_page=2&page=2'))).expect(200).rows('duplicates').length,
    1,
  );
  for (const kind of ['venues', 'organizers', 'events'])
    (await anyone.get(url(kind, 'title=x&start_date=2026-12-01'))).expect(401);
  (await service.as('subscriber').get(url('venues'))).expect(403);
});

test('an event is compared by title, time and venue with what its writer may read', async () => {
  const hall = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
  const other = (await admin.post('/venues', { venue: 'Barn' })).expect(201).id();
  const then = { start_date: '2026-12-05 20:00:00', end_date: '2026-12-05 22:00:00' };
  const jazz = await makeEvent(admin, { title: 'The Jazz Night', venue: hall, ...then });
  const hidden = { title: 'Jazz Night', venue: hall, ...then };
  await makeEvent(admin, { ...hidden, status: 'draft' });
  await makeEvent(admin, { ...hidden, password: 'sesame' });
  await makeEvent(admin, { ...hidden, hide_from_listings: true });
  const author = service.as('author');
  const query = (more: string) => `title=jazz night&start_date=2026-12-05 20:00&${more}`;
  const idsAsked = async (more: string, by = author) =>
    (await ask('events', query(more), by)).map(({ event }) => (event as JsonObject)['id']);
  const [found] = await ask('events', query(`venue=${hall}`), author);
  assert.equal(found?.['score'], 95);
  assert.deepEqual(found?.['reasons'], ['same_words', 'same_start', 'same_venue']);
  assert.deepEqual(await idsAsked(''), [jazz.id()]);
  assert.deepEqual(await idsAsked(`venue=${other}`), []);
  assert.deepEqual(await idsAsked(`exclude=${jazz.id()}`), []);
  assert.equal((await idsAsked('', admin)).length, 4);
  assert.deepEqual(await idsAsked('timezone=Europe/Berlin'), []);
  assert.deepEqual(await idsAsked('start_date=2026-12-06 20:00'), []);
  assertRefused(await admin.get(url('events', 'title=x&start_date=never')), ['start_date']);
  (await admin.get(url('events', 'title=x'))).expect(400);
});
