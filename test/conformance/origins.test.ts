// What browsers are told: which origins may read (contract D42), and what no page may do with an answer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, RequestHeaders } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { photo } from '../support/pictures.ts';
import { exchange, headersIn } from '../support/raw.ts';
import { people, type Service, startService } from '../support/service.ts';
import { FROM_HERE, TestBrowser } from '../support/session.ts';

const LISTED = 'https://listed.example';
const OTHER = 'https://other.example';
let service: Service;
let event: number;
let filePath: string;
/** The address of a picture. */
const file = () => `${service.url}${filePath}`;

before(async () => {
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    env: {
      KALENDS_CORS_ORIGINS: `${LISTED.toUpperCase()}/, http://localhost:3000`,
      KALENDS_LOG_LEVEL: 'warn',
    },
  });
  await people(service);
  event = (await makeEvent(service.as('admin'), { title: 'Concert' })).id();
  const made = await service.as('admin').post(`${service.url}/wp-json/wp/v2/media`, photo, {
    'Content-Type': 'image/png',
    'Content-Disposition': 'attachment; filename="a.png"',
  });
  filePath = new URL(String(made.expect(201).at('source_url'))).pathname;
});
after(() => service.stop());

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const granted = ({ headers }: Pick<Answer, 'headers'>) => [
  headers['access-control-allow-origin'],
  headers['access-control-allow-credentials'],
];
const varies = ({ headers }: Pick<Answer, 'headers'>, what: string) =>
  assert.match(String(headers['vary']), /(^|, )Origin(,|$)/, what);

/** Every sort of anonymous answer of the interface: address, method, headers. */
const sorts = (): [string, string, RequestHeaders?][] => [
  ['GET', '/events'],
  ['GET', '/events'],
  ['HEAD', '/events'],
  ['GET', '/events', { 'Accept-Encoding': 'br' }],
  ['GET', `/events/${event}`],
  ['GET', `/events/${event}`],
  ['GET', `/events/${event}?_envelope=1`],
  ['GET', '/venues?_fields=venues'],
  ['GET', '/doc'],
  ['GET', ''],
  ['GET', '/events/987654'],
  ['GET', '/events?page=0'],
  ['GET', '/nowhere'],
  ['GET', `${service.url}/wp-json/`],
  ['GET', `${service.url}/%`],
  ['GET', `${service.url}/kalends/v1/health/live`],
  ['GET', `${service.url}/?rest_route=/tribe/events/v1/events`],
  ['GET', file()],
  ['HEAD', file()],
  ['GET', file(), { Range: 'bytes=0-3' }],
  ['GET', file(), { Range: 'bytes=99999999-' }],
  ['GET', `${service.url}/media/none.png`],
  ['POST', '/events'],
  ['DELETE', `/events/${event}`],
  ['OPTIONS', '/events'],
  ['OPTIONS', '/nowhere'],
];

