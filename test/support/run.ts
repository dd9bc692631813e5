// `npm test`: every test file below src and test, through Node's own runner.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).sort();
const { status } = spawnSync(
  process.execPath,
  ['--test', `--test-concurrency=${availableParallelism()}`, '--test-reporter=spec', ...files],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
