import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAuthorization } from './authorization.ts';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

test('Basic gives back any login without a colon and any secret', () => {
  const login = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(':'));
  fc.assert(
    fc.property(login, fc.string({ unit: 'grapheme' }), (name, secret) => {
      assert.deepEqual(readAuthorization(basic(`${name}:${secret}`)), { login: name, secret });
    }),
  );
});

test('the login ends at the first colon', () => {
  assert.deepEqual(readAuthorization(basic('ada:a:b:')), { login: 'ada', secret: 'a:b:' });
});

test('bytes that are not UTF-8 are Latin-1', () => {
  assert.deepEqual(readAuthorization(basic(Buffer.from('jürgen:größe', 'latin1'))), {
    login: 'jürgen',
    secret: 'größe',
  });
});

test('the name of the scheme has any case, and blanks around do not matter', () => {
  assert.deepEqual(readAuthorization('bEARER   abc def '), { token: 'abc def' });
  assert.deepEqual(readAuthorization(`  basic\t${Buffer.from('a:b').toString('base64')}  `), {
    login: 'a',
    secret: 'b',
  });
});

test('a Bearer without a token is a wrong token, not nobody', () => {
  assert.deepEqual(readAuthorization('Bearer'), { token: '' });
});

test('what says nothing is no credentials', () => {
  for (const header of [
    undefined,
    '',
    ' ',
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic a b c',
    basic('nocolon'),
    basic(':secret'),
    'Digest username="ada"',
    'abcdef',
  ])
    assert.equal(readAuthorization(header), undefined, String(header));
});

test('a long header takes no longer for its blanks', () => {
  const start = performance.now();
  for (let i = 0; i < 100; i++) readAuthorization(`x${' '.repeat(16_000)}x${' '.repeat(16_000)}x`);
  assert.ok(performance.now() - start < 1000);
});

test('any header is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      readAuthorization(header);
      readAuthorization(`Basic ${header}`);
    }),
  );
});
