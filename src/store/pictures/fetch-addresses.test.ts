import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses, rulesFor, sendPhoto, serve } from '../../../test/support/pictures.ts';
import { PictureError } from './errors.ts';
import { fetchPicture, type Resolve } from './fetch.ts';

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
