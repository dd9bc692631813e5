import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFull, summary } from '../support/replay/print.ts';
import { readExpectedDifferences } from '../support/replay/recordings.ts';
import { NAMESPACES, replay, startRecorded } from '../support/replay/replay.ts';

const LEAST_EQUAL = 0.98;

for (const namespace of NAMESPACES) {
  test(`The recorded requests below ${namespace} are answered as they were`, async (t) => {
    const service = await startRecorded();
    t.after(() => service.stop());
    const report = await replay(service, namespace);
    t.diagnostic(summary(report));

    const expected = readExpectedDifferences().map(({ name }) => name);
    const unexpected = report.differing.filter(({ recording }) => !expected.includes(recording.name));
    assert.equal(unexpected.map(inFull).join('\n\n'), '', 'no difference without a written reason');

    const differing = report.differing.map(({ recording }) => recording.name);
    const stale = expected.filter((name) => !differing.includes(name));
    assert.deepEqual(stale, [], 'each expected difference is still one');

    const equal = (report.counted - report.differing.length) / report.counted;
    assert.ok(equal >= LEAST_EQUAL, summary(report));
  });
}
