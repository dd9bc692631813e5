// Connections between two requests: they are kept for a while, whatever blank lines come.
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { open } from '../support/raw.ts';
import { type Service, startService } from '../support/service.ts';

const KEEP_ALIVE_MS = 2_000;
/** Node adds a second, and the machine of the tests may be late. */
const GONE_MS = KEEP_ALIVE_MS * 5;
const LIVE = 'GET /kalends/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n';

let service: Service;
before(async () => {
  // A stall is long, so that what ends is ended for being idle.
  service = await startService({ env: { KALENDS_KEEP_ALIVE: '2', KALENDS_STALL_TIMEOUT: '600' } });
});
after(() => service.stop());

/** Collects what comes. */
function readerOf(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

function repeatedly(t: TestContext, work: () => unknown, everyMs: number): void {
  const timer = setInterval(work, everyMs);
  t.after(() => clearInterval(timer));
}

async function until(what: string, holds: () => boolean, withinMs = GONE_MS): Promise<void> {
  const from = performance.now();
  while (!holds()) {
    assert.ok(performance.now() - from < withinMs, `${what}: not within ${withinMs} ms`);
    await pause(20);
  }
}

const EVENTS = '/calendar/events/v1/events';

for (const [what, request] of [
  ['a read', `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a health check', LIVE],
  ['HEAD', `HEAD ${EVENTS} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a page', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['what is not there', 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a refused write', `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`],
  ['a chunked write', `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['several at once', LIVE.repeat(3)],
  ['HTTP/1.0', 'GET /kalends/v1/health/live HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n'],
] as const)
  test(`after ${what}, blank lines again and again: the connection ends all the same`, async (t) => {
    const sockets = await Promise.all(
      ['\r\n', '\n', '\r\n\r\n\n'].map(async (blank) => {
        const socket = await open(service.url);
        t.after(() => socket.destroy());
        const text = readerOf(socket);
        socket.write(request);
        await until('the answer', () => /^HTTP\/1.1 \d/.test(text()));
        repeatedly(t, () => socket.writable && socket.write(blank), 150);
        return socket;
      }),
    );
    await until('all are gone', () => sockets.every(({ closed }) => closed));
  });

test('who sends blank lines between requests, each in time, is served', async (t) => {
  const socket = await open(service.url);
  t.after(() => socket.destroy());
  const text = readerOf(socket);
  const answers = () => text().split('HTTP/1.1 200 ').length - 1;
  repeatedly(t, () => socket.writable && socket.write('\r\n'), 150);
  for (let n = 1; n <= 5; n++) {
    socket.write(LIVE);
    await until('an answer', () => answers() === n);
    await pause(KEEP_ALIVE_MS / 2);
  }
});

test('a request that began in time may take longer', async (t) => {
  const socket = await open(service.url);
  t.after(() => socket.destroy());
  const text = readerOf(socket);
  socket.write(LIVE);
  await until('the first answer', () => /"ok"/.test(text()));
  for (const piece of [
    '\r\nG',
    'ET /',
    'kalends',
    '/v1/health',
    '/live HTTP',
    '/1.1\r\nHost',
    ': x\r\n\r\n',
  ]) {
    socket.write(piece);
    await pause(KEEP_ALIVE_MS / 2);
  }
  await until('the second answer', () => text().split('"ok"').length === 3);
});

test('blank lines hold no place that others want', async (t) => {
  const most = 5;
  const small = await startService({
    env: {
      KALENDS_KEEP_ALIVE: '2',
      KALENDS_STALL_TIMEOUT: '600',
      KALENDS_MAX_CONNECTIONS: String(most),
    },
  });
  t.after(() => small.stop());
  const { status } = await small.anonymous.get('/events').then((answer) => answer.expect(200));
  assert.equal(status, 200);
  const opened: Socket[] = [];
  for (let n = 0; n < most * 2; n++) {
    const socket = await open(small.url);
    opened.push(socket);
    socket.resume();
    socket.write(LIVE);
    repeatedly(t, () => socket.writable && socket.write('\r\n'), 150);
  }
  t.after(() => {
    for (const socket of opened) socket.destroy();
  });
  await until('all are gone', () => opened.every(({ closed }) => closed));
  (await small.anonymous.get('/events')).expect(200);
});

test('every address of localhost is guarded alike', async (t) => {
  const own = await startService({ env: { KALENDS_HOST: 'localhost', KALENDS_KEEP_ALIVE: '2' } });
  t.after(() => own.stop());
  const port = Number(new URL(own.url).port);
  for (const { address } of await lookup('localhost', { all: true })) {
    const connected = () => {
      const socket = connect(port, address);
      t.after(() => socket.destroy());
      // A blank line may cross the end of the connection, which is a reset then.
      socket.on('error', () => {});
      return { socket, text: readerOf(socket) };
    };
    const idle = connected();
    idle.socket.write(LIVE);
    await until(`an answer at ${address}`, () => idle.text().startsWith('HTTP/1.1 200'));
    repeatedly(t, () => idle.socket.writable && idle.socket.write('\r\n'), 150);
    const broken = connected();
    broken.socket.write('no request\r\n\r\n');
    await until(`a refusal at ${address}`, () => broken.text().includes('"code":"rest_'));
    await until(`the end at ${address}`, () => idle.socket.closed && broken.socket.closed);
  }
});
