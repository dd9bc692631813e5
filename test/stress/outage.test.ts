import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOutage, outages } from './outage.ts';

test('a PostgreSQL that is killed under load loses nothing acknowledged, and is missed only while it is away', async (t) => {
  const faults = await outages({ rounds: ['kill'], awayMs: 1_000, loadMs: 2_000 }, (report) =>
    t.diagnostic(describeOutage(report)),
  );
  assert.deepEqual(faults, []);
});
