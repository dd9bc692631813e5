import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { METRICS_TOKEN, scrape } from '../support/metrics.ts';
import { startNewYork } from '../support/new-york.ts';
import { ALL_DATES, idsOf, makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* A date without values of its own is put into the JSON that all dates of its series share: to the byte as presented anew. */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

/** The texts and entity tags of lists that show every date in each form. */
async function lists(): Promise<string[]> {
  const texts: string[] = [];
  for (const by of [anyone, admin, service.as('subscriber')])
    for (const query of [
      '',
      '&translation_language=de',
      '&_fields=id,events.id,events.url,events.start_date',
    ])
      for (const order of ['asc', 'desc']) {
        const answer = (await by.get(`/events?${ALL_DATES}&order=${order}${query}`)).expect(200);
        texts.push(`${answer.headers['etag']} ${answer.text}`.replaceAll(/127\.0\.0\.1:\d+/g, ''));
      }
  return texts;
}

test('dates in lists are the same to the byte, however they are made, after each change', async () => {
  const plain = (
    await makeSeries(admin, {
      title: 'Plain \u{1f3ba} "quoted" \\ series',
      description: '<p>id start_date url</p>',
      venue: { venue: 'Größer' },
      organizer: [{ organizer: 'Troupe' }],
      categories: ['Stage'],
      tags: ['play'],
    })
  ).id();
  const often = (
    await makeSeries(admin, {
      title: 'Often',
      website: 'https://example.org/a?b=%C3%BC&c',
      recurrence: 'FREQ=DAILY;BYHOUR=10,14;COUNT=6',
    })
  ).id();
  const locked = (await makeSeries(admin, { title: 'Locked', password: 'secret' })).id();
  await makeSeries(admin, { title: 'Days', all_day: true, start_date: '2027-03-05', end_date: '2027-03-06' });
  await makeSeries(admin, { title: 'Draft', status: 'draft' });
  const dates = await idsOf(anyone, plain);
  const venue = (await anyone.get(`/events/${plain}`)).at('venue.id');

  const changes: [told: string, change: () => Promise<Answer>][] = [
    ['nothing', () => anyone.get('/events')],
    ['a date of its own', () => admin.patch(`/events/${dates[1]}`, { start_date: '2027-03-08 12:00:00' })],
    ['a title', () => admin.patch(`/events/${plain}`, { title: 'Renamed' })],
    ['a German title', () => admin.patch(`/events/${plain}?translation_language=de`, { title: 'Reihe' })],
    ['a venue', () => admin.patch(`/venues/${venue}`, { venue: 'Smaller' })],
    [
      'a time of day',
      () => admin.patch(`/events/${dates[2]}?scope=all`, { start_date: '2027-03-15 09:00:00' }),
    ],
    ['an address', () => admin.patch(`/events/${often}`, { slug: 'other', website: null })],
    ['a password', () => admin.patch(`/events/${locked}`, { password: '' })],
    ['a split', () => admin.patch(`/events/${dates[2]}?scope=following`, { title: 'Second half' })],
    ['a date less', () => admin.delete(`/events/${dates[0]}`)],
    ['a draft', () => admin.patch(`/events/${often}`, { status: 'draft' })],
  ];
  const shown: string[][] = [];
  for (const [told, change] of changes) {
    assert.equal((await change()).status, 200, told);
    shown.push(await lists());
    assert.deepEqual(await lists(), shown.at(-1), `${told}, once more`);
    assert.notDeepEqual(shown.at(-1), shown.at(-2), told);
  }
  // Entity tags tell the port, which a restart changes.
  const withoutTags = async () => (await lists()).map((text) => text.replace(/^\S+ /, ''));
  const last = await withoutTags();
  await service.restart({ KALENDS_CACHE: '0' });
  assert.deepEqual(await withoutTags(), last);
  await service.restart({ KALENDS_CACHE: undefined });
  assert.deepEqual(await withoutTags(), last);
});

test('a list takes dates of series from memory as it does single events', async () => {
  await makeSeries(admin, { title: 'Nightly', categories: ['Series'], recurrence: 'FREQ=DAILY;COUNT=4' });
  for (const day of [1, 2, 3, 4])
    await admin.post('/events', {
      title: `Single ${day}`,
      categories: ['Single'],
      start_date: `2027-03-0${day} 10:00:00`,
      end_date: `2027-03-0${day} 11:00:00`,
    });
  await service.restart({ KALENDS_METRICS_TOKEN: METRICS_TOKEN });
  const count = async () => (await scrape(service)).sum('kalends_database_query_duration_seconds_count');
  const list = async (category: string, size: number) =>
    (await anyone.get(`/events?${ALL_DATES}&categories=${category}&per_page=${size}`)).expect(200);
  const statements: Record<string, number> = {};
  for (const category of ['series', 'single']) {
    const counts: number[] = [];
    await list(category, 4);
    for (const size of [3, 2, 1]) {
      const before = await count();
      await list(category, size);
      counts.push((await count()) - before);
      // What they embed is made anew, and the events are not read again.
      await admin.post('/venues', { venue: 'Elsewhere' });
      await list(category, 5 + size);
    }
    // Scheduled work may read something meanwhile.
    statements[category] = Math.min(...counts);
  }
  assert.equal(statements['series'], statements['single']);
});

test('keeps single events in a small cache while the dates of a long series are listed', async () => {
  await makeSeries(admin, { title: 'Daily', categories: ['Long'], recurrence: 'FREQ=DAILY;COUNT=300' });
  for (let day = 10; day < 28; day++)
    await admin.post('/events', {
      title: `Alone ${day}`,
      categories: ['Alone'],
      start_date: `2027-03-${day} 10:00:00`,
      end_date: `2027-03-${day} 11:00:00`,
    });
  await service.restart({ KALENDS_METRICS_TOKEN: METRICS_TOKEN, KALENDS_CACHE: '1' });
  const misses = async () =>
    (await scrape(service)).sum('kalends_cache_misses_total', { cache: 'fragments' });
  const list = async (category: string, query: string) =>
    (await anyone.get(`/events?${ALL_DATES}&categories=${category}&${query}`)).expect(200);
  await list('alone', 'per_page=50');
  for (let page = 1; page <= 6; page++) await list('long', `page=${page}`);
  const before = await misses();
  await list('alone', 'per_page=18');
  assert.equal(await misses(), before);
  await list('long', 'per_page=49');
  assert.ok((await misses()) > before, 'the dates are too few for this cache');
});
