import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from './kill.ts';

test('what was acknowledged before a crash is there after it, once and whole', async (t) => {
  const faults = await killRounds(
    { rounds: 3, creations: 150, seed: 20_261_120 },
    (round, { acknowledged, unacknowledged }) =>
      t.diagnostic(`round ${round}: ${acknowledged} acknowledged, ${unacknowledged} more kept`),
  );
  assert.deepEqual(faults, []);
});
