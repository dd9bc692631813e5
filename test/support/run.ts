// `npm test`, which leaves to `npm run test:all` what only.ts says, and both with files: test files through Node's own runner: those below src once,
// those below test on SQLite and, unless `--sqlite` is given, on PostgreSQL. That is one of its own, or KALENDS_TEST_POSTGRES_URL: a server where databases may be made.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import pg from 'pg';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openPostgres } from '#store/db/postgres.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { makeDescription } from './description.ts';
import { databaseAt, type Engine, VARIABLES } from './engine.ts';
import { listForgotten } from './forgotten.ts';
import {
  differOnPostgres,
  mayBeSkipped,
  onlyOnPostgres,
  onlyOnSqlite,
  ownProcess,
  reasonForLater,
} from './only.ts';
import { addAdministrator } from './people.ts';
import { scratchFolder } from './scratch.ts';
import { startServer } from './server.ts';
import { emptyTally, readTallies, type Tallies } from './tally.ts';
import { countsOf, differencesOf, faultsOf, filesToRepeat, type Outcome, repeated } from './verdict.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const REPLAY = /replay\.test\.ts$/;
const SLOWEST = 25;
/** Files at once: many wait for a clock, a process or a server most of the time. */
const AT_ONCE = availableParallelism() + 1;
/** A test that hangs fails, and tells its name; on a busy machine some take minutes. */
const TIMEOUT_MS = 600_000;
/** A process that says nothing for longer is ended: it holds something open, or hangs. */
const SILENT_MS = 2 * TIMEOUT_MS;
/** Files that one process runs one after the other at most: what each leaves in memory adds up. */
const AT_MOST = 24;

/** As many turns lead through all that is tested by turns (turns.ts). */
const TURNS = 864;

const scratch = scratchFolder();
// Before anything asks for a temporary folder, here and in all that is started.
if (scratch !== undefined) process.env['TMPDIR'] = scratch;

const asked = process.argv.slice(2);
/** For a first look: both engines take twice as long. */
const sqliteAlone = asked.includes('--sqlite');
/** `only.ts` says which files `npm test` leaves out. Files named on the command line always run. */
const isQuick = asked.includes('--quick');
const options = asked.filter((one) => one.startsWith('-') && !/^--(sqlite|quick)$/.test(one));
const named = asked.filter((one) => !one.startsWith('-'));
const files = (named.length > 0 ? named : globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT }))
  .map((file) => path.relative(ROOT, path.resolve(file)))
  .sort();
const inTest = files.filter((file) => file.startsWith(`test${path.sep}`));
const isWhole = named.length > 0 || !isQuick;
const forSqlite = inTest.filter(
  (file) => !onlyOnPostgres.has(file) && (isWhole || reasonForLater(file) === undefined),
);
const forPostgres = inTest.filter(
  (file) => !sqliteAlone && !onlyOnSqlite.has(file) && (isWhole || differOnPostgres.has(file)),
);
const units = files.filter((file) => !inTest.includes(file));

const line = (text = '') => process.stdout.write(`${text}\n`);

const compiled = mkdtempSync(path.join(tmpdir(), 'kalends-compiled-'));
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Tests that failed beside others and passed by themselves, with the names of their engines. */
const flakyTests: string[] = [];

/** Test files with the variables that lead them to an engine; units have none. */
interface Part {
  /** The printed name: an engine, or `Units`. */
  name: string;
  files: readonly string[];
  env: Record<string, string>;
}

/**
 * Runs all parts beside each other, so that no processor waits for the last file of one, and then the files of a whole run that
 * failed once more by themselves: some tests hold processes to a time, which they can't keep while others take the
 * processor. What passes only then is named at the end.
 */
