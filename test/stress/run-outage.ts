// `npm run test:outage -- --rounds 10 --away 5`: a PostgreSQL of its own that dies, stops or stands still under load.
import { parseArgs } from 'node:util';
import { describeOutage, type Outage, outages } from './outage.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    away: { type: 'string', default: '5' },
    load: { type: 'string', default: '6' },
  },
});
const kinds: readonly Outage[] = ['kill', 'shutDown', 'freeze'];
const rounds = Array.from({ length: Number(values.rounds) }, (_, n) => kinds[n % kinds.length] ?? 'kill');
const asked = { rounds, awayMs: Number(values.away) * 1_000, loadMs: Number(values.load) * 1_000 };
const faults = await outages(asked, (report) => process.stdout.write(`${describeOutage(report)}\n`));
process.stdout.write(`Faults: ${faults.length}\n`);
for (const fault of faults.slice(0, 30)) process.stdout.write(`  ${fault.slice(0, 600)}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
