// The log of requests: a line each, at the level that an operator keeps, and kept answers are no exception.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openCalendar } from '../support/engine.ts';
import { isObject, parseJson } from '../support/json.ts';
import { type Line, linesOf, logLines } from '../support/log.ts';
import { exchange, open } from '../support/raw.ts';
import { type Service, startService } from '../support/service.ts';

const EVENTS = '/calendar/events/v1/events';
const INFO = 30;
const WARN = 40;
const ERROR = 50;

let service: Service;
before(async () => {
  service = await startService({ env: { KALENDS_LOG_LEVEL: 'info', KALENDS_SLOW_MS: '0' } });
});
after(() => service.stop());

let asked = 0;
/** An address that nobody has asked for. */
const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}n=${++asked}`;
const at = (url: string) => (line: Line) => line['url'] === url;
const basic = (login: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});
/** The one line of a request. */
async function lineAt(of: Service, url: string): Promise<Line> {
  const lines = await linesOf(of, at(url));
  assert.equal(lines.length, 1);
  return lines[0] ?? {};
}

test('a form that the service doesn’t write is refused without an error in the log', async () => {
  for (const [accept, format] of [
    ['*/*', 'xml'],
    ['text/html', 'xml'],
    ['application/xml', 'yaml'],
  ]) {
    const url = fresh(`/oembed?format=${format}`);
    const answer = await service.anonymous.get(service.url + url, undefined, { accept });
    assert.equal(answer.expect(501).at('code'), 'rest_oembed_format');
    const { level, error } = await lineAt(service, url);
    assert.deepEqual([level, error], [INFO, undefined]);
  }
});

test('a request has one line, which has all of it', async () => {
  const url = fresh(EVENTS);
  const answer = (await service.as('admin').get(service.url + url)).expect(200);
  const { time, pid, hostname, duration_ms, request_id, ...line } = await lineAt(service, url);
  assert.match(String(request_id), /^[\w-]+$/);
  // The same question has the same answer.
  assert.equal(answer.headers['x-request-id'], undefined);
  assert.deepEqual(line, {
    level: INFO,
    method: 'GET',
    url,
    route: EVENTS,
    status: 200,
    bytes: Buffer.byteLength(answer.text),
    user: 'admin',
    client: '127.0.0.1',
    kept: false,
    aborted: false,
    msg: 'A request was answered.',
  });
  assert.ok(Math.abs(Number(time) - Date.now()) < 60_000);
  assert.ok(Number(pid) > 0 && typeof hostname === 'string');
  assert.ok(Number(duration_ms) > 0 && Number(duration_ms) < 60_000);
});

test('kept answers, 304s and HEAD have their lines, and each its own mark', async () => {
  const url = fresh(EVENTS);
  const get = (headers: Record<string, string> = {}) =>
    service.anonymous.get(service.url + url, undefined, headers);
  const first = (await get()).expect(200);
  for (let n = 0; n < 20; n++) (await get()).expect(200);
  (await get({ 'If-None-Match': first.headers['etag'] ?? '' })).expect(304);
  (await service.anonymous.send('HEAD', service.url + url, undefined)).expect(200);
  const lines = await linesOf(service, at(url), 23);
  assert.equal(new Set(lines.map((line) => line['request_id'])).size, lines.length);
  assert.deepEqual(
    lines.map(({ method, status, bytes, route }) => [method, status, bytes, route]),
    [
      ...Array.from({ length: 21 }, () => ['GET', 200, Buffer.byteLength(first.text), EVENTS]),
      ['GET', 304, 0, EVENTS],
      ['HEAD', 200, 0, EVENTS],
    ],
  );
  assert.ok(lines.filter(({ kept }) => kept === true).length >= 20);
});

test('routes are templates, and what has none says so', async () => {
  for (const [url, route, status] of [
    [`${EVENTS}/987654?n=1`, `${EVENTS}/{id}`, 404],
    ['/tribe/events/v1/venues?n=1', '/calendar/events/v1/venues', 200],
    ['/event/none?n=1', '/event/{slug}', 404],
    ['/?n=1', '/', 200],
    ['/media/2026/01/none.png?n=1', '/media/*', 404],
    ['/nowhere?n=1', null, 404],
    ['/%zz?n=1', null, 404],
  ] as const) {
    await service.anonymous.get(service.url + url);
    const line = await lineAt(service, url);
    assert.deepEqual([line['route'], line['status'], line['level']], [route, status, INFO], url);
  }
});

test('what is no HTTP has a line, and says nothing of what came', async () => {
  await exchange(service.url, 'hush hush hush\r\n\r\n');
  const [line] = await linesOf(service, (one) => one['method'] === '');
  assert.deepEqual([line?.['status'], line?.['method'], line?.['url']], [400, '', '']);
  assert.doesNotMatch(service.log(), /hush/);
});

test('a client that goes away before its answer is told of', async () => {
  const url = fresh(EVENTS);
  const socket = await open(service.url);
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{`,
  );
  // It has come once another that was sent later is answered.
  await service.anonymous.get('/events');
  socket.destroy();
  const line = await lineAt(service, url);
  assert.equal(line['aborted'], true);
});

