import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KalendsError } from '#errors.ts';
import { Guesses, guesserAt } from './guesses.ts';

const tooMany = (seconds: number) => (error: unknown) =>
  error instanceof KalendsError &&
  error.status === 429 &&
  error.extras.headers?.['Retry-After'] === String(seconds);

test('so many tries in a window, then a refusal that says when to come back', () => {
  let now = 0;
  const guesses = new Guesses({ most: 3, windowMs: 10_000 }, () => now);
  for (let i = 0; i < 3; i++) guesses.begin('a');
  now = 4500;
  assert.throws(() => guesses.begin('a'), tooMany(6));
  guesses.begin('b');
  now = 10_000;
  guesses.begin('a');
});

test('a try that was right does not count', () => {
  const guesses = new Guesses({ most: 1, windowMs: 10_000 }, () => 0);
  for (let i = 0; i < 5; i++) guesses.begin('a')();
  guesses.begin('a');
  assert.throws(() => guesses.begin('a'), tooMany(10));
});

test('many other guessers do not wash away the count of one that goes on', () => {
  const guesses = new Guesses({ most: 2, windowMs: 10_000 }, () => 0);
  guesses.begin('a');
  for (let i = 0; i < 9_000; i++) guesses.begin(`other ${i}`);
  guesses.begin('a');
  for (let i = 0; i < 9_000; i++) guesses.begin(`another ${i}`);
  assert.throws(() => guesses.begin('a'), tooMany(10));
});

test('an IPv6 client is its /64, an IPv4 one its address, however it is written', () => {
  assert.equal(guesserAt('2001:db8:1:2::1'), guesserAt('2001:db8:1:2:ffff::9'));
  assert.notEqual(guesserAt('2001:db8:1:2::1'), guesserAt('2001:db8:1:3::1'));
  assert.equal(guesserAt('::ffff:192.0.2.7'), guesserAt('192.0.2.7'));
  assert.notEqual(guesserAt('192.0.2.7'), guesserAt('192.0.2.8'));
  assert.equal(guesserAt('unknown'), 'unknown');
  assert.equal(guesserAt('192.0.2.7:4711'), guesserAt('192.0.2.7'));
  assert.equal(guesserAt('[2001:db8:1:2::1]:443'), guesserAt('2001:db8:1:2::9'));
});
