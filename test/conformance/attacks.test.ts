import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, RequestHeaders } from '../support/client.ts';
import { isObject, type Json } from '../support/json.ts';
import { exchange, headersIn } from '../support/raw.ts';
import { people, type Service, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

let service: Service;
let eventId = 0;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  const editor = service.as('editor');
  const event = {
    title: 'Plain 100%',
    slug: 'plain',
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 11:00:00',
    venue: { venue: 'Under_score Hall' },
    organizer: [{ organizer: 'Quote "Club' }],
    categories: ['Music'],
    tags: ['Loud'],
  };
  eventId = (await editor.post('/events', event)).expect(201).id();
});

after(() => service?.stop());

const soon = async <T>(what: string, work: Promise<T>): Promise<T> => {
  const at = performance.now();
  const result = await work;
  assert.ok(performance.now() - at < 30_000, `${what} took ${performance.now() - at} ms`);
  return result;
};

const links = (answer: Answer) => `${answer.headers['link']} ${String(answer.at('events.0.rest_url'))}`;

test('X-Forwarded headers mean nothing unless a proxy is trusted', async () => {
  const forwarded: RequestHeaders = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '99',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-for': '203.0.113.7',
    'x-original-url': '/kalends/v1/users',
    'x-rewrite-url': '/kalends/v1/users',
    forwarded: 'host=evil.example;proto=https',
  };
  const usual = await service.anonymous.get('/events');
  const answer = await service.anonymous.get('/events', undefined, forwarded);
  assert.equal(answer.text, usual.text);
  assert.equal(answer.headers['link'], usual.headers['link']);
});

test('a Host header makes no more of a link than a host', async () => {
  for (const [host, origin] of [
    ['calendar.example.org', 'http://calendar.example.org'],
    ['calendar.example.org:8443', 'http://calendar.example.org:8443'],
    ['[::1]:80', 'http://[::1]'],
    ['evil.example/path?query#hash', 'http://evil.example'],
    ['user:pass@evil.example', 'http://evil.example'],
    ['javascript:alert(1)', undefined],
    ['a b', undefined],
    ['evil.example>; rel="next"', undefined],
    ['evil.example", <x', undefined],
    ['%00', undefined],
    ['x'.repeat(5000), undefined],
  ] as const) {
    const answer = (await service.anonymous.get('/events', undefined, { host })).expect(200);
    const [, shown = ''] =
      /^<(.*?)\/>; rel="https:\/\/api\.w\.org\/"$/.exec(answer.headers['link'] ?? '') ?? [];
    assert.ok(URL.canParse(shown), `${host}: ${links(answer)}`);
    if (origin) assert.equal(shown, origin, host);
    assert.ok(String(answer.at('events.0.rest_url')).startsWith(`${shown}/calendar/`), host);
  }
});

test('a trusted proxy names host and protocol, but no other scheme than http and https', async (t) => {
  const behind = await startService({ env: { KALENDS_TRUST_PROXY: '127.0.0.1' } });
  t.after(() => behind.stop());
  for (const [proto, origin] of [
    ['https', 'https://calendar.example.org'],
    ['http', 'http://calendar.example.org'],
    ['javascript', 'http://calendar.example.org'],
    ['ftp', 'http://calendar.example.org'],
    ['https://evil.example/?', 'http://calendar.example.org'],
  ]) {
    const headers = { 'x-forwarded-host': 'calendar.example.org', 'x-forwarded-proto': proto };
    const answer = (await behind.anonymous.get('/events', undefined, headers)).expect(200);
    assert.ok(String(answer.at('rest_url')).startsWith(`${origin}/calendar/`), `${proto}: ${answer.text}`);
  }
});

test('the limit of requests counts addresses that nobody can make up', async (t) => {
  const limited = await startService({ env: { KALENDS_RATE_LIMIT: '5' } });
  t.after(() => limited.stop());
  const seen: number[] = [];
  for (let n = 0; n < 8; n++)
    seen.push(
      (await limited.anonymous.get('/events', undefined, { 'x-forwarded-for': `203.0.113.${n}` })).status,
    );
  assert.deepEqual(seen, [200, 200, 200, 200, 200, 429, 429, 429]);
});

