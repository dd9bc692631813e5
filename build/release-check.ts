// `npm run release:check`: makes the package, looks it over, installs it in an empty folder, and goes through what an operator
// does with it, beside this checkout. Ends with exit code 1 at the first fault. Needs the registry of npm, and some minutes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..');
const around = mkdtempSync(path.join(tmpdir(), 'kalends-release-'));
const installation = path.join(around, 'an installation');
const LIMITS = { packageMb: 10, installedMb: 250, packages: 90 };
const LINTERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];
/** Files and folders that the package must contain. */
const CONTENTS = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-LICENSES.txt',
  'bin/kalends.js',
  'deploy/Dockerfile',
  'deploy/kalends.service',
  'dist/admin.json',
  'dist/assets',
  'dist/cli.js',
  'dist/picture-worker.js',
  'docs/install.md',
  'sbom.cdx.json',
  'src/foundation/i18n/de.json',
  'src/web/admin/client/interface/openapi.d.ts',
];
/** Files for development, which the package must not contain. */
const LEFT_OUT = /\.test\.|^(test|bench|build|docs\/screenshots)\/|\.tsx?$(?<!openapi\.d\.ts)/;
const READS = [
  '/calendar/events/v1/events?per_page=50&start_date=2020-01-01&status=publish',
  '/calendar/events/v1/venues',
  '/calendar/events/v1/categories',
  '/events.ics',
  '/events/',
];
const SETTINGS = { KALENDS_CLOCK: '2026-12-01T09:00:00Z', KALENDS_PUBLIC_URL: 'https://calendar.example' };

const say = (text: string) => process.stdout.write(`${text}\n`);

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A program as its users start it: from the package or from this checkout, in a folder that is neither. */
const programs = {
  package: path.join(installation, 'node_modules', '.bin', 'kalends'),
  checkout: path.join(root, 'bin', 'kalends.js'),
};
const kalends = (args: readonly string[], data: string, program = programs.package): string =>
  run(program, args, around, { ...SETTINGS, KALENDS_DATA: data });

/** Serves a calendar and returns what is read of it. */
async function readsOf(data: string, program: string): Promise<string[]> {
  const child: ChildProcess = spawn(program, ['serve', '--port', '0'], {
    cwd: around,
    env: { ...process.env, ...SETTINGS, KALENDS_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const origin = await listening(child);
    const texts: string[] = [];
    for (const read of READS) {
      const answer = await fetch(origin + read);
      assert.equal(answer.status, 200, `${read} of ${program}`);
      texts.push(await answer.text());
    }
    return texts;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (said += text));
  const until = performance.now() + 60_000;
  for (;;) {
    const [origin] = /http:\/\/[\w.:]+/.exec(/listens at (.*)/.exec(said)?.[1] ?? '') ?? [];
    if (origin) return origin;
    assert.ok(child.exitCode === null && performance.now() < until, `It did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function pack(): string {
  const [made]: { filename: string; size: number; files: { path: string }[] }[] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', around], root).replace(/^[^[]*/, ''),
  );
  assert.ok(made);
  const files = made.files.map((file) => file.path);
  for (const wanted of CONTENTS)
    assert.ok(
      files.some((file) => file === wanted || file.startsWith(`${wanted}/`)),
      `The package lacks ${wanted}: see "files" in package.json.`,
    );
  assert.deepEqual(
    files.filter((file) => LEFT_OUT.test(file)),
    [],
    'Needed by nobody who installs it.',
  );
  const megabytes = made.size / 1e6;
  assert.ok(megabytes < LIMITS.packageMb, `The package has ${megabytes} MB.`);
  say(`package: ${files.length} files, ${megabytes.toFixed(1)} MB`);
  return path.join(around, made.filename);
}

function lint(file: string): void {
  const linters = LINTERS.map((name) => `--package=${name}`);
  run('npm', ['exec', '--yes', ...linters, '--', 'publint', 'run', file, '--strict'], root);
  run('npm', ['exec', '--yes', ...linters, '--', 'attw', file, '--profile', 'esm-only'], root);
  say('publint, attw: clean');
}

function install(file: string): void {
  mkdirSync(installation);
  writeFileSync(path.join(installation, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', file], installation);
  const packages = run('npm', ['ls', '--all', '--parseable'], installation).trim().split('\n').length - 1;
  const megabytes = Number.parseInt(run('du', ['-sm', 'node_modules'], installation), 10);
  assert.ok(packages < LIMITS.packages, `${packages} packages are installed.`);
  assert.ok(megabytes < LIMITS.installedMb, `${megabytes} MB are installed.`);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  assert.equal(run(programs.package, ['--version'], around).trim(), version);
  say(`installed: ${packages} packages, ${megabytes} MB`);
}

/** A calendar goes the way of all commands, and reads the same as in this checkout wherever it has got to. */
async function walk(): Promise<void> {
  const at = (name: string) => path.join(around, name);
  kalends(['seed', '--events', '300', '--seed', '7'], at('first'));
  kalends(['user', 'add', 'ada', '--role', 'editor'], at('first'));
  kalends(['token', 'add', 'ada', '--name', 'release'], at('first'));
  const reads = await readsOf(at('first'), programs.package);
  assert.deepEqual(reads, await readsOf(at('first'), programs.checkout), 'The checkout reads otherwise.');
  kalends(['backup', at('calendar.tar')], at('first'));
  kalends(['verify', at('calendar.tar')], at('first'));
  kalends(['restore', at('calendar.tar')], at('restored'));
  assert.deepEqual(
    await readsOf(at('restored'), programs.package),
    reads,
    'A restored calendar reads otherwise.',
  );
  kalends(['export', '--out', at('calendar.json')], at('first'));
  kalends(['import', 'tec', at('calendar.json')], at('imported'));
  assert.match(kalends(['history'], at('imported')), /created +event/);
  for (const data of ['first', 'restored', 'imported']) kalends(['check'], at(data));
  // It would ask the public address.
  run(programs.package, ['doctor'], around, { KALENDS_DATA: at('first') });
  kalends(['completion', 'bash'], at('first'));
  say(
    'seed, users, tokens, serve, backup, verify, restore, export, import, history, check, doctor: as in the checkout',
  );
}

/** The calendars of all programs before this one are brought to its form, and read the same as in this checkout. */
async function upgrade(): Promise<void> {
  const samples = globSync(path.join(root, 'test', 'samples', 'calendars', '*.db.br'));
  for (const sample of samples) {
    const [mine, theirs] = ['package', 'checkout'].map((name) =>
      path.join(around, `${path.basename(sample)}-${name}`),
    );
    assert.ok(mine && theirs);
    mkdirSync(mine, { mode: 0o700 });
    writeFileSync(path.join(mine, 'kalends.db'), brotliDecompressSync(readFileSync(sample)), { mode: 0o600 });
    kalends(['migrate'], mine);
    mkdirSync(theirs, { mode: 0o700 });
    for (const name of readdirSync(mine).filter((one) => /\.db/.test(one)))
      copyFileSync(path.join(mine, name), path.join(theirs, name));
    assert.deepEqual(await readsOf(mine, programs.package), await readsOf(theirs, programs.checkout), sample);
  }
  say(`upgraded: ${samples.length} calendars of earlier programs`);
}

try {
  const file = pack();
  lint(file);
  install(file);
  await walk();
  await upgrade();
  say(`Ready to be released: ${path.basename(file)}`);
} catch (error) {
  const out = error instanceof Error && 'stdout' in error ? error.stdout : '';
  process.stderr.write(`${out}${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(around, { recursive: true, force: true });
}
