import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import type { Client } from '../support/client.ts';
import { makeEvent, SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let anyone: Client;
let admin: Client;
let event: number;
const ids: Record<string, number> = {};

before(async () => {
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    timezone: 'America/New_York',
    env: { KALENDS_BODY_LIMIT: '20000' },
  });
  anyone = service.anonymous;
  admin = service.as('admin');
  for (const [kind, fields] of [
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Ann' }],
    ['categories', { name: 'Music' }],
    ['tags', { name: 'red' }],
  ] as const)
    ids[kind] = (await admin.post(`/${kind}`, fields)).expect(201).id();
  event = (
    await makeEvent(admin, {
      title: 'Routed',
      venue: ids['venues'],
      organizer: ids['organizers'],
      categories: [ids['categories']],
      tags: [ids['tags']],
    })
  ).id();
  await makeEvent(admin, { title: 'Second' });
});
after(() => service.stop());

const get = (path: string, headers = {}, by = anyone) => by.get(service.url + path, undefined, headers);
const BASES = ['', '/wp-json', '/en', '/de', '/es', '/de/wp-json', '/es/wp-json'];
const NAMESPACES = ['calendar/events/v1', 'tribe/events/v1'];

describe('Addresses', () => {
  for (const base of BASES)
    for (const namespace of NAMESPACES)
      test(`${base}/${namespace} serves everything, and its links stay there`, async () => {
        const root = `${service.url}${base}/${namespace}`;
        const path = `${base}/${namespace}`;
        const one = (await get(`${path}/events/${event}`)).expect(200);
        assert.equal(one.at('rest_url'), `${root}/events/${event}`);
        assert.equal(one.at('categories.0.urls.self'), `${root}/categories/${ids['categories']}`);
        assert.equal(one.at('tags.0.urls.collection'), `${root}/tags`);
        assert.equal(one.at('url'), `${service.url}/event/routed/`);
        const list = (await get(`${path}/events?per_page=1`)).expect(200);
        for (const name of ['rest_url', 'next_rest_url'])
          assert.ok(String(list.at(name)).startsWith(`${root}/events/?`));
        const discovery = `<${service.url}${base}/>; rel="https://api.w.org/"`;
        assert.ok(list.headers['link']?.startsWith(discovery), 'leads to the index');
        for (const kind of ['venues', 'organizers', 'categories', 'tags']) {
          (await get(`${path}/${kind}/${ids[kind]}`)).expect(200);
          assert.ok(
            String((await get(`${path}/${kind}`)).expect(200).at('rest_url')).startsWith(`${root}/${kind}/`),
          );
        }
        for (const slug of ['events/by-slug/routed', 'venues/by-slug/hall', 'organizers/by-slug/ann'])
          (await get(`${path}/${slug}`)).expect(200);
        const index = (await get(path)).expect(200);
        assert.equal(index.at('namespace'), namespace);
        assert.ok(Object.keys(index.at('routes') ?? {}).every((route) => route.startsWith(`/${namespace}`)));
        assert.equal(index.at('_links.up.0.href'), `${service.url}${base}/`);
        assert.equal((await get(`${path}/doc`)).expect(200).at('servers.0.url'), root);
        const language = /^\/(en|de|es)/.exec(base)?.[1] ?? 'en';
        assert.equal(list.headers['content-language'], language);
      });

  test('case and a slash at the end never matter', async () => {
    for (const path of [
      `/Calendar/Events/V1/EVENTS/${event}`,
      `/calendar/events/v1/events/${event}/`,
      `/calendar/events/v1/events/000${event}`,
      '/WP-JSON/tribe/events/v1/Events/By-Slug/Routed/',
      `/DE/calendar/events/v1/events/${event}`,
    ])
      assert.equal((await get(path)).expect(200).id(), event, path);
    assert.equal((await get('/calendar/events/v1/')).expect(200).at('namespace'), 'calendar/events/v1');
    assert.equal((await get('/calendar/events/v1/events/?per_page=1')).expect(200).rows('events').length, 1);
  });

  test('rest_route names the route on any base', async () => {
    for (const base of BASES)
      for (const route of [
        `/calendar/events/v1/events/${event}`,
        `tribe/events/v1/events/${event}/`,
        `/Calendar/Events/v1/events/${event}`,
      ]) {
        const answer = (
          await get(`${base}/?rest_route=${encodeURIComponent(route)}&_fields=id,rest_url`)
        ).expect(200);
        assert.equal(answer.id(), event);
        assert.ok(String(answer.at('rest_url')).startsWith(service.url));
        (await get(String(answer.at('rest_url')).slice(service.url.length))).expect(200);
      }
    const list = (await get('/?rest_route=/calendar/events/v1/events&per_page=1')).expect(200);
    assert.equal(list.rows('events').length, 1);
    (await get(String(list.at('next_rest_url')).slice(service.url.length))).expect(200);
    assert.ok(Array.isArray((await get('/?rest_route=/')).expect(200).at('namespaces')));
    assert.equal((await get('/?rest_route=/nowhere')).expect(404).at('code'), 'rest_no_route');
    assert.equal(
      (
        await admin.send('PATCH', `${service.url}/?rest_route=/calendar/events/v1/events/${event}`, {
          title: 'Routed',
        })
      )
        .expect(200)
        .id(),
      event,
    );
  });

  test('GET /wp-json/ tells what there is', async () => {
    for (const path of ['/wp-json', '/wp-json/', '/de/wp-json/', '/?rest_route=/']) {
      const index = (await get(path)).expect(200);
      for (const name of [
        'name',
        'description',
        'url',
        'home',
        'gmt_offset',
        'timezone_string',
        'namespaces',
        'authentication',
        'routes',
      ])
        assert.notEqual(index.at(name), undefined, name);
      assert.deepEqual(
        [index.at('gmt_offset'), index.at('timezone_string'), index.at('url')],
        [-5, 'America/New_York', service.url],
      );
    }
  });

  test('whatever else is asked for is no route', async () => {
    const root = '/calendar/events/v1';
    for (const path of [
      `${root}/nowhere`,
      `${root}/events/foo`,
      `${root}/events/-1`,
      `${root}/events/1.5`,
      `${root}/events/${event}/more`,
      `${root}/events/by-slug`,
      `${root}/events/by-slug/`,
      `${root}/events/by-slug/a/b`,
      `${root}//events`,
      `${root}/events//${event}`,
      `/${root}/events`,
      `${root}/events//`,
      '/calendar/events/v2/events',
      '/wp-json/de/calendar/events/v1/events',
      '/xx/calendar/events/v1/events',
      '/wp-json/calendar',
      `${root}/events/%zz`,
      `${root}/events/by-slug/%E0%A4%A`,
    ]) {
      const answer = (await get(path)).expect(404);
      assert.equal(answer.at('code'), 'rest_no_route', path);
      assert.equal(answer.at('data.status'), 404);
    }
  });

  test('methods that a path does not have are no route, never 405', async () => {
    for (const [method, path] of [
      ['PUT', '/events'],
      ['PATCH', '/venues'],
      ['DELETE', '/organizers'],
      ['POST', ''],
      ['DELETE', '/doc'],
      ['PROPFIND', '/events'],
      ['TRACE', '/events'],
      ['LOCK', `/events/${event}`],
    ] as const)
      assert.equal(
        (await admin.send(method, path)).expect(404).at('code'),
        'rest_no_route',
        `${method} ${path}`,
      );
    const unknown = await anyone.send('OPTIONS', '/nowhere');
    assert.deepEqual([unknown.expect(200).body], [[]]);
  });
});

