import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Scenario } from './bench.ts';
import { chooseDriver } from './drive/drive.ts';
import { machine, type Options, readOptions, usage } from './options.ts';
import { stopPostgres } from './postgres.ts';
import { root, runProgram } from './programs.ts';
import { type Row, table } from './results.ts';
import { administrationScenarios } from './scenarios/administration.ts';
import { cachedScenarios } from './scenarios/cached.ts';
import { creationScenarios } from './scenarios/creation.ts';
import { feedScenarios } from './scenarios/feeds.ts';
import { growthScenarios } from './scenarios/growth.ts';
import { lifecycleScenarios } from './scenarios/lifecycle.ts';
import { observedScenarios } from './scenarios/observed.ts';
import { pageScenarios } from './scenarios/pages.ts';
import { paintScenarios } from './scenarios/paint.ts';
import { seriesScenarios } from './scenarios/series.ts';
import { seriesChangeScenarios } from './scenarios/series-changes.ts';
import { uncachedScenarios } from './scenarios/uncached.ts';

const scenarios: readonly Scenario[] = [
  ...cachedScenarios,
  ...feedScenarios,
  ...pageScenarios,
  ...paintScenarios,
  ...administrationScenarios,
  ...uncachedScenarios,
  ...growthScenarios,
  ...creationScenarios,
  ...observedScenarios,
  ...lifecycleScenarios,
  ...seriesScenarios,
  ...seriesChangeScenarios,
];

const tell = (text: string) => process.stderr.write(`${text}\n`);

function fail(error: unknown): void {
  tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}

function readVersion(): string {
  const found: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return typeof found === 'object' && found !== null && 'version' in found
    ? String(found.version)
    : 'unknown';
}

function save(rows: readonly Row[], options: Options): void {
  const date = Temporal.Now.plainDateISO('UTC').toString();
  const version = readVersion();
  const folder = path.join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${version}-${date}.json`);
  const { seconds, rounds, warmUp } = options;
  const kept = { version, date, machine: machine(), pace: { seconds, rounds, warmUp }, rows };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  tell(`Saved to ${path.relative(process.cwd(), file)}`);
}

async function run(options: Options): Promise<void> {
  const chosen = scenarios.filter(
    ({ name }) => options.only.length === 0 || options.only.some((wanted) => name.startsWith(wanted)),
  );
  if (options.list || chosen.length === 0) {
    for (const { name, about } of scenarios) process.stdout.write(`${name.padEnd(20)} ${about}\n`);
    if (!options.list) throw new Error('No scenario has that name.');
    return;
  }
  // Users run the bundle that an installation makes, which a changed source would put out of use.
  await runProgram(process.execPath, [path.join(root, 'build', 'prepare.ts')]);
  const driver = options.driver ?? chooseDriver();
  const { seconds, rounds, warmUp } = options;
  const bench = {
    options,
    pace: { driver, seconds, rounds, warmUp },
    small: Math.min(...options.sizes),
    large: Math.max(...options.sizes),
  };
  const { cpu, cores, node } = machine();
  tell(`${cores} cores of ${cpu}, Node ${node}, ${driver}, ${rounds} rounds of ${seconds} s each`);
  const rows: Row[] = [];
  try {
    for (const scenario of chosen) {
      tell(`${scenario.name}: ${scenario.about}`);
      try {
        const found = await scenario.run(bench);
        rows.push(...found);
        tell(table(found).split('\n').slice(2).join('\n'));
      } catch (error) {
        // What the others show is worth having.
        fail(error);
      }
    }
  } finally {
    // What was measured before something failed isn't lost.
    process.stdout.write(table(rows));
    if (options.save && rows.length > 0) save(rows, options);
    await stopPostgres();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await run(options);
  else process.stdout.write(usage);
} catch (error) {
  fail(error);
}