test('the limit of requests counts what is nowhere, and spares what load balancers ask', async (t) => {
  const limited = await startService({
    env: { KALENDS_RATE_LIMIT: '9', KALENDS_TRUST_PROXY: '1', KALENDS_CACHE: '128' },
  });
  t.after(() => limited.stop());
  let made = 0;
  const from = async (client: string, method: string, path: string, headers: RequestHeaders = {}) =>
    limited.anonymous.send(method, limited.url + path, undefined, { ...headers, 'x-forwarded-for': client });
  const health = ['/kalends/v1/health/live', '/de/wp-json/kalends/v1/health/ready/'];
  for (let n = 0; n < 15; n++)
    for (const path of health) (await from('203.0.113.1', 'GET', path)).expect(200);
  const asked: [string, string, RequestHeaders?][] = [
    ['GET', '/nowhere'],
    ['GET', '/calendar/events/v1/nowhere'],
    ['POST', '/nowhere'],
    ['OPTIONS', '/nowhere'],
    ['GET', '/%'],
    ['GET', '/media/none.png'],
    ['GET', '/nowhere', { accept: 'text/html' }],
    ['GET', '/calendar/events/v1/events', { authorization: 'Bearer wrong' }],
    ['GET', '/kalends/v1/health/live', { authorization: 'Bearer wrong' }],
  ];
  for (const [method, path, headers] of asked) {
    for (let n = 0; n < 9; n++)
      assert.notEqual((await from(`203.0.113.${10 + made}`, method, path, headers)).status, 429);
    const refused = (await from(`203.0.113.${10 + made}`, method, path, headers)).expect(429);
    assert.ok(Number(refused.headers['retry-after']) > 0, path);
    assert.equal(refused.at('code'), 'rest_too_many_requests');
    (await from(`203.0.113.${10 + made}`, 'GET', '/calendar/events/v1/events')).expect(429);
    for (const one of health) (await from(`203.0.113.${10 + made}`, 'GET', one)).expect(200);
    made++;
  }
  // All of a /64 is one client, however its addresses are written; so is an address with and without a port.
  for (let n = 0; n < 9; n++) await from(`2001:db8:1:2::${n}`, 'GET', '/nowhere');
  (await from('2001:db8:1:2:ffff::1', 'GET', '/nowhere')).expect(429);
  (await from('2001:db8:1:3::1', 'GET', '/nowhere')).expect(404);
  for (let n = 0; n < 9; n++) await from(`203.0.113.250:${1000 + n}`, 'GET', '/nowhere');
  (await from('203.0.113.250', 'GET', '/nowhere')).expect(429);
});

test('a cache keeps only what its address and Vary tell apart', async () => {
  const cached = ({ headers }: Answer) => !/no-store/.test(headers['cache-control'] ?? '');
  assert.ok(cached(await service.anonymous.get('/events')));
  for (const [what, answer] of [
    ['a body', await service.anonymous.get('/events', { search: 'nothing' })],
    [
      'another method',
      await service.anonymous.get('/events', undefined, { 'x-http-method-override': 'DELETE' }),
    ],
    ['another method', await service.anonymous.get(`/events/${eventId}?_method=DELETE`)],
    ['credentials', await service.as('editor').get('/events')],
    ['an error', await service.anonymous.get('/events?page=7')],
    ['an error in an envelope', await service.anonymous.get('/events?page=7&_envelope=1')],
  ] as const)
    assert.ok(!cached(answer), `${what}: ${answer.headers['cache-control']}`);
  assert.match(
    (await service.anonymous.get('/events')).headers['vary'] ?? '',
    /Accept-Language, Authorization/,
  );
  const condition = { 'if-none-match': '*' };
  assert.equal((await service.anonymous.get('/events/987654', undefined, condition)).status, 404);
});