describe('Origins of links', () => {
  const rest = async (headers: object = {}) =>
    String((await get(`/calendar/events/v1/events/${event}`, headers)).expect(200).at('rest_url'));
  const suffix = () => `/calendar/events/v1/events/${event}`;

  test('are the Host that the client used; forwarded ones only count from trusted proxies', async () => {
    assert.equal(await rest({ Host: 'calendar.example.org' }), `http://calendar.example.org${suffix()}`);
    assert.equal(
      await rest({ Host: 'calendar.example.org:8443' }),
      `http://calendar.example.org:8443${suffix()}`,
    );
    assert.match(
      String(
        (await get(`/calendar/events/v1/events/${event}`, { Host: 'calendar.example.org:8443' })).at(
          'global_id',
        ),
      ),
      /^calendar\.example\.org\?id=\d+$/,
    );
    const forwarded = {
      Host: 'inner',
      'X-Forwarded-Host': 'outer.example.org',
      'X-Forwarded-Proto': 'https',
    };
    assert.equal(await rest(forwarded), `http://inner${suffix()}`);
    for (const host of ['"><script>', 'a b', '', 'x'.repeat(300)])
      assert.match(await rest({ Host: host }).catch(() => 'http://refused'), /^http:\/\//);

    await service.restart({ KALENDS_TRUST_PROXY: '127.0.0.1' });
    assert.equal(await rest(forwarded), `https://outer.example.org${suffix()}`);
    await service.restart({ KALENDS_TRUST_PROXY: '10.0.0.1' });
    assert.equal(await rest(forwarded), `http://inner${suffix()}`);
    await service.restart({
      KALENDS_TRUST_PROXY: 'true',
      KALENDS_PUBLIC_URL: 'https://public.example.org/cal/',
    });
    assert.equal(await rest(forwarded), `https://public.example.org/cal${suffix()}`);
    const list = await get('/wp-json/tribe/events/v1/events?per_page=1', forwarded);
    assert.ok(
      String(list.at('next_rest_url')).startsWith(
        'https://public.example.org/cal/wp-json/tribe/events/v1/events/?',
      ),
    );
    assert.equal(list.at('events.0.global_id'), `public.example.org/cal?id=${list.at('events.0.id')}`);
    await service.restart({ KALENDS_TRUST_PROXY: undefined, KALENDS_PUBLIC_URL: undefined });
  });
});

describe('Headers', () => {
  test('of a list', async () => {
    const list = (await get('/calendar/events/v1/events?per_page=1&page=2')).expect(200);
    assert.deepEqual(
      [
        'x-tec-total',
        'x-tec-totalpages',
        'x-wp-total',
        'x-wp-totalpages',
        'content-type',
        'x-content-type-options',
        'x-robots-tag',
        'allow',
        'content-language',
        'cache-control',
      ].map((name) => list.headers[name]),
      [
        '2',
        '2',
        '2',
        '2',
        'application/json; charset=UTF-8',
        'nosniff',
        'noindex',
        'GET',
        'en',
        'public, max-age=0, must-revalidate',
      ],
    );
    assert.equal(
      list.headers['link'],
      `<${service.url}/>; rel="https://api.w.org/", <${list.at('previous_rest_url')}>; rel="prev"`,
    );
    assert.match(String(list.headers['vary']), /Accept-Language/);
    assert.ok(list.headers['etag']);
    assert.equal(
      list.headers['last-modified'],
      undefined,
      'it would tell of writes to what the list does not show',
    );
  });

  test('Allow says what the present user may do, also where the request is refused', async () => {
    for (const [by, method, path, status, allow] of [
      [anyone, 'GET', '/events', 200, 'GET'],
      [admin, 'GET', '/events', 200, 'GET, POST'],
      [admin, 'GET', `/events/${event}`, 200, 'GET, DELETE, POST, PUT, PATCH'],
      [anyone, 'POST', '/events', 400, 'GET'],
      [admin, 'POST', '/events', 400, 'GET, POST'],
      [anyone, 'GET', '/events?page=0', 400, 'GET'],
      [anyone, 'DELETE', `/events/${event}`, 401, 'GET'],
      [admin, 'GET', '/events?page=99', 404, 'GET, POST'],
      [admin, 'GET', '/events/999999', 404, 'GET, DELETE, POST, PUT, PATCH'],
      [admin, 'PATCH', `/events/${event}`, 200, 'GET, DELETE, POST, PUT, PATCH'],
    ] as const) {
      const answer = (await by.send(method, path, method === 'PATCH' ? {} : undefined)).expect(status);
      assert.equal(answer.headers['allow'], allow, `${method} ${path}`);
    }
  });

  test('ETag and If-None-Match: 304 while nothing changes, another tag once it did', async () => {
    for (const path of [`/events/${event}`, '/events?per_page=2', '/venues', '/tags']) {
      const first = (await anyone.get(path)).expect(200);
      const tag = String(first.headers['etag']);
      for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const again = await anyone.get(path, undefined, { 'If-None-Match': header });
        assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', tag], header);
        assert.equal(again.headers['cache-control'], first.headers['cache-control']);
        assert.equal(again.headers['vary'], first.headers['vary']);
      }
      (await anyone.get(path, undefined, { 'If-None-Match': '"x"' })).expect(200);
    }
    const before = (await anyone.get(`/events/${event}`)).headers['etag'];
    (await admin.patch(`/events/${event}`, { sticky: true })).expect(200);
    const changed = await anyone.get(`/events/${event}`, undefined, { 'If-None-Match': before });
    assert.equal(changed.expect(200).at('sticky'), true);
    assert.notEqual(
      (await anyone.get(`/events/${event}?_fields=id`)).headers['etag'],
      changed.headers['etag'],
    );
    (await admin.patch(`/events/${event}`, {}, { 'If-None-Match': '*' })).expect(200);
  });

  test('Last-Modified is when the event was last written, and never ahead of now', async () => {
    assert.equal(
      (await anyone.get(`/events/${event}`)).headers['last-modified'],
      'Fri, 20 Nov 2026 18:00:00 GMT',
    );
    const dated = await makeEvent(admin, { date: '2026-02-03 04:05:06' });
    assert.equal(
      (await anyone.get(`/events/${dated.id()}`)).headers['last-modified'],
      'Tue, 03 Feb 2026 09:05:06 GMT',
    );
    const ahead = (await makeEvent(admin, { status: 'private', date: '2030-01-01' })).id();
    assert.equal((await admin.get(`/events/${ahead}`)).expect(200).headers['last-modified'], undefined);
  });

  test('answers to users, writes and errors are kept nowhere', async () => {
    for (const answer of [
      await admin.get('/events'),
      await admin.patch(`/events/${event}`, {}),
      await anyone.get('/events/999999'),
      await anyone.get('/events?page=0'),
      await anyone.get('/nowhere'),
    ])
      assert.match(String(answer.headers['cache-control']), /no-store/);
  });

  test('any origin may read, and send credentials that are no cookies', async () => {
    const read = await get('/calendar/events/v1/events', { Origin: 'https://elsewhere.example' });
    assert.equal(read.headers['access-control-allow-origin'], 'https://elsewhere.example');
    assert.equal(read.headers['access-control-allow-credentials'], 'true');
    for (const name of [
      'X-TEC-Total',
      'X-TEC-TotalPages',
      'X-WP-Total',
      'X-WP-TotalPages',
      'Link',
      'Allow',
      'ETag',
      'Last-Modified',
      'Cache-Control',
    ])
      assert.ok(read.headers['access-control-expose-headers']?.includes(name), name);
    const preflight = await anyone.send('OPTIONS', `/events/${event}`, undefined, {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization, content-type',
    });
    assert.equal(preflight.expect(200).headers['access-control-allow-origin'], 'https://elsewhere.example');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      assert.ok(preflight.headers['access-control-allow-methods']?.includes(method));
    for (const name of ['Authorization', 'Content-Type'])
      assert.ok(preflight.headers['access-control-allow-headers']?.includes(name));
    assert.equal(
      (await get('/calendar/events/v1/events/999999', { Origin: 'https://elsewhere.example' })).headers[
        'access-control-allow-origin'
      ],
      'https://elsewhere.example',
    );
  });

  test('the language: parameter, segment, Accept-Language, the site’s', async () => {
    for (const [path, accept, language, varies] of [
      ['/calendar/events/v1/events', undefined, 'en', true],
      ['/calendar/events/v1/events', 'de', 'de', true],
      ['/calendar/events/v1/events', 'xx, es-MX;q=0.8, de;q=0.5', 'es', true],
      ['/calendar/events/v1/events', 'xx', 'en', true],
      ['/es/calendar/events/v1/events', 'de', 'es', false],
      ['/es/calendar/events/v1/events?translation_language=de', 'en', 'de', false],
      ['/calendar/events/v1/events?translation_language=es', 'de', 'es', false],
    ] as const)
      for (const more of ['', 'page=0']) {
        const url = more ? `${path}${path.includes('?') ? '&' : '?'}${more}` : path;
        const answer = await get(url, { 'Accept-Language': accept });
        assert.equal(answer.headers['content-language'], language, url);
        assert.equal(
          /accept-language/i.test(answer.headers['vary'] ?? ''),
          varies,
          `${url} ${answer.headers['vary']}`,
        );
      }
  });
});

