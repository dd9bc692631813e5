import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DurationHistogram } from './metrics.ts';

test('durations are counted under each bound that they keep', () => {
  const durations = new DurationHistogram([0.1, 1, 10]);
  for (const seconds of [0, 0.1, 0.100001, 1, 5, 10, 11, 1e9]) durations.observe(seconds);
  assert.deepEqual(durations.cumulated, [2, 4, 6, 8]);
  assert.equal(durations.count, 8);
  assert.equal(durations.sum, 0 + 0.1 + 0.100001 + 1 + 5 + 10 + 11 + 1e9);
});

test('nothing was counted yet', () => {
  const durations = new DurationHistogram([1]);
  assert.deepEqual([durations.cumulated, durations.count, durations.sum], [[0, 0], 0, 0]);
});