test('failed sign-ins are warnings that name the client, and the login where there is one', async () => {
  const wrong = async (headers: Record<string, string>, code: string) => {
    const url = fresh(EVENTS);
    (await service.anonymous.get(service.url + url, undefined, headers)).expect(401);
    const line = await lineAt(service, url);
    assert.deepEqual(
      [line['level'], line['msg'], line['code'], line['client'], line['status']],
      [WARN, 'Signing in failed.', code, '127.0.0.1', 401],
    );
    return line['login'];
  };
  assert.equal(await wrong(basic('admin', 'hush'), 'incorrect_password'), 'admin');
  assert.equal(await wrong(basic('hush', 'hush'), 'invalid_username'), undefined);
  assert.equal(await wrong(basic('hush@example.org', 'hush'), 'invalid_email'), undefined);
  assert.equal(await wrong({ Authorization: 'Bearer hush' }, 'rest_invalid_token'), undefined);
  assert.doesNotMatch(service.log(), /hush/);
});

test('a mark is taken from a trusted proxy alone, and only a harmless one', async (t) => {
  const given = (of: Service, mark: string) =>
    of.anonymous.get(of.url + fresh(EVENTS), undefined, { 'X-Request-Id': mark });
  assert.notEqual((await given(service, 'from-a-proxy')).headers['x-request-id'], 'from-a-proxy');
  const behind = await startService({ env: { KALENDS_LOG_LEVEL: 'info', KALENDS_TRUST_PROXY: 'loopback' } });
  t.after(() => behind.stop());
  for (let n = 0; n < 3; n++) {
    assert.equal((await given(behind, `from-a-proxy:${n}`)).headers['x-request-id'], `from-a-proxy:${n}`);
    await linesOf(behind, (line) => line['request_id'] === `from-a-proxy:${n}`);
  }
  // Kept answers too.
  for (const mark of ['one', 'two', 'three']) {
    const kept = await behind.anonymous.get('/events', undefined, { 'X-Request-Id': mark });
    assert.equal(kept.headers['x-request-id'], mark);
    assert.equal((await behind.anonymous.get('/events')).headers['x-request-id'], undefined);
  }
  for (const mark of ['', 'a b', '"', 'x'.repeat(65), 'é', 'a,b', '{}'])
    assert.notEqual((await given(behind, mark)).headers['x-request-id'], mark, mark);
});

