// `npm run test:backup -- --rounds 3 --kills 10 --engine postgres --seed 1`: backups among writers, killed and completed.
import { parseArgs } from 'node:util';
import { VARIABLES } from '../support/engine.ts';
import { startServer } from '../support/server.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    kills: { type: 'string', default: '10' },
    writers: { type: 'string', default: '8' },
    events: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});

if (values.engine !== undefined) {
  // What is imported below reads on which engine it works; so it does in a process of its own.
  const server =
    values.engine === 'postgres' && !process.env[VARIABLES.server] ? await startServer() : undefined;
  process.env[VARIABLES.engine] = values.engine;
  if (server) process.env[VARIABLES.server] = server.url;
  const { spawn } = await import('node:child_process');
  const { once } = await import('node:events');
  const args = Object.entries(values).filter(([name]) => name !== 'engine');
  const child = spawn(
    process.execPath,
    [import.meta.filename, ...args.flatMap(([name, value]) => [`--${name}`, String(value)])],
    { stdio: 'inherit' },
  );
  const [code]: unknown[] = await once(child, 'close');
  await server?.stop();
  process.exit(typeof code === 'number' ? code : 1);
}

const { backupRounds } = await import('./backup.ts');
const asked = {
  events: Number(values.events),
  writers: Number(values.writers),
  kills: Number(values.kills),
  rounds: Number(values.rounds),
  seed: Number(values.seed),
};
const faults = await backupRounds(asked, (round, { before, after, held, killed, faults }) => {
  process.stdout.write(
    `Round ${round}: ${killed} of ${asked.kills} killed; a backup from write ${before} to ${after} holds ${held} lines of the log; faults: ${faults.length}.\n`,
  );
});
process.stdout.write(`Faults: ${faults.length}.\n`);
for (const fault of faults.slice(0, 50)) process.stdout.write(`  ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
