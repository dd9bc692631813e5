// `npm run test:soak -- --minutes 30`: half a core's worth of mixed load for a long time, and whether memory, handles and files level off.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { removeAtExit } from '../support/program.ts';
import { people, startProcess } from '../support/service.ts';
import { openDatabases } from './databases.ts';
import { faultsOfSoak, type Sample, soak, TELLING_MEMORY } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    events: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
    workers: { type: 'string', default: '1' },
    cores: { type: 'string', default: '0.5' },
    cache: { type: 'string', default: '128' },
    writes: { type: 'string', default: '1' },
    every: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    /** Resident memory allowed beside the bound of the cache, MiB for each process. */
    beside: { type: 'string', default: '300' },
    growth: { type: 'string', default: '16' },
    /** Further flags of Node's for the service. */
    node: { type: 'string', default: '' },
    /** A folder with a seeded calendar, of which a copy is used instead of a new one. */
    calendar: { type: 'string' },
  },
});

const line = (text: string) => process.stdout.write(`${text}\n`);
const COLUMNS = [
  'seconds',
  'resident',
  'heap',
  'buffers',
  'handles',
  'database',
  'wal',
  'requests',
  'cores',
] as const;
const shown = (sample: Sample) =>
  COLUMNS.map((name) => sample[name].toFixed(name === 'cores' ? 2 : name === 'wal' ? 1 : 0).padStart(9)).join(
    '',
  );

const databases = values.engine === 'postgres' ? await openDatabases() : undefined;
const databaseUrl = await databases?.make();
const databaseMiB =
  databases && databaseUrl
    ? async () => {
        const { rows } = await databases.run(
          databaseUrl,
          'select pg_database_size(current_database()) as size',
        );
        return Number(rows[0]?.['size'] ?? 0) / 2 ** 20;
      }
    : undefined;
const data = values.calendar && mkdtempSync(path.join(tmpdir(), 'kalends-soak-'));
if (data && values.calendar) {
  removeAtExit(data);
  cpSync(values.calendar, data, { recursive: true });
}
const service = await startProcess({
  ...(data ? { data } : {}),
  env: {
    DATABASE_URL: databaseUrl,
    KALENDS_CACHE: values.cache,
    KALENDS_WORKERS: values.workers,
    NODE_OPTIONS: `${TELLING_MEMORY} ${values.node}`,
  },
});
try {
  await people(service);
  if (values.calendar === undefined) {
    line(`Seeding ${values.events} events on ${values.engine}.`);
    const seeded = await service.cli(['seed', '--events', values.events, '--seed', '1']);
    if (seeded.code !== 0) throw new Error(seeded.stderr);
  }
  await service.restart();
  line(COLUMNS.map((name) => name.padStart(9)).join(''));
  const report = await soak(
    service,
    {
      minutes: Number(values.minutes),
      cores: Number(values.cores),
      writesPerSecond: Number(values.writes),
      sampleSeconds: Number(values.every),
      seed: Number(values.seed),
      databaseMiB,
    },
    (sample) => line(shown(sample)),
  );
  line(`${report.requests} requests, ${report.writes} of them writes.`);
  const bound = Number(values.workers) * (Number(values.cache) + Number(values.beside));
  const faults = faultsOfSoak(report, { residentMiB: bound, growthMiB: Number(values.growth) });
  for (const fault of faults) line(`FAULT: ${fault}`);
  line(faults.length === 0 ? `Everything levels off, below ${bound} MiB.` : 'Not everything levels off.');
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  await databases?.close();
}
