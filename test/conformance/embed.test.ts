import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ clock: '2026-09-17T13:20:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  const make = async (title: string, more: object = {}) =>
    (
      await service.as('admin').post('/events', {
        title,
        start_date: '2026-09-18 19:00:00',
        end_date: '2026-09-18 21:00:00',
        ...more,
      })
    ).expect(201);
  await make('Open <script>alert(1)</script>evening', {
    slug: 'open',
    categories: ['Music'],
    venue: { venue: 'Hall "4"', geo_lat: 53.5, geo_lng: 10 },
  });
  await make('Draft evening', { slug: 'draft', status: 'draft' });
  await make('Private evening', { slug: 'private', status: 'private' });
  await make('Hidden evening', { slug: 'hidden', hide_from_listings: true });
  await make('Locked evening', {
    slug: 'locked',
    password: 'open sesame',
    description: 'the secret',
    venue: { venue: 'Secret cellar', geo_lat: 53.6, geo_lng: 10.1 },
  });
  await make('Many evenings', { slug: 'many', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
});
after(() => service?.stop());

const get = (path: string, who: 'anonymous' | 'admin' = 'anonymous') =>
  (who === 'admin' ? service.as('admin') : service.anonymous).get(service.url + path, undefined, {
    accept: 'text/html',
  });

test('GET /embed/calendar/ stands in frames of any site, and shows what everybody may see, whoever asks', async () => {
  for (const who of ['anonymous', 'admin'] as const) {
    const { text, headers } = (await get('/embed/calendar/', who)).expect(200);
    assert.match(
      headers['content-security-policy'] ?? '',
      /frame-ancestors \*; media-src \S+; script-src 'self'/,
    );
    assert.equal(headers['x-robots-tag'], 'noindex');
    assert.match(text, /Open .*evening/);
    assert.doesNotMatch(
      text,
      /<script>|Draft evening|Private evening|Hidden evening|Secret cellar|the secret/,
    );
    assert.match(text, /<base target="_top">/);
  }
  const { text } = (await get('/de/embed/calendar/?categories=music&theme=dark&show=list')).expect(200);
  assert.match(text, /<html lang="de" data-theme="dark">/);
  assert.ok(text.includes('evening') && !text.includes('Many evenings') && !text.includes('k-strip'));
});

test('embedded pages begin with their typeface, and their words stand apart', async () => {
  const cancelled = {
    title: 'Called off',
    slug: 'off',
    start_date: '2026-09-18 20:00:00',
    end_date: '2026-09-18 21:00:00',
    event_status: 'canceled',
    venue: { venue: 'Pavilion' },
  };
  const made = (await service.as('admin').post('/events', cancelled)).expect(201);
  for (const path of ['/embed/calendar/', '/embed/event/off/']) {
    const { text } = (await get(path)).expect(200);
    assert.match(
      text,
      /<link rel="preload" as="font" [^>]*href="\/assets\/radio-canada-latin-[^>]* crossorigin>/,
    );
    const words = text
      .replace(/<svg.*?<\/svg>/gs, '')
      .replace(/<\/?(?:b|i|span|time|small|a|bdi)\b[^>]*>/g, '');
    assert.match(words, /Pavilion\s+Canceled|Canceled<\/p>/);
  }
  (await service.as('admin').delete(`/events/${made.id()}`)).expect(200);
});

test('GET /embed/event/SLUG/ shows one event, and neither drafts nor what a password hides', async () => {
  assert.match((await get('/embed/event/open/')).expect(200).text, /18.*Open .*Hall/s);
  assert.match((await get('/embed/event/many/2026-09-19/')).expect(200).text, /Saturday.*19/s);
  const locked = (await get('/embed/event/locked/', 'admin')).expect(200).text;
  assert.ok(locked.includes('Locked evening') && !/Secret cellar|the secret/.test(locked));
  for (const slug of ['draft', 'private', 'nothing'])
    for (const who of ['anonymous', 'admin'] as const) {
      const { text } = (await get(`/embed/event/${slug}/`, who)).expect(404);
      assert.doesNotMatch(text, /Draft|Private/);
    }
});

test('GET /oembed answers for pages of events that everybody may see', async () => {
  const ask = (url: string, more = '', who: 'anonymous' | 'admin' = 'anonymous') =>
    (who === 'admin' ? service.as('admin') : service.anonymous).get(
      `${service.url}/oembed?url=${encodeURIComponent(url)}${more}`,
    );
  const answer = (await ask(`${service.url}/event/open/`, '&maxwidth=400')).expect(200);
  assert.equal(answer.at('version'), '1.0');
  assert.equal(answer.at('type'), 'rich');
  assert.equal(answer.at('width'), 400);
  const shown = String(answer.at('html'));
  assert.ok(
    shown.startsWith(`<iframe src="${service.url}/embed/event/open/" title="`) && !shown.includes('<script'),
  );
  (await ask(`${service.url}/de/event/many/2026-09-19/`)).expect(200);
  for (const url of ['draft', 'private', 'nothing'].map((slug) => `${service.url}/event/${slug}/`))
    for (const who of ['anonymous', 'admin'] as const) (await ask(url, '', who)).expect(404);
  for (const url of ['https://example.org/event/open/', `${service.url}/venue/hall-4/`, '', 'x'])
    (await ask(url)).expect(404);
  (await ask(`${service.url}/event/open/`, '&format=json')).expect(200);
  for (const format of ['xml', 'yaml'])
    assert.equal(
      (await ask(`${service.url}/event/open/`, `&format=${format}`)).expect(501).at('code'),
      'rest_oembed_format',
    );
  const found = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(
    (await get('/event/open/')).text,
  )?.[1];
  (await service.anonymous.get(found?.replaceAll('&amp;', '&') ?? '')).expect(200);
});

test('GET /embed/ writes what embeds, with filters as text', async () => {
  const { text } = (await get('/embed/?categories=%22%3E%3Cscript%3E&theme=dark&lang=es')).expect(200);
  assert.doesNotMatch(text, /"><script>/);
  assert.match(text, /&lt;kalends-calendar/);
  const script = (await service.anonymous.get(`${service.url}/embed.js`)).expect(200);
  assert.match(script.headers['content-type'] ?? '', /javascript/);
  assert.equal(script.headers['cross-origin-resource-policy'], 'cross-origin');
});

test('GET /events/map/ shows no place that a password hides, and asks nobody but the site', async () => {
  const { text, headers } = (await get('/events/map/')).expect(200);
  const map = text.slice(text.indexOf('<section class="day"'));
  assert.match(map, /Hall/);
  assert.doesNotMatch(map, /Secret cellar|Draft|Private|Hidden|<script>/);
  assert.match(headers['content-security-policy'] ?? '', /img-src 'self' data: ;/);
  const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png';
  (await service.as('admin').put(`${service.url}/kalends/v1/settings`, { map_tiles: tiles })).expect(200);
  const tiled = (await get('/events/map/')).expect(200);
  assert.match(
    tiled.headers['content-security-policy'] ?? '',
    /img-src 'self' data: https:\/\/tiles\.example\.org;/,
  );
  assert.match(tiled.text, /<image href="https:\/\/tiles\.example\.org\/\d+\/\d+\/\d+\.png"/);
});
