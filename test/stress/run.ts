// `npm run test:stress -- --requests 100000 --seed 1`: as many random requests as one likes, against a service of its own.
import { parseArgs } from 'node:util';
import { startStressCalendar } from './calendar.ts';
import { fire, growth, type StressReport, unexpectedLines } from './fire.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    events: { type: 'string', default: '3000' },
    first: { type: 'string', default: '0' },
    'slowest-ms': { type: 'string', default: '5000' },
    'growth-mib': { type: 'string', default: '96' },
  },
});

function print(report: StressReport, log: readonly string[]): void {
  const line = (text: string) => process.stdout.write(`${text}\n`);
  const total = [...report.statuses.values()].reduce((sum, count) => sum + count, 0);
  line(`${total} answers in ${report.seconds.toFixed(0)} s.`);
  for (const [status, count] of [...report.statuses].sort(([a], [b]) => a - b)) line(`  ${status}: ${count}`);
  line(
    `Resident memory, MiB, after each tenth: ${report.memory.map((mib) => mib.toFixed(0)).join(' ')}; growth from the second on: ${growth(report).toFixed(0)}.`,
  );
  const parts = [0.5, 0.99, 0.999].map(
    (part) => `${part * 100} % within ${report.within(part).toFixed(0)} ms`,
  );
  line(`${parts.join(', ')}. Slowest:`);
  for (const { number, ms, shown } of report.slowest)
    line(`  ${ms.toFixed(0)} ms, request ${number}: ${shown.slice(0, 200)}`);
  line(`Faults: ${report.faults.length}`);
  for (const { number, what, shown } of report.faults.slice(0, 30))
    line(`  request ${number}: ${what}\n    ${shown}`);
  line(`Lines in the log: ${log.length}`);
  for (const text of log.slice(0, 30)) line(`  ${text.slice(0, 1_500)}`);
}

const calendar = await startStressCalendar(Number(values.events));
let failed = true;
try {
  const report = await fire(
    calendar,
    {
      requests: Number(values.requests),
      seed: Number(values.seed),
      first: Number(values.first),
      restMs: 3_000,
    },
    (done) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${values.requests}`);
      else if (done % 10_000 === 0) process.stderr.write(`${done} of ${values.requests}\n`);
    },
  );
  const log = unexpectedLines(calendar.service.log());
  print(report, log);
  const checked = await calendar.service.cli(['check']);
  process.stdout.write(checked.stdout);
  const grew = growth(report) > Number(values['growth-mib']);
  const slow = (report.slowest[0]?.ms ?? 0) > Number(values['slowest-ms']);
  if (grew) process.stdout.write('The memory grew.\n');
  if (slow) process.stdout.write('Some answers took too long.\n');
  failed = report.faults.length > 0 || log.length > 0 || checked.code !== 0 || slow || grew;
} finally {
  await calendar.stop();
}
process.exitCode = failed ? 1 : 0;