test('texts that mean something to SQL are texts', async () => {
  const total = async (url: string) => (await service.anonymous.get(url)).expect(200).at('total');
  for (const text of [
    "' or 1=1 --",
    "'; drop table events; --",
    '" OR "9" = "9',
    'x" OR title:"plain',
    'NEAR(a b)',
    '\\',
    "\\' or 1=1",
  ])
    for (const list of ['events', 'venues', 'organizers'])
      assert.equal(await total(`/${list}?search=${encodeURIComponent(text)}`), 0, `${list} ${text}`);
  // A pattern's signs stand for themselves.
  assert.equal(await total('/events?search=%25'), 1);
  assert.equal(await total('/events?search=_'), 0);
  assert.equal(await total('/venues?search=%25'), 0);
  // An unknown order is ignored.
  for (const url of [
    '/events?orderby=date;drop',
    '/events?orderby=(select%201)',
    '/events?order=asc,id',
    '/venues?orderby=name%20collate%20nocase',
  ])
    assert.deepEqual(await total(url), await total(url.replace(/\?.*/, '')), url);
  for (const url of [
    '/events?include=1)%20or%20(1=1',
    '/events?venue=1%20union%20select%201',
    '/events?post_parent=1%20or%201=1',
    '/events?geoloc_lat=1)&geoloc_lng=1',
    '/events?per_page=1;&page=1',
    '/categories?order=desc;--',
    '/tags?hide_empty=false&order=asc,id',
  ])
    assert.equal((await service.anonymous.get(url)).status, 400, url);
  (await service.anonymous.get("/categories?hide_empty=false&orderby=name';--&order=desc")).expect(200);
  assert.equal(await total('/events'), 1);
});

test('names of prototypes are no parameters', async () => {
  const usual = (await service.anonymous.get('/events')).text;
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'constructor[prototype]',
    'toString',
    'hasOwnProperty',
  ])
    for (const inner of ['search', 'status', 'page', 'per_page'])
      assert.equal((await service.anonymous.get(`/events?${name}[${inner}]=nothing`)).text, usual, name);
  const body =
    '{"__proto__":{"search":"nothing","viewer":{"id":1,"role":"administrator"}},"constructor":{"prototype":{"page":9}}}';
  const json = { 'content-type': 'application/json' };
  assert.equal((await service.anonymous.get('/events', body, json)).text, usual);
  const made = await service
    .as('editor')
    .post(
      '/events',
      '{"title":"T","start_date":"2027-01-01","end_date":"2027-01-01","venue":{"__proto__":{"id":1},"venue":"V"},"tickets":[{"__proto__":{"price":1},"name":"N"}]}',
      json,
    );
  assert.deepEqual(made.expect(201).at('tickets'), [{ name: 'N' }]);
  (await service.as('editor').delete(`/events/${made.id()}`)).expect(200);
  assert.equal((await service.anonymous.get('/events')).text, usual);
});

test('addresses of files lead nowhere else', async () => {
  for (const path of [
    '../kalends.db',
    '..%2fkalends.db',
    '%2e%2e/kalends.db',
    '%2e%2e%2fkalends.db',
    '..%5ckalends.db',
    '....//kalends.db',
    '2026/11/../../../kalends.db',
    '2026/11/%2e%2e/%2e%2e/%2e%2e/kalends.db',
    '%252e%252e%252fkalends.db',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'x.png%00.db',
    'file:///etc/passwd.png',
    '.hidden.png',
    '2026/11/.part.png',
  ]) {
    // The client itself would take the dots out of an address.
    const answer = await service.anonymous.get(`${service.url}/?rest_route=/media/${path}`);
    const direct = await service.anonymous.get(`${service.url}/media/${path}`);
    for (const { status, text } of [answer, direct]) {
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      assert.doesNotMatch(text, /SQLite|root:/);
    }
  }
});

