// `npm run test:differential -- --sequences 2000 --seed 1`: the same random sequences on both engines, answer by answer.
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.ts';
import { compareEngines } from './differential.ts';
import { makePairBase } from './pair.ts';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    enough: { type: 'string', default: '5' },
  },
});
const line = (text: string) => process.stdout.write(`${text}\n`);
const databases = await openDatabases();
let failed = true;
try {
  const base = await makePairBase(databases, 30);
  try {
    const asked = {
      sequences: Number(values.sequences),
      seed: Number(values.seed),
      first: Number(values.first),
      enough: Number(values.enough),
    };
    const report = await compareEngines(
      base,
      asked,
      (done, { requests }) => {
        if (done % 100 === 0) process.stderr.write(`${done} of ${asked.sequences}, ${requests} requests\n`);
      },
      ({ sequence, what, requests }) => {
        line(`\nSequence ${sequence}: ${what}`);
        for (const request of requests) line(`    ${request}`);
      },
    );
    line(
      `${report.sequences} sequences, ${report.requests} requests on each engine, ${report.writes} of them writes that were done, in ${report.seconds.toFixed(0)} s; seed ${asked.seed}.`,
    );
    for (const [status, count] of [...report.statuses].sort(([a], [b]) => a - b))
      line(`  ${status}: ${count}`);
    line(`Differences: ${report.differences.length}`);
    failed = report.differences.length > 0;
  } finally {
    await base.remove();
  }
} finally {
  await databases.close();
}
process.exitCode = failed ? 1 : 0;
