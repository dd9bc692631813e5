import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { listEvents, makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { ALL_DATES, datesOf, idsOf, makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* Lists of and around series (contract R5, R6), and what is kept of them. */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const write = async (id: number | undefined, fields: object) =>
  (await admin.patch(`/events/${id}`, fields)).expect(200);
const names = async (path: string, of: string, name = 'name') =>
  (await anyone.get(`/${path}`))
    .expect(200)
    .rows(of)
    .map((row) => row[name]);

describe('Lists of what events link to', () => {
  test('take IDs of dates and of series', async () => {
    const made = await makeSeries(admin, {
      venue: { venue: 'House' },
      organizer: [{ organizer: 'Troupe' }],
      categories: ['Stage'],
      tags: ['play'],
    });
    const series = made.id();
    const dates = await idsOf(anyone, series);
    await write(dates[1], {
      venue: { venue: 'Garden' },
      organizer: [{ organizer: 'Guests' }],
      categories: ['Open air'],
      tags: ['guest'],
    });
    for (const [id, wanted] of [
      [series, ['House', 'Troupe', 'Stage', 'play']],
      [dates[0], ['House', 'Troupe', 'Stage', 'play']],
      [dates[1], ['Garden', 'Guests', 'Open air', 'guest']],
    ] as const)
      assert.deepEqual(
        [
          await names(`venues?event=${id}`, 'venues', 'venue'),
          await names(`organizers?event=${id}`, 'organizers', 'organizer'),
          await names(`categories?event=${id}`, 'categories'),
          await names(`tags?event=${id}`, 'tags'),
        ],
        wanted.map((name) => [name]),
        `${id}`,
      );
    const count = async (kind: string, name: string) =>
      (await anyone.get(`/${kind}?search=${name}&hide_empty=false`)).at(`${kind}.0.count`);
    assert.equal(await count('categories', 'stage'), 1);
    assert.equal(await count('tags', 'play'), 1);
    // A category that only one date has is no empty one, and finds that date.
    assert.deepEqual(
      (await listEvents(anyone, `categories=open-air&${ALL_DATES}`)).map(({ id }) => id),
      [dates[1]],
    );
  });

  test('say which have events, and which have some to come, by the dates', async () => {
    const series = (
      await makeSeries(admin, {
        start_date: '2026-11-01 10:00:00',
        end_date: '2026-11-01 11:00:00',
        recurrence: 'FREQ=WEEKLY;COUNT=4',
        venue: { venue: 'Weekly place' },
      })
    ).id();
    await makeSeries(admin, {
      start_date: '2026-10-01 10:00:00',
      end_date: '2026-10-01 11:00:00',
      recurrence: 'FREQ=WEEKLY;COUNT=4',
      venue: { venue: 'Former place' },
    });
    const has = async (query: string) =>
      (await names(`venues?${query}&per_page=50`, 'venues', 'venue')).filter((name) =>
        /place/.test(String(name)),
      );
    assert.deepEqual((await has('has_events=true')).sort(), ['Former place', 'Weekly place']);
    assert.deepEqual(await has('only_with_upcoming=true'), ['Weekly place']);
    const [last] = (await idsOf(anyone, series)).slice(-1);
    (await admin.delete(`/events/${last}`)).expect(200);
    assert.deepEqual(await has('only_with_upcoming=true'), []);
    await write(last, { status: 'publish' });
    assert.deepEqual(await has('only_with_upcoming=true'), ['Weekly place']);
  });
});

describe('A list', () => {
  test('counts and pages dates, never a series itself', async () => {
    const series = (await makeSeries(admin, { title: 'Paged', recurrence: 'FREQ=DAILY;COUNT=25' })).id();
    const query = `search=paged&${ALL_DATES.replace('per_page=50', 'per_page=10')}`;
    const seen: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const answer = (await anyone.get(`/events?${query}&page=${page}`)).expect(200);
      assert.equal(answer.at('total'), 25);
      assert.equal(answer.at('total_pages'), 3);
      seen.push(...answer.rows('events').map(({ id }) => id));
    }
    assert.equal(new Set(seen).size, 25);
    assert.ok(!seen.includes(series));
    assert.deepEqual(seen, await idsOf(anyone, series));
    const down = await listEvents(anyone, `${query}&order=desc&per_page=3`.replace('per_page=10&', ''));
    assert.deepEqual(down.map(({ id }) => id).slice(0, 3), seen.toReversed().slice(0, 3));
    const window = await listEvents(
      anyone,
      `post_parent=${series}&start_date=2027-03-05&end_date=2027-03-07&per_page=50`,
    );
    assert.deepEqual(
      window.map(({ start_date }) => String(start_date).slice(0, 10)),
      ['2027-03-05', '2027-03-06', '2027-03-07'],
    );
    const first = await anyone.get(
      `/events?search=paged&condense=true&start_date=2027-03-05&end_date=2027-03-07&per_page=50`,
    );
    assert.equal(first.at('total'), 1);
    assert.equal(first.at('events.0.start_date'), '2027-03-05 10:00:00');
    // A date that is trashed isn't the first.
    (await admin.delete(`/events/${first.at('events.0.id')}`)).expect(200);
    const next = await anyone.get(
      `/events?search=paged&condense=true&start_date=2027-03-05&end_date=2027-03-07&per_page=50`,
    );
    assert.equal(next.at('events.0.start_date'), '2027-03-06 10:00:00');
  });

  test('selects what repeats and what doesn’t', async () => {
    await makeEvent(admin, { title: 'Chosen alone' });
    await makeSeries(admin, { title: 'Chosen again' });
    const found = async (query: string) =>
      (await listEvents(anyone, `search=chosen&${query}&${ALL_DATES}`)).map(({ title }) => title);
    assert.deepEqual(await found('recurring=false'), ['Chosen alone']);
    assert.deepEqual(await found('recurring=true'), Array(4).fill('Chosen again'));
    assert.deepEqual(await found('condense=true'), ['Chosen alone', 'Chosen again']);
    assert.equal((await found('condense=false')).length, 5);
  });

  test('is right at once after each write, with another entity tag', async () => {
    const series = (await makeSeries(admin, { title: 'Kept' })).id();
    const dates = await idsOf(anyone, series);
    const address = `/events?post_parent=${series}&${ALL_DATES}`;
    let tag = '';
    const changed = async (told: string) => {
      const answer = (await anyone.get(address)).expect(200);
      const { etag = '' } = answer.headers;
      assert.notEqual(etag, tag, told);
      assert.equal((await anyone.get(address, undefined, { 'if-none-match': etag })).status, 304);
      tag = etag;
      return answer.rows('events');
    };
    await changed('at first');
    await write(dates[1], { title: 'Own' });
    assert.equal((await changed('override'))[1]?.['title'], 'Own');
    await write(series, { cost: '6' });
    assert.deepEqual(
      (await changed('series')).map(({ cost }) => cost),
      Array(4).fill('$6'),
    );
    (await admin.delete(`/events/${dates[3]}`)).expect(200);
    assert.equal((await changed('trash')).length, 3);
    await write(dates[1], { recurrence_reset: true });
    assert.equal((await changed('reset'))[1]?.['title'], 'Kept');
    await write(series, { start_date: '2027-03-01 09:00:00', end_date: '2027-03-01 12:00:00' });
    assert.equal((await changed('moved'))[2]?.['start_date'], '2027-03-15 09:00:00');
    await write(dates[2], { scope: 'following' });
    assert.equal((await changed('split')).length, 2);
    await write(series, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
    assert.equal((await changed('longer')).length, 3);
    await write(series, { recurrence: null });
    assert.equal((await changed('ended')).length, 0);
  });
});

describe('What changes a date', () => {
  test('shows in `modified`, the later of its own and its series’', async () => {
    const series = (await makeSeries(admin, { title: 'Dated' })).id();
    const dates = await idsOf(anyone, series);
    await service.restart({ KALENDS_CLOCK: '2026-11-21T18:00:00Z' });
    await write(dates[1], { title: 'Own' });
    const modified = async () =>
      (await datesOf(anyone, series)).map((item) => String(item['modified_utc']).slice(8, 10));
    assert.deepEqual(await modified(), ['20', '21', '20', '20']);
    assert.equal((await anyone.get(`/events/${series}`)).at('modified_utc'), '2026-11-20 18:00:00');
    await service.restart({ KALENDS_CLOCK: '2026-11-22T18:00:00Z' });
    await write(series, { cost: '2' });
    assert.deepEqual(await modified(), ['22', '22', '22', '22']);
  });

  test('`next` is the first that has not ended, and none after the last', async () => {
    const series = (await makeSeries(admin, { title: 'Coming' })).id();
    const dates = await idsOf(anyone, series);
    for (const [clock, wanted] of [
      ['2027-03-01T16:59:00Z', 0],
      ['2027-03-01T17:00:01Z', 1],
      ['2027-03-15T15:00:00Z', 2],
      ['2027-03-22T16:00:01Z', undefined],
    ] as const) {
      await service.restart({ KALENDS_CLOCK: clock });
      for (const id of [series, ...dates]) {
        const next = (await anyone.get(`/events/${id}`)).expect(200).at('recurrence.next');
        if (wanted === undefined) assert.equal(next, null);
        else {
          const { id: nextId, rest_url } = next as { id: number; rest_url: string };
          assert.equal(nextId, dates[wanted], clock);
          assert.ok(rest_url.endsWith(`/events/${nextId}`));
        }
      }
    }
  });
});