test('passwords that come in addresses go into no answer and no log', async () => {
  for (const list of ['events', 'venues', 'organizers']) {
    const answer = (await service.anonymous.get(`/${list}?password=hush-hush&per_page=1`)).expect(200);
    assert.doesNotMatch(answer.text + JSON.stringify(answer.headers), /hush-hush/);
  }
  assert.doesNotMatch(service.log(), /hush-hush/);
});

test('hostile lengths and depths cost little', async () => {
  const anyone = service.anonymous;
  const digits = `${'1'.repeat(400_000)}x`;
  const blank = `${' '.repeat(400_000)}x`;
  for (const text of [digits, blank])
    for (const name of [
      'geoloc_lat',
      'page',
      'include',
      'venue',
      'start_date',
      'search',
      'status',
      'categories',
    ])
      assert.equal(
        (await soon(name, anyone.get('/events', { geoloc_lng: 1, [name]: text }))).status,
        400,
        name,
      );
  for (const [name, text] of [
    ['geo_lat', digits],
    ['phone', blank],
    ['website', `http://${'a.'.repeat(200_000)}`],
  ] as const) {
    const body = { venue: 'V', geo_lng: 1, [name]: text };
    assert.equal((await soon(name, anyone.post('/venues', body))).status, 400, name);
  }
  const nested = '['.repeat(250_000) + ']'.repeat(250_000);
  const json = { 'content-type': 'application/json' };
  for (const name of ['search', 'venue', 'categories', 'cost', 'tickets', 'image', 'author'])
    assert.ok(
      (await soon(name, anyone.post('/events', `{"title":"x","${name}":${nested}}`, json))).status < 500,
      name,
    );
  (await soon('brackets', anyone.get(`/events?a${'[a]'.repeat(2000)}=1`))).expect(200);
  (await soon('parameters', anyone.get(`/events?${'a=1&'.repeat(3000)}`))).expect(200);
  (await soon('form', anyone.post('/events', new URLSearchParams('a[]=1&'.repeat(60_000))))).expect(400);
  const many = Array.from({ length: 20_000 }, (_, index) => index + 1);
  for (const name of ['include', 'venue', 'organizer', 'categories', 'tags', 'status'])
    (await soon(name, anyone.get('/events', { [name]: many }))).expect(400);
  const marks = Array.from({ length: 100 }, () => `e${'\u0301\u0316'.repeat(990)}`);
  (await soon('accents', anyone.get('/events', { categories: marks }))).expect(400);
});

test('a description costs no more than its length, whoever reads it', async () => {
  const contributor = service.as('contributor');
  for (const description of [
    'a\n'.repeat(100_000),
    `e${'\u0301\u0316'.repeat(99_000)}`,
    'a<br>\n'.repeat(33_000),
  ]) {
    const event = { title: 'Long', start_date: '2027-01-01', end_date: '2027-01-01', description };
    const made = await soon('writing', contributor.post('/events', event));
    await soon('reading', contributor.get(`/events/${made.expect(201).id()}`));
  }
});

/** Values of all types, none of which may make the service fail. */
const odd: readonly Json[] = [
  { toString: 1, valueOf: 1 },
  [{ a: { toString: 1 } }, [1], null],
  { id: { id: 1 }, venue: { toString: 1 }, organizer: {} },
  [],
  '',
  'a\u0000b',
  '\ud800',
  -1,
  1e308,
  true,
  '9'.repeat(400),
  '-271821-04-20',
];

