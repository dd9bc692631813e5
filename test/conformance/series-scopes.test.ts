import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { datesOf, idsOf, makeSeries } from '../support/series.ts';
import { type Service, startService } from '../support/service.ts';

/* Changes of all dates of a series, and of those from one on, sent for a date (contract R8). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

const write = async (id: number | undefined, fields: object) =>
  (await admin.patch(`/events/${id}`, fields)).expect(200);
const column = async (series: number, name: string) =>
  (await datesOf(anyone, series)).map((item) => item[name]);
const started = async (fields: object = {}) => {
  const series = (await makeSeries(admin, fields)).id();
  return { series, dates: await idsOf(anyone, series) };
};

describe('All dates, by one of them', () => {
  test('get a slug, a status and a rule', async () => {
    const { series, dates } = await started();
    const renamed = await write(dates[1], { scope: 'all', slug: 'called-anew' });
    assert.equal(renamed.id(), series);
    assert.deepEqual(await column(series, 'slug'), Array(4).fill('called-anew'));
    assert.equal((await column(series, 'url'))[1], `${service.url}/event/called-anew/2027-03-08/`);
    assert.equal((await anyone.get('/events/by-slug/called-anew')).expect(200).id(), series);
    await write(dates[1], { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    await write(dates[1], { scope: 'all', status: 'draft' });
    assert.deepEqual(await idsOf(anyone, series), []);
    await write(dates[0], { scope: 'all', status: 'publish' });
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    await write(dates[0], { scope: 'all', status: 'trash' });
    assert.equal((await anyone.get(`/events/${dates[0]}`)).status, 403);
    await write(dates[0], { scope: 'all', status: 'publish' });
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    assert.deepEqual(await column(series, 'slug'), Array(2).fill('called-anew'));
    const ended = await write(dates[1], { scope: 'all', recurrence: null });
    assert.equal(ended.id(), series);
    assert.equal(ended.at('recurrence'), null);
    assert.equal((await anyone.get(`/events/${dates[0]}`)).status, 410);
  });

  test('move by the difference of a date that was moved itself', async () => {
    const { series, dates } = await started();
    await write(dates[1], { start_date: '2027-03-09 10:00:00', end_date: '2027-03-09 12:00:00' });
    await write(dates[1], {
      scope: 'all',
      start_date: '2027-03-09 11:00:00',
      end_date: '2027-03-09 13:00:00',
    });
    assert.deepEqual(await column(series, 'start_date'), [
      '2027-03-01 11:00:00',
      '2027-03-09 10:00:00',
      '2027-03-15 11:00:00',
      '2027-03-22 11:00:00',
    ]);
  });
});

describe('The dates from one on', () => {
  test('get a rule of their own', async () => {
    const { series, dates } = await started();
    const second = await write(dates[2], {
      scope: 'following',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
      start_date: '2027-03-15 14:00:00',
      end_date: '2027-03-15 15:00:00',
    });
    assert.deepEqual(await column(second.id(), 'start_date'), [
      '2027-03-15 14:00:00',
      '2027-03-16 14:00:00',
      '2027-03-17 14:00:00',
    ]);
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    assert.equal((await anyone.get(`/events/${dates[3]}`)).status, 410);
  });

  test('move by themselves, also from a date that is trashed or was changed', async () => {
    const { series, dates } = await started({ recurrence: 'FREQ=WEEKLY;COUNT=6' });
    await write(dates[2], { title: 'Own' });
    (await admin.delete(`/events/${dates[4]}`)).expect(200);
    const second = await write(dates[2], {
      scope: 'following',
      start_date: '2027-03-16 10:00:00',
      end_date: '2027-03-16 12:00:00',
    });
    assert.deepEqual(await idsOf(anyone, second.id()), [dates[2], dates[3], dates[5]]);
    assert.deepEqual(await column(second.id(), 'start_date'), [
      '2027-03-16 10:00:00',
      '2027-03-23 10:00:00',
      '2027-04-06 10:00:00',
    ]);
    assert.deepEqual(await column(second.id(), 'title'), ['Own', 'Series', 'Series']);
    const third = await write(dates[4], { scope: 'following', cost: '1' });
    assert.equal(third.at('recurrence.count'), 2);
    assert.equal(third.at('recurrence.continues'), second.id());
    assert.deepEqual(await idsOf(anyone, third.id()), [dates[5]]);
    assert.equal((await anyone.get(`/events/${second.id()}`)).at('recurrence.continued_by'), third.id());
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
  });

  test('without end, leave a series that ends', async () => {
    const { series, dates } = await started({ recurrence: 'FREQ=WEEKLY' });
    assert.equal((await anyone.get(`/events/${series}`)).at('recurrence.count'), null);
    const second = await write(dates[3], { scope: 'following', title: 'Rest' });
    const first = await anyone.get(`/events/${series}`);
    assert.equal(first.at('recurrence.count'), 3);
    assert.equal(first.at('recurrence.last_date'), '2027-03-15 10:00:00');
    assert.equal(second.at('recurrence.count'), null);
    assert.equal(second.at('recurrence.last_date'), null);
    assert.deepEqual((await idsOf(anyone, second.id())).slice(0, 3), dates.slice(3, 6));
    const texts = ['en', 'de', 'es'].map(async (language) =>
      (await anyone.get(`/events/${second.id()}?translation_language=${language}`)).at('recurrence.text'),
    );
    assert.equal(new Set(await Promise.all(texts)).size, 3);
  });
});

test('A series that becomes all-day has no date on a last day that ended before its time', async () => {
  for (const [until, days] of [
    ['20270304T090000Z', ['2027-03-01', '2027-03-02', '2027-03-03']],
    ['20270304T235959Z', ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']],
    ['20270304T090000', ['2027-03-01', '2027-03-02', '2027-03-03']],
    ['20270304T100000', ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']],
    ['20270304', ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']],
  ] as const) {
    const recurrence = `RRULE:FREQ=DAILY;UNTIL=${until}`;
    const series = (await makeSeries(admin, { title: `Until ${until}`, timezone: 'UTC', recurrence })).id();
    const before = await datesOf(anyone, series);
    const changed = (await admin.patch(`/events/${series}`, { all_day: true })).expect(200);
    assert.equal(changed.at('recurrence.count'), days.length, until);
    const after = await datesOf(anyone, series);
    assert.deepEqual(
      after.map(({ id, start_date }) => [id, start_date]),
      before.map(({ id }, at) => [id, `${days[at]} 00:00:00`]),
      until,
    );
  }
});