test('behind a trusted proxy the client of a kept answer is whoever asked the proxy', async (t) => {
  const behind = await startService({ env: { KALENDS_LOG_LEVEL: 'info', KALENDS_TRUST_PROXY: 'loopback' } });
  t.after(() => behind.stop());
  for (const [forwarded, client] of [
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.8', '203.0.113.8'],
    ['203.0.113.9, 127.0.0.1', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['hush', ''],
  ] as const) {
    const url = fresh(EVENTS);
    for (let n = 0; n < 2; n++)
      await behind.anonymous.get(behind.url + url, undefined, { 'X-Forwarded-For': forwarded });
    const lines = await linesOf(behind, at(url), 2);
    assert.deepEqual(
      lines.map((line) => line['client']),
      [client, client],
      forwarded,
    );
  }
});

test('by default the log has what needs a look, and no more of it than a disk can take', async (t) => {
  const quiet = await startService({ env: { KALENDS_RATE_LIMIT: '20', KALENDS_LOG_LEVEL: undefined } });
  t.after(() => quiet.stop());
  for (let n = 0; n < 20; n++) (await quiet.anonymous.get('/events')).expect(200);
  for (let n = 0; n < 100; n++) (await quiet.anonymous.get('/events')).expect(429);
  await linesOf(quiet, (line) => line['code'] === 'rest_too_many_requests', 10);
  await quiet.stop();
  const lines = logLines(quiet);
  assert.ok(lines.every(({ level }) => Number(level) >= WARN));
  const limited = lines.filter((line) => line['code'] === 'rest_too_many_requests');
  assert.equal(limited.length, 10);
  assert.ok(limited.every(({ msg, status }) => msg === 'A client asks too often.' && status === 429));
  const [left] = lines.filter((line) => line['kind'] === 'limited');
  assert.equal(left?.['count'], 90);
});

test('at info no line is left out, however many there are, and none is lost at the end', async (t) => {
  const busy = await startService({ env: { KALENDS_LOG_LEVEL: 'info', KALENDS_RATE_LIMIT: '20' } });
  t.after(() => busy.stop());
  await Promise.all(Array.from({ length: 300 }, () => busy.anonymous.get('/events')));
  await busy.stop();
  assert.equal(logLines(busy).filter((line) => typeof line['request_id'] === 'string').length, 300);
});

test('slow requests are warnings', async (t) => {
  const slow = await startService({ env: { KALENDS_SLOW_MS: '1' } });
  t.after(() => slow.stop());
  // A password takes its time.
  const url = fresh(EVENTS);
  (await slow.as('admin').get(slow.url + url)).expect(200);
  const line = await lineAt(slow, url);
  assert.deepEqual([line['level'], line['msg'], line['user']], [WARN, 'A request was slow.', 'admin']);
  assert.ok(Number(line['duration_ms']) >= 1);
});

test('the service tells of its start and its end, and of what jobs have done', async (t) => {
  const told = await startService({ env: { KALENDS_LOG_LEVEL: 'info' } });
  t.after(() => told.stop());
  // On a slow machine the date may have come before the event.
  let status: unknown;
  for (let seconds = 2; status !== 'future'; seconds *= 2) {
    const date = Temporal.Now.instant().add({ seconds }).toString({ smallestUnit: 'second' });
    const made = await told.as('admin').post('/events', {
      title: 'Later',
      status: 'future',
      date: date.replace('T', ' ').replace('Z', ''),
      start_date: '2030-01-01 10:00:00',
      end_date: '2030-01-01 11:00:00',
    });
    const body = parseJson(made.expect(201).text);
    status = isObject(body) ? body['status'] : undefined;
  }
  const [published] = await linesOf(told, (line) => line['job'] === 'publication');
  assert.equal(published?.['published'], 1);
  const swept = await linesOf(told, (line) => line['job'] === 'sweeping', 2);
  assert.ok(swept.some((line) => typeof line['duration_ms'] === 'number'));
  await told.stop();
  const said = logLines(told).map((line) => line['msg']);
  for (const text of [
    'The service starts.',
    'The service stops; requests under way are finished.',
    'The service has stopped.',
  ])
    assert.ok(said.includes(text), text);
});

test('what fails inside is an error with its reason, found by the mark of the answer', async (t) => {
  const broken = await startService({ env: { KALENDS_LOG_LEVEL: undefined } });
  t.after(() => broken.stop());
  const db = await openCalendar(broken.data);
  try {
    await db.alone((trx) => sql`alter table users rename to people`.execute(trx));
  } finally {
    await db.close();
  }
  const url = fresh('/kalends/v1/users?password=hush');
  const answer = await broken.as('admin').get(broken.url + url);
  answer.expect(500);
  const [line] = await linesOf(broken, (one) => one['request_id'] === answer.headers['x-request-id']);
  assert.deepEqual(
    [line?.['level'], line?.['status'], line?.['msg'], line?.['code']],
    [ERROR, 500, 'A request failed.', 'internal_server_error'],
  );
  assert.match(JSON.stringify(line?.['err']), /users.*stack|stack.*users/);
  assert.match(answer.text, new RegExp(String(line?.['request_id'])));
  assert.doesNotMatch(broken.log(), /hush/);
});