test('every parameter of every operation takes or refuses values of all types', async () => {
  const index = (await service.anonymous.get(`${service.url}/wp-json/`)).expect(200).at('routes');
  assert.ok(isObject(index));
  const requests: (() => Promise<void>)[] = [];
  let turn = 0;
  let operations = 0;
  for (const [pattern, described] of Object.entries(index)) {
    const endpoints = isObject(described) ? described['endpoints'] : undefined;
    const url = pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, (_, name) =>
      name === 'slug' ? 'plain' : String(eventId),
    );
    for (const endpoint of Array.isArray(endpoints) ? endpoints.filter(isObject) : []) {
      const [method] = Array.isArray(endpoint['methods']) ? endpoint['methods'] : [];
      const args = endpoint['args'];
      if (!isObject(args) || typeof method !== 'string') continue;
      const needed = Object.keys(args).filter((name) => {
        const one = args[name];
        return isObject(one) && one['required'] === true && name !== 'id' && name !== 'slug';
      });
      operations++;
      for (const [place, name] of Object.keys(args).entries()) {
        // The tokens are those that all of this is asked with.
        if (name === 'revoke_tokens') continue;
        // The next name, the same name of the next operation, and another turn get the others.
        for (const value of inTurn(2, odd, place + operations)) {
          // Nobody in particular is refused alike, whatever is sent: a share of the values, by turns.
          const asksToo = method !== 'GET' && turn++ % 5 === 0;
          for (const role of asksToo ? ['anonymous', 'author'] : ['author'])
            requests.push(async () => {
              const client = role === 'anonymous' ? service.anonymous : service.as('author');
              const body = Object.fromEntries(
                needed.map((one) => [one, one.includes('date') ? '2027-01-01' : 'Name']),
              );
              const answer = await client.send(method, service.url + url, { ...body, [name]: value });
              assert.ok(
                answer.status < 500,
                `${method} ${url} ${name}=${JSON.stringify(value)}: ${answer.text}`,
              );
            });
        }
      }
    }
  }
  assert.ok(requests.length > 1000);
  while (requests.length > 0) await Promise.all(requests.splice(0, 16).map((ask) => ask()));
});

test('numbers and texts that no database keeps find nothing, or are refused', async () => {
  const author = service.as('author');
  for (const number of [2_147_483_648, 99_999_999_999, Number.MAX_SAFE_INTEGER]) {
    assert.equal((await author.get(`/events?include=${number}`)).expect(200).at('total'), 0);
    for (const name of ['venue', 'organizer', 'categories', 'tags', 'post_parent']) {
      const answer = await author.get(`/events?${name}=${number}`);
      assert.ok(answer.status === 400 || answer.expect(200).at('total') === 0, `${name}=${number}`);
    }
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      (await author.get(`/${list}/${number}`)).expect(list === 'events' ? 404 : 400);
      assert.ok((await author.get(`/${list}?page=${number}`)).status < 500);
    }
    const event = { title: 'T', start_date: '2027-01-01', end_date: '2027-01-01' };
    for (const name of ['venue', 'organizer', 'image', 'post_parent', 'author'])
      (await service.as('admin').post('/events', { ...event, [name]: number })).expect(400);
  }
  const nul = 'a\u0000b';
  for (const [path, status] of [
    ['/events/by-slug/a%00b', 400],
    ['/venues/by-slug/a%00b', 400],
    ['/events?categories=a%00b', 400],
    ['/events?tags[]=a%00b', 400],
    ['/events?search=a%00b', 400],
    ['/tags?slug=a%00b', 400],
  ] as const)
    (await author.get(path)).expect(status);
  for (const name of ['title', 'description', 'categories', 'tags', 'slug', 'website']) {
    const body = { title: 'T', start_date: '2027-01-01', end_date: '2027-01-01', [name]: nul };
    assert.equal((await author.post('/events', body)).expect(400).at('code'), 'rest_invalid_param', name);
  }
  for (const credentials of [`${nul}:x`, `admin:${nul}`]) {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    (await service.anonymous.get('/events', undefined, { authorization })).expect(401);
  }
});

