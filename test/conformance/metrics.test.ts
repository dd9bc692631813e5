// What the service counts of itself, and who may read it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import type { RequestHeaders } from '../support/client.ts';
import { dropCalendar, engine } from '../support/engine.ts';
import type { Exposition } from '../support/exposition.ts';
import { bearer, scrape as scrapeOf, METRICS_TOKEN as TOKEN } from '../support/metrics.ts';
import { exchange } from '../support/raw.ts';
import { people, type Service, startService } from '../support/service.ts';

const ROOT = '/calendar/events/v1';
const REQUESTS = 'kalends_http_requests_total';

let service: Service;
before(async () => {
  service = await startService({ env: { KALENDS_METRICS_TOKEN: TOKEN } });
  await people(service);
});
after(() => service.stop());

/** Reads the metrics of the service, unless another is named. */
const scrape = (of: Service = service, headers?: RequestHeaders) => scrapeOf(of, headers);

/** How many requests came between two looks, by route, method, status and whether they were kept. */
function between(earlier: Exposition, later: Exposition): Record<string, number> {
  const told: Record<string, number> = {};
  for (const { labels, value } of later.of(REQUESTS)) {
    const more = value - earlier.sum(REQUESTS, labels);
    const { method, route, status, kept } = labels;
    if (more !== 0) told[`${method} ${route} ${status}${kept === 'true' ? ' kept' : ''}`] = more;
  }
  return told;
}

const SCRAPE = { 'GET /metrics 200': 1 };

