import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;
let hall: number;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  hall = (await admin.post('/venues', { venue: 'Hall & Garden' })).expect(201).id();
});
after(() => service?.stop());

const at = (from: string, to: string) => ({ start_date: `2026-12-${from}:00`, end_date: `2026-12-${to}:00` });
const ours = (path: string) => `${service.url}/kalends/v1${path}`;

async function busy(query: string, by = admin, path = `/venues/${hall}`): Promise<JsonObject[]> {
  return (await by.get(ours(`${path}/busy?${query}`))).expect(200).rows('busy');
}

const titleOf = ({ event }: JsonObject): unknown =>
  typeof event === 'object' && event !== null && 'title' in event ? event.title : event;
const titles = (times: readonly JsonObject[]): unknown[] => times.map(titleOf);
const warned = (answer: Answer): unknown[] =>
  answer.at('warnings') === undefined ? [] : titles(answer.rows('warnings'));

test('times that only touch are free, those of no length are taken, and ends are told on both clocks', async () => {
  const place = (await admin.post('/venues', { venue: 'Attic' })).expect(201).id();
  await makeEvent(admin, { title: 'Morning', venue: place, ...at('01 09:00', '01 10:00') });
  await makeEvent(admin, { title: 'Bell', venue: place, ...at('01 11:00', '01 11:00') });
  await makeEvent(admin, { title: 'Elsewhere', ...at('01 09:00', '01 10:00') });
  const path = `/venues/${place}`;
  const asked = (from: string, to: string) =>
    busy(`start_date=2026-12-01 ${from}&end_date=2026-12-01 ${to}`, admin, path).then(titles);
  assert.deepEqual(await asked('08:00', '09:00'), []);
  assert.deepEqual(await asked('10:00', '11:00'), []);
  assert.deepEqual(await asked('09:59', '10:30'), ['Morning']);
  assert.deepEqual(await asked('11:00', '12:00'), ['Bell']);
  assert.deepEqual(await busy('start_date=2026-12-01&end_date=2026-12-01', admin, path).then(titles), [
    'Morning',
    'Bell',
  ]);
  const [first] = await busy('timezone=Europe/Berlin', admin, path);
  assert.equal(first?.['utc_start_date'], '2026-12-01 14:00:00');
  assert.equal(first?.['start_date'], '2026-12-01 15:00:00');
  const paged = (await admin.get(ours(`${path}/busy?per_page=1`))).expect(200);
  assert.equal(paged.at('total'), 2);
  assert.equal(paged.at('timezone'), 'America/New_York');
  const next = (await admin.get(String(paged.at('next_rest_url')))).expect(200);
  assert.deepEqual(titles(next.rows('busy')), ['Bell']);
  assertRefused(
    await admin.get(ours(`${path}/busy?start_date=2026-12-02 10:00&end_date=2026-12-02 09:00&exclude=x`)),
    ['end_date', 'exclude'],
  );
  assertRefused(await admin.get(ours(`${path}/busy?start_date=2026-12-02 10:00&end_date=2026-12-02 09:00`)), [
    'end_date',
  ]);
  assertRefused(await admin.get(ours(`/venues/999999/busy`)), ['id']);
});

test('a write tells what else is at its venues then, and is done all the same', async () => {
  const first = await makeEvent(admin, { title: 'Jazz & Wine', venue: hall, ...at('05 20:00', '05 23:00') });
  assert.equal(first.at('warnings'), undefined);
  const second = await makeEvent(admin, { title: 'Choir', venue: hall, ...at('05 22:00', '06 01:00') });
  const [warning] = second.rows('warnings');
  assert.equal(warning?.['code'], 'overlap');
  assert.equal(warning?.['message'], 'Hall & Garden is already booked for “Jazz & Wine” at this time.');
  assert.deepEqual(second.at('warnings.0.venue'), { id: hall, venue: 'Hall &amp; Garden' });
  assert.equal(second.at('warnings.0.event.id'), first.id());
  assert.equal(warning?.['utc_start_date'], '2026-12-06 01:00:00');
  const german = await admin.patch(`/events/${second.id()}?translation_language=de`, { title: 'Chor' });
  assert.match(String(german.expect(200).at('warnings.0.message')), /ist zu dieser Zeit durch/);
  const moved = await admin.patch(`/events/${second.id()}`, at('05 23:00', '06 01:00'));
  assert.deepEqual(warned(moved.expect(200)), []);
  const back = await admin.put(`/events/by-slug/choir`, at('05 22:59', '06 01:00'));
  assert.deepEqual(warned(back.expect(200)), ['Jazz &amp; Wine']);
  for (const change of [{ event_status: 'canceled' }, { event_status: 'moved-online' }, { status: 'trash' }])
    assert.deepEqual(warned((await admin.patch(`/events/${second.id()}`, change)).expect(200)), []);
  assert.equal((await anyone.get(`/events/${first.id()}`)).expect(200).at('warnings'), undefined);
  await admin.patch(`/events/${first.id()}`, { event_status: 'postponed' });
  assert.deepEqual(await busy('start_date=2026-12-05&end_date=2026-12-06'), []);
});

