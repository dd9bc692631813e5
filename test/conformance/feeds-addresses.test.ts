import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* Feeds at the addresses of pages, and secret ones (contract F1, F5). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  await makeEvent(admin, {
    title: 'Concert',
    categories: ['Music'],
    tags: ['loud'],
    venue: { venue: 'City Hall' },
    organizer: [{ organizer: 'The Band' }],
  });
  await makeEvent(admin, {
    title: 'Exhibition',
    start_date: '2026-11-01 10:00:00',
    end_date: '2027-02-01 10:00:00',
  });
  await makeEvent(admin, { title: 'Draft', status: 'draft' });
  await makeSeries(admin, { title: 'Weekly' });
});
after(() => service?.stop());

const page = (path: string) => anyone.get(`${service.url}${path}`);
const typeOf = (answer: Answer) => answer.headers['content-type']?.split(';')[0];
const summaries = (answer: Answer) =>
  [...answer.text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary);

describe('Addresses of pages', () => {
  test('have the feed of what they show, by an ending and as existing sites had it', async () => {
    for (const [path, wanted] of [
      ['/events.ics', ['Concert', 'Exhibition', 'Weekly']],
      ['/events/?ical=1', ['Concert', 'Exhibition', 'Weekly']],
      ['/de/events/?outlook-ical=1', ['Concert', 'Exhibition', 'Weekly']],
      ['/events/list/?ical=1', ['Concert', 'Exhibition', 'Weekly']],
      ['/events.ics?categories=music', ['Concert']],
      ['/events/category/music.ics', ['Concert']],
      ['/events/category/music/?ical=1', ['Concert']],
      ['/events/tag/loud/?ical=1', ['Concert']],
      ['/tag/loud.ics', ['Concert']],
      ['/venue/city-hall/?ical=1', ['Concert']],
      ['/organizer/the-band.ics', ['Concert']],
      ['/event/concert/?ical=1', ['Concert']],
      ['/event/concert.ics', ['Concert']],
      ['/event/weekly/2027-03-08.ics', ['Weekly']],
      ['/events/month/2026-12.ics', ['Concert', 'Exhibition']],
      ['/events/2026-11/?ical=1', ['Exhibition']],
      ['/events/week/2027-03-01/?ical=1', ['Weekly']],
      ['/events/2026-12-01/?ical=1', ['Concert', 'Exhibition']],
      ['/events/2026-12-02.ics', ['Exhibition']],
      ['/events/category/music/month/2026-12.ics', ['Concert']],
      ['/de/events/tag/loud/week/2026-11-30.ics', ['Concert']],
      ['/events/tag/loud/2026-12-02.ics', []],
      ['/events/list/?tribe-bar-date=2026-12-15&ical=1', ['Exhibition', 'Weekly']],
      ['/events/?tribe-bar-date=2026-12-15&eventDisplay=month&ical=1', ['Concert', 'Exhibition']],
      ['/?post_type=tribe_events&ical=1&eventDisplay=list&tribe_events_cat=music', ['Concert']],
      ['/Events//Category/MUSIC/?tribe-bar-search=concert&ical=1', ['Concert']],
      ['/events/list/?eventDisplay=past&ical=1', []],
    ] as const) {
      const answer = (await page(path)).expect(200);
      assert.equal(typeOf(answer), 'text/calendar', path);
      assert.deepEqual(summaries(answer).sort(), wanted, path);
    }
    for (const path of ['/events/feed/', '/feed/?post_type=tribe_events', '/events/category/music/feed/'])
      assert.equal(typeOf((await page(path)).expect(200)), 'application/rss+xml', path);
    const date = (await page('/event/weekly/2027-03-08.ics')).text;
    assert.match(date, /RECURRENCE-ID;TZID=America\/New_York:20270308T100000/);
  });

  test('that name nothing are errors as JSON', async () => {
    for (const path of ['/events/category/nothing.ics', '/venue/nothing.ics', '/event/nothing.ics']) {
      const answer = (await page(path)).expect(404);
      assert.equal(typeOf(answer), 'application/json', path);
    }
  });
});

