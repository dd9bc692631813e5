import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { calendarSettings } from '../support/engine.ts';
import { CLI, command, inherited, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-output-'));
removeAtExit(folder);
const data = path.join(folder, 'data');
let env: NodeJS.ProcessEnv;
const run = (...args: string[]) => command(env, args);
const here = (...names: string[]) => path.join(folder, ...names);

before(async () => {
  env = { ...inherited, ...(await calendarSettings(data)), KALENDS_ADMIN_PASSWORD: 'first password' };
  assert.equal((await run('seed', '--events', '3')).code, 0);
  mkdirSync(here('taken'));
  writeFileSync(here('file'), 'as it was');
});

test('what isn’t writable is refused at once, by name', async () => {
  for (const [args, told] of [
    [['export', '--out', here('taken')], `--out: ${here('taken')} is a folder. Use a file.`],
    [['export', '--out', `${here('new')}/`], `--out: ${here('new')} is a folder. Use a file.`],
    [
      ['export', '--out', here('none', 'x.json')],
      `--out: folder ${here('none')} doesn’t exist. Create it or use another one.`,
    ],
    [['export', '--out', here('file', 'x.json')], `--out: ${here('file')} isn’t a folder.`],
    [['export', '--media', here('file')], `--media: ${here('file')} isn’t a folder.`],
    [['export', '--media', here('file', 'x')], '--media: '],
    [['import', 'tec', here('file'), '--report', here('taken')], `--report: ${here('taken')} is a folder.`],
    [
      ['import', 'tec', here('file'), '--report', here('none', 'x')],
      `--report: folder ${here('none')} doesn’t exist.`,
    ],
    [
      ['import', 'tec', here('file'), '--media', here('none')],
      `--media: folder ${here('none')} doesn’t exist.`,
    ],
    [['import', 'tec', here('file'), '--media', here('file')], `--media: ${here('file')} isn’t a folder.`],
  ] as const) {
    // Nothing is read before: there is no calendar to be read.
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.ok(stderr.startsWith(`kalends: ${told}`), stderr);
    assert.match(stderr, /^[^\n]*\n$/);
  }
  assert.equal(readFileSync(here('file'), 'utf8'), 'as it was');
  assert.deepEqual(readdirSync(here('taken')), []);
  assert.deepEqual(
    readdirSync(folder)
      .filter((name) => name !== 'data')
      .sort(),
    ['file', 'taken'],
  );
});

test('export --out FOLDER is refused before the calendar is opened', async () => {
  const { code, stderr } = await command(
    { ...inherited, KALENDS_DATA: '/dev/null/x', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    ['export', '--out', here('taken')],
  );
  assert.equal(code, 1);
  assert.match(stderr, /^kalends: --out: .* is a folder/);
});

test('a file or folder without the right to write is refused', {
  skip: process.getuid?.() === 0 && 'root may write everything',
}, async () => {
  writeFileSync(here('read-only'), 'as it was', { mode: 0o400 });
  mkdirSync(here('closed'), { mode: 0o500 });
  for (const file of [here('read-only'), here('closed', 'x.json')]) {
    const { code, stderr } = await run('export', '--out', file);
    assert.equal(code, 1);
    assert.match(stderr, /^kalends: --out: .* isn’t writable: /);
  }
  assert.equal(readFileSync(here('read-only'), 'utf8'), 'as it was');
  chmodSync(here('closed'), 0o700);
});

test('export writes to what is there: a file, what a link leads to, a device', async () => {
  const document = (await run('export')).stdout;
  symlinkSync(here('file'), here('link'));
  assert.equal((await run('export', '--out', here('link'))).code, 0);
  assert.equal(readFileSync(here('file'), 'utf8'), document);
  assert.equal((await run('export', '--out', '/dev/null')).code, 0);
  assert.ok(statSync('/dev/null').isCharacterDevice());
  assert.ok(!existsSync('/dev/null.part'));
  // A socket, which Node gives its children, can't be opened again.
  const line = '"$0" "$1" export --out /dev/stdout | cat';
  const piped = spawnSync('sh', ['-c', line, process.execPath, CLI], { env, encoding: 'utf8' });
  assert.ok(piped.stdout === document);
  assert.equal((await run('export', '--out', here('new.json'))).code, 0);
  assert.equal(statSync(here('new.json')).mode & 0o777, 0o600);
});