test('nobody learns of what they may not read, nor where a protected event is', async () => {
  const then = { venue: hall, ...at('08 10:00', '08 12:00') };
  const day = 'start_date=2026-12-08&end_date=2026-12-08';
  const author = service.as('author');
  for (const fields of [{ status: 'draft' }, { status: 'private' }, { password: 'sesame' }])
    await makeEvent(admin, { title: `Secret ${Object.values(fields)[0]}`, ...then, ...fields });
  await makeEvent(admin, { title: 'Unlisted', hide_from_listings: true, ...then });
  assert.deepEqual(await busy(day, author), [
    {
      event: null,
      start_date: '2026-12-08 10:00:00',
      end_date: '2026-12-08 12:00:00',
      utc_start_date: '2026-12-08 15:00:00',
      utc_end_date: '2026-12-08 17:00:00',
      all_day: false,
    },
  ]);
  const own = await makeEvent(author, { title: 'Mine', status: 'draft', ...then });
  assert.deepEqual(warned(own), [null]);
  assert.equal(own.at('warnings.0.message'), 'Hall & Garden is already booked at this time.');
  assert.deepEqual(titles(await busy(day, author)), [null, 'Mine']);
  assert.deepEqual(titles(await busy(`${day}&exclude=${own.id()}`, author)), [null]);
  assert.equal((await busy(day)).length, 5);
  (await anyone.get(ours(`/venues/${hall}/busy`))).expect(401);
  (await service.as('subscriber').get(ours(`/venues/${hall}/busy`))).expect(403);
  const hidden = (await admin.post('/venues', { venue: 'Cellar', status: 'private' })).expect(201).id();
  (await author.get(ours(`/venues/${hidden}/busy`))).expect(403);
});

test('each date of a series counts by itself, those of overrides where they are, and none against its own', async () => {
  const room = (await admin.post('/venues', { venue: 'Room' })).expect(201).id();
  const other = (await admin.post('/venues', { venue: 'Annex' })).expect(201).id();
  const single = await makeEvent(admin, { title: 'Talk', venue: room, ...at('17 10:30', '17 11:00') });
  const series = await makeEvent(admin, {
    title: 'Course',
    venue: room,
    ...at('03 10:00', '03 12:00'),
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
  });
  assert.deepEqual(warned(series), ['Talk']);
  const dates = (await admin.get('/events?search=course&start_date=2026-12-01')).expect(200).rows('events');
  assert.equal(series.at('warnings.0.occurrence'), dates[2]?.['id']);
  assert.deepEqual(warned((await admin.patch(`/events/${single.id()}`, { title: 'Lecture' })).expect(200)), [
    'Course',
  ]);
  const path = `/venues/${room}`;
  assert.deepEqual(titles(await busy(`exclude=${series.id()}&end_date=2027-02-01`, admin, path)), [
    'Lecture',
  ]);
  assert.equal((await busy(`exclude=${dates[0]?.['id']}&end_date=2027-02-01`, admin, path)).length, 5);
  // One date moves to another venue, and leaves its own free.
  const moved = await admin.patch(`/events/${dates[2]?.['id']}`, { venue: other, scope: 'this' });
  assert.deepEqual(warned(moved.expect(200)), []);
  assert.deepEqual(titles(await busy('start_date=2026-12-17&end_date=2026-12-17', admin, path)), ['Lecture']);
  assert.deepEqual(titles(await busy('end_date=2027-02-01', admin, `/venues/${other}`)), ['Course']);
  assert.deepEqual(
    warned((await admin.patch(`/events/${series.id()}`, { title: 'Classes' })).expect(200)),
    [],
  );
});

