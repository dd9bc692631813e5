import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createListener } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { photo, refuses, rulesFor, sendPhoto, serve } from '../../../test/support/pictures.ts';
import { fetchPicture, type Resolve } from './fetch.ts';

test('fetchPicture gives bytes, type, final address and a safe name', async (t) => {
  const { origin, host } = await serve(t, (_, response) =>
    sendPhoto(response, { 'content-type': 'text/html' }),
  );
  const found = await fetchPicture(`${origin}/a/My%20Photo.jpg?x=1#top`, rulesFor(host));
  assert.deepEqual(found.bytes, photo);
  assert.equal(found.type, 'png');
  assert.equal(found.fileName, 'My-Photo.png');
  assert.equal(found.finalUrl, `${origin}/a/My%20Photo.jpg?x=1`);
});

test('fetchPicture takes the name that the server proposes', async (t) => {
  const headers = { 'content-disposition': 'attachment; filename="../b c.gif"' };
  const { origin, host } = await serve(t, (_, response) => sendPhoto(response, headers));
  assert.equal((await fetchPicture(`${origin}/a.png`, rulesFor(host))).fileName, 'b-c.png');
});

test('fetchPicture asks for pictures unpacked and tells nothing else', async (t) => {
  let asked: unknown;
  const { origin, host } = await serve(t, (request, response) => {
    asked = request.headers;
    sendPhoto(response);
  });
  await fetchPicture(origin, rulesFor(host));
  assert.deepEqual(asked, {
    host,
    connection: 'keep-alive',
    accept: 'image/jpeg, image/png, image/gif, image/webp, image/avif',
    'accept-encoding': 'identity',
    'user-agent': 'Kalends',
  });
});

test('fetchPicture does not use a proxy of the environment', async (t) => {
  const proxy = await serve(t, (_, response) => response.end());
  const { origin, host } = await serve(t, (_, response) => sendPhoto(response));
  const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = proxy.origin;
  await fetchPicture(origin, rulesFor(host));
  assert.equal(proxy.connections(), 0);
});

test('fetchPicture refuses what is no picture by its content', async (t) => {
  const { origin, host } = await serve(t, (request, response) => {
    const body = request.url === '/svg.png' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '<!doctype html>';
    response.writeHead(200, { 'content-type': 'image/png' }).end(request.url === '/empty.png' ? '' : body);
  });
  for (const path of ['/page.png', '/svg.png', '/empty.png']) {
    await refuses(fetchPicture(origin + path, rulesFor(host)), 'type', path);
  }
});

test('fetchPicture lets go of a film at its first bytes', async (t) => {
  const { origin, host } = await serve(t, (_, response) => {
    const send = () => void response.write('x'.repeat(1000));
    const timer = setInterval(send, 5);
    response.on('close', () => clearInterval(timer));
  });
  await refuses(fetchPicture(origin, { ...rulesFor(host), maxBytes: 1e9 }), 'type');
});

test('fetchPicture refuses statuses other than 200', async (t) => {
  const { origin, host } = await serve(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  for (const status of [201, 204, 300, 302, 304, 404, 500]) {
    await refuses(fetchPicture(`${origin}/${status}`, rulesFor(host)), 'status', String(status));
  }
});

test('fetchPicture refuses a packed body without unpacking it', async (t) => {
  const { origin, host } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(photo));
  });
  await refuses(fetchPicture(origin, rulesFor(host)), 'encoding');
});

test('fetchPicture refuses more bytes than allowed, announced or not', async (t) => {
  const { origin, host } = await serve(t, (request, response) => {
    if (request.url === '/announced') sendPhoto(response, { 'content-length': String(photo.length) });
    else sendPhoto(response, { 'transfer-encoding': 'chunked' });
  });
  const exact = { ...rulesFor(host), maxBytes: photo.length };
  const short = { ...rulesFor(host), maxBytes: photo.length - 1 };
  for (const path of ['/announced', '/chunked']) {
    assert.equal((await fetchPicture(origin + path, exact)).bytes.length, photo.length);
    await refuses(fetchPicture(origin + path, short), 'size', path);
  }
});

test('fetchPicture refuses a body that ends early', async (t) => {
  const { origin, host } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': String(photo.length) }).write(photo.subarray(0, 1000));
    setTimeout(() => response.destroy(), 20);
  });
  await refuses(fetchPicture(origin, rulesFor(host)), 'unreachable');
});

