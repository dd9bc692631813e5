import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyTest, readTrustedProxies } from './proxies.ts';

test('which proxies are trusted: none, all, so many hops, or addresses and networks', () => {
  for (const [text, expected] of [
    ['', false],
    ['false', false],
    ['No', false],
    ['0', false],
    ['TRUE', true],
    ['yes', true],
    ['1', 1],
    ['3', 3],
    ['10.0.0.1', ['10.0.0.1']],
    [' 10.0.0.0/8 , ::1,Loopback', ['10.0.0.0/8', '::1', 'loopback']],
    ['uniquelocal,linklocal', ['uniquelocal', 'linklocal']],
    ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  ] as const)
    assert.deepEqual(readTrustedProxies(text), expected, text);
});

test('what says nothing of proxies is refused', () => {
  for (const text of [
    'on',
    'off',
    'all',
    '*',
    '-1',
    '1.5',
    '33',
    '1e1',
    '10.0.0',
    '10.0.0.256',
    '0x7f.1',
    '010.0.0.1',
    '10.0.0.1/33',
    '10.0.0.1/0',
    '::/129',
    '10.0.0.0/255.0.0.0',
    '10.0.0.1/8/8',
    '10.0.0.1/',
    'fe80::1%eth0',
    'proxy.example.org',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,',
    ',',
    'true,10.0.0.1',
    '1,2',
    'loopback,everywhere',
    '__proto__',
  ])
    assert.equal(readTrustedProxies(text), undefined, text);
});

test('an address is trusted by its network, however it is written', () => {
  const test = proxyTest(['loopback', '10.1.0.0/16', '2001:db8::/32', '::ffff:192.0.2.0/120']);
  for (const address of ['127.9.9.9', '::1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7', '192.0.2.9'])
    assert.ok(test(address, 0), address);
  for (const address of ['10.2.0.1', '2001:db9::1', '192.0.3.1', 'unknown', '', '10.1.2.3:80'])
    assert.ok(!test(address, 0), address);
});

test('a number trusts so many hops from the connection on', () => {
  const test = proxyTest(2);
  assert.deepEqual(
    [0, 1, 2].map((hop) => test('203.0.113.9', hop)),
    [true, true, false],
  );
});