test('no address that an item links to runs a script or leads to the interface', async () => {
  const author = service.as('author');
  const { host, port } = new URL(service.url);
  const paths = [
    '/kalends/v1/users/7?role=administrator',
    '/de/wp-json/',
    '/?rest_route=/kalends/v1/users',
    '/batch/v1',
  ];
  const own = paths.flatMap((path) => [
    `http://${host}${path}`,
    `HTTPS://${host.toUpperCase()}${path}`,
    `http://localhost:${port}${path}`,
    `http://127.1:${port}${path}`,
    `https://alias.example${path}${path.includes('?') ? '&' : '?'}_method=PATCH`,
  ]);
  const scripts = ['javascript:alert(1)', 'javascript://x/%0aalert(1)', 'data:text/html,x', 'vbscript:x'];
  const event = { title: 'T', start_date: '2027-01-01', end_date: '2027-01-01' };
  const made = (await author.post('/events', event)).expect(201).id();
  for (const url of [...own, ...scripts])
    for (const [path, body, name] of [
      ['/events', { ...event, website: url }, 'website'],
      ['/events', { ...event, virtual_url: url }, 'virtual_url'],
      ['/events', { ...event, tickets: [{ name: 'Adult', url }] }, 'tickets'],
      ['/events', { ...event, venue: { venue: 'Inline', website: url } }, 'venue'],
      [`/events/${made}`, { website: url }, 'website'],
      [`/events/${made}?translation_language=de`, { virtual_url: url }, 'virtual_url'],
      ['/venues', { venue: 'Hall', website: url }, 'website'],
      ['/organizers', { organizer: 'Club', website: url }, 'website'],
    ] as const) {
      const refused = (await author.post(path, body)).expect(400);
      assert.ok(
        Object.keys(refused.at('data.params') ?? {}).includes(name),
        `${path} ${name} ${url}: ${refused.text}`,
      );
    }
  for (const url of [`http://${host}/event/plain/`, 'https://other.example/wp-json/tribe/events/v1/events/5'])
    (await author.patch(`/events/${made}`, { website: url, virtual_url: url })).expect(200);
});

test('a request with several Host headers is refused wherever it goes, also beside a kept answer', async () => {
  const at = '/calendar/events/v1/events?per_page=3';
  const { host } = new URL(service.url);
  const ask = async (start: string, ...headers: string[]) => {
    const answer = await exchange(service.url, [start, ...headers, 'Connection: close', '', ''].join('\r\n'));
    return { status: Number(answer.split(' ')[1]), answer };
  };
  for (let warm = 0; warm < 2; warm++)
    assert.equal((await ask(`GET ${at} HTTP/1.1`, `Host: ${host}`)).status, 200);
  const twice = [
    [`Host: ${host}`, `Host: ${host}`],
    [`Host: ${host}`, 'hOSt: evil.example'],
    ['Host: evil.example', 'Accept: */*', `HOST: ${host}`],
    [`Host: ${host}`, 'Host:'],
    [`Host: ${host}`, `Host: ${host}`, `Host: ${host}`],
  ];
  for (const hosts of twice) {
    const { status, answer } = await ask(`GET ${at} HTTP/1.1`, ...hosts);
    assert.equal(status, 400, hosts.join());
    assert.match(answer, /"rest_bad_request"/);
    assert.equal(headersIn(answer)['connection'], 'close');
  }
  const [both = []] = twice;
  for (const start of [
    `GET ${at} HTTP/1.0`,
    `HEAD ${at} HTTP/1.1`,
    `OPTIONS ${at} HTTP/1.1`,
    'GET /nothing/here HTTP/1.1',
    'GET / HTTP/1.1',
    'GET /docs HTTP/1.1',
    'GET /kalends/v1/health/live HTTP/1.1',
  ])
    assert.equal((await ask(start, ...both)).status, 400, start);
  const events = await service.anonymous.get('/events');
  const body = JSON.stringify({ title: 'Twice' });
  const written = await exchange(
    service.url,
    `POST /calendar/events/v1/tags HTTP/1.1\r\n${both.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  assert.match(written, /^HTTP\/1\.1 400 /);
  assert.deepEqual((await service.anonymous.get('/events')).at('total'), events.at('total'));
  // A value that lists hosts, or a header of a similar name, isn't a second one.
  assert.equal(
    (await ask(`GET ${at} HTTP/1.1`, `Host: ${host}`, 'Hosts: x', 'Ghost: y', 'X-Host: z')).status,
    200,
  );
});
