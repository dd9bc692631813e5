// The first start of a calendar: whose password is shown, when, and what stays of one that was broken off.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { command, inherited, removeAtExit, serve } from '../support/program.ts';
import { freePort } from '../support/server.ts';
import { attempt, tablesOf, treeOf } from '../support/wrong-start.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');
const TOLD = /"admin" with the password "([\w-]{20})"/;

const root = mkdtempSync(path.join(tmpdir(), 'kalends-first-'));
removeAtExit(root);
const folders: string[] = [];
after(async () => {
  for (const folder of folders) await dropCalendar(folder);
  rmSync(root, { recursive: true, force: true });
});

async function place(): Promise<{ data: string; env: Record<string, string> }> {
  const data = path.join(root, String(folders.length), 'data');
  folders.push(data);
  return { data, env: { KALENDS_PORT: '0', ...(await calendarSettings(data, { empty: true })) } };
}

async function signsIn(env: Record<string, string>, password: string): Promise<number> {
  const running = await serve({ ...inherited, ...env }, () => {});
  try {
    const credentials = Buffer.from(`admin:${password}`).toString('base64');
    const client = createClient(() => running.url, `Basic ${credentials}`);
    return (await client.get(`${running.url}/kalends/v1/users`)).status;
  } finally {
    await running.stop('SIGTERM');
  }
}

/** Starts once more, and gives the password that this shows. */
async function nextTold(env: Record<string, string>): Promise<string | undefined> {
  let next = '';
  const running = await serve({ ...inherited, ...env }, (text) => {
    next += text;
  });
  await running.stop('SIGTERM');
  return TOLD.exec(next)?.[1];
}

for (const workers of ['1', '2'])
  test(`a start that is killed once the password is shown has shown the right one, or the next shows it (${workers})`, async () => {
    const { env } = await place();
    const child = spawn(process.execPath, [CLI, 'serve'], {
      env: { ...inherited, ...env, KALENDS_WORKERS: workers },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      if (TOLD.test(told)) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const first = TOLD.exec(told)?.[1] ?? '';
    assert.notEqual(first, '');
    assert.equal(await signsIn(env, (await nextTold(env)) ?? first), 200);
  });

test('of two first starts at one port and in one place one serves, and the other says what is wrong', async () => {
  const { env } = await place();
  const port = String(await freePort());
  const both = await Promise.all(
    [1, 2].map(() => attempt(['serve'], { env: { ...env, KALENDS_PORT: port }, cwd: root })),
  );
  const told = both.map(({ stdout }) => TOLD.exec(stdout)?.[1]).filter((one) => one !== undefined);
  for (const { code, stderr } of both)
    if (code !== 0) assert.match(stderr, /^kalends: KALENDS_PORT: port \d+ on 127\.0\.0\.1 is in use/m);
  assert.ok(both.some(({ code }) => code === 0));
  assert.equal(told.length, 1);
  // The one that serves may have ended before the other gave up what it had made: then the next start is the first.
  assert.equal(await signsIn(env, (await nextTold(env)) ?? told[0] ?? ''), 200);
});

test('two first starts in one place make one calendar with one administrator', async () => {
  const { env } = await place();
  const both = await Promise.all([1, 2, 3].map(() => attempt(['serve'], { env, cwd: root })));
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0, 0],
  );
  const told = both.map(({ stdout }) => TOLD.exec(stdout)?.[1]).filter((one) => one !== undefined);
  assert.equal(told.length, 1);
  assert.equal(await signsIn(env, told[0] ?? ''), 200);
});

test('after a first start that failed the next is a first start', async () => {
  const { data, env } = await place();
  const failed = await attempt(['serve', '--host', '192.0.2.1'], { env, cwd: root });
  assert.equal(failed.code, 1);
  assert.ok(!existsSync(path.dirname(data)));
  assert.deepEqual(await tablesOf(data), []);
  const run = await attempt(['serve'], { env, cwd: root });
  assert.equal(run.code, 0, run.stderr);
  assert.equal(await signsIn(env, TOLD.exec(run.stdout)?.[1] ?? ''), 200);
});

test('commands that read change nothing of a calendar, whatever settings they get', async () => {
  const { data, env } = await place();
  assert.equal((await attempt(['serve'], { env, cwd: root })).code, 0);
  const files = () => (existsSync(data) ? treeOf(data).filter((line) => !/-(wal|shm) /.test(line)) : []);
  // Its first export gives a calendar its name.
  assert.equal((await attempt(['export'], { env, cwd: root })).code, 0);
  const before = files();
  for (const args of [['user', 'list'], ['token', 'list', 'admin'], ['check'], ['export']]) {
    const run = await command(
      { ...inherited, ...env, KALENDS_LANGUAGE: 'de', KALENDS_TIMEZONE: 'Asia/Tokyo' },
      args,
    );
    assert.equal(run.code, 0, run.stderr);
  }
  assert.deepEqual(files(), before);
  const index = await serve({ ...inherited, ...env }, () => {});
  const read = await createClient(() => index.url).get(`${index.url}/wp-json/`);
  await index.stop('SIGTERM');
  assert.equal(read.headers['content-language'], 'en');
  assert.equal(read.at('timezone_string'), 'UTC');
});
