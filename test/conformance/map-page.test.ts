// The page of the map: which events it has of which days, and what it tells script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
const outline = {
  type: 'LineString',
  coordinates: [
    [9.9, 53.5],
    [10.1, 53.6],
  ],
};
const ground = async (map_outline: object | null) =>
  (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, { map_outline })).expect(200);
before(async () => {
  service = await startService({ clock: '2026-09-17T13:20:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  await ground(outline);
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
    ...(await get(path)).expect(200).text.matchAll(/<li class="mp.*?<h3><a[^>]*>(?:<svg.*?<\/svg>)?(\w+)</gs),
  ].map(([, title]) => title);

test('GET /events/map/ has the coming seven days, and each day its own map', async () => {
  assert.deepEqual(await shown('/events/map/'), ['Tonight', 'Exhibition', 'Saturday']);
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

test('what runs stands under “On now”, after today’s events and before those of other days', async () => {
  const { text } = (await get('/events/map/')).expect(200);
  const titles = [...text.matchAll(/<section class="mps-g[^"]*"><h2>([^<]*)<\/h2>/g)].map(
    ([, title]) => title,
  );
  assert.deepEqual(titles, ['Today', 'On now', 'Coming days']);
  const other = (await get('/de/events/map/2026-09-19/')).expect(200).text;
  assert.match(other, /<h2>Länger zu sehen<\/h2>/);
});

test('its switch for series leaves the first date that is not over', async () => {
  const daily = {
    title: 'Daily',
    start_date: '2026-09-17 08:00:00',
    end_date: '2026-09-17 09:00:00',
    venue: { venue: 'Daily Hall', geo_lat: 53.57, geo_lng: 10 },
    recurrence: { rrule: 'FREQ=DAILY;COUNT=5' },
  };
  (await service.as('admin').post('/events', daily)).expect(201);
  const dates = async (path: string) => (await shown(path)).filter((title) => title === 'Daily').length;
  assert.equal(await dates('/events/map/'), 4);
  assert.equal(await dates('/events/map/?condense=true'), 1);
  const { text } = (await get('/events/map/')).expect(200);
  assert.match(text, /<button class="chip" name="condense" value="true"><span>First date of each series/);
  assert.match((await get('/events/map/?condense=true')).text, /<a class="chip is-on"[^>]*><span>First date/);
});

test('without a ground it is a list by district and venue, and draws no map', async () => {
  await ground(null);
  try {
    const add = async (venue: object, title: string) =>
      (
        await service.as('admin').post('/events', {
          title,
          start_date: '2026-09-18 20:00:00',
          end_date: '2026-09-18 22:00:00',
          venue,
        })
      ).expect(201);
    await add({ venue: 'Near <i>Hall</i>', geo_lat: 53.51, geo_lng: 10, district: 'Zoo' }, 'Nearest');
    await add({ venue: 'Barn', city: 'Zoo', address: 'Lane 1', zip: '123' }, 'Without a place');
    await add({ venue: 'Nowhere' }, 'Somewhere else');
    await add({ venue: 'Shy', district: 'Zoo', address: 'Lane 2', show_map_link: false }, 'Shy event');
    const { text } = (await get('/events/map/')).expect(200);
    assert.doesNotMatch(text, /mapsvg|data-map=|class="map-m/);
    assert.ok(!text.includes('/assets/map-'), 'it loads no script of maps');
    const districts = (page: string) =>
      [...page.matchAll(/<h2 id="h-d\d+"><span class="day-wd">(?:<bdi>)?([^<]*)/g)].map(([, name]) => name);
    assert.deepEqual(districts(text), ['Old &quot;Town&quot;', 'Zoo', 'Other places']);
    assert.match(text, /<bdi>Lane 1, 123 Zoo<\/bdi><a href="https:\/\/www\.openstreetmap\.org\/search\?/);
    assert.match(text, /<bdi>Lane 2<\/bdi><\/p>/, 'a venue may do without a link to a map');
    assert.match(text, /<span class="t-day">On now<\/span>/);
    assert.match(text, /<template data-for="settings">.*Only administrators see this note/s);
    // Near somebody, who has to be told what is how far.
    const near = (await get('/events/map/?geoloc_lat=53.51&geoloc_lng=10&geoloc_radius=30')).expect(200).text;
    assert.deepEqual(districts(near), ['Zoo', 'Old &quot;Town&quot;', 'Other places']);
    assert.match(near, /Near <i>Hall<\/i><\/a> <span class="num">0 m<\/span>/);
    assert.match(near, /Hall of Tonight<\/a> <span class="num">1\.1 km<\/span>/);
    for (const language of ['de', 'es'])
      assert.doesNotMatch((await get(`/${language}/events/map/`)).expect(200).text, /Events by district/);
    assert.match((await get('/de/events/map/2026-09-18/')).text, /<h1>Veranstaltungen nach Stadtteil<\/h1>/);
    // Pages of venues and events have the address with a link, and no drawing.
    for (const path of ['/venue/barn/', '/event/without-a-place/']) {
      const page = (await get(path)).expect(200).text;
      assert.match(page, /href="https:\/\/www\.openstreetmap\.org\/search\?/, path);
      assert.match(page, /Lane 1/, path);
    }
    for (const path of ['/venue/hall-of-tonight/', '/event/tonight/']) {
      const page = (await get(path)).expect(200).text;
      assert.match(page, /href="https:\/\/www\.openstreetmap\.org\/\?mlat=53\.52/, path);
      assert.doesNotMatch(page, /mapsvg|"v-map|ev-mapc/, path);
    }
  } finally {
    await ground(outline);
  }
  assert.match((await get('/venue/hall-of-tonight/')).text, /mapsvg/);
});
