import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailProblem, loginKey, loginProblem, nameProblem, passwordProblem } from './rules.ts';

test('a login is letters, digits, . _ - @ and single blanks inside', () => {
  for (const good of ['admin', 'a', '7', 'Ada Lovelace', 'ada@example.org', 'jürgen', 'o.n-e_2', '李雷'])
    assert.equal(loginProblem(good), undefined, good);
  for (const bad of [
    '',
    ' a',
    'a ',
    'a  b',
    '-x',
    '.x',
    '@x',
    'a:b',
    'a/b',
    'a\nb',
    'a\u00a0b',
    'a<b',
    'a\u202eb',
  ])
    assert.ok(loginProblem(bad), JSON.stringify(bad));
  assert.equal(loginProblem('a'.repeat(60)), undefined);
  assert.ok(loginProblem('a'.repeat(61)));
});

test('no login that is accepted holds a colon or a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (login) => {
      if (loginProblem(login) === undefined) assert.doesNotMatch(login, /[:\p{C}]/u);
    }),
  );
});

test('logins are compared without case and without regard to how accents are composed', () => {
  assert.equal(loginKey(' JÜRGEN'), loginKey('ju\u0308rgen'));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (login) => {
      assert.equal(loginKey(loginKey(login)), loginKey(login));
    }),
  );
});

test('an e-mail address has a local part and a domain of at least two labels', () => {
  for (const good of [
    '',
    'ada@example.org',
    "o'hara+x@mail.example.co.uk",
    'jürgen@müller.example',
    'a@1.example',
  ])
    assert.equal(emailProblem(good), undefined, good);
  for (const bad of [
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'a b@example.org',
    'ada@@example.org',
    'ada@example..org',
    'ada@-example.org',
    '.ada@example.org',
    'a..b@example.org',
    'Ada <ada@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    `ada@${'a.'.repeat(150)}org`,
  ])
    assert.ok(emailProblem(bad), bad);
});

test('a password has 8 to 1000 characters, of any kind', () => {
  assert.ok(passwordProblem('1234567'));
  assert.ok(passwordProblem('😀'.repeat(7)));
  assert.equal(passwordProblem('😀'.repeat(8)), undefined);
  assert.equal(passwordProblem(' : \t ü:::'), undefined);
  for (const blank of [
    ' '.repeat(12),
    '\t\u00a0\u3000 '.repeat(3),
    '\u200b\u200d\u3164\u2800'.repeat(3),
    '\0'.repeat(9),
  ])
    assert.equal(passwordProblem(blank)?.message.key, 'problem.blank', JSON.stringify(blank));
  assert.equal(passwordProblem(`       ${'ü'}`), undefined);
  assert.equal(passwordProblem('x'.repeat(1000)), undefined);
  assert.ok(passwordProblem('x'.repeat(1001)));
});

test('a name is one line', () => {
  assert.equal(nameProblem('Ada “Countess” Lovelace'), undefined);
  assert.ok(nameProblem('a\nb'));
  assert.ok(nameProblem('x'.repeat(101)));
});