describe('The order of checks', () => {
  test('wrong credentials first, then the route, then JSON, then what is missing or wrong, then rights', async () => {
    const wrong = { Authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };
    const broken = '{"title": ';
    const json = { 'Content-Type': 'application/json' };
    const asked = async (method: string, path: string, body?: object | string, headers = {}) => {
      const answer = await anyone.send(method, path, body, headers);
      return [answer.status, answer.at('code')];
    };
    assert.deepEqual(await asked('GET', '/nowhere', undefined, wrong), [401, 'incorrect_password']);
    assert.deepEqual(await asked('GET', '/events', undefined, wrong), [401, 'incorrect_password']);
    assert.deepEqual(await asked('POST', '/nowhere', broken, json), [404, 'rest_no_route']);
    assert.deepEqual(await asked('PUT', '/events', broken, json), [404, 'rest_no_route']);
    assert.deepEqual(await asked('POST', '/events', broken, json), [400, 'rest_invalid_json']);
    assert.deepEqual(await asked('GET', '/events', broken, json), [400, 'rest_invalid_json']);
    assert.deepEqual(await asked('DELETE', `/events/${event}`, broken, json), [400, 'rest_invalid_json']);
    assert.deepEqual(await asked('POST', '/events', { featured: 'x' }), [400, 'rest_missing_callback_param']);
    assert.deepEqual(await asked('POST', '/events', { title: 'x', ...SOMEDAY, featured: 'x' }), [
      400,
      'rest_invalid_param',
    ]);
    assert.deepEqual(await asked('POST', '/events', { title: 'x', ...SOMEDAY }), [401, 'rest_forbidden']);
    assert.deepEqual(await asked('PATCH', '/venues/999999', { website: 'x' }), [400, 'rest_invalid_param']);
    assert.deepEqual(await asked('PATCH', `/venues/${ids['venues']}`, {}), [401, 'rest_forbidden']);
    const invalid = await anyone.post('/events', broken, json);
    assert.deepEqual(Object.keys(invalid.at('data') ?? {}).sort(), [
      'json_error_code',
      'json_error_message',
      'status',
    ]);
  });

  test('errors have one form', async () => {
    const answer = (await anyone.get('/events?page=x&featured=x')).expect(400);
    assert.deepEqual(Object.keys(answer.body ?? {}), ['code', 'message', 'data']);
    assert.match(String(answer.at('message')), /page, featured/);
    assert.equal(answer.at('data.details.featured.code'), 'rest_invalid_type');
    assert.equal(answer.at('data.details.featured.data.param'), 'featured');
    assert.deepEqual((await anyone.get('/events?page=0')).at('data.details'), []);
    const missing = (await admin.post('/events', { title: 'x' })).expect(400);
    assert.match(String(missing.at('message')), /start_date, end_date/);
  });

  test('a body that is too large is refused, whatever form it has, and the connection lives on', async () => {
    const text = 'x'.repeat(20_001);
    const form = new FormData();
    form.append('description', text);
    for (const body of [{ description: text }, new URLSearchParams({ description: text }), form, text])
      assert.equal((await admin.post('/events', body)).expect(413).at('code'), 'rest_body_too_large');
    (await admin.patch(`/events/${event}`, { description: 'x'.repeat(19_000) })).expect(200);
    const { statusCode, body } = await request(`${service.url}/calendar/events/v1/events`, {
      method: 'POST',
      body: Buffer.alloc(5_000_000, 'a'),
      headers: { 'Content-Type': 'application/json' },
    });
    await body.dump();
    assert.equal(statusCode, 413);
  });
});

