// `npm run test:kill -- --rounds 20 --creations 1000 --seed 1`: crashes among creations, as many as one likes.
import { parseArgs } from 'node:util';
import { killRounds } from './kill.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    creations: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const asked = {
  rounds: Number(values.rounds),
  creations: Number(values.creations),
  seed: Number(values.seed),
};
let sum = 0;
const faults = await killRounds(asked, (round, { acknowledged, unacknowledged, faults }) => {
  sum += acknowledged;
  process.stdout.write(
    `Round ${round}: ${acknowledged} acknowledged, ${unacknowledged} more kept, ${faults.length} faults.\n`,
  );
});
process.stdout.write(
  `${sum} creations were acknowledged in ${asked.rounds} rounds; faults: ${faults.length}.\n`,
);
for (const fault of faults.slice(0, 50)) process.stdout.write(`  ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
