// Clients that send half a request, or don't read their answer; and those that are only slow.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeEvent } from '../support/events.ts';
import { photo } from '../support/pictures.ts';
import { open } from '../support/raw.ts';
import { people, type Service, startService } from '../support/service.ts';

const STALL_MS = 2_000;
/** With what the tests' machine may be late. */
const GONE_MS = STALL_MS * 8;
let service: Service;
let authorization: string;

before(async () => {
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    env: { KALENDS_STALL_TIMEOUT: String(STALL_MS / 1000), KALENDS_KEEP_ALIVE: '60' },
  });
  await people(service);
  authorization = `Authorization: Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`;
  const description = 'word '.repeat(20_000);
  for (let n = 0; n < 5; n++) await makeEvent(service.as('admin'), { title: `Event ${n}`, description });
});
after(() => service.stop());

const EVENTS = '/calendar/events/v1/events';

const LISTENING = '0A';

/** How many connections of clients the service has open. */
function sockets(): number {
  const port = Number(new URL(service.url).port).toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state, , , , , , inode]) => {
      return local.endsWith(`:${port}`) && state !== LISTENING && inode !== '0';
    }).length;
}

/** Does something again and again, until the test ends. */
function repeatedly(t: TestContext, work: () => unknown, everyMs: number): void {
  const timer = setInterval(work, everyMs);
  t.after(() => clearInterval(timer));
}

async function until(what: string, holds: () => boolean, withinMs = GONE_MS): Promise<void> {
  const from = performance.now();
  while (!holds()) {
    assert.ok(performance.now() - from < withinMs, `${what}: not within ${withinMs} ms`);
    await pause(50);
  }
}

for (const [what, begun, answered] of [
  ['nothing at all', '', /^(HTTP\/1.1 408 |$)/],
  ['half a line', 'GET /cal', /^HTTP\/1.1 408 /],
  ['half of the headers', `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\nAccept: `, /^HTTP\/1.1 408 /],
  [
    'half a body',
    `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":`,
    /^HTTP\/1.1 408 .*"code":"rest_bad_request"/s,
  ],
  [
    'headers of a body',
    `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`,
    /^HTTP\/1.1 408 /,
  ],
  [
    'a body in parts without an end',
    `PUT ${EVENTS}/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
    /^HTTP\/1.1 408 /,
  ],
  [
    'a read with half a body',
    `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    /^HTTP\/1.1 408 /,
  ],
  [
    'half an upload that nobody may send',
    'POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9000\r\n\r\nabc',
    /^HTTP\/1.1 401 /,
  ],
  [
    'half a body for nothing',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\nabc',
    /^HTTP\/1.1 (404|408) /,
  ],
] as const)
  test(`${what}, and then silence: it is answered and gone`, async () => {
    const idle = sockets();
    const socket = await open(service.url);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.write(begun);
    await until(what, () => socket.closed);
    assert.match(text, answered);
    await until('the service has closed it', () => sockets() <= idle);
  });

test('half a file of a form, sent with credentials', async () => {
  const socket = await open(service.url);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(
    `POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`,
  );
  await until('it is gone', () => socket.closed);
  assert.match(text, /^HTTP\/1.1 408 /);
});

