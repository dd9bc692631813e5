import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabases } from './databases.ts';
import { compareEngines } from './differential.ts';
import { makePairBase } from './pair.ts';

const SEQUENCES = 25;

test(`${SEQUENCES} random sequences are answered alike by both engines, byte for byte`, async (t) => {
  const databases = await openDatabases();
  try {
    const base = await makePairBase(databases, 30);
    try {
      const report = await compareEngines(base, { sequences: SEQUENCES, seed: 20_261_121, enough: 1 });
      t.diagnostic(`${report.requests} requests, ${report.writes} writes, ${report.seconds.toFixed(0)} s`);
      assert.deepEqual(report.differences, []);
      // Requests that are all refused would find nothing.
      assert.ok(report.writes > SEQUENCES, 'things were written');
    } finally {
      await base.remove();
    }
  } finally {
    await databases.close();
  }
});
