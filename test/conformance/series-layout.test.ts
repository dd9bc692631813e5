// A long series is laid out in parts, and answers are right meanwhile.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#store/db/engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const FIRST = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 11:00:00' };
/** Some 3,600 days before the present one: lists don't wait for them. */
const LONG_AGO = { start_date: '2017-01-01 10:00:00', end_date: '2017-01-01 11:00:00' };
const PAST = 3610;
const TO_COME = 743;
const FROM_TODAY = 'start_date=2026-11-20&end_date=2028-12-01';
const EVER = 'start_date=2000-01-01&end_date=2028-12-01';

let service: ServiceProcess;
let admin: Client;
let db: Database;
before(async () => {
  service = await startProcess({ clock: '2026-11-20T18:00:00Z', timezone: 'UTC' });
  admin = service.as('admin');
  db = await openCalendar(service.data);
});
after(async () => {
  await db?.close();
  await service?.stop();
});

const create = async (fields: object): Promise<Answer> =>
  (await admin.post('/events', { title: 'Long', timezone: 'UTC', status: 'publish', ...fields })).expect(201);
const list = async (id: number, window: string): Promise<Answer> =>
  (await service.anonymous.get(`/events?post_parent=${id}&per_page=3&${window}`)).expect(200);
const totalOf = async (id: number, window: string): Promise<number> =>
  Number((await list(id, window)).at('total'));

/** Returns the transactions in which a series was written. */
async function writesOf(id: number): Promise<number> {
  const { n } = await db.read
    .selectFrom('changes')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('resource_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function becomes(wanted: number, find: () => Promise<number>): Promise<void> {
  let found = await find();
  for (let tries = 0; tries < 600 && found !== wanted; tries++) {
    await pause(100);
    found = await find();
  }
  assert.equal(found, wanted, service.log().slice(-2000));
}

test('2,800 dates are written in parts, and each list and feed that is asked at once holds all of them', async () => {
  const recurrence = {
    rrule: ['FREQ=DAILY;BYHOUR=8,10,12,14;COUNT=2000', 'FREQ=DAILY;BYHOUR=9,11;COUNT=800'],
  };
  const made = await create({ ...FIRST, recurrence });
  const id = made.id();
  const [count] = [Number(made.at('recurrence.count'))];
  assert.ok(count > 2700, `${count}`);
  const feed = await service.anonymous.get(`/events/${id}.ics`);
  assert.equal(feed.status, 200);
  const unfolded = feed.text.replaceAll('\r\n ', '');
  const apart = /^RDATE[^:]*:(.*)$/m.exec(unfolded)?.[1]?.split(',') ?? [];
  assert.equal(apart.length, 800 - 1);
  assert.equal(await totalOf(id, EVER), count);
  const open = await list(id, 'starts_after=2026-01-01');
  assert.equal(open.at('total'), count);
  assert.ok((await writesOf(id)) > 3, 'they are written in several transactions');
});

test('a series that began long ago has its next dates at once, and the past ones soon', async () => {
  const made = await create({ ...LONG_AGO, recurrence: 'FREQ=DAILY' });
  const id = made.id();
  assert.equal(made.at('recurrence.first_date'), LONG_AGO.start_date);
  assert.equal(made.at('recurrence.next.start_date'), '2026-11-21 10:00:00');
  assert.equal(await totalOf(id, FROM_TODAY), TO_COME);
  const dates = (await list(id, FROM_TODAY)).rows('events').map(({ start_date }) => start_date);
  assert.deepEqual(dates, ['2026-11-20 10:00:00', '2026-11-21 10:00:00', '2026-11-22 10:00:00']);
  await becomes(PAST + TO_COME, () => totalOf(id, EVER));
  await assertSound(service);
});

test('of a series all of whose dates are long ago, too, each is there soon', async () => {
  const made = await create({ ...LONG_AGO, recurrence: 'FREQ=DAILY;COUNT=2500' });
  assert.equal(made.at('recurrence.next'), null);
  await becomes(2500, () => totalOf(made.id(), EVER));
  await assertSound(service);
});

test('an event that begins to repeat is laid out like a new series', async () => {
  const id = (await create(LONG_AGO)).id();
  const changed = (await admin.patch(`/events/${id}`, { recurrence: 'FREQ=DAILY' })).expect(200);
  assert.equal(changed.at('recurrence.next.start_date'), '2026-11-21 10:00:00');
  await becomes(PAST + TO_COME, () => totalOf(id, EVER));
  const entries = (await admin.get(`${service.url}/kalends/v1/history?kind=event&id=${id}`)).expect(200);
  const [entry] = entries.rows('history');
  (await admin.post(`${service.url}/kalends/v1/history/${Number(entry?.['id'])}/undo`)).expect(200);
  assert.equal((await admin.get(`/events/${id}`)).at('recurrence'), null);
  await assertSound(service);
});

for (const [title, write, expected] of [
  [
    'a split at its first date to come',
    (date: number) => admin.patch(`/events/${date}`, { title: 'Later', scope: 'following' }),
    [PAST, TO_COME],
  ],
  [
    'an end before its first date to come',
    (date: number) => admin.delete(`/events/${date}?scope=following`),
    [PAST, 0],
  ],
  [
    'another time of day for all',
    (date: number) =>
      admin.patch(`/events/${date}`, {
        start_date: '2026-11-20 15:00:00',
        end_date: '2026-11-20 16:00:00',
        scope: 'all',
      }),
    [PAST + TO_COME, 0],
  ],
] as const)
  test(`${title}, written while a series is still laid out, is of all of its dates`, async () => {
    const id = (await create({ ...LONG_AGO, recurrence: 'FREQ=DAILY' })).id();
    const first = Number((await list(id, FROM_TODAY)).rows('events')[0]?.['id']);
    const written = await write(first);
    assert.equal(written.status, 200);
    const [left, moved] = expected;
    await becomes(left, () => totalOf(id, EVER));
    if (moved > 0) await becomes(moved, () => totalOf(written.id(), EVER));
    await assertSound(service);
  });

test('after kill -9 in the midst of it another start lays out the rest, once', async () => {
  const id = (await create({ ...LONG_AGO, recurrence: 'FREQ=DAILY' })).id();
  await service.kill();
  await service.restart();
  assert.equal(await totalOf(id, FROM_TODAY), TO_COME);
  await becomes(PAST + TO_COME, () => totalOf(id, EVER));
  await assertSound(service);
});

test('a series that is trashed while it is still laid out is in no list, and whole when that is undone', async () => {
  const id = (await create({ ...LONG_AGO, recurrence: 'FREQ=DAILY' })).id();
  (await admin.delete(`/events/${id}`)).expect(200);
  assert.equal(await totalOf(id, EVER), 0);
  const [entry] = (await admin.get(`${service.url}/kalends/v1/history?kind=event&id=${id}`)).rows('history');
  (await admin.post(`${service.url}/kalends/v1/history/${Number(entry?.['id'])}/undo`)).expect(200);
  await becomes(PAST + TO_COME, () => totalOf(id, EVER));
  await assertSound(service);
});
