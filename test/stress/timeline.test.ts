import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Timeline } from './timeline.ts';

test('a value is out of date from the moment at which a later one was acknowledged', () => {
  const line = new Timeline(1);
  const before = performance.now();
  assert.equal(line.ageOf(2, { sentMs: before, cameMs: before }), undefined);
  const acknowledge = line.write(2);
  const now = performance.now();
  // Until then both may be seen.
  assert.equal(line.ageOf(1, { sentMs: now, cameMs: now }), 0);
  assert.equal(line.ageOf(2, { sentMs: now, cameMs: now }), 0);
  assert.equal(line.ageOf(2, { sentMs: before - 2, cameMs: before - 1 }), undefined);
  acknowledge();
  const acknowledged = performance.now();
  const age = line.ageOf(1, { sentMs: acknowledged + 50, cameMs: acknowledged + 60 });
  assert.ok(age !== undefined && age >= 50 && age < 60);
  assert.equal(line.ageOf(2, { sentMs: acknowledged + 50, cameMs: acknowledged + 60 }), 0);
});

test('of a value that comes again the latest counts', () => {
  const line = new Timeline(1);
  line.write(2)();
  line.write(1)();
  const now = performance.now();
  assert.equal(line.ageOf(1, { sentMs: now + 50, cameMs: now + 60 }), 0);
});
