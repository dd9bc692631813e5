import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { listEvents, makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { ALL_DATES, assertSameItems, idsOf } from '../support/series.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;
let series: number;
let following: number;
/** The dates of both parts, in their order, as `recurrence_id` has them. */
const DAYS: string[] = [];
for (let day = Temporal.PlainDate.from('2027-02-22'); DAYS.length < 40; day = day.add({ days: 7 }))
  DAYS.push(`${day.toString()} 19:00:00`);
const SPLIT = '2027-06-07 19:00:00';
const TRASHED = '2027-04-05 19:00:00';
const MOVED = '2027-03-22 19:00:00';
const RENAMED = '2027-03-29 19:00:00';
const CANCELED = '2027-11-08 19:00:00';

const day = (recurrenceId: string) => recurrenceId.slice(0, 10);
const readDate = async (recurrenceId: string) =>
  (await admin.get(`/events/${recurrenceId < SPLIT ? series : following}?occurrence=${day(recurrenceId)}`))
    .expect(200)
    .id();

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  const venue = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
  const made = await makeEvent(admin, {
    title: 'Choir',
    description: 'We sing.',
    start_date: '2027-02-22 19:00:00',
    end_date: '2027-02-22 21:30:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=40' },
    venue: { id: venue },
    categories: ['Music'],
    tags: ['evening'],
  });
  series = following = made.id();
  await makeEvent(admin, {
    title: 'Single',
    start_date: '2027-03-22 20:00:00',
    end_date: '2027-03-22 21:00:00',
  });
  await admin.patch(`/events/${series}?translation_language=de`, { title: 'Chor' });
  await admin.patch(`/events/${series}?translation_language=es`, { title: 'Coro' });
  const change = async (recurrenceId: string, fields: object, query = '') =>
    (await admin.patch(`/events/${await readDate(recurrenceId)}${query}`, fields)).expect(200);
  await change(MOVED, { start_date: '2027-03-23 18:00:00', end_date: '2027-03-23 20:30:00' });
  await change(RENAMED, { title: 'Easter Choir' });
  await change(RENAMED, { title: 'Osterchor' }, '?translation_language=de');
  await change(CANCELED, { event_status: 'canceled' });
  (await admin.delete(`/events/${await readDate(TRASHED)}`)).expect(200);
  following = (await change(SPLIT, { scope: 'following', title: 'Big Choir' })).id();
});
after(() => service?.stop());

/** The items of both series in a list with everything. */
async function items(by: Client, query = ''): Promise<JsonObject[]> {
  return listEvents(by, `${ALL_DATES}&recurring=true${query}`);
}

async function assertAgreement(): Promise<void> {
  for (const by of [anyone, admin, service.as('subscriber')])
    for (const language of ['en', 'de', 'es']) {
      const lang = `&translation_language=${language}`;
      const all = await items(by, lang);
      const wanted = DAYS.filter((one) => one !== TRASHED);
      assert.deepEqual(
        all.map((item) => item['recurrence_id']),
        wanted,
      );
      assert.equal(new Set(all.map(({ id }) => id)).size, 39);
      const halves = [
        await listEvents(by, `post_parent=${series}&${ALL_DATES}${lang}`),
        await listEvents(by, `post_parent=${following}&${ALL_DATES}${lang}`),
      ];
      assertSameItems(halves.flat(), all, `post_parent, ${language}`);
      assert.deepEqual(halves[0]?.length, 14);
      const ids = all.map(({ id }) => id);
      assertSameItems(
        await listEvents(by, `include=${ids.join(',')}&${ALL_DATES}${lang}`),
        all,
        `include ${language}`,
      );
      assertSameItems(
        await listEvents(by, `include=${series},${following}&${ALL_DATES}${lang}`),
        all,
        `include ${language}`,
      );
      assertSameItems(
        await listEvents(by, `search=cho&${ALL_DATES}${lang}&recurring=true`),
        all,
        `search ${language}`,
      );
      assert.deepEqual(
        (await listEvents(by, `condense=true&${ALL_DATES}${lang}`)).map(({ id }) => id).slice(0, 1),
        [ids[0]],
      );
      const condensed = await by.get(`/events?condense=true&${ALL_DATES}${lang}`);
      assert.equal(condensed.at('total'), 3);
      assert.deepEqual(
        condensed.rows('events').map(({ title }) => title),
        titlesIn(language, ['first', 'single', 'second']),
      );
      const single = await listEvents(by, `recurring=false&${ALL_DATES}${lang}`);
      assert.deepEqual(
        single.map(({ title }) => title),
        ['Single'],
      );
      for (const item of all.filter((_, at) => [0, 4, 5, 14, 36].includes(at))) {
        const one = (await by.get(`/events/${item['id']}?translation_language=${language}`)).expect(200);
        const { json_ld: _ld, ...rest } = one.body as JsonObject;
        assert.deepEqual(withoutLd(rest), withoutLd(item));
        const parent = Number(item['post_parent']);
        const recurrenceId = String(item['recurrence_id']);
        const byDay = await by.get(
          `/events/${parent}?occurrence=${day(recurrenceId)}&translation_language=${language}`,
        );
        assert.deepEqual(byDay.expect(200).body, one.body);
        const bySlug = await by.get(
          `/events/by-slug/${item['slug']}?occurrence=${recurrenceId.replace(' ', 'T')}&translation_language=${language}`,
        );
        assert.deepEqual(bySlug.expect(200).body, one.body);
      }
      const whole = (await by.get(`/events/${series}?translation_language=${language}`)).expect(200);
      assert.equal(whole.at('start_date'), '2027-02-22 19:00:00');
      assert.equal(whole.at('recurrence.count'), 15);
      assert.equal(whole.at('recurrence.continued_by'), following);
      assert.deepEqual(whole.at('recurrence'), all[0]?.['recurrence']);
      assert.deepEqual(
        (await by.get(`/events/by-slug/${whole.at('slug')}?translation_language=${language}`)).body,
        whole.body,
      );
    }
}