for (const cache of ['kept', 'not kept'] as const)
  describe(`answers that are ${cache}`, () => {
    before(() => service.restart({ KALENDS_CACHE: cache === 'kept' ? undefined : '0' }));

    test('anonymous answers repeat the origin and allow credentials', async () => {
      for (const [method, path, headers] of sorts())
        for (const origin of [
          OTHER,
          'http://localhost:8080',
          'http://[::1]:3000',
          'chrome-extension://abcdefgh',
          'HTTPS://Upper.example',
          LISTED,
        ]) {
          const answer = await service.anonymous.send(method, path, undefined, {
            ...headers,
            Origin: origin,
          });
          assert.deepEqual(granted(answer), [origin, 'true'], `${method} ${path}`);
          varies(answer, `${method} ${path}`);
        }
    });

    test('without an origin, and from an opaque one, everybody is named', async () => {
      for (const [method, path, headers] of sorts())
        for (const origin of [undefined, 'null', '', 'https://a.example, https://b.example', 'no origin']) {
          const answer = await service.anonymous.send(method, path, undefined, {
            ...headers,
            Origin: origin,
          });
          assert.deepEqual(granted(answer), ['*', undefined], `${method} ${path} ${origin}`);
          varies(answer, `${method} ${path}`);
        }
    });

    test('the same answer in turn to several origins, unchanged ones too', async () => {
      for (const path of ['/events?per_page=1', `/events/${event}`, '/tags', '/venues/']) {
        const first = (await service.anonymous.get(path, undefined, { Origin: OTHER })).expect(200);
        for (const origin of ['https://one.example', undefined, 'https://two.example', 'null', OTHER]) {
          const again = await service.anonymous.get(path, undefined, { Origin: origin });
          assert.equal(again.headers['etag'], first.headers['etag']);
          const unchanged = await service.anonymous.get(path, undefined, {
            Origin: origin,
            'If-None-Match': first.headers['etag'],
          });
          assert.equal(unchanged.status, 304);
          for (const answer of [again, unchanged]) {
            const open = origin === undefined || origin === 'null';
            assert.deepEqual(granted(answer), open ? ['*', undefined] : [origin, 'true'], path);
            varies(answer, path);
          }
        }
      }
      const tag = (await service.anonymous.get(file())).headers['etag'];
      const headers = { Origin: OTHER, 'If-None-Match': tag };
      const picture = (await service.anonymous.get(file(), undefined, headers)).expect(304);
      assert.deepEqual(granted(picture), [OTHER, 'true']);
      varies(picture, 'a picture');
    });

    test('answers to credentials open to the origins of the settings alone', async () => {
      for (const [what, authorization, method, path, status] of [
        ['a list', basic(service.credentials('editor')), 'GET', '/events', 200],
        ['the same list', basic(service.credentials('editor')), 'GET', '/events', 200],
        ['one', basic(service.credentials('editor')), 'GET', `/events/${event}`, 200],
        ['an error', basic(service.credentials('editor')), 'GET', '/events/987654', 404],
        ['a wrong token', basic('admin:wrong'), 'GET', '/events', 401],
        ['an unknown user', basic('nobody:wrong'), 'GET', '/events', 401],
        ['a wrong bearer', 'Bearer wrong', 'POST', '/events', 401],
        ['what are none', 'Digest x', 'GET', '/events', 200],
        ['nothing', ' ', 'GET', '/events', 200],
        ['a lesser role', basic(service.credentials('subscriber')), 'POST', '/events', 400],
        ['a file', basic(service.credentials('editor')), 'GET', file(), 200],
      ] as const) {
        const ask = (origin: string | undefined) =>
          service.anonymous.send(method, path, undefined, { authorization, Origin: origin });
        for (const origin of [LISTED, 'http://localhost:3000', OTHER, `${LISTED}:8443`, 'null', undefined]) {
          const answer = (await ask(origin)).expect(status);
          const listed = origin === LISTED || origin === 'http://localhost:3000';
          assert.deepEqual(
            granted(answer),
            listed ? [origin, 'true'] : ['*', undefined],
            `${what} ${origin}`,
          );
          varies(answer, what);
        }
      }
    });
  });

test('a preflight allows what clients send, and names what they may read', async () => {
  const names = (text: string | undefined) => (text ?? '').toLowerCase().split(/,\s*/);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['/events', `/events/${event}`, '/venues', `${service.url}/wp-json/wp/v2/media`]) {
      const answer = await service.anonymous.send('OPTIONS', path, undefined, {
        Origin: OTHER,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type,x-wp-nonce',
      });
      assert.deepEqual(granted(answer.expect(200)), [OTHER, 'true']);
      assert.ok(names(answer.headers['access-control-allow-methods']).includes(method.toLowerCase()));
      for (const name of [
        'authorization',
        'content-type',
        'content-disposition',
        'x-wp-nonce',
        'x-http-method-override',
        'if-match',
        'if-none-match',
        'idempotency-key',
      ])
        assert.ok(names(answer.headers['access-control-allow-headers']).includes(name), name);
    }
  const list = await service.anonymous.get('/events', undefined, { Origin: OTHER });
  for (const name of [
    'idempotency-replayed',
    'etag',
    'retry-after',
    'x-wp-total',
    'x-tec-totalpages',
    'link',
  ])
    assert.ok(names(list.headers['access-control-expose-headers']).includes(name), name);
});