test('GET /metrics is closed to strangers and to users, and open to administrators and the token', async () => {
  const url = `${service.url}/metrics`;
  const asked = async (status: number, headers: RequestHeaders = {}) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = (await service.anonymous.send(method, url, undefined, headers)).expect(status);
      assert.match(answer.headers['cache-control'] ?? '', /no-store/);
      if (method === 'HEAD') assert.equal(answer.text, '');
      else assert.equal(/kalends_/.test(answer.text), status === 200);
    }
  };
  await asked(401);
  await asked(401, { 'x-forwarded-for': '127.0.0.1' });
  await asked(401, bearer('wrong'));
  await asked(401, bearer(`${TOKEN}x`));
  await asked(401, bearer(TOKEN.toUpperCase()));
  await asked(401, bearer(''));
  await asked(401, { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` });
  await asked(401, { authorization: `Basic ${Buffer.from(`admin:${TOKEN}`).toString('base64')}` });
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
    const basic = `Basic ${Buffer.from(service.credentials(role)).toString('base64')}`;
    await asked(403, { authorization: basic });
    await asked(403, bearer(service.credentials(role).split(':')[1] ?? ''));
  }
  await asked(200, {
    authorization: `Basic ${Buffer.from(service.credentials('admin')).toString('base64')}`,
  });
  await asked(200, bearer(service.credentials('admin').split(':')[1] ?? ''));
  await asked(200, bearer(TOKEN));
  // It opens nothing else.
  (await service.anonymous.get('/events', undefined, bearer(TOKEN))).expect(401);
  for (const method of ['POST', 'PUT', 'DELETE'])
    (await service.anonymous.send(method, url, undefined, bearer(TOKEN))).expect(401);
});

test('without a token of their own they are for administrators alone', async (t) => {
  const plain = await startService();
  t.after(() => plain.stop());
  const url = `${plain.url}/metrics`;
  (await plain.anonymous.get(url)).expect(401);
  (await plain.anonymous.get(url, undefined, bearer('undefined'))).expect(401);
  (await plain.anonymous.get(url, undefined, bearer(''))).expect(401);
  (await plain.as('admin').get(url)).expect(200);
});

test('the exposition parses, and tells of the program, the process, the database, the caches and the jobs', async () => {
  const jobs = ['publication', 'sweeping'];
  const ends = (of: Exposition, job: string, result: string) =>
    of.sum('kalends_job_runs_total', { job_name: job, result });
  let metrics = await scrape();
  // The node that does them for all is chosen after the start.
  for (
    const patience = AbortSignal.timeout(20_000);
    !jobs.every((job) => ends(metrics, job, 'success') > 0);
  ) {
    patience.throwIfAborted();
    await pause(50);
    metrics = await scrape();
  }
  for (const [name, type] of [
    ['kalends_build_info', 'gauge'],
    ['kalends_http_requests_total', 'counter'],
    ['kalends_http_request_duration_seconds', 'histogram'],
    ['kalends_cache_hits_total', 'counter'],
    ['kalends_database_query_duration_seconds', 'histogram'],
    ['kalends_database_write_wait_seconds', 'histogram'],
    ['kalends_job_last_success_timestamp_seconds', 'gauge'],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge'],
    ['process_resident_memory_bytes', 'gauge'],
    ['process_cpu_seconds_total', 'counter'],
    ['process_start_time_seconds', 'gauge'],
  ] as const) {
    assert.equal(metrics.types.get(name), type, name);
    assert.ok(
      metrics.samples.some((one) => one.name.startsWith(name)),
      name,
    );
  }
  assert.equal(metrics.sum('kalends_build_info', { version: manifest.version }), 1);
  assert.equal(metrics.sum('kalends_database_up'), 1);
  for (const job of jobs) {
    const ran = metrics.sum('kalends_job_last_success_timestamp_seconds', { job_name: job });
    assert.ok(Math.abs(ran - Date.now() / 1000) < 600, `${job} ${ran}`);
    assert.equal(ends(metrics, job, 'failure'), 0, job);
  }
});

test('requests are counted exactly, kept answers too', async () => {
  const { anonymous } = service;
  const editor = service.as('editor');
  const dates = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 12:00:00' };
  const first = await scrape();
  const made = (await editor.post('/events', { title: 'Counted', ...dates })).expect(201).id();
  (await editor.post('/events', { title: 'Refused' })).expect(400);
  for (let n = 0; n < 5; n++) (await anonymous.get('/events?start_date=2030-01-01')).expect(200);
  for (let n = 0; n < 3; n++)
    (await anonymous.get(`${service.url}/tribe/events/v1/events/${made}`)).expect(200);
  const { etag = '' } = (await anonymous.get(`/events/${made}`)).headers;
  (await anonymous.get(`/events/${made}`, undefined, { 'if-none-match': etag })).expect(304);
  (await anonymous.send('HEAD', `${service.url}${ROOT}/events/${made}`)).expect(200);
  (await anonymous.send('OPTIONS', `${service.url}${ROOT}/events`)).expect(200);
  (await anonymous.get('/events/999999')).expect(404);
  (await anonymous.get(`${service.url}/event/counted/`)).expect(200);
  (await anonymous.get(`${service.url}/media/none.png`)).expect(404);
  (await anonymous.get(`${service.url}/nowhere/at/all`)).expect(404);
  (await anonymous.get(`${service.url}/%`)).expect(404);
  (await anonymous.get('/events', undefined, bearer('wrong'))).expect(401);
  const second = await scrape();
  assert.deepEqual(between(first, second), {
    ...SCRAPE,
    [`POST ${ROOT}/events 201`]: 1,
    [`POST ${ROOT}/events 400`]: 1,
    [`GET ${ROOT}/events 200`]: 1,
    [`GET ${ROOT}/events 200 kept`]: 4,
    [`GET ${ROOT}/events/{id} 200`]: 2,
    [`GET ${ROOT}/events/{id} 200 kept`]: 2,
    [`GET ${ROOT}/events/{id} 304 kept`]: 1,
    [`HEAD ${ROOT}/events/{id} 200 kept`]: 1,
    [`OPTIONS ${ROOT}/events 200`]: 1,
    [`GET ${ROOT}/events/{id} 404`]: 1,
    'GET /event/{slug} 200': 1,
    'GET /media/* 404': 1,
    'GET unknown 404': 2,
    [`GET ${ROOT}/events 401`]: 1,
  });
  const more = (name: string, labels = {}) => second.sum(name, labels) - first.sum(name, labels);
  assert.equal(more('kalends_cache_hits_total', { cache: 'answers' }), 8);
  assert.equal(more('kalends_http_errors_total', { code: 'rest_invalid_token' }), 1);
  assert.equal(more('kalends_http_errors_total', { code: 'rest_no_route' }), 3);
  assert.equal(
    more('kalends_http_request_duration_seconds_count', { route: `${ROOT}/events`, method: 'GET' }),
    6,
  );
  assert.ok(more('kalends_database_write_duration_seconds_count') >= 1);
  assert.ok(more('kalends_database_query_duration_seconds_count') >= 5);
  assert.ok(more('kalends_http_response_bytes_total') > 1000);
  assert.equal(second.sum('kalends_http_requests_in_flight'), 1, 'the look itself');
});

test('addresses, methods and statuses that clients make up are counted under names that are there', async () => {
  await scrape();
  const before = await scrape();
  const made = Array.from({ length: 1000 }, (_, n) => n);
  const word = (n: number) => `${n.toString(36)}${(n * 7919).toString(36)}"\\{}`;
  for (let at = 0; at < made.length; at += 20)
    await Promise.all(
      made.slice(at, at + 20).map((n) => {
        const paths = [
          `/${word(n)}`,
          `${ROOT}/${word(n)}`,
          `${ROOT}/events/${n + 100_000}`,
          `${ROOT}/events/by-slug/${word(n)}`,
          `/event/${word(n)}/`,
          `/media/${word(n)}.png`,
          `/${word(n)}/metrics?a=${n}`,
          `/wp-json/${word(n)}`,
          `/?rest_route=/${word(n)}`,
          `/events/category/${word(n)}/`,
        ];
        const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'][n % 7] ?? 'GET';
        return service.anonymous.send(
          method,
          service.url + encodeURI(paths[n % paths.length] ?? '/'),
          undefined,
          {
            host: `${n}.example.org`,
          },
        );
      }),
    );
  for (const rubbish of ['rubbish\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02'])
    await exchange(service.url, rubbish);
  for (const method of ['QUERY', 'PROPFIND', 'MKCOL', 'BREW', 'get'])
    await exchange(service.url, `${method} /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const later = await scrape();
  const all = Object.values(between(before, later)).reduce((sum, n) => sum + n, 0);
  assert.ok(all >= 1001, `${all}`);
  const added = later.samples.length - before.samples.length;
  assert.ok(added < 700, `${added} more numbers`);
  const routes = new Set(later.of(REQUESTS).map(({ labels }) => labels['route']));
  assert.ok(routes.size < 60, [...routes].join(' '));
  assert.ok(later.sum(REQUESTS, { route: 'malformed', method: 'none', status: '400' }) >= 3);
  const methods = new Set(later.of(REQUESTS).map(({ labels }) => labels['method']));
  for (const method of methods)
    assert.match(method ?? '', /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other|none)$/);
});

test('docs/monitor.md lists every metric and no other', async () => {
  const docs = readFileSync(new URL('../../docs/monitor.md', import.meta.url), 'utf8');
  const alerts = readFileSync(new URL('../../docs/monitoring/alerts.yml', import.meta.url), 'utf8');
  const named = new Set([...docs.matchAll(/\bkalends_[a-z_]+\b/g)].map(([name]) => name));
  const present = new Set([...(await scrape()).types.keys()].filter((name) => name.startsWith('kalends_')));
  assert.deepEqual(
    [...present].filter((name) => !named.has(name)),
    [],
  );
  // Only with replicas or several workers.
  const elsewhere = /^kalends_(replica|worker)/;
  assert.deepEqual(
    [...named].filter((name) => !present.has(name) && !elsewhere.test(name)),
    [],
  );
  for (const [name] of alerts.matchAll(/\bkalends_[a-z_]+\b/g))
    assert.ok(named.has(name.replace(/_bucket$/, '')), name);
});

test('without its database a node goes on telling, and that it is away', async (t) => {
  const node = await startService({ env: { KALENDS_METRICS_TOKEN: TOKEN } });
  t.after(() => node.stop());
  const away = `${node.data}-away`;
  if (engine === 'sqlite') await rename(node.data, away);
  else await dropCalendar(node.data);
  for (let tries = 0; ; tries++) {
    const metrics = await scrape(node);
    if (metrics.sum('kalends_database_up') === 0) break;
    assert.ok(tries < 600, 'it was noticed');
    await pause(50);
  }
  if (engine === 'sqlite') await rename(away, node.data);
});

test('nothing that hides is in labels: titles, logins, addresses of clients, tokens', async () => {
  const editor = service.as('editor');
  await editor.post('/events', {
    title: 'Unspeakable gathering',
    status: 'private',
    start_date: '2030-02-01 10:00:00',
    end_date: '2030-02-01 12:00:00',
  });
  await service.anonymous.get('/events?search=unspeakable&password=hush-hush');
  const { text } = await service.anonymous.get(`${service.url}/metrics`, undefined, bearer(TOKEN));
  assert.doesNotMatch(text, /unspeakable|hush|editor|127\.0\.0\.1|metrics-token/i);
});
