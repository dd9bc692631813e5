import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupRounds } from './backup.ts';

test('a backup among writers, after others were killed, is the calendar at one moment', async (t) => {
  const asked = { events: 300, writers: 8, kills: 3, rounds: 1, seed: 20_261_122 };
  const hits: number[] = [];
  const faults = await backupRounds(asked, (round, { before, after, held, killed }) => {
    hits.push(killed);
    t.diagnostic(
      `round ${round}: ${killed} of ${asked.kills} killed; ${before} to ${after} writes, ${held} lines held`,
    );
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(hits, [asked.kills]);
});