test('too many requests, broken ones and pages', async (t) => {
  const limited = await startService({ env: { KALENDS_RATE_LIMIT: '1' } });
  t.after(() => limited.stop());
  const ask = () => limited.anonymous.get('/events', undefined, { Origin: OTHER });
  (await ask()).expect(200);
  assert.deepEqual(granted((await ask()).expect(429)), [OTHER, 'true']);
  for (const [request, origin] of [
    [`GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${OTHER}\r\nBad Header: 1\r\n\r\n`, OTHER],
    [`GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${OTHER}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, OTHER],
    [`GET / HTTP/1.1\r\nOrigin: ${OTHER}\r\nAuthorization: Basic x\r\nBad Header: 1\r\n\r\n`, undefined],
    ['no HTTP\r\n\r\n', undefined],
    [`GET /events HTTP/1.1\r\nOrigin: ${OTHER}\r\nConnection: close\r\n\r\n`, OTHER],
  ] as const) {
    const headers = headersIn(await exchange(service.url, request));
    assert.deepEqual(
      granted({ headers }),
      origin ? [origin, 'true'] : ['*', undefined],
      request.slice(0, 80),
    );
    varies({ headers }, request.slice(0, 80));
  }
  const page = await service.anonymous.get(`${service.url}/`, undefined, {
    Accept: 'text/html',
    Origin: OTHER,
  });
  assert.deepEqual(granted(page.expect(200)), [undefined, undefined]);
  varies(page, 'a page');
});

test('no answer is framed by other sites, opened beside them, or given the powers of a device', async () => {
  const page = { Accept: 'text/html' };
  const answers: [string, Pick<Answer, 'headers'>][] = [];
  for (const [method, path, headers] of [
    ...sorts(),
    ['GET', `${service.url}/`, page],
    ['GET', `${service.url}/docs`, page],
    ['GET', `${service.url}/nowhere`, page],
    ['GET', `${service.url}/?post_type=tribe_events&p=${event}`, page],
  ] as [string, string, RequestHeaders?][]) {
    const answer = await service.anonymous.send(method, path, undefined, headers);
    answers.push([`${method} ${path}`, answer]);
    const tag = answer.headers['etag'];
    if (tag === undefined || method !== 'GET') continue;
    const known = { ...headers, 'If-None-Match': tag };
    const unchanged = (await service.anonymous.get(path, undefined, known)).expect(304);
    // What is stored keeps its headers; a 304 of other ones would put them in their place (RFC 9111 §4.3.4).
    for (const name of ['cross-origin-opener-policy', 'permissions-policy', 'content-security-policy'])
      assert.ok([undefined, answer.headers[name]].includes(unchanged.headers[name]), `${name} of ${path}`);
  }
  for (const request of ['no HTTP\r\n\r\n', 'GET /events HTTP/1.1\r\nConnection: close\r\n\r\n'])
    answers.push([request, { headers: headersIn(await exchange(service.url, request)) }]);
  for (const [what, { headers }] of answers) {
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', what);
    // Pages ask for the place of visitors who press "near me".
    const isPage = headers['content-type']?.startsWith('text/html');
    const place = isPage ? /camera=\(\).*geolocation=\(self\)/ : /camera=\(\).*geolocation=\(\)/;
    assert.match(String(headers['permissions-policy']), place, what);
    assert.match(String(headers['content-security-policy']), /frame-ancestors '(none|self)'/, what);
    assert.equal(headers['x-content-type-options'], 'nosniff', what);
  }
});

test('what a browser sends without a script writes nothing, whoever it is from', async () => {
  const editor = service.as('editor');
  const item = `/events/${event}`;
  for (const mode of ['navigate', 'no-cors', 'No-Cors', 'cors, navigate']) {
    const forged = { 'Sec-Fetch-Mode': mode };
    const refused: [string, string, (object | undefined)?, RequestHeaders?][] = [
      ['POST', '/events', { title: 'x' }],
      ['POST', item, new URLSearchParams({ title: 'x' })],
      ['PUT', item, { title: 'x' }],
      ['PATCH', item, { title: 'x' }],
      ['DELETE', item],
      ['GET', `${item}?_method=DELETE`],
      ['GET', `${item}?%5fmethod=DELETE`],
      ['GET', item, undefined, { 'X-HTTP-Method-Override': 'PATCH' }],
      ['POST', `${item}?_method=DELETE`],
      ['POST', `${service.url}/?rest_route=/tribe/events/v1/events`, { title: 'x' }],
      ['POST', `${service.url}/wp-json/wp/v2/media`, photo, { 'Content-Type': 'image/png' }],
      ['POST', `${service.url}/kalends/v1/users/me`, { name: 'x' }],
    ];
    for (const [method, path, body, headers] of refused)
      for (const client of [editor, service.anonymous]) {
        const answer = await client.send(method, path, body, { ...headers, ...forged });
        assert.deepEqual([answer.status, answer.at('code')], [403, 'rest_forbidden'], `${method} ${path}`);
      }
    for (const path of ['/events', item, '/venues']) (await editor.get(path, undefined, forged)).expect(200);
    (await editor.send('OPTIONS', item, undefined, forged)).expect(200);
    (await service.anonymous.post(`${item}?_method=GET`, undefined, forged)).expect(200);
  }
  for (const mode of ['cors', 'same-origin', undefined])
    (await editor.patch(item, { title: 'Concert' }, { 'Sec-Fetch-Mode': mode })).expect(200);
});

describe('with the cookie of a session (contract D49)', () => {
  let browser: TestBrowser;
  const bases = ['', '/wp-json', '/de', '/de/wp-json'];
  const from = (headers: RequestHeaders) => ({ ...FROM_HERE, ...headers });
  const state = async () => (await service.as('admin').get(`/events/${event}?context=edit`)).text;
  before(async () => {
    browser = new TestBrowser(service);
    await browser.signIn('editor');
  });

  test('a read never becomes a write, however its method is overridden', async () => {
    const was = await state();
    const route = `/tribe/events/v1/events/${event}`;
    const asked: [string, RequestHeaders?][] = [];
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'delete']) {
      asked.push([`${route}?_method=${method}&title=x`], [`${route}?title=x&%5Fmethod=${method}`]);
      asked.push([`${route}?title=x`, { 'X-HTTP-Method-Override': method }]);
      asked.push([`/?rest_route=${route}&_method=${method}&title=x`]);
    }
    for (const base of bases)
      for (const [path, headers] of asked)
        for (const wire of ['GET', 'HEAD', 'OPTIONS']) {
          const what = `${wire} ${base}${path} ${JSON.stringify(headers)}`;
          const answer = await browser.send(wire, base + path, undefined, from(headers ?? {}));
          assert.equal(answer.status, 403, what);
          if (wire !== 'HEAD') assert.equal(answer.at('code'), 'rest_forbidden', what);
          (await service.anonymous.send(wire, service.url + base + path, undefined, headers)).expect(403);
        }
    for (const headers of [{ 'X-HTTP-Method': 'DELETE' }, { 'X-Method-Override': 'DELETE' }])
      (await browser.send('GET', `${route}?title=x`, undefined, from(headers))).expect(200);
    (await browser.send('GET', `${route}?_method=GET`)).expect(200);
    assert.equal(await state(), was);
    const made = await makeEvent(service.as('editor'));
    const path = `/events/${made.id()}?_method=DELETE`;
    (await service.as('editor').get(path)).expect(200);
  });

  test('a write is refused that a part of a page sends, and no other', async () => {
    const was = await state();
    const route = `/calendar/events/v1/events/${event}`;
    for (const destination of [
      'track',
      'video',
      'image',
      'document',
      'iframe',
      'style',
      'report',
      '',
      'empty, image',
    ])
      for (const [method, path] of [
        ['POST', route],
        ['PATCH', route],
        ['DELETE', route],
        ['POST', `${route}?_method=DELETE`],
        ['POST', '/batch/v1'],
        ['POST', '/kalends/v1/users/me'],
      ] as const) {
        const body = { title: 'x', name: 'x', requests: [{ method: 'DELETE', path: route }] };
        const answer = await browser.send(method, path, body, from({ 'sec-fetch-dest': destination }));
        const what = `${method} ${path} for ${destination}`;
        assert.deepEqual([answer.status, answer.at('code')], [403, 'rest_forbidden'], what);
      }
    assert.equal(await state(), was);
    for (const destination of ['empty', 'Empty', undefined]) {
      const headers = from({ 'sec-fetch-dest': destination });
      for (const method of ['PUT', 'PATCH'])
        for (const override of [`?_method=${method}`, '']) {
          const sent = override === '' ? { ...headers, 'X-HTTP-Method-Override': method } : headers;
          (await browser.send('POST', route + override, { title: 'Concert' }, sent)).expect(200);
        }
      (await browser.send('POST', `${route}?_method=GET`, undefined, headers)).expect(200);
      const requests = [{ method: 'PUT', path: route, body: { title: 'Concert' } }];
      const batch = await browser.send('POST', '/batch/v1', { requests }, headers);
      assert.equal(batch.expect(207).at('responses.0.status'), 200);
    }
    // With `Authorization` nobody but a program sends it.
    const sent = { 'sec-fetch-dest': 'image' };
    (await service.as('editor').patch(`/events/${event}`, { title: 'Concert' }, sent)).expect(200);
  });
});
