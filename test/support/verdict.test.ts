import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tally } from './tally.ts';
import { faultsOf, filesToRepeat, type Outcome, repeated } from './verdict.ts';

const tally = (...failed: string[]): Tally => ({
  passed: 2,
  failed,
  skipped: [],
  seconds: 1,
  cpu: 1,
  told: [],
});
const outcome = (tallies: Outcome['tallies']): Outcome => ({
  name: 'SQLite',
  tallies,
  ended: Object.values(tallies).every(({ failed }) => failed.length === 0),
  seconds: 10,
});
const none = () => false;

test('a file that passes by itself mends the run, and its tests are named', () => {
  const first = outcome({ 'a.test.ts': tally('keeps its time'), 'b.test.ts': tally() });
  assert.deepEqual(filesToRepeat(first), ['a.test.ts']);
  const { outcome: whole, flaky } = repeated(first, outcome({ 'a.test.ts': tally() }));
  assert.deepEqual(flaky, ['"keeps its time" of a.test.ts']);
  assert.deepEqual(faultsOf(whole, none), []);
  assert.equal(whole.seconds, 20);
});

test('a file that fails by itself too stays a fault', () => {
  const first = outcome({ 'a.test.ts': tally('keeps its time', 'is right') });
  const { outcome: whole, flaky } = repeated(first, outcome({ 'a.test.ts': tally('is right') }));
  assert.deepEqual(flaky, ['"keeps its time" of a.test.ts']);
  assert.deepEqual(faultsOf(whole, none), ['SQLite: 1 failed.', 'SQLite: "is right" of a.test.ts failed.']);
});

test('where many files fail, none is run again', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => [`${name}.test.ts`, tally('is right')]);
  assert.deepEqual(filesToRepeat(outcome(Object.fromEntries(files))), []);
});

test('a runner that ended badly without a failed test is not mended', () => {
  const first = { ...outcome({ 'a.test.ts': tally() }), ended: false };
  assert.deepEqual(filesToRepeat(first), []);
  assert.deepEqual(faultsOf(first, none), ['SQLite: the run itself ended badly.']);
});

test('a test is skipped without a fault where it may be', () => {
  const skipped = [{ name: 'in a browser', reason: 'no browser found' }];
  const whole = outcome({ 'a.test.ts': { ...tally(), skipped } });
  assert.deepEqual(
    faultsOf(whole, () => true),
    [],
  );
  const refused = 'SQLite: "in a browser" of a.test.ts may not be skipped (no browser found).';
  assert.deepEqual(faultsOf(whole, none), [refused]);
});
