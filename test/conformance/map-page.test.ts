// The page of the map: which events it has of which days, and what it tells script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-09-17T13:20:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  const add = async (title: string, from: string, to: string, lat: number, more: object = {}) =>
    (
      await service.as('admin').post('/events', {
        title,
        start_date: from,
        end_date: to,
        venue: { venue: `Hall of ${title}`, geo_lat: lat, geo_lng: 10, district: 'Old "Town"' },
        ...more,
      })
    ).expect(201);
  await add('Over', '2026-09-17 09:00:00', '2026-09-17 10:00:00', 53.51);
  await add('Tonight', '2026-09-17 20:00:00', '2026-09-17 22:00:00', 53.52);
  await add('Saturday', '2026-09-19 20:00:00', '2026-09-19 22:00:00', 53.53, { categories: ['Music'] });
  await add('Exhibition', '2026-08-01 00:00:00', '2026-10-31 23:59:59', 53.54, { all_day: true });
  await add('Earlier', '2026-09-10 20:00:00', '2026-09-10 22:00:00', 53.55);
  await add('Later', '2026-10-30 20:00:00', '2026-10-30 22:00:00', 53.56);
});
after(() => service.stop());

const get = (path: string) => service.anonymous.get(service.url + path, undefined, { accept: 'text/html' });
const shown = async (path: string) =>
  [
    ...(await get(path)).expect(200).text.matchAll(/<li class="mp.*?<h2><a[^>]*>(?:<svg.*?<\/svg>)?(\w+)</gs),
  ].map(([, title]) => title);

test('GET /events/map/ has the coming seven days, and each day its own map', async () => {
  assert.deepEqual(await shown('/events/map/'), ['Tonight', 'Saturday', 'Exhibition']);
  assert.deepEqual(await shown('/events/map/2026-09-17/'), ['Tonight', 'Exhibition']);
  assert.deepEqual(await shown('/events/map/2026-09-19/'), ['Saturday', 'Exhibition']);
  assert.deepEqual(await shown('/events/map/2026-09-10/'), ['Earlier', 'Exhibition']);
  assert.deepEqual(await shown('/events/category/music/map/2026-09-19/'), ['Saturday']);
  assert.deepEqual(await shown('/events/map/2026-09-18/?categories=music'), []);
  for (const path of ['/events/map/2027-09-18/', '/events/map/2026-09-31/', '/events/map/2026-09/'])
    (await get(path)).expect(404);
  const moved = (await get('/events/map/?tribe-bar-date=2026-09-19')).expect(301);
  assert.match(moved.headers['location'] ?? '', /\/events\/map\/2026-09-19\/$/);
});

test('its menu leads to the coming days by buttons, which crawlers do not follow', async () => {
  const week = (await get('/events/map/?free=true')).expect(200).text;
  const days = [...week.matchAll(/formaction="[^"]*\/events\/map\/([^"]*)"/g)].map(([, day]) => day);
  assert.deepEqual(days, ['', ...[17, 18, 19, 20, 21, 22, 23].map((day) => `2026-09-${day}/`)]);
  assert.doesNotMatch(week, /<a [^>]*href="[^"]*\/events\/map\/2026/);
  assert.match(week, /<input type="hidden" name="free" value="true">/);
  const day = (await get('/de/events/map/2026-09-19/')).expect(200);
  assert.match(day.text, /<summary class="chip is-on"><span>Sa 19\. Sep/);
  assert.match(day.text, /auf der Karte am Samstag, (den )?19\. September/);
  assert.equal(day.headers['x-robots-tag'], 'noindex');
  assert.match((await get('/events/map/2026-09-17/')).text, /<span>Today<\/span>/);
});

test('it tells script where everything is, and that script can be had', async () => {
  const { text } = (await get('/events/map/?geoloc_lat=53.52&geoloc_lng=10.0&geoloc_radius=50')).expect(200);
  assert.match(text, /data-at="53\.52,10" data-when="Today 20:00"/);
  assert.match(text, /data-near="53\.52,10"/);
  assert.match(text, /data-districts="\[\[&quot;Old \\&quot;Town\\&quot;&quot;,53\.52,10\]\]"/);
  const script = /data-map="([^"]*)"/.exec(text)?.[1] ?? '';
  const answer = (await get(script)).expect(200);
  assert.match(answer.headers['content-type'] ?? '', /^text\/javascript/);
  assert.match(answer.headers['cache-control'] ?? '', /immutable/);
  assert.ok(!(await get('/events/')).text.includes(script), 'pages without a map load none');
});
