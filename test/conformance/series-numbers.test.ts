import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { ALL_DATES, datesOf, idsOf, makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* IDs, addresses and changes of series (contract R4, R5, R6, R8). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const write = async (id: number | undefined, fields: object) =>
  (await admin.patch(`/events/${id}`, fields)).expect(200);
const read = async (id: number | undefined, query = '') =>
  (await anyone.get(`/events/${id}${query}`)).expect(200);
const column = async (series: number, name: string) =>
  (await datesOf(anyone, series)).map((item) => item[name]);
const started = async (fields: object = {}) => {
  const series = (await makeSeries(admin, fields)).id();
  return { series, dates: await idsOf(anyone, series) };
};
const tagCount = async (name: string) =>
  (await anyone.get(`/tags?search=${name}`)).expect(200).at('tags.0.count') ?? 0;
const assertGone = async (ids: readonly (number | undefined)[]) => {
  for (const id of ids) {
    for (const by of [anyone, admin])
      assert.equal((await by.get(`/events/${id}`)).expect(410).at('code'), 'event-no-longer-available');
    assert.equal((await admin.patch(`/events/${id}`, { title: 'x' })).status, 410);
    assert.equal((await admin.delete(`/events/${id}`)).status, 410);
  }
};

describe('IDs of a series', () => {
  test('are the event’s for the series, and one of its own for each date, the first one too', async () => {
    const single = (await makeEvent(admin, { title: 'Alone', slug: 'alone' })).id();
    assert.equal((await read(single)).at('recurrence'), null);
    assert.equal((await read(single)).at('recurrence_id'), null);
    const series = await write(single, { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    assert.equal(series.id(), single);
    const dates = await idsOf(anyone, single);
    assert.equal(dates.length, 3);
    assert.ok(dates.every((id) => id > single));
    assert.equal((await listEvents(anyone, `include=${single}&${ALL_DATES}`)).length, 3);
    const item = await read(dates[0]);
    assert.equal(item.at('rest_url'), `${service.url}/calendar/events/v1/events/${dates[0]}`);
    assert.equal(item.at('url'), `${service.url}/event/alone/2026-12-01/`);
    assert.equal(item.at('slug'), 'alone');
    assert.equal((await read(single)).at('url'), `${service.url}/event/alone/`);
  });

  test('stay through changes of fields, time of day, days, and longer and shorter rules', async () => {
    const { series, dates } = await started();
    await write(series, { title: 'Other', cost: '4' });
    assert.deepEqual(await idsOf(anyone, series), dates);
    await write(series, { start_date: '2027-03-01 11:30:00', end_date: '2027-03-01 13:00:00' });
    assert.deepEqual(await idsOf(anyone, series), dates);
    assert.deepEqual(await column(series, 'recurrence_id'), await column(series, 'start_date'));
    await write(series, { start_date: '2027-03-03 11:30:00', end_date: '2027-03-03 13:00:00' });
    assert.deepEqual(await idsOf(anyone, series), dates);
    assert.deepEqual(await column(series, 'start_date'), [
      '2027-03-03 11:30:00',
      '2027-03-10 11:30:00',
      '2027-03-17 11:30:00',
      '2027-03-24 11:30:00',
    ]);
    await write(series, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6' });
    const longer = await idsOf(anyone, series);
    assert.deepEqual(longer.slice(0, 4), dates);
    assert.equal(longer.length, 6);
    await write(series, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' });
    assert.deepEqual(await idsOf(anyone, series), longer.slice(0, 2));
    await assertGone(longer.slice(2));
    await write(series, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6' });
    assert.deepEqual(await idsOf(anyone, series), longer);
    const [, , third] = longer;
    await write(series, {
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6', exdate: '2027-03-17' },
    });
    await assertGone([third]);
    assert.equal((await read(series)).at('recurrence.count'), 5);
    const none = await anyone.get(`/events/${series}?occurrence=2027-03-17`);
    assert.equal(none.expect(404).at('code'), 'rest-event-not-found');
  });

  test('are gone for good when the repeating ends; repeating anew gives others', async () => {
    for (const nothing of [null, '', [], {}, false, { rrule: [], rdate: [], exdate: [] }]) {
      const { series, dates } = await started();
      await write(dates[1], { title: 'Own' });
      const ended = await write(series, { recurrence: nothing });
      assert.equal(ended.at('recurrence'), null, JSON.stringify(nothing));
      assert.equal(ended.at('start_date'), '2027-03-01 10:00:00');
      await assertGone(dates);
      const [listed, ...others] = await listEvents(anyone, `include=${series}&${ALL_DATES}`);
      assert.equal(listed?.['id'], series);
      assert.equal(others.length, 0);
      await write(series, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const anew = await idsOf(anyone, series);
      assert.equal(anew.length, 4);
      assert.ok(anew.every((id) => !dates.includes(id)));
      await assertGone(dates);
    }
  });
});

describe('Changes of all dates', () => {
  test('sent for a date move every one by that date’s difference', async () => {
    const { series, dates } = await started();
    const answer = await write(dates[2], {
      scope: 'all',
      start_date: '2027-03-16 09:00:00',
      end_date: '2027-03-16 12:00:00',
      title: 'Moved',
    });
    assert.equal(answer.id(), series);
    assert.equal(answer.at('start_date'), '2027-03-02 09:00:00');
    assert.deepEqual(await column(series, 'start_date'), [
      '2027-03-02 09:00:00',
      '2027-03-09 09:00:00',
      '2027-03-16 09:00:00',
      '2027-03-23 09:00:00',
    ]);
    assert.deepEqual(await column(series, 'end_date').then((ends) => ends[3]), '2027-03-23 12:00:00');
    assert.deepEqual(await column(series, 'title'), Array(4).fill('Moved'));
    assert.deepEqual(await idsOf(anyone, series), dates);
    // A start by itself changes the length (D1).
    await write(series, { start_date: '2027-03-02 08:00:00' });
    assert.deepEqual((await column(series, 'end_date'))[1], '2027-03-09 12:00:00');
    assert.deepEqual((await column(series, 'start_date'))[1], '2027-03-09 08:00:00');
  });

  test('move the weekdays of the rule along', async () => {
    const { series, dates } = await started({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4' } });
    await write(series, { start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 12:00:00' });
    assert.deepEqual(await column(series, 'start_date'), [
      '2027-03-02 10:00:00',
      '2027-03-04 10:00:00',
      '2027-03-09 10:00:00',
      '2027-03-11 10:00:00',
    ]);
    assert.deepEqual(await idsOf(anyone, series), dates);
    assert.match(String((await read(series)).at('recurrence.rrule.0')), /BYDAY=TU,TH/);
  });

  test('leave overrides what they set, and take out those that the rule no longer makes', async () => {
    const { series, dates } = await started();
    await write(dates[1], { start_date: '2027-03-09 15:00:00', end_date: '2027-03-09 16:00:00' });
    await write(dates[2], { title: 'Own' });
    (await admin.delete(`/events/${dates[3]}`)).expect(200);
    await write(series, { start_date: '2027-03-01 12:00:00', end_date: '2027-03-01 14:00:00' });
    assert.deepEqual(await column(series, 'start_date'), [
      '2027-03-01 12:00:00',
      '2027-03-09 15:00:00',
      '2027-03-15 12:00:00',
    ]);
    assert.deepEqual(await column(series, 'title'), ['Series', 'Series', 'Own']);
    await write(series, { recurrence: 'FREQ=WEEKLY;COUNT=2' });
    await assertGone(dates.slice(2, 3));
    const trashed = (await anyone.get(`/events/${dates[3]}`)).status;
    assert.ok(trashed === 410 || trashed === 403);
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
  });
});

describe('A split', () => {
  test('gives what follows to a second series, with its IDs and overrides', async () => {
    const { series, dates } = await started({ title: 'Whole', slug: 'whole', tags: ['split'] });
    await write(dates[0], { title: 'First' });
    await write(dates[3], { title: 'Last' });
    const answer = await write(dates[2], { scope: 'following', cost: '8' });
    const second = answer.id();
    assert.notEqual(second, series);
    assert.ok(!dates.includes(second));
    assert.equal(answer.at('slug'), 'whole-2');
    assert.equal(answer.at('recurrence.continues'), series);
    assert.equal(answer.at('recurrence.count'), 2);
    assert.equal(answer.at('start_date'), '2027-03-15 10:00:00');
    const first = await read(series);
    assert.equal(first.at('recurrence.continued_by'), second);
    assert.equal(first.at('recurrence.continues'), null);
    assert.equal(first.at('recurrence.count'), 2);
    assert.notEqual(first.at('uid'), answer.at('uid'));
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    assert.deepEqual(await idsOf(anyone, second), dates.slice(2));
    assert.deepEqual(await column(second, 'title'), ['Whole', 'Last']);
    assert.deepEqual(await column(second, 'cost'), ['$8', '$8']);
    assert.deepEqual(await column(series, 'title'), ['First', 'Whole']);
    assert.equal((await read(dates[3])).at('uid'), answer.at('uid'));
    assert.equal((await read(dates[3])).at('url'), `${service.url}/event/whole-2/2027-03-22/`);
    assert.equal((await listEvents(anyone, `tags=split&${ALL_DATES}`)).length, 4);
    assert.equal(await tagCount('split'), 2);
    // On the first date it is all.
    const again = await write(dates[2], { scope: 'following', title: 'Rest' });
    assert.equal(again.id(), second);
    assert.deepEqual(await column(second, 'title'), ['Rest', 'Last']);
  });

  test('by deletion ends the series before the date', async () => {
    const { series, dates } = await started();
    const answer = (await admin.delete(`/events/${dates[2]}?scope=following`)).expect(200);
    assert.equal(answer.id(), series);
    assert.equal(answer.at('recurrence.count'), 2);
    assert.equal(answer.at('status'), 'publish');
    await assertGone(dates.slice(2));
    assert.deepEqual(await idsOf(anyone, series), dates.slice(0, 2));
    const whole = (await admin.delete(`/events/${dates[0]}?scope=following`)).expect(200);
    assert.equal(whole.id(), series);
    assert.equal(whole.at('status'), 'trash');
    assert.equal((await anyone.get(`/events/${dates[0]}`)).status, 403);
  });
});

describe('The trash', () => {
  test('takes a series with all its dates, and gives back those that were not trashed by themselves', async () => {
    const { series, dates } = await started({ title: 'Bin', slug: 'bin', tags: ['binned'] });
    (await admin.delete(`/events/${dates[1]}`)).expect(200);
    await write(dates[2], { title: 'Own' });
    const answer = (await admin.delete(`/events/${dates[0]}?scope=all`)).expect(200);
    assert.equal(answer.id(), series);
    assert.equal(answer.at('status'), 'trash');
    for (const id of [series, ...dates]) assert.equal((await anyone.get(`/events/${id}`)).status, 403);
    assert.deepEqual(await idsOf(anyone, series), []);
    assert.equal(await tagCount('binned'), 0);
    await write(series, { status: 'publish' });
    assert.deepEqual(await idsOf(anyone, series), [dates[0], dates[2], dates[3]]);
    assert.equal((await anyone.get(`/events/${dates[1]}`)).status, 403);
    assert.equal(await tagCount('binned'), 1);
    assert.equal((await read(dates[0])).at('url'), `${service.url}/event/bin/2027-03-01/`);
    assertRefused(await admin.patch(`/events/${dates[1]}`, { status: 'draft' }), ['status']);
    await write(dates[1], { status: 'publish' });
    assert.deepEqual(await idsOf(anyone, series), dates);
  });
});

describe('A day with two dates', () => {
  test('has a second address for the second, and the first for a day alone', async () => {
    const { series, dates } = await started({
      slug: 'twice',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=4;BYHOUR=10,15' },
    });
    assert.deepEqual(
      await column(series, 'url'),
      ['03-01/', '03-01/2/', '03-02/', '03-02/2/'].map((end) => `${service.url}/event/twice/2027-${end}`),
    );
    assert.equal((await read(series, '?occurrence=2027-03-01')).id(), dates[0]);
    assert.equal((await read(series, '?occurrence=2027-03-01T15:00')).id(), dates[1]);
    assert.equal((await read(series, '?occurrence=2027-03-02%2015:00:00')).id(), dates[3]);
    assert.equal(
      (await anyone.get('/events/by-slug/twice?occurrence=2027-03-02')).expect(200).id(),
      dates[2],
    );
    for (const none of ['2027-03-03', '2027-03-01T11:00'])
      (await anyone.get(`/events/${series}?occurrence=${none}`)).expect(404);
    assertRefused(await anyone.get(`/events/${series}?occurrence=never`), ['occurrence']);
    // The address is that of the day on which the rule put it, wherever it is now.
    await write(dates[1], { start_date: '2027-03-05 10:00:00', end_date: '2027-03-05 11:00:00' });
    assert.equal((await read(dates[1])).at('url'), `${service.url}/event/twice/2027-03-01/2/`);
    assert.equal((await read(series, '?occurrence=2027-03-01T15:00')).id(), dates[1]);
  });
});
