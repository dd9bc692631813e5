// Bounds of the service in its metrics, a port of their own, and several workers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHeaders } from '../support/client.ts';
import { parseExposition } from '../support/exposition.ts';
import { bearer, scrape, METRICS_TOKEN as TOKEN } from '../support/metrics.ts';
import { exchange, headersIn, open } from '../support/raw.ts';
import { freePort } from '../support/server.ts';
import { startProcess } from '../support/service.ts';

const REQUESTS = 'kalends_http_requests_total';

test('refusals are counted by what was used up', async (t) => {
  const limited = await startProcess({
    env: { KALENDS_RATE_LIMIT: '40', KALENDS_TRUST_PROXY: 'loopback', KALENDS_METRICS_TOKEN: TOKEN },
  });
  t.after(() => limited.stop());
  const from = (client: string, path: string, headers: RequestHeaders = {}) =>
    limited.anonymous.get(path, undefined, { ...headers, 'x-forwarded-for': client });
  for (let n = 0; n < 45; n++) await from('203.0.113.1', '/events');
  for (let n = 0; n < 33; n++)
    await from('203.0.113.2', '/events', {
      authorization: `Basic ${Buffer.from(`admin:wrong ${n}`).toString('base64')}`,
    });
  const metrics = await scrape(limited);
  assert.equal(metrics.sum('kalends_http_refused_total', { limit: 'requests' }), 5);
  assert.equal(metrics.sum('kalends_http_refused_total', { limit: 'guesses' }), 3);
  assert.equal(metrics.sum('kalends_http_errors_total', { code: 'incorrect_password' }), 30);
  assert.equal(metrics.sum(REQUESTS, { status: '429' }), 8);
});

test('a port of their own is open to this machine, unless there is a token', async (t) => {
  const port = await freePort();
  const own = await startProcess({ env: { KALENDS_METRICS_PORT: String(port) } });
  t.after(() => own.stop());
  const url = `http://127.0.0.1:${port}`;
  parseExposition((await own.anonymous.get(`${url}/metrics`)).expect(200).text);
  assert.equal((await own.anonymous.send('HEAD', `${url}/metrics`)).expect(200).text, '');
  (await own.anonymous.get(`${url}/calendar/events/v1/events`)).expect(404);
  (await own.anonymous.post(`${url}/metrics`)).expect(405);
  (await own.anonymous.get(`${own.url}/metrics`)).expect(401);
  const everywhere = (answer: { headers: Record<string, string | undefined> }) =>
    [
      'x-content-type-options',
      'cross-origin-opener-policy',
      'permissions-policy',
      'content-security-policy',
    ].map((name) => answer.headers[name]);
  const expected = everywhere(await own.anonymous.get('/events'));
  assert.ok(expected.every(Boolean));
  for (const [method, place] of [
    ['GET', '/metrics'],
    ['HEAD', '/metrics'],
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['DELETE', '/metrics'],
  ] as const)
    assert.deepEqual(everywhere(await own.anonymous.send(method, url + place)), expected, place);
  assert.deepEqual(everywhere({ headers: headersIn(await exchange(url, 'nonsense\r\n\r\n')) }), expected);
  await own.restart({ KALENDS_METRICS_TOKEN: TOKEN, KALENDS_METRICS_PORT: `127.0.0.1:${port}` });
  (await own.anonymous.get(`${url}/metrics`)).expect(401);
  (await own.anonymous.get(`${url}/metrics`, undefined, bearer(TOKEN))).expect(200);
});

/** Has a program print a line for each port that it listens at. */
const TELLS_PORTS = `--import=data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('tracing:net.server.listen:asyncStart', ({ options }) => console.log('at port', options.port));
`)}`;

test('a start listens at each port once: whoever connects before the service is there is refused, not cut off', async (t) => {
  const [port, metrics] = [await freePort(), await freePort()];
  const env = {
    KALENDS_PORT: String(port),
    KALENDS_METRICS_PORT: String(metrics),
    NODE_OPTIONS: TELLS_PORTS,
  };
  const own = await startProcess({ env });
  t.after(() => own.stop());
  const ports = Array.from(own.log().matchAll(/at port (\d+)/g), ([, at]) => Number(at));
  assert.deepEqual(
    ports.toSorted((a, b) => a - b),
    [port, metrics].toSorted((a, b) => a - b),
  );
});

test('clients of the port of their own are bounded as all are', async (t) => {
  const port = await freePort();
  const own = await startProcess({
    env: {
      KALENDS_METRICS_TOKEN: TOKEN,
      KALENDS_METRICS_PORT: String(port),
      KALENDS_STALL_TIMEOUT: '2',
      KALENDS_KEEP_ALIVE: '2',
      KALENDS_MAX_CONNECTIONS: '20',
    },
  });
  t.after(() => own.stop());
  const url = `http://127.0.0.1:${port}`;
  const held = [
    ['nothing at all', '', '', /^(HTTP\/1.1 408 |$)/],
    ['half of the headers', 'GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: ', 'x', /^HTTP\/1.1 408 /],
    [
      'a body',
      'GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n',
      'x',
      /^HTTP\/1.1 401 /,
    ],
    [
      'a body of who may look',
      `GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: 90000000\r\n\r\n`,
      'x',
      /^HTTP\/1.1 200 /,
    ],
    [
      'a body in parts',
      'POST /metrics HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\nx\r\n',
      /^HTTP\/1.1 405 /,
    ],
    [
      'what is expected before a body',
      'POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9000\r\n\r\n',
      'x',
      /HTTP\/1.1 404 /,
    ],
    ['blank lines', 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n', '\r\n', /^HTTP\/1.1 401 /],
    ['no HTTP', 'nonsense\r\n\r\n', '', /^HTTP\/1.1 400 /],
  ] as const;
  const patience = AbortSignal.timeout(20_000);
  await Promise.all(
    held.map(async ([what, begun, drip, answered]) => {
      const socket = await open(url);
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.write(begun);
      const timer = setInterval(() => drip && socket.writable && socket.write(drip), 200);
      t.after(() => {
        clearInterval(timer);
        socket.destroy();
      });
      while (!socket.closed) {
        assert.ok(!patience.aborted, `${what}: it is still there`);
        await pause(50);
      }
      assert.match(text, answered, what);
    }),
  );
  const many = await Promise.all(Array.from({ length: 40 }, () => open(url)));
  t.after(() => {
    for (const socket of many) socket.destroy();
  });
  for (const socket of many) socket.resume();
  while (many.filter(({ closed }) => closed).length < 20) {
    patience.throwIfAborted();
    await pause(50);
  }
});