async function runParts(parts: readonly Part[]): Promise<Outcome[]> {
  const limit = pLimit(AT_ONCE);
  const firsts = await Promise.all(parts.map(async (part) => ({ part, first: await runFiles(part, limit) })));
  const outcomes: Outcome[] = [];
  for (const { part, first } of firsts) {
    const again = named.length > 0 || interrupted ? [] : filesToRepeat(first);
    if (again.length === 0) {
      outcomes.push(first);
      continue;
    }
    const second = await runFiles({ ...part, name: `${part.name}, again`, files: again }, pLimit(1));
    const { outcome, flaky } = repeated(first, second);
    flakyTests.push(...flaky.map((test) => `${part.name}: ${test}`));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Runs files: many in one process, which imports the service once, unless they are to be alone. */
async function runFiles({ name, files, env }: Part, limit: LimitFunction): Promise<Outcome> {
  const isAlone = (file: string) => options.length > 0 || limit.concurrency === 1 || ownProcess.has(file);
  const alone = files.filter(isAlone);
  const isLater = (file: string) => Number(reasonForLater(file) !== undefined);
  // The longest are among those for later: none of them is to begin as the last.
  const others = files.filter((file) => !isAlone(file)).sort((a, b) => isLater(b) - isLater(a));
  const tallies: Tallies = {};
  let ended = true;
  let beganMs: number | undefined;
  const run = async (queue: string[], most: number) => {
    beganMs ??= performance.now();
    const group = await runGroup({ name, files: queue, env }, most);
    Object.assign(tallies, group.tallies);
    ended &&= group.ended;
    return !group.isEmpty;
  };
  await Promise.all([
    ...alone.map((file) =>
      limit(async () => {
        if (!interrupted) await run([file], 1);
      }),
    ),
    ...Array.from({ length: Math.min(limit.concurrency, others.length) }, () =>
      limit(async () => {
        while (others.length > 0 && !interrupted && (await run(others, AT_MOST)));
      }),
    ),
  ]);
  // A process that ends badly leaves the file that it was in without one.
  for (const file of files) tallies[file] ??= { ...emptyTally(), failed: ['the file as a whole'] };
  const nowMs = performance.now();
  return { name, tallies, ended, seconds: (nowMs - (beganMs ?? nowMs)) / 1000 };
}

/** Takes files of a queue for one process, which runs them one after the other, and prints what it printed once it has ended. */
async function runGroup(
  { name, files: queue, env }: Part & { files: string[] },
  most: number,
): Promise<Pick<Outcome, 'tallies' | 'ended'> & { isEmpty: boolean }> {
  const folder = mkdtempSync(path.join(compiled, 'tally-'));
  const file = path.join(folder, 'tally.jsonl');
  const child = spawn(
    process.execPath,
    [
      `--test-timeout=${TIMEOUT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('./tally.ts', import.meta.url).href}`,
      `--test-reporter-destination=${file}`,
      ...options,
      path.join(import.meta.dirname, 'group.ts'),
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
    },
  );
  children.add(child);
  const files: string[] = [];
  child.on('message', () => {
    const next = interrupted || files.length === most ? undefined : queue.shift();
    if (next !== undefined) files.push(next);
    child.send(next ?? '');
  });
  const printed: Buffer[] = [];
  const timer = setTimeout(() => {
    printed.push(Buffer.from(`\n${files.at(-1)}: ended, since nothing came for long.\n`));
    child.kill('SIGKILL');
  }, SILENT_MS);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      timer.refresh();
    });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  children.delete(child);
  line(`\n${name}: ${files.join(', ')}`);
  process.stdout.write(Buffer.concat(printed));
  return { tallies: readTallies(file), ended: code === 0, isEmpty: files.length === 0 };
}

/** The part of a run that is on both engines. */
function shared(outcome: Outcome): Outcome {
  const entries = Object.entries(outcome.tallies);
  const both = entries.filter(([file]) => forSqlite.includes(file) && forPostgres.includes(file));
  return { ...outcome, tallies: Object.fromEntries(both) };
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true;
    for (const child of children) child.kill('SIGTERM');
  });

/** Runs a script of this folder to its end, and returns what it prints; undefined where it fails, and files do without what it makes. */
function prepare(script: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout : undefined;
}

/** Returns the turn that the commit has, 0 where there is none. */
function turnOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return (Number.parseInt(stdout, 16) || 0) % TURNS;
}

async function bringToForm(db: Database): Promise<void> {
  await migrate(db);
  await db.complete();
}

