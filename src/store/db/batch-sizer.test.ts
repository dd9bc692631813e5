import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BatchSizer } from './batch-sizer.ts';

test('what is quick comes in ever more at once, what is slow in ever fewer', async () => {
  const sizer = new BatchSizer({ least: 100, most: 500 });
  const seen: number[] = [];
  for (let i = 0; i < 4; i++) {
    seen.push(sizer.next);
    assert.equal(await sizer.measure(sizer.next, async () => i), i);
  }
  assert.deepEqual(seen, [100, 200, 400, 500]);
  await sizer.measure(1, () => pause(20));
  assert.equal(sizer.next, 100);
});

test('what fails is thrown on', async () => {
  const sizer = new BatchSizer({ least: 1, most: 2 });
  await assert.rejects(
    sizer.measure(1, () => Promise.reject(new Error('no'))),
    /no/,
  );
});
