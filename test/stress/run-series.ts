// `npm run test:series -- --runs 200 --seed 1`: random histories of series against a model, as many as one likes, on both engines; with `--sqlite` on one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    sqlite: { type: 'boolean', default: false },
  },
});
const root = path.join(import.meta.dirname, '..', '..');
const child = spawn(
  process.execPath,
  [
    'test/support/run.ts',
    ...(values.sqlite ? ['--sqlite'] : []),
    // A history takes some seconds, and a busy machine longer.
    `--test-timeout=${600_000 + Number(values.runs) * 60_000}`,
    'test/conformance/series-model.test.ts',
    'test/stress/series.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, KALENDS_TEST_SERIES: values.runs, KALENDS_TEST_SEED: values.seed },
  },
);
const [code] = await once(child, 'close');
process.exitCode = code === 0 ? 0 : 1;
