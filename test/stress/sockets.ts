import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes that no proper client sends, and the statuses that may answer them; none: the connection may just close. */
export interface Oddity {
  name: string;
  bytes: (Buffer | string)[];
  statuses: readonly number[];
  /** Closed by us after the bytes, without waiting for an answer. */
  abort?: boolean;
  /** Milliseconds between the pieces. */
  everyMs?: number;
}

const EVENTS = '/calendar/events/v1/events';
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const post = (...headers: string[]) =>
  [`POST ${EVENTS} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const closing = (bytes: (Buffer | string)[], name: string, statuses: readonly number[] = [400]): Oddity => ({
  name,
  bytes,
  statuses,
});

/** Raw requests; `authorization` lets uploads get as far as their bodies. */
export function oddities(authorization: string): Oddity[] {
  const auth = `Authorization: ${authorization}`;
  const form = 'Content-Type: multipart/form-data; boundary=b';
  const upload = (...headers: string[]) => post(auth, ...headers).replace(EVENTS, '/wp/v2/media');
  return [
    closing(['\0\0\0\0'], 'zero bytes'),
    closing([Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(200, 1)], 'a TLS greeting'),
    closing([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')], 'HTTP/2 without asking', [400, 505]),
    closing([`GET ${EVENTS}\r\n\r\n`], 'HTTP/0.9', [200]),
    closing([`GET ${EVENTS} HTTP/3.7\r\nHost: x\r\n\r\n`], 'an unknown version', [400, 505]),
    closing([`GET ${EVENTS} HTTP/1.0\r\n\r\n`], 'HTTP/1.0 without a host', [200]),
    closing([`GET ${EVENTS} HTTP/1.1\r\n\r\n`], 'HTTP/1.1 without a host', [400]),
    closing([`FROBNICATE ${EVENTS} HTTP/1.1\r\nHost: x\r\n\r\n`], 'an unknown method', [400]),
    closing([get('/a b c')], 'blanks in the path'),
    closing([get(`${EVENTS}\u0001`)], 'a control character in the path'),
    closing([get(Buffer.from([0x2f, 0xff, 0xfe]).toString('latin1'))], 'bytes in the path', [400, 404]),
    closing([get(`http://other.example${EVENTS}`)], 'an absolute address', [200, 404]),
    closing(['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], 'OPTIONS *', [200, 400, 404]),
    closing(['CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'], 'CONNECT', []),
    closing(
      [get(EVENTS, 'Upgrade: websocket').replace('Connection: close', 'Connection: Upgrade')],
      'an upgrade',
      [200, 400],
    ),
    closing([get(EVENTS, 'Host: y')], 'two hosts', [200, 400]),
    closing([get(EVENTS, 'Bad Header: x')], 'a blank in a header name'),
    closing([get(EVENTS, 'X: a\0b')], 'a zero byte in a header'),
    closing([get(EVENTS, ' folded')], 'a folded header', [200, 400]),
    closing([get(EVENTS, `X: ${'a'.repeat(20_000)}`)], 'a header of 20 kB', [431]),
    closing(
      [get(EVENTS, ...Array.from({ length: 1_500 }, (_, i) => `X${i}: y`))],
      '1,500 headers',
      [200, 431],
    ),
    closing([get(`${EVENTS}?${'a'.repeat(80_000)}`)], 'a path of 80 kB', [431]),
    closing([post('Content-Length: -1')], 'a negative length'),
    closing([post('Content-Length: 99999999999999999999')], 'a length beyond numbers'),
    closing([post('Content-Length: 5', 'Content-Length: 6'), 'hello'], 'two lengths'),
    closing([post('Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n'], 'length and chunks'),
    closing([post('Transfer-Encoding: chunked'), 'zz\r\n'], 'a chunk without a size'),
    closing([post('Transfer-Encoding: chunked'), 'fffffffffffffffff\r\n'], 'a chunk beyond numbers'),
    closing(
      [post('Transfer-Encoding: gzip, chunked', auth), '0\r\n\r\n'],
      'an unknown transfer coding',
      [400, 501],
    ),
    closing(
      [post('Transfer-Encoding: chunked', 'Content-Type: application/json', auth), '2\r\n{}\r\n0\r\n\r\n'],
      'chunks',
    ),
    closing(
      [post(auth, 'Content-Type: application/json', 'Content-Length: 2', 'Content-Encoding: gzip'), '{}'],
      'a coding that is not there',
      [400, 415],
    ),
    closing([post('Expect: 100-continue', 'Content-Length: 2', auth), '{}'], 'asking first', [100, 400]),
    closing(
      [post('Expect: miracles', 'Content-Length: 2', auth), '{}'],
      'an unknown expectation',
      [400, 417],
    ),
    closing(
      [post(auth, 'Content-Type: application/json', 'Content-Length: 99000000'), 'x'.repeat(10_000)],
      'a body that is announced too large',
      [413],
    ),
    {
      name: 'a slow body',
      bytes: [
        post(auth, 'Content-Type: application/json', 'Content-Length: 20'),
        ...'{"title":"slow"     }'.slice(0, 20),
      ],
      statuses: [400],
      everyMs: 15,
    },
    { name: 'slow headers', bytes: [...get(`${EVENTS}/1`)], statuses: [200, 404], everyMs: 5 },
    { name: 'half a request', bytes: ['GET /cal'], statuses: [], abort: true },
    {
      name: 'half a body',
      bytes: [post(auth, 'Content-Type: application/json', 'Content-Length: 500'), '{"title":'],
      statuses: [],
      abort: true,
    },
    {
      name: 'half a chunk',
      bytes: [post(auth, 'Content-Type: application/json', 'Transfer-Encoding: chunked'), 'ff\r\n{"title"'],
      statuses: [],
      abort: true,
    },
    ...[0, 40, 130, 4_000, 100_000].map((length) => ({
      name: `an upload given up after ${length} bytes`,
      bytes: [
        upload(form, 'Content-Length: 300000'),
        Buffer.concat([
          Buffer.from(
            '--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n',
          ),
          Buffer.alloc(200_000, 0x89),
        ]).subarray(0, length),
      ],
      statuses: [],
      abort: true,
    })),
    {
      name: 'an answer that nobody waits for',
      bytes: [get(`${EVENTS}?per_page=50`)],
      statuses: [],
      abort: true,
    },
  ];
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends the bytes and gives everything that came back before the connection closed. */
export async function sendRaw(port: number, oddity: Oddity, withinMs = 10_000): Promise<string> {
  const socket = await open(port);
  let came = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    came += text;
  });
  // What the other side thinks of such bytes is its own business.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const piece of oddity.bytes) {
    if (socket.destroyed) break;
    socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    if (oddity.everyMs) await pause(oddity.everyMs);
  }
  if (oddity.abort) {
    await pause(20);
    socket.destroy();
  }
  const late = setTimeout(() => {
    came += '\r\n(not closed)';
    socket.destroy();
  }, withinMs);
  await closed;
  clearTimeout(late);
  return came;
}

/** Many requests at once on one connection, of which every one must be answered in order; gives the statuses. */
export async function pipeline(port: number, paths: readonly string[]): Promise<number[]> {
  const bytes = paths.map((path, i) => {
    const last = i === paths.length - 1 ? 'close' : 'keep-alive';
    return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${last}\r\n\r\n`;
  });
  const came = await sendRaw(port, { name: 'pipelined', bytes: [bytes.join('')], statuses: [] }, 20_000);
  return [...came.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Opens so many connections that say nothing, and closes them after a while. */
export async function idle(port: number, connections: number, ms: number): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  for (const socket of sockets) socket.on('error', () => {});
  await pause(ms);
  for (const socket of sockets) socket.destroy();
}
