import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFull, summary } from '../support/replay/print.ts';
import { NAMESPACES, replay, startRecorded } from '../support/replay/replay.ts';

for (const namespace of NAMESPACES) {
  test(`The recorded requests below ${namespace} are answered as they were`, async (t) => {
    const recorded = await startRecorded();
    t.after(() => recorded.stop());
    const report = await replay(recorded, namespace);
    t.diagnostic(summary(report));
    assert.equal(report.differing.map(inFull).join('\n\n'), '', 'no difference without a decision');
    assert.deepEqual(report.unneeded, [], 'each deviation is needed');
  });
}
