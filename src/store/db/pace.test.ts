import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Pace } from './pace.ts';

test('what is quick comes in ever more at once, what is slow in ever fewer', async () => {
  const pace = new Pace({ least: 100, most: 500 });
  const seen: number[] = [];
  for (let i = 0; i < 4; i++) {
    seen.push(pace.next);
    assert.equal(await pace.keep(pace.next, async () => i), i);
  }
  assert.deepEqual(seen, [100, 200, 400, 500]);
  await pace.keep(1, () => pause(20));
  assert.equal(pace.next, 100);
});

test('what fails is thrown on', async () => {
  const pace = new Pace({ least: 1, most: 2 });
  await assert.rejects(
    pace.keep(1, () => Promise.reject(new Error('no'))),
    /no/,
  );
});
