import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is right against its own hash alone', async () => {
  const hash = await hashPassword('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword('correct horse', hash), true);
  assert.equal(await verifyPassword('correct horse ', hash), false);
  assert.equal(await verifyPassword('', hash), false);
  assert.notEqual(await hashPassword('correct horse'), hash);
});

test('an accent may be typed in two ways', async () => {
  assert.equal(await verifyPassword('Gru\u0308ße mit Ü', await hashPassword('Grüße mit Ü')), true);
});

test('where nothing is kept, nothing is right', async () => {
  for (const kept of [null, '', 'plain', '$argon2i$v=19$m=8,t=1,p=1$AA$AA', '$2y$10$abc'])
    assert.equal(await verifyPassword('plain', kept), false);
});

test('many at once are all answered', async () => {
  const hash = await hashPassword('correct horse');
  const right = await Promise.all(
    Array.from({ length: 12 }, (_, i) => verifyPassword(i % 2 ? 'correct horse' : 'wrong', hash)),
  );
  assert.deepEqual(
    right,
    Array.from({ length: 12 }, (_, i) => i % 2 === 1),
  );
});