test('a venue with hundreds of events finds those of the moment, also one that began long before', async () => {
  const arena = (await admin.post('/venues', { venue: 'Arena' })).expect(201).id();
  await makeEvent(admin, {
    title: 'Exhibition',
    venue: arena,
    start_date: '2026-01-05 10:00:00',
    end_date: '2027-03-05 18:00:00',
  });
  await makeEvent(admin, {
    title: 'Daily',
    venue: arena,
    ...at('01 08:00', '01 09:00'),
    recurrence: { rrule: 'FREQ=DAILY;COUNT=250' },
  });
  for (let one = 0; one < 210; one++)
    await makeEvent(admin, {
      title: `Show ${one}`,
      venue: arena,
      start_date: `2027-0${1 + (one % 6)}-${String(1 + (one % 28)).padStart(2, '0')} 20:00:00`,
      end_date: `2027-0${1 + (one % 6)}-${String(1 + (one % 28)).padStart(2, '0')} 22:00:00`,
    });
  const made = await makeEvent(admin, { title: 'New', venue: arena, ...at('20 08:30', '20 10:00') });
  assert.deepEqual(warned(made), ['Exhibition', 'Daily']);
  const free = await makeEvent(admin, {
    title: 'Free',
    venue: arena,
    start_date: '2027-03-05 18:00:00',
    end_date: '2027-03-05 19:00:00',
  });
  assert.deepEqual(warned(free), []);
});

test('an organizer is taken by what they hold, online or not', async () => {
  const club = (await admin.post('/organizers', { organizer: 'Club' })).expect(201).id();
  await makeEvent(admin, {
    title: 'Webinar',
    organizer: club,
    event_status: 'moved-online',
    ...at('09 09:00', '09 10:00'),
  });
  assert.deepEqual(titles(await busy('', admin, `/organizers/${club}`)), ['Webinar']);
  assertRefused(await admin.get(ours(`/organizers/${hall}/busy`)), ['id']);
});

test('where a venue is taken those that are free are named, the most like it first', async () => {
  const place = { city: 'Freiburg', geo_lat: 48, geo_lng: 7.85 };
  const make = async (venue: string, fields: object = {}, by = admin) =>
    (await by.post('/venues', { venue, ...fields })).expect(201).id();
  const stage = await make('Stage', place);
  const near = await make('Near & taken', { ...place, geo_lat: 48.001 });
  const next = await make('Next', { ...place, geo_lat: 48.01 });
  const town = await make('In town', { city: 'Freiburg' });
  const far = await make('Far', { city: 'Basel', geo_lat: 47.56, geo_lng: 7.59 });
  const draft = await make('Not for all', { ...place, status: 'draft' });
  const when = { start_date: '2027-02-05 19:00:00', end_date: '2027-02-05 21:00:00' };
  const taken = await makeEvent(admin, { title: 'Reading', venue: near, ...when });
  const path = ours(`/venues/${stage}/alternatives`);
  const asked = async (body: object, by = admin) =>
    (await by.post(path, { ...when, limit: 20, ...body })).expect(200).rows('venues');
  const ids = (rows: readonly JsonObject[]) => rows.map(({ id }) => id);
  const known = (rows: readonly JsonObject[]) =>
    ids(rows).filter((id) => [stage, near, next, town, far, draft].includes(Number(id)));
  assert.deepEqual(known(await asked({})), [draft, next, town, far]);
  const [, first] = await asked({});
  assert.deepEqual([first?.['venue'], first?.['city'], first?.['distance']], ['Next', 'Freiburg', 1.11]);
  assert.deepEqual(known(await asked({}, service.as('author'))), [next, town, far]);
  assert.deepEqual(known(await asked({ exclude: taken.id() })), [draft, near, next, town, far]);
  assert.deepEqual(known(await asked({ start_date: '2027-02-05 21:00', end_date: '2027-02-05 22:00' })), [
    draft,
    near,
    next,
    town,
    far,
  ]);
  assert.equal((await asked({ limit: 1 })).length, 1);
  // Of a series each of the dates needs it.
  const weekly = { start_date: '2027-01-22 19:00', end_date: '2027-01-22 21:00' };
  const recurrence = (count: number) => ({ recurrence: { rrule: `FREQ=WEEKLY;COUNT=${count}` } });
  assert.deepEqual(known(await asked({ ...weekly, ...recurrence(2) })), [draft, near, next, town, far]);
  assert.deepEqual(known(await asked({ ...weekly, ...recurrence(3) })), [draft, next, town, far]);
  // What a password hides doesn't tell where it is.
  const hidden = await make('Hidden', { ...place, password: 'sesame' });
  const rows = (await service.as('author').post(ours(`/venues/${hidden}/alternatives`), when)).expect(200);
  assert.ok(rows.rows('venues').every(({ distance }) => distance === null));
  assertRefused(await admin.post(path, { ...when, end_date: '2027-02-05 18:00' }), ['end_date']);
  assertRefused(await admin.post(path, { ...when, limit: 21 }), ['limit']);
  (await anyone.post(path, when)).expect(401);
  (await service.as('subscriber').post(path, when)).expect(403);
});
