import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { catalogueOf } from '#foundation/i18n/catalogue.ts';
import { inherited, removeAtExit } from '../support/program.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-installation-'));
removeAtExit(folder);

/** Where the system's own programs are: npm puts those of packages before them. */
const systemPath = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .filter((one) => !one.includes('node_modules') && !one.includes('node-gyp-bin'))
  .join(path.delimiter);
const env = { ...inherited, PATH: systemPath };

const systemNode = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout ?? '';
const isOlder =
  /^v(\d+)/
    .exec(systemNode)
    ?.slice(1)
    .map(Number)
    .some((major) => major < 26) ?? false;

before(() => {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'bin', 'src'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
});

test('npm ci warns of no engine', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /EBADENGINE/);
});

test('started before it is installed, it says how to install it', { skip: !isOlder && systemNode }, () => {
  const run = (language: string, args: string[]) =>
    spawnSync('node', [path.join(folder, 'bin', 'kalends.js'), ...args], {
      env: { ...env, LANG: language },
      encoding: 'utf8',
    });
  const modules = path.join(folder, 'node_modules');
  const says = (key: 'cli.not_installed' | 'cli.scripts_not_run') => {
    for (const args of [[], ['serve'], ['user', 'list'], ['--help']])
      for (const [locale, language] of [
        ['C', 'en'],
        ['de_AT.UTF-8', 'de'],
        ['es_MX.UTF-8', 'es'],
        ['fr_FR.UTF-8', 'en'],
      ] as const) {
        const { status, stdout, stderr } = run(locale, args);
        assert.deepEqual([status, stdout, stderr], [1, '', `kalends: ${catalogueOf(language)[key]}\n`]);
      }
  };
  says('cli.not_installed');
  // As `npm ci --ignore-scripts` leaves it: the package is there, and its program is not.
  mkdirSync(path.join(modules, 'node'), { recursive: true });
  writeFileSync(path.join(modules, 'node', 'package.json'), '{"name":"node","version":"26.0.0"}');
  says('cli.not_installed');
  symlinkSync(path.join(ROOT, 'node_modules', 'commander'), path.join(modules, 'commander'));
  says('cli.scripts_not_run');
  assert.ok(!existsSync(path.join(folder, 'data')));
});