test('a body a byte at a time goes no further than a silent one', async (t) => {
  const socket = await open(service.url);
  socket.resume();
  socket.write(
    `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
  );
  repeatedly(t, () => socket.write('x'), 100);
  await until('it is gone', () => socket.closed);
});

for (const [what, head, status] of [
  ['a body that is too large', `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n`, 413],
  [
    'a body with a wrong token',
    `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 900000\r\n`,
    401,
  ],
  [
    'an upload of nobody',
    'POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000000\r\n',
    401,
  ],
  [
    'a body without an end for nothing',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n',
    408,
  ],
  ['a steady drip of a body', `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n`, 408],
] as const)
  test(`${what}, and then more and more of it: it is answered and gone`, async (t) => {
    const socket = await open(service.url);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.write(`${head}Content-Type: application/json\r\n\r\n`);
    const chunked = head.includes('chunked');
    const drip = `${chunked ? '64\r\n' : ''}${'x'.repeat(100)}${chunked ? '\r\n' : ''}`;
    repeatedly(t, () => socket.writable && socket.write(drip), 100);
    await until(what, () => socket.closed);
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
  });

test('one user’s uploads under way leave room for those of others', async (t) => {
  const author = Buffer.from(service.credentials('author')).toString('base64');
  const idle = sockets();
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 6; n++) {
    const socket = await open(service.url);
    opened.push(socket);
    socket.resume();
    socket.write(
      `POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${author}\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    repeatedly(t, () => socket.writable && socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n`), 100);
  }
  const headers = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="b.png"' };
  const upload = () => service.as('editor').post(`${service.url}/wp-json/wp/v2/media`, photo, headers);
  for (let n = 0; n < 3; n++) (await upload()).expect(201);
  const more = await service.as('author').post(`${service.url}/wp-json/wp/v2/media`, photo, headers);
  assert.ok([201, 503].includes(more.status));
  for (const socket of opened) socket.destroy();
  await until('they are gone', () => sockets() <= idle);
});

/** More answers than any buffer of the machine takes. */
const many = `GET ${EVENTS}?per_page=5 HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(200);

test('who asks for much and reads nothing is gone, whether it goes on sending or not', async (t) => {
  const idle = sockets();
  for (const goesOn of [false, true]) {
    const socket = await open(service.url);
    socket.pause();
    socket.write(many);
    await until('it is connected', () => sockets() > idle, 60_000);
    t.after(() => socket.destroy());
    if (goesOn) repeatedly(t, () => socket.writable && socket.write('GET / HTTP/1.1\r\n'), 100);
    await until('it is gone', () => sockets() <= idle);
    socket.destroy();
  }
});

test('who reads a byte now and then is gone', async (t) => {
  const idle = sockets();
  const { hostname, port } = new URL(service.url);
  let got = 0;
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.alloc(1),
      callback: (bytes) => {
        got += bytes;
        return false;
      },
    },
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(many);
  t.after(() => socket.destroy());
  repeatedly(t, () => socket.resume(), 200);
  await until('it is connected', () => got > 5, 60_000);
  await until('it is gone', () => sockets() <= idle, GONE_MS * 2);
});

test('a slow upload gets through', async () => {
  const socket = await open(service.url);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const body = Buffer.concat([photo, Buffer.alloc(30_000)]);
  socket.write(
    `POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="slow.png"\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const began = performance.now();
  for (let at = 0; at < body.length; at += 512) {
    socket.write(body.subarray(at, at + 512));
    await pause(((STALL_MS * 3) / body.length) * 512);
  }
  assert.ok(performance.now() - began > STALL_MS * 2);
  await until('it is answered', () => socket.closed);
  assert.match(text, /^HTTP\/1.1 201 /);
});

test('a slow reader gets everything', async () => {
  const socket = await open(service.url);
  let got = 0;
  const asked = 40;
  socket.write(`GET ${EVENTS}?per_page=5 HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(asked - 1));
  socket.write(`GET ${EVENTS}?per_page=5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const began = performance.now();
  socket.on('data', (chunk) => {
    got += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  await once(socket, 'close');
  const { text } = await service.anonymous.get('/events?per_page=5');
  assert.ok(got > asked * Buffer.byteLength(text), `${got}`);
  assert.ok(performance.now() - began > STALL_MS, 'it was slow');
});

test('who waits between requests, or for an answer, is no stalled client', async () => {
  const socket = await open(service.url);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const ask = 'GET /kalends/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  socket.write(ask);
  await until('the first answer', () => /"ok"/.test(text));
  const idle = performance.now();
  await until('longer than a stall', () => performance.now() - idle > STALL_MS * 2);
  socket.write(ask);
  await until('the second answer', () => text.split('"ok"').length === 3);
  socket.destroy();
});

test('of more connections than it takes the service closes the rest, and says so once', async (t) => {
  const small = await startService({ env: { KALENDS_MAX_CONNECTIONS: '3' } });
  t.after(() => small.stop());
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(small.url)));
  for (const socket of opened) socket.resume();
  await until('the rest is closed', () => opened.filter((socket) => socket.closed).length >= 9);
  for (const socket of opened) socket.destroy();
  await until('it is said', () => /KALENDS_MAX_CONNECTIONS/.test(small.log()));
  let status = 0;
  const ask = () =>
    small.anonymous.get('/events').then(
      (answer) => {
        status = answer.status;
      },
      () => {},
    );
  const from = performance.now();
  while (status !== 200 && performance.now() - from < GONE_MS) await ask();
  assert.equal(status, 200);
  assert.equal(small.log().split('KALENDS_MAX_CONNECTIONS').length, 2);
});
