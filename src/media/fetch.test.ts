import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createListener } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PictureError, type PictureReason } from './errors.ts';
import { type FetchRules, fetchPicture, type Resolve } from './fetch.ts';

const photo = readFileSync(new URL('../../test/samples/media/photo.png', import.meta.url));

async function serve(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  // On every address of this machine, so that no way of reaching it goes unnoticed.
  server.listen(0);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const { port } = address;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    connections: () => connections,
  };
}

function rulesFor(...allowHosts: string[]): FetchRules {
  return { allowHosts, maxBytes: 100_000, timeoutMs: 5000 };
}

function refuses(promise: Promise<unknown>, reason: PictureReason, hint: string = reason): Promise<void> {
  const check = (error: unknown) => {
    assert.ok(error instanceof PictureError, `${hint}: ${error}`);
    assert.equal(error.reason, reason, hint);
    assert.match(error.message, /^[A-Z].*\.$/);
    return true;
  };
  return assert.rejects(promise, check);
}

function sendPhoto(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, headers).end(photo);
}

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
    assert.ok(performance.now() - start < 2000);
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

test('fetchPicture refuses addresses of private and local places without connecting', async (t) => {
  const { port, connections } = await serve(t, (_, response) => sendPhoto(response));
  const hosts = [
    ...[
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '127.0.1',
      '127.255.255.254',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
    ],
    ...[
      '0X7F.0.0.0x1',
      '017700000001',
      '0177.1',
      '0177.0.0.01',
      '00000177.0.0.1',
      '0x7f000001.',
      '127.0.0.1..',
    ],
    ...[
      '１２７.0.0.1',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '127%2e0%2e0%2e1',
      '%31%32%37.0.0.1',
      '0',
      '0.0.0.0',
      '00',
      '0x0',
    ],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'LocalHost..',
      'a.localhost',
      'a.localhost.',
      'ⓛocalhost',
      'lo\tcalhost',
    ],
    ...[
      '10.0.0.1',
      '10.1',
      '0xa.0.0.1',
      '012.0.0.1',
      '167772161',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ...['192.168.257', '3232235777', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
    ...[
      '100.64.0.1',
      '100.100.100.200',
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...[
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::0001]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ],
    ...[
      '[0:0:0:0:0:FFFF:7F00:1]',
      '[::ffff:0:127.0.0.1]',
      '[::ffff:169.254.169.254]',
      '[64:ff9b::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::a9fe:a9fe]',
      '[64:ff9b:1::1]',
      '[2002:7f00:1::]',
      '[2002:a9fe:a9fe::1]',
      '[2001::1]',
      '[2001:db8::1]',
    ],
    ...[
      '[3fff::1]',
      '[100::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '[fec0::1]',
      '[ff02::1]',
      '[5f00::1]',
    ],
  ];
  assert.ok(hosts.length > 60);
  for (const host of hosts)
    await refuses(fetchPicture(`http://${host}:${port}/`, rulesFor('a.test')), 'forbidden', host);
  assert.equal(connections(), 0);
});

test('fetchPicture refuses what is not a plain web address without connecting', async (t) => {
  const { port, connections } = await serve(t, (_, response) => sendPhoto(response));
  const local = `127.0.0.1:${port}`;
  const addresses = [
    ...[
      '',
      'photo.png',
      '/photo.png',
      `//${local}/`,
      local,
      `ftp://${local}/`,
      `file://${local}/`,
      'file:///etc/passwd',
    ],
    ...[
      'data:image/png;base64,iVBORw0KGgo=',
      `ws://${local}/`,
      `javascript:fetch('http://${local}')`,
      'http://',
      'http:///',
    ],
    ...[
      `http://[fe80::1%25eth0]:${port}/`,
      `http://[::1%lo]:${port}/`,
      'http://[::1',
      `http://127.0.0.1:99999/`,
    ],
    ...[`http://256.0.0.1/`, 'http://1.2.3.4.5/', 'http://a b/', 'http://a%00b/', 'http://./', 'http://../'],
    ...[`http://${local}/${'a'.repeat(3000)}`],
  ];
  for (const address of addresses)
    await refuses(fetchPicture(address, rulesFor('127.0.0.1', '::1')), 'address', address);
  for (const user of ['a@', 'a:b@', ':b@', `example.org:80@`, 'example.org%00@']) {
    await refuses(fetchPicture(`http://${user}${local}/`, rulesFor('127.0.0.1')), 'credentials', user);
  }
  assert.equal(connections(), 0);
});

test('fetchPicture takes an allowed host for its own port only', async (t) => {
  const { origin, port, connections } = await serve(t, (_, response) => sendPhoto(response));
  for (const entry of [`127.0.0.1:${port - 1}`, '127.0.0.2', 'localhost', `a.127.0.0.1.test:${port}`]) {
    await refuses(fetchPicture(origin, rulesFor(entry)), 'forbidden', entry);
  }
  assert.equal(connections(), 0);
  assert.equal((await fetchPicture(origin, rulesFor('127.0.0.1'))).type, 'png');
});

test('fetchPicture allows a host by its name, not by its address', async (t) => {
  const { port } = await serve(t, (_, response) => sendPhoto(response));
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const rules = { ...rulesFor('pictures.test'), resolve };
  assert.equal((await fetchPicture(`http://Pictures.test.:${port}/a.png`, rules)).type, 'png');
  await refuses(fetchPicture(`http://other.test:${port}/a.png`, rules), 'forbidden');
});

test('fetchPicture refuses a name that leads to a private place, alone or among others', async (t) => {
  const { port, connections } = await serve(t, (_, response) => sendPhoto(response));
  const nowhere = { address: '2d00::1', family: 6 };
  const answers = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
  ];
  for (const address of answers) {
    const inner = { address, family: address.includes(':') ? 6 : 4 };
    for (const found of [[inner], [nowhere, inner], [inner, nowhere]]) {
      const rules = { ...rulesFor(), resolve: async () => found };
      await refuses(fetchPicture(`http://a.test:${port}/`, rules), 'forbidden', address);
      await refuses(fetchPicture(`https://a.test:${port}/`, rules), 'forbidden', address);
    }
  }
  assert.equal(connections(), 0);
});

test('fetchPicture connects to the very answer it checked', async (t) => {
  const { port, connections } = await serve(t, (_, response) => sendPhoto(response));
  let asked = 0;
  // A network nobody has been given stands for the public address of the first answer.
  const rebinding: Resolve = async () => {
    asked += 1;
    return asked === 1 ? [{ address: '2d00::1', family: 6 }] : [{ address: '127.0.0.1', family: 4 }];
  };
  await assert.rejects(
    fetchPicture(`http://a.test:${port}/`, { ...rulesFor(), timeoutMs: 300, resolve: rebinding }),
    (error) =>
      error instanceof PictureError && (error.reason === 'unreachable' || error.reason === 'timeout'),
  );
  assert.equal(asked, 1);
  assert.equal(connections(), 0);
});

test('fetchPicture checks a name anew at each redirect', async (t) => {
  const { port, connections } = await serve(t, (_, response) => {
    response.writeHead(302, { location: `http://b.test:${port}/`, connection: 'close' }).end();
  });
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  await refuses(fetchPicture(`http://a.test:${port}/`, { ...rulesFor('a.test'), resolve }), 'forbidden');
  assert.equal(connections(), 1);
});