/** JSON-LD, of embedded venues too, and revisions stand in single reads alone. */
const withoutLd = (event: JsonObject): unknown =>
  JSON.parse(
    JSON.stringify(event, (name, value: unknown) => (/^(json_ld|revision)$/.test(name) ? undefined : value)),
  );

const titlesIn = (language: string, names: string[]): string[] => {
  const choir = { en: 'Choir', de: 'Chor', es: 'Coro' }[language] ?? '';
  const second = language === 'en' ? 'Big Choir' : choir;
  return names.map((name) => (name === 'first' ? choir : name === 'second' ? second : 'Single'));
};

describe('A weekly series across both changes of the clock', () => {
  test('keeps its wall clock, and its overrides what they set themselves', async () => {
    const all = new Map((await items(anyone)).map((item) => [item['recurrence_id'], item]));
    for (const [recurrenceId, item] of all) {
      if (recurrenceId === MOVED) continue;
      assert.equal(item['start_date'], recurrenceId);
      assert.equal(item['end_date'], `${day(recurrenceId as string)} 21:30:00`);
      const summer = String(recurrenceId) > '2027-03-14' && String(recurrenceId) < '2027-11-07';
      const utc = String(item['utc_start_date']).slice(11);
      assert.equal(utc, summer ? '23:00:00' : '00:00:00', String(recurrenceId));
      assert.equal(item['url'], `${service.url}/event/${item['slug']}/${day(recurrenceId as string)}/`);
    }
    assert.equal(all.get(MOVED)?.['start_date'], '2027-03-23 18:00:00');
    assert.equal(all.get(MOVED)?.['end_date'], '2027-03-23 20:30:00');
    assert.equal(all.get(MOVED)?.['url'], `${service.url}/event/choir/2027-03-22/`);
    assert.equal(all.get(RENAMED)?.['title'], 'Easter Choir');
    assert.equal(all.get(CANCELED)?.['event_status'], 'canceled');
    assert.equal(all.get(CANCELED)?.['title'], 'Big Choir');
    assert.equal([...all.values()].filter((item) => item['event_status'] === 'canceled').length, 1);
    assert.equal(all.get(SPLIT)?.['title'], 'Big Choir');
    const german = new Map(
      (await items(anyone, '&translation_language=de')).map((item) => [item['recurrence_id'], item]),
    );
    assert.equal(german.get(RENAMED)?.['title'], 'Osterchor');
    assert.equal(german.get(MOVED)?.['title'], 'Chor');
  });

  test('is the same by every way of reading, signed in or not, in each language', assertAgreement);

  test('is the same after a restart, from caches and without', async () => {
    const first = await items(anyone);
    await service.restart({ KALENDS_CACHE: '0' });
    await assertAgreement();
    await service.restart({ KALENDS_CACHE: undefined });
    await assertAgreement();
    const again = await items(anyone);
    const withoutHost = (list: JsonObject[]) => JSON.stringify(list).replaceAll(/127\.0\.0\.1:\d+/g, '');
    assert.equal(withoutHost(again), withoutHost(first));
  });

  test('says 403 of the date in the trash, and lists it there', async () => {
    const [trashed] = await idsOf(admin, series, '&status=trash');
    assert.ok(trashed);
    assert.equal(
      (await anyone.get(`/events/${trashed}`)).expect(403).at('code'),
      'event-no-longer-available',
    );
    const byDay = await anyone.get(`/events/${series}?occurrence=${day(TRASHED)}`);
    assert.equal(byDay.expect(403).at('code'), 'event-no-longer-available');
    assert.deepEqual(
      (await listEvents(admin, `status=trash&${ALL_DATES}`)).map(({ id }) => id),
      [trashed],
    );
  });
});