async function closeAfter(db: Database, work: (db: Database) => Promise<void>): Promise<void> {
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function onSqlite(): Promise<Part> {
  const engine: Engine = 'sqlite';
  if (named.length === 0) {
    const programme = path.join(compiled, 'programme');
    mkdirSync(programme);
    if (prepare('programme/keep.ts', programme) !== undefined) process.env[VARIABLES.programme] = programme;
  }
  const started = path.join(compiled, 'started.db');
  await closeAfter(openSqlite(started), async (db) => {
    await bringToForm(db);
    await addAdministrator(db);
  });
  const env = { [VARIABLES.engine]: engine, [VARIABLES.started]: started };
  return { name: 'SQLite', files: forSqlite, env };
}

/** Has `work` done on a server, in databases of this run, of which none is left. */
async function onPostgres<T>(url: string, work: (part: Part) => Promise<T>): Promise<T> {
  const engine: Engine = 'postgres';
  const prefix = `kalends_test_${process.pid}`;
  const template = `${prefix}_template`;
  const started = `${prefix}_started`;
  const server = new pg.Client(url);
  server.on('error', () => {});
  await server.connect();
  try {
    const { rows } = await server.query<{ server_version: string }>('show server_version');
    await server.query(`create database ${template}`);
    await closeAfter(openPostgres(databaseAt(url, template)), bringToForm);
    await server.query(`create database ${started} template ${template}`);
    await closeAfter(openPostgres(databaseAt(url, started)), addAdministrator);
    const env = {
      [VARIABLES.engine]: engine,
      [VARIABLES.server]: url,
      [VARIABLES.prefix]: prefix,
      [VARIABLES.template]: template,
      [VARIABLES.started]: started,
    };
    const name = `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
    return await work({ name, files: forPostgres, env });
  } finally {
    const { rows } = await server.query<{ datname: string }>(
      `select datname from pg_database where datname like '${prefix.replaceAll('_', '\\_')}\\_%'`,
    );
    for (const { datname } of rows) await server.query(`drop database if exists ${datname} with (force)`);
    await server.end();
  }
}

async function onPostgresOfOurs<T>(work: (part: Part) => Promise<T>): Promise<T> {
  const given = process.env[VARIABLES.server];
  if (given) return onPostgres(given, work);
  const server = await startServer();
  try {
    return await onPostgres(server.url, work);
  } finally {
    await server.stop();
  }
}

function printCounts(outcomes: readonly Outcome[]): void {
  line('\n                      passed   failed  skipped  seconds      cpu');
  for (const outcome of outcomes) {
    const { passed, failed, skipped } = countsOf(outcome);
    const cpu = Object.values(outcome.tallies).reduce((sum, tally) => sum + tally.cpu, 0);
    const numbers = [passed, failed, skipped, Math.round(outcome.seconds), Math.round(cpu)];
    line(`${outcome.name.padEnd(19)}${numbers.map((number) => String(number).padStart(9)).join('')}`);
  }
}

function printSlowest(outcome: Outcome): void {
  const slowest = Object.entries(outcome.tallies).sort(([, a], [, b]) => b.cpu - a.cpu);
  const shown = slowest
    .slice(0, SLOWEST)
    .map(
      ([file, { cpu, seconds }]) => `${path.basename(file)} ${cpu.toFixed(1)} s (${seconds.toFixed(0)} s)`,
    );
  line(`Most processor time on ${outcome.name}, and of the clock: ${shown.join(', ')}.`);
}

const outcomes: Outcome[] = [];
// Services would answer nearly everything with the same internal error.
const faults: string[] = inTest.length > 0 ? await listForgotten() : [];
const isPrepared = faults.length === 0;
const parts: Part[] = units.length > 0 ? [{ name: 'Units', files: units, env: {} }] : [];
if (inTest.length > 0 && isPrepared && !interrupted) {
  process.env['KALENDS_TEST_TURN'] ??= String(turnOfCommit());
  line(
    `This run has turn ${process.env['KALENDS_TEST_TURN']}: KALENDS_TEST_TURN=${process.env['KALENDS_TEST_TURN']} repeats what it chooses, KALENDS_TEST_LOOKS=all tests all.`,
  );
  // What is kept for the files of this run is taken away with what it has compiled.
  const description = path.join(compiled, 'description.json');
  writeFileSync(description, JSON.stringify(makeDescription()));
  process.env[VARIABLES.description] = description;
  if (named.length === 0) process.env[VARIABLES.launch] = prepare('find-launch.ts') ?? '';
  if (forSqlite.length > 0) parts.push(await onSqlite());
}
if (forPostgres.length > 0 && isPrepared && !interrupted)
  try {
    await onPostgresOfOurs(async (part) => {
      outcomes.push(...(await runParts([...parts, part])));
    });
  } catch (error) {
    faults.push(`PostgreSQL is missing: ${error instanceof Error ? error.message : String(error)}`);
  }
if (outcomes.length === 0 && !interrupted) outcomes.push(...(await runParts(parts)));
const [sqlite, postgres] = [/^SQLite/, /^PostgreSQL/].map((name) =>
  outcomes.find((outcome) => name.test(outcome.name)),
);
if (sqlite && postgres) faults.push(...differencesOf(shared(sqlite), shared(postgres), REPLAY));
for (const outcome of outcomes) faults.push(...faultsOf(outcome, mayBeSkipped));
if (interrupted) faults.push('It was interrupted.');

if (!isPrepared) line('\nTests of the service were not run: first finish what is named below.');
printCounts(outcomes);
for (const outcome of outcomes) {
  if (Object.keys(outcome.tallies).length > SLOWEST) printSlowest(outcome);
  for (const [file, { skipped }] of Object.entries(outcome.tallies))
    for (const { name, reason } of skipped)
      line(`Skipped on ${outcome.name}: "${name}" of ${file}: ${reason || 'no reason given'}.`);
  for (const [file, { told }] of Object.entries(outcome.tallies))
    if (REPLAY.test(file)) for (const text of told) line(`Replay on ${outcome.name}: ${text}`);
}
for (const [name, only] of [
  ['SQLite alone', onlyOnSqlite],
  ['PostgreSQL alone', onlyOnPostgres],
] as const)
  for (const [file, reason] of only) if (inTest.includes(file)) line(`On ${name}: ${file}, which ${reason}.`);
if (sqliteAlone) line('PostgreSQL was not asked for: npm test runs everything on both.');
for (const test of flakyTests) faults.push(`FLAKY: ${test} failed beside others, and passed by itself.`);
for (const fault of faults) line(`FAULT: ${fault}`);
line(faults.length === 0 ? 'All tests passed.' : 'Not all is well.');
process.exitCode = faults.length === 0 ? 0 : 1;
