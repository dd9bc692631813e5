// A data folder that can only be read: commands that read work, and all others say what is wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CLI, inherited, removeAtExit } from '../support/program.ts';
import { ownerOf } from '../support/server.ts';
import { people, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const around = mkdtempSync(path.join(tmpdir(), 'kalends-read-only-'));
removeAtExit(around);
const data = path.join(around, 'data');
const elsewhere = path.join(around, 'elsewhere');
const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
let isMounted = false;

before(async () => {
  mkdirSync(elsewhere);
  const service = await startService({ data });
  await people(service);
  const headers = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="a.png"' };
  (await service.as('admin').post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201);
  (await service.as('admin').post('/tags', { name: 'here' })).expect(201);
  await service.stop();
});
after(() => {
  if (isMounted) run('umount', '-l', data);
  rmSync(around, { recursive: true, force: true });
});

type Finished = { code: number | null; stdout: string; stderr: string };
function kalends(args: string[], owner: { uid?: number; gid?: number } = {}): Finished {
  const env = { ...inherited, KALENDS_DATA: data, KALENDS_PORT: '0' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    env,
    ...owner,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, stdout, stderr };
}

const contents = () =>
  readdirSync(data, { recursive: true })
    .map(String)
    .sort()
    .map((name) => `${name} ${statSync(path.join(data, name)).mtimeMs}`);

/** Holds what commands do with the folder as it is now. @param share one in so many of those that read it runs, by turns */
function holdCommands(share: number, owner: { uid?: number; gid?: number } = {}): void {
  const had = contents();
  const backup = path.join(elsewhere, 'own.tar');
  const reading: [string[], RegExp][] = [
    [['export'], /"here"/],
    [['check'], /No problems/],
    [['user', 'list'], /editor/],
    [['token', 'list', 'editor'], /./],
    [['history'], /here/],
    [['migrate', '--dry-run'], /is up to date/],
    [['backup', backup], /[1-9]\d* picture files/],
  ];
  for (const [args, says] of inTurn(share, reading)) {
    const { code, stdout, stderr } = kalends(args, owner);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    assert.match(stdout, says, args.join(' '));
  }
  rmSync(backup, { force: true });
  assert.match(kalends(['doctor'], owner).stdout, /ERROR +data folder: /);
  for (const args of [['serve'], ['user', 'add', 'late', '--role', 'author'], ['backup']]) {
    const { code, stderr } = kalends(args, owner);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, /the disk is read-only|permission/, args.join(' '));
    assert.ok(stderr.includes(data), stderr);
  }
  assert.deepEqual(contents(), had, 'nothing was changed');
}

test('a data folder on a disk that can only be read is read, and nothing is written', (t) => {
  isMounted = run('mount', '--bind', data, data) && run('mount', '-o', 'remount,ro,bind', data);
  if (!isMounted) return t.skip('folders can only be mounted by root');
  try {
    holdCommands(1);
  } finally {
    isMounted = !run('umount', data);
  }
});

test('a data folder of somebody else that everybody may read is read, and nothing is written', (t) => {
  const owner = ownerOf();
  if (owner.uid === undefined) return t.skip('only root can run a command as somebody else');
  for (const folder of [around, elsewhere]) chmodSync(folder, 0o777);
  chmodSync(data, 0o755);
  for (const name of readdirSync(data, { recursive: true }).map(String))
    chmodSync(path.join(data, name), statSync(path.join(data, name)).isDirectory() ? 0o755 : 0o644);
  if (kalends(['--version'], owner).code !== 0) return t.skip('nobody else may read the program');
  holdCommands(3, owner);
});
