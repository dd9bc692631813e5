import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureBudget, sharingTime } from './budget.ts';

test('requests that share their time for fetching have that of one', () => {
  const rules = { allowHosts: [], maxBytes: 100, timeoutMs: 20 };
  const shared = sharingTime(rules);
  const first = new PictureBudget(shared).rulesForNext();
  assert.ok(first.timeoutMs > 1 && first.timeoutMs <= 20, `${first.timeoutMs}`);
  const endMs = performance.now() + 25;
  while (performance.now() < endMs);
  assert.equal(new PictureBudget(shared).rulesForNext().timeoutMs, 1);
  assert.equal(new PictureBudget(rules).rulesForNext().timeoutMs, 20);
});
