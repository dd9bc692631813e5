// `npm run test:nodes -- --seconds 60 --nodes 3`, or `-- --engine sqlite --workers 4 --writers 8`, or `-- --pooler`: clients of several
// processes on one calendar, and whether all that was acknowledged is there, once, and seen in time.
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.ts';
import { describeLoad, loadNodes } from './nodes.ts';
import { startPooler } from './pooler.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    nodes: { type: 'string' },
    workers: { type: 'string', default: '1' },
    writers: { type: 'string', default: '16' },
    readers: { type: 'string', default: '16' },
    engine: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: '1' },
    pooler: { type: 'boolean', default: false },
  },
});
const onPostgres = values.engine === 'postgres';
const databases = onPostgres ? await openDatabases() : undefined;
const url = await databases?.make();
const pooler = values.pooler && url !== undefined ? await startPooler(url) : undefined;
try {
  const report = await loadNodes({
    databaseUrl: pooler?.url ?? url,
    nodes: Number(values.nodes ?? (onPostgres ? 3 : 1)),
    workers: Number(values.workers),
    writers: Number(values.writers),
    readers: Number(values.readers),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
  });
  process.stdout.write(`${describeLoad(report)}\n`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
} finally {
  await pooler?.stop();
  await databases?.close();
}
