// Writes that change nothing: no version, line of the change log, entry of the history, revision or `modified` (contract W1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#store/db/engine.ts';
import type { Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { makeEvent, SOMEDAY } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let db: Database;

before(async () => {
  ({ service, admin } = await startNewYork());
  db = await openCalendar(service.data);
});
after(async () => {
  await db?.close();
  await service?.stop();
});

const TABLES = [
  'calendar',
  'changes',
  'history',
  'history_images',
  'pending_images',
  'revisions',
  'events',
  'occurrences',
  'series',
  'venues',
  'organizers',
  'categories',
  'tags',
  'media',
  'translations',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
  'sequences',
  'saved_filters',
] as const;

/** Returns all rows that a write of content may touch. */
async function readRows(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db.read);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

/** Moves the last change of everything into the past, since the clock of the service stands. */
async function age(): Promise<void> {
  for (const table of ['events', 'venues', 'organizers'])
    await db.write((trx) =>
      sql`update ${sql.table(table)} set modified = '2026-01-01 07:00:00', modified_utc = '2026-01-01 12:00:00'`.execute(
        trx,
      ),
    );
  await db.write((trx) => sql`delete from pending_images`.execute(trx));
}

/** Holds that a write is answered 200 with the item as it is, and leaves every row as it was. */
async function assertUnchanged(what: string, url: string, fields: object): Promise<void> {
  await age();
  const rows = await readRows();
  const answer = (await admin.put(url, fields)).expect(200);
  for (const [table, now] of Object.entries(await readRows()))
    assert.deepEqual(now, rows[table], `${what}: ${table}`);
  const path = url.replace(/[?].*/, '');
  const read = (await admin.get(`${path}?context=edit`)).expect(200);
  assert.deepEqual(answer.at('modified'), read.at('modified'), what);
  assert.deepEqual(answer.at('revision'), read.at('revision'), what);
}

let made = 0;
/** Returns the fields of an event that has something of everything. */
const rich = async () => {
  made += 1;
  const venue = (await admin.post('/venues', { venue: 'Hall', city: 'Bonn' })).expect(201).id();
  const other = (await admin.post('/venues', { venue: 'Yard' })).expect(201).id();
  const organizer = (await admin.post('/organizers', { organizer: 'Ann' })).expect(201).id();
  const category = (await admin.post('/categories', { name: `Music ${made}` })).expect(201).id();
  const tag = (await admin.post('/tags', { name: `Outside ${made}` })).expect(201).id();
  return {
    ...SOMEDAY,
    title: 'Concert <em>one</em>',
    description: '<p>Loud.</p>',
    excerpt: 'Loud',
    venue: [venue, other],
    organizer: [organizer],
    categories: [category],
    tags: [tag],
    cost: '$10 - $20',
    website: 'https://example.org/one',
    tickets: [{ name: 'Seat', price: '10', currency: 'USD', url: 'https://example.org/seat' }],
    featured: true,
    password: 'secret',
    accessibility: ['wheelchair'],
    spoken_languages: ['en'],
    door_time: '09:30',
    timezone: 'America/New_York',
  };
};

test('events keep everything, sent again whole, in parts, in another language, or not at all', async () => {
  const fields = await rich();
  const id = (await makeEvent(admin, fields)).id();
  const url = `/events/${id}`;
  (await admin.put(`${url}?translation_language=de`, { title: 'Konzert' })).expect(200);
  await assertUnchanged('nothing sent', url, {});
  await assertUnchanged('all sent again', url, fields);
  for (const [name, value] of Object.entries(fields)) await assertUnchanged(name, url, { [name]: value });
  await assertUnchanged('a translation', `${url}?translation_language=de`, { title: 'Konzert' });
  await assertUnchanged('its slug', url, { slug: 'concert-one' });
  await assertUnchanged('its status', url, { status: 'publish' });
  const draft = (await makeEvent(admin, { title: 'Draft', status: 'draft' })).id();
  await assertUnchanged('a draft', `/events/${draft}`, { title: 'Draft', status: 'draft' });
  (await admin.delete(`/events/${draft}`)).expect(200);
  await assertUnchanged('what is in the trash', `/events/${draft}?status=trash`, { status: 'trash' });
});

test('series and their dates keep everything', async () => {
  const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4', exdate: ['2026-12-08'] };
  const fields = { ...(await rich()), title: 'Weekly', recurrence };
  const series = (await makeEvent(admin, fields)).id();
  const dates = (await admin.get(`/events?post_parent=${series}&start_date=2026-01-01&context=edit`)).expect(
    200,
  );
  const [first = 0, second = 0] = dates.rows('events').map(({ id }) => Number(id));
  (await admin.put(`/events/${second}`, { title: 'Once', cost: '5' })).expect(200);
  (await admin.put(`/events/${second}?translation_language=de`, { title: 'Einmal' })).expect(200);
  await assertUnchanged('nothing sent', `/events/${series}`, {});
  await assertUnchanged('all sent again', `/events/${series}`, fields);
  await assertUnchanged('its rule', `/events/${series}`, { recurrence });
  await assertUnchanged('sent for a date', `/events/${first}?scope=all`, { title: 'Weekly' });
  await assertUnchanged('nothing of a date', `/events/${first}`, {});
  await assertUnchanged('a reset of nothing', `/events/${first}`, { recurrence_reset: true });
  await assertUnchanged('of its own', `/events/${second}`, { title: 'Once', cost: '5' });
  await assertUnchanged('in its language', `/events/${second}?translation_language=de`, { title: 'Einmal' });
  await assertUnchanged('a reset of another field', `/events/${second}`, { recurrence_reset: ['website'] });
});

for (const [kind, fields] of Object.entries({
  venues: {
    venue: 'Old <em>hall</em>',
    city: 'Köln',
    geo_lat: 50.9,
    geo_lng: 6.9,
    website: 'https://a.test/',
  },
  organizers: { organizer: 'Old <em>band</em>', email: 'a@example.org', phone: '1' },
  categories: { name: 'Old <em>songs</em>', description: 'Of old', color: 'teal', mark: 'star' },
  tags: { name: 'Old', description: 'Of old' },
}))
  test(`${kind} keep everything`, async () => {
    const id = (await admin.post(`/${kind}`, fields)).expect(201).id();
    const url = `/${kind}/${id}`;
    const [name = ''] = Object.keys(fields);
    (await admin.put(`${url}?translation_language=de`, { [name]: 'Altes' })).expect(200);
    await assertUnchanged('nothing sent', url, {});
    await assertUnchanged('all sent again', url, fields);
    for (const [field, value] of Object.entries(fields))
      await assertUnchanged(field, url, { [field]: value });
    await assertUnchanged('a translation', `${url}?translation_language=de`, { [name]: 'Altes' });
  });

test('pictures and saved filters keep everything', async () => {
  const media = `${service.url}/kalends/v1/media`;
  const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
  const headers = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };
  const picture = (await admin.post(media, dot, headers)).expect(201).id();
  const words = { alt_text: 'A dot', credit: 'Ann', focal_point: { x: 0.5, y: 0.5 } };
  (await admin.put(`${media}/${picture}`, words)).expect(200);
  await assertUnchanged('a picture', `${media}/${picture}`, words);
  await assertUnchanged('nothing of a picture', `${media}/${picture}`, {});
  const filters = `${service.url}/kalends/v1/saved-filters`;
  const filter = { name: 'Walks', query: { featured: true } };
  const id = (await admin.post(filters, filter)).expect(201).id();
  await assertUnchanged('a saved filter', `${filters}/${id}`, filter);
});

test('a part of a batch that changes nothing leaves nothing beside one that does', async () => {
  const id = (await makeEvent(admin, { title: 'Kept' })).id();
  const other = (await makeEvent(admin, { title: 'Moved' })).id();
  await age();
  const entries = async (item: number) =>
    (await admin.get(`${service.url}/kalends/v1/history?kind=event&id=${item}`)).expect(200).at('total');
  const path = (item: number) => `/calendar/events/v1/events/${item}`;
  const batch = {
    atomic: true,
    requests: [
      { method: 'PUT', path: path(id), body: { title: 'Kept' } },
      { method: 'PUT', path: path(other), body: { title: 'Elsewhere' } },
    ],
  };
  (await admin.post(`${service.url}/batch/v1`, batch)).expect(207);
  assert.deepEqual([await entries(id), await entries(other)], [1, 2]);
  assert.equal((await admin.get(`/events/${id}`)).at('modified'), '2026-01-01 07:00:00');
});
