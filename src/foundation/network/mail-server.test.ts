import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMailbox, readMailServer } from './mail-server.ts';

test('a server is read with its port and credentials, escaped or not there', () => {
  assert.deepEqual(readMailServer('smtp://mail.example.org'), {
    host: 'mail.example.org',
    port: 587,
    isSecure: false,
    user: '',
    password: '',
  });
  assert.deepEqual(readMailServer('smtps://post%40club:a%2Fb%23c@[::1]'), {
    host: '::1',
    port: 465,
    isSecure: true,
    user: 'post@club',
    password: 'a/b#c',
  });
  assert.equal(readMailServer('smtp://a:b@mail.example.org:2525')?.port, 2525);
});

test('what is no mail server is refused', () => {
  for (const text of [
    '',
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://h/x',
    'smtp://h?a=b',
    'smtp://%zz@h',
  ])
    assert.equal(readMailServer(text), undefined, text);
});

test('a mailbox is an address with or without a name', () => {
  assert.deepEqual(readMailbox('post@example.org'), { name: '', address: 'post@example.org' });
  assert.deepEqual(readMailbox('Club Nord <post@example.org>'), {
    name: 'Club Nord',
    address: 'post@example.org',
  });
  assert.deepEqual(readMailbox('"Nord, Club" <post@example.org>')?.name, 'Nord, Club');
  for (const text of [
    '',
    'post',
    'a b@c.de',
    'a@b <c@d.ef',
    '<>',
    'x <a@b>, y <c@d>',
    'A\r\nBcc: e@f.gh <a@b.cd>',
  ])
    assert.equal(readMailbox(text), undefined, text);
});

test('no text with a line break is a mailbox', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      assert.equal(readMailbox(`${before}x\n${after}<a@example.org>`), undefined);
    }),
  );
});