describe('Plain permalinks', () => {
  for (const front of [
    '/',
    '/index.php',
    '/wp-json/',
    '/de/',
    '/de/index.php',
    '/es/wp-json/index.php',
    '/INDEX.PHP',
  ])
    test(`${front}?rest_route= reaches everything, for reads and writes`, async () => {
      const at = (route: string, query = '') => `${front}?rest_route=${encodeURIComponent(route)}${query}`;
      const one = (await get(at(`/calendar/events/v1/events/${event}`))).expect(200);
      const base = `${service.url}${front.replace(/\/(index\.php)?$/i, '').replace(/\/wp-json$/, '')}/wp-json`;
      assert.equal(one.at('rest_url'), `${base}/calendar/events/v1/events/${event}`);
      const list = (await get(at('/tribe/events/v1/events/', '&per_page=1&search=e'))).expect(200);
      assert.equal(list.rows('events').length, 1);
      const next = new URL(String(list.at('next_rest_url')));
      assert.ok(next.href.startsWith(`${base}/tribe/events/v1/events/?`), next.href);
      assert.deepEqual([next.searchParams.get('page'), next.searchParams.get('search')], ['2', 'e']);
      (await anyone.get(next.href)).expect(200);
      const url = service.url + at('/calendar/events/v1/tags', '&dry_run=1');
      assert.equal((await admin.post(url, { name: 'Plain' })).expect(201).at('dry_run'), true);
      const made = (
        await admin.post(service.url + at('/calendar/events/v1/tags'), { name: `Plain ${front}` })
      ).expect(201);
      const own = service.url + at(`/calendar/events/v1/tags/${made.id()}`);
      assert.equal((await admin.put(own, { description: 'Put' })).expect(200).at('description'), 'Put');
      (await admin.delete(own)).expect(200);
      (await get(at('/calendar/events/v1/nothing'))).expect(404);
      assert.equal((await get(at('/'))).expect(200).at('namespaces.0'), 'calendar/events/v1');
    });

  test('without the parameter there is no index.php', async () => {
    for (const path of ['/index.php', '/de/index.php', '/index.php/events']) (await get(path)).expect(404);
  });
});