describe('Secret addresses', () => {
  const FEEDS = () => `${service.url}/kalends/v1/feeds`;
  const make = (by: Client, fields: object) => by.post(FEEDS(), fields);

  test('show what their maker would see, privately, until they are revoked', async () => {
    const made = (await make(admin, { name: 'Mine', query: 'status=draft,publish' })).expect(201);
    const url = String(made.at('url'));
    assert.match(url, /\/kalends\/v1\/feeds\/secret\/\w{24,}\.ics$/);
    const feed = (await anyone.get(url)).expect(200);
    assert.ok(summaries(feed).includes('Draft'));
    assert.match(feed.headers['cache-control'] ?? '', /private/);
    assert.match(feed.headers['cache-control'] ?? '', /no-store/);
    assert.equal(feed.headers['x-robots-tag'], 'noindex');
    const ignored = (await anyone.get(`${url}?status=publish&categories=music`)).expect(200);
    assert.equal(ignored.text, feed.text);
    const list = (await admin.get(FEEDS())).expect(200);
    assert.ok(!list.text.includes(url.split('/').at(-1)?.split('.')[0] ?? ''));
    assert.deepEqual(
      list.rows('feeds').map(({ name, form, query }) => [name, form, query]),
      [['Mine', 'ics', 'status=draft,publish']],
    );
    assert.ok(!service.log().includes(url.split('/').at(-1)?.split('.')[0] ?? ''));
    (await admin.delete(`${FEEDS()}/${made.id()}`)).expect(200);
    assert.equal((await anyone.get(url)).expect(404).at('code'), 'rest_feed_not_found');
    (await admin.delete(`${FEEDS()}/${made.id()}`)).expect(404);
  });

  test('are for those who are signed in, in every form, with a query as text or object', async () => {
    (await make(anyone, { name: 'No' })).expect(401);
    (await anyone.get(FEEDS())).expect(401);
    const author = service.as('author');
    for (const form of ['rss', 'atom', 'jsonfeed', 'jsonld', 'csv']) {
      const made = (await make(author, { name: form, form, query: { categories: 'music' } })).expect(201);
      const feed = (await anyone.get(String(made.at('url')))).expect(200);
      assert.ok(feed.text.includes('Concert') && !feed.text.includes('Weekly'), form);
      const other = String(made.at('url')).replace(`.${form}`, '.ics');
      (await anyone.get(other)).expect(404);
      (await service.as('contributor').delete(`${FEEDS()}/${made.id()}`)).expect(404);
      (await admin.delete(`${FEEDS()}/${made.id()}`)).expect(200);
    }
  });

  test('are in the language that their query names, whatever their reader sends', async () => {
    const made = await makeEvent(admin, { title: 'Twofold', slug: 'twofold' });
    (await admin.patch(`/events/${made.id()}?translation_language=de`, { title: 'Zweifach' })).expect(200);
    for (const form of ['ics', 'rss', 'atom', 'jsonfeed', 'jsonld', 'csv'])
      for (const query of [{ translation_language: 'de' }, 'search=zweifach&translation_language=de']) {
        const url = String((await make(admin, { name: 'German', form, query })).expect(201).at('url'));
        for (const [path, language] of [
          [url, 'en'],
          [`${url}?translation_language=es`, 'es'],
          [url, 'de'],
        ] as const) {
          const answer = (await anyone.get(path, undefined, { 'accept-language': language })).expect(200);
          assert.match(answer.text, /Zweifach/, form);
          assert.equal(answer.headers['content-language'], 'de');
          assert.doesNotMatch(answer.headers['vary'] ?? '', /Accept-Language/);
        }
      }
    (await make(admin, { name: 'x', query: 'translation_language=fr' })).expect(400);
  });

  test('are refused with a list that is none, an end that has passed, and passwords', async () => {
    for (const fields of [
      { name: 'x', query: 'start_date=never' },
      { name: 'x', query: { categories: 'nothing' } },
      { name: 'x', query: 'password=guess' },
      { name: 'x', expires: '2026-11-20 10:00:00' },
      { name: 'x', form: 'pdf' },
      { query: '' },
    ])
      (await make(admin, fields)).expect(400);
    const made = (await make(admin, { name: 'Until', expires: '2026-12-01 00:00:00' })).expect(201);
    assert.equal(made.at('expires_utc'), '2026-12-01 05:00:00');
    (await anyone.get(String(made.at('url')))).expect(200);
  });

  test('end with their maker', async () => {
    const user = (
      await admin.post(`${service.url}/kalends/v1/users`, {
        login: 'leaver',
        role: 'editor',
        password: 'a long enough password',
      })
    ).expect(201);
    const login = `Basic ${Buffer.from('leaver:a long enough password').toString('base64')}`;
    const made = (
      await anyone.post(FEEDS(), { name: 'Gone', query: 'status=draft' }, { authorization: login })
    ).expect(201);
    const url = String(made.at('url'));
    assert.deepEqual(summaries((await anyone.get(url)).expect(200)), ['Draft']);
    (await admin.delete(`${service.url}/kalends/v1/users/${user.id()}?reassign=1`)).expect(200);
    (await anyone.get(url)).expect(404);
  });
});