test('settings that can not be used are refused, and a port that is taken', async (t) => {
  const refused = async (env: Record<string, string>) =>
    startProcess({ env: { LC_ALL: 'C', ...env } }).then(
      async (started) => {
        await started.stop();
        return 'it started';
      },
      (error: Error) => error.message,
    );
  for (const port of ['x', '0', '70000', 'a b:1', ':80', '1.2.3.4:', '-1', '80.5'])
    assert.match(
      await refused({ KALENDS_METRICS_PORT: port }),
      /ended with 2[\s\S]*KALENDS_METRICS_PORT must be a port/,
      port,
    );
  for (const token of ['short', 'with a blank in it, though long', 'ünïcode-ünïcode-ünïcode']) {
    const said = await refused({ KALENDS_METRICS_TOKEN: token });
    assert.match(said, /ended with 2[\s\S]*KALENDS_METRICS_TOKEN must have at least 16/);
    assert.doesNotMatch(said, new RegExp(token), 'a secret is not repeated');
  }
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  for (const workers of ['1', '2']) {
    const said = await refused({ KALENDS_METRICS_PORT: String(port), KALENDS_WORKERS: workers });
    assert.match(said, /ended with 1[\s\S]*KALENDS_METRICS_PORT[\s\S]*127\.0\.0\.1/, workers);
  }
});

test('several workers are one to those who look, and what one has counted outlives it', async (t) => {
  const port = await freePort();
  const several = await startProcess({
    env: { KALENDS_WORKERS: '3', KALENDS_METRICS_TOKEN: TOKEN, KALENDS_METRICS_PORT: String(port) },
  });
  t.after(() => several.stop());
  const look = async () => {
    const { text } = (
      await several.anonymous.get(`http://127.0.0.1:${port}/metrics`, undefined, bearer(TOKEN))
    ).expect(200);
    return parseExposition(text);
  };
  const first = await look();
  assert.equal(first.sum('kalends_workers', { state: 'answering' }), 3);
  const send = async (n: number) => {
    for (let at = 0; at < n; at++)
      await exchange(several.url, 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  };
  const unknown = { route: 'unknown', method: 'GET', status: '404' };
  await send(30);
  const second = await look();
  assert.equal(second.sum(REQUESTS, unknown) - first.sum(REQUESTS, unknown), 30);
  assert.equal(second.sum('kalends_build_info'), 1);
  assert.ok(second.sum('process_start_time_seconds') < Date.now() / 1000);
  // Asked of a worker it's the same.
  const asked = await scrape(several);
  assert.equal(asked.sum('kalends_workers', { state: 'answering' }), 3);
  assert.equal(asked.sum(REQUESTS, unknown), second.sum(REQUESTS, unknown));
  const before = await look();
  // Each of them ends in turn.
  for (const pid of await workersOf(several.pid)) process.kill(pid, 'SIGKILL');
  for (let tries = 0; tries < 600; tries++) {
    const now = await look();
    for (const { name, labels, value } of before.samples)
      if (before.types.get(name) === 'counter' && name.startsWith('kalends_'))
        assert.ok(
          now.sum(name, labels) >= value,
          `${name} ${JSON.stringify(labels)} went back from ${value}`,
        );
    if (
      now.sum('kalends_workers', { state: 'answering' }) === 3 &&
      now.sum('kalends_worker_ends_total') === 3
    )
      break;
    assert.ok(tries < 599, 'the workers came back');
    await pause(100);
  }
});

/** The processes that a process has started. */
async function workersOf(pid: number): Promise<number[]> {
  const { readFile, readdir } = await import('node:fs/promises');
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) found.push(Number(name));
  }
  return found;
}