test('fetchPicture ends in time however a server dawdles', async (t) => {
  const silent = createListener((socket) => void socket.on('error', () => {}));
  const slowHeaders = createListener((socket) => {
    socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('X: y\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const early = createListener((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
    socket.on('error', () => {}).on('close', () => clearInterval(timer));
  });
  const slowBody = createListener((socket) => {
    socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n');
    let at = 0;
    const timer = setInterval(() => socket.write(photo.subarray(at, ++at)), 20);
    socket.on('close', () => clearInterval(timer));
  });
  for (const listener of [silent, slowHeaders, early, slowBody]) {
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    t.after(() => listener.close());
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    const start = performance.now();
    const url = `http://127.0.0.1:${address.port}/`;
    await refuses(fetchPicture(url, { ...rulesFor('127.0.0.1'), timeoutMs: 200 }), 'timeout');
    assert.ok(performance.now() - start < 30_000);
  }
});

test('fetchPicture ends in time when a name server or a connection does not answer', async () => {
  const never: Resolve = () => new Promise(() => {});
  await refuses(fetchPicture('http://a.test/', { ...rulesFor(), timeoutMs: 100, resolve: never }), 'timeout');
});

test('fetchPicture tells that a server cannot be reached', async (t) => {
  const failing: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
  await refuses(fetchPicture('http://a.test/', { ...rulesFor(), resolve: failing }), 'unreachable');
  await refuses(fetchPicture('http://a.test/', { ...rulesFor(), resolve: async () => [] }), 'unreachable');
  const { origin, host } = await serve(t, (_, response) => response.destroy());
  await refuses(fetchPicture(origin, rulesFor(host)), 'unreachable');
});

test('fetchPicture follows redirects, relative ones too, and names the picture by the better address', async (t) => {
  const { origin, host } = await serve(t, (request, response) => {
    const next: Record<string, string> = {
      '/a.png': '/b',
      '/b': 'c?d',
      '/c?d': '//LOCAL/e',
      '/go': '/f.gif',
    };
    const location = next[request.url ?? '']?.replace('LOCAL', host);
    if (location === undefined) sendPhoto(response);
    else response.writeHead(302, { location }).end('moved');
  });
  const found = await fetchPicture(`${origin}/a.png`, rulesFor(host));
  assert.equal(found.finalUrl, `${origin}/e`);
  assert.equal(found.fileName, 'a.png');
  assert.equal((await fetchPicture(`${origin}/go`, rulesFor(host))).fileName, 'f.png');
});

test('fetchPicture gives up on redirects without end', async (t) => {
  const { origin, host } = await serve(t, (request, response) => {
    response.writeHead(301, { location: `${request.url}x` }).end();
  });
  await refuses(fetchPicture(origin, rulesFor(host)), 'redirects');
  await refuses(fetchPicture(origin, { ...rulesFor(host), maxRedirects: 0 }), 'redirects');
});

test('fetchPicture follows no redirect to a forbidden place', async (t) => {
  const inner = await serve(t, (_, response) => sendPhoto(response));
  const targets = [
    ...[inner.origin, `http://localhost:${inner.port}/`, `http://2130706433:${inner.port}/`],
    ...[`//[::1]:${inner.port}/`, `http://[::ffff:127.0.0.1]:${inner.port}/`, `http://0:${inner.port}/`],
  ];
  const { origin, host } = await serve(t, (request, response) => {
    response.writeHead(302, { location: targets[Number(request.url?.slice(1))] ?? '' }).end();
  });
  for (const [index, target] of targets.entries()) {
    await refuses(fetchPicture(`${origin}/${index}`, rulesFor(host)), 'forbidden', target);
  }
  assert.equal(inner.connections(), 0);
});

test('fetchPicture follows no redirect out of the web', async (t) => {
  const targets = [
    'file:///etc/passwd',
    'ftp://a.test/',
    'data:image/png;base64,AA',
    'gopher://a',
    'http://',
  ];
  const { origin, host } = await serve(t, (request, response) => {
    response.writeHead(302, { location: targets[Number(request.url?.slice(1))] ?? '' }).end();
  });
  for (const index of targets.keys())
    await refuses(fetchPicture(`${origin}/${index}`, rulesFor(host)), 'address');
  const withPassword = await serve(t, (_, response) => {
    response.writeHead(302, { location: origin.replace('//', '//a:b@') }).end();
  });
  await refuses(fetchPicture(withPassword.origin, rulesFor(host, withPassword.host)), 'credentials');
});
