import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowList, wrongEntry } from '#foundation/network/allow-list.ts';
import { isPublicAddress, parseAddress } from './address.ts';

test('isPublicAddress takes ordinary addresses', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '2606:4700::1111',
    '2a00:1450:4001:800::200e',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('isPublicAddress refuses every special range, at both of its ends', () => {
  const special = [
    ...[
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
    ],
    ...['127.255.255.254', '169.254.0.1', '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.8'],
    ...['192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['100.100.100.200', '168.63.129.16'],
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
    ],
    ...['64:ff9b:1::7f00:1', '100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1'],
    ...[
      '2002:7f00:1::',
      '3fff::1',
      '4000::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%eth0',
    ],
    ...['2606:4700::1111%eth0', 'fec0::1', 'ff02::1', 'ff0e::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '8.8.8.8:80'],
  ];
  for (const address of special) assert.equal(isPublicAddress(address), false, address);
});

test('parseAddress brings every way of writing a host into one form', () => {
  const forms = [
    ['http://example.org./a#b', 'http://example.org/a'],
    ['HTTPS://EXAMPLE.org:443/a', 'https://example.org/a'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://0177.0.0.1./', 'http://127.0.0.1/'],
    ['http://0x7f.1../', 'http://127.0.0.1/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ] as const;
  for (const [written, canonical] of forms) assert.equal(parseAddress(written).href, canonical);
});

test('allowList compares host and port exactly', () => {
  const allows = allowList(['Intern.Example', 'files.example:8080', '127.0.0.1:80', '::1', '[fd00::5]:81']);
  assert.equal(allows('intern.example', 1234), true);
  assert.equal(allows('a.intern.example', 80), false);
  assert.equal(allows('files.example', 8080), true);
  assert.equal(allows('files.example', 80), false);
  assert.equal(allows('127.0.0.1', 80), true);
  assert.equal(allows('127.0.0.1', 81), false);
  assert.equal(allows('::1', 9), true);
  assert.equal(allows('fd00::5', 81), true);
  assert.equal(allows('fd00::5', 82), false);
});

test('wrongEntry finds what is neither host nor host:port', () => {
  const right = ['intern', 'a_b.example', 'bücher.example', '10.0.0.1:1', 'x:65535', '::1', '[::1]:80', 'x.'];
  assert.equal(wrongEntry(right), undefined);
  const wrong = [
    '',
    'a b',
    'http://x',
    'x/y',
    '10.0.0.0/8',
    'u@x',
    'x:port',
    'x:',
    ':80',
    '*',
    '*.x',
    '*.x y',
  ];
  const ports = ['x:0', 'x:65536', 'x:99999', 'x:-1', 'x:8 0', '::1:80000', '[::1]:0', '[::1'];
  const names = [
    '.',
    '..',
    '256.1.1.1',
    '-x',
    'x-',
    'x..y',
    'x;y',
    'x\\y',
    'x?',
    'x#',
    `${'a'.repeat(64)}.de`,
  ];
  for (const one of [...wrong, ...ports, ...names]) {
    assert.equal(wrongEntry(['good', one]), one);
    assert.throws(() => allowList([one]), RangeError, one);
  }
});
