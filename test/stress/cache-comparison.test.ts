import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compareKept, type KeptPair, startKeptPair } from './cache-comparison.ts';

let pair: KeptPair;
before(async () => {
  pair = await startKeptPair(60);
});
after(() => pair.stop());

test('what is kept is what would be made anew, whatever was written and however late it is', async (t) => {
  const { faults, compared, unmodified, writes } = await compareKept(pair, { steps: 300, seed: 5 });
  t.diagnostic(`${compared} answers compared, ${unmodified} of them unmodified, ${writes} writes`);
  assert.deepEqual(faults, []);
  assert.ok(writes > 30, 'things were written');
  assert.ok(unmodified > 50, 'entity tags were known');
});
