import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import { calendarSettings, openCalendar } from '../support/engine.ts';
import { CLI, command, inherited, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-interrupt-'));
removeAtExit(folder);
/** Where commands put what is for the time being. */
const temporary = path.join(folder, 'tmp');
mkdirSync(temporary);
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});
let count = 0;

/** A calendar of its own, and its environment. */
async function calendar() {
  const data = path.join(folder, String(++count));
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    ...(await calendarSettings(data)),
    KALENDS_CLOCK: '2026-11-20T18:00:00Z',
    KALENDS_ADMIN_PASSWORD: 'first password',
    TMPDIR: temporary,
  };
  return { data, env, run: (args: string[], stdin?: string) => command(env, args, stdin) };
}

/** Starts a command whose input and output stay open. */
function start(env: NodeJS.ProcessEnv, args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'exit').then(([code, signal]) => {
    children.delete(child);
    return { code, signal };
  });
  return {
    child,
    /** Sends a signal; resolves with how the command ended, and what it said last. */
    async interrupt(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
      child.kill(signal);
      child.stdout.resume();
      const closed = once(child, 'close');
      const ended = await exited;
      await closed;
      return { ...ended, last: stderr.trimEnd().split('\n').at(-1) };
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}

/** Whether a command has come to be told of signals; SIGHUP is the last of them, and Node itself takes no notice of it. */
function isInterruptible(child: ChildProcess): boolean {
  const mask = /^SigCgt:\s+(\w+)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${mask}`) & 1n) !== 0n;
}

const said = (...parameters: Parameters<typeof message>) =>
  `kalends: ${translate('en', message('cli.interrupted', { told: message(...parameters) }))}`;

/** How many events a calendar holds, though it isn't there yet. */
async function eventsIn(data: string): Promise<number> {
  if (!existsSync(path.join(data, 'kalends.db')) && process.env['KALENDS_TEST_ENGINE'] !== 'postgres')
    return 0;
  const db = await openCalendar(data);
  try {
    const row = await db.read
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      // Overrides of dates are no events of their own.
      .where((eb) => eb.or([eb('series_id', '=', 0), eb('series_id', '=', eb.ref('id'))]))
      .executeTakeFirst();
    return Number(row?.n ?? 0);
  } catch {
    return 0;
  } finally {
    await db.close();
  }
}

test('seed goes on where it was interrupted, and makes the same calendar', async () => {
  const whole = await calendar();
  const seed = ['seed', '--events', '6000', '--seed', '7'];
  assert.equal((await whole.run(seed)).code, 0);
  const document = (await whole.run(['export', '--base', 'https://example.org'])).stdout;

  const cut = await calendar();
  assert.equal((await cut.run(['user', 'add', 'ed', '--role', 'author'])).code, 0);
  for (const [at, signal] of (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).entries()) {
    const { interrupt } = start(cut.env, seed);
    const before = await eventsIn(cut.data);
    await until(async () => (await eventsIn(cut.data)) > before);
    const { code, last } = await interrupt(signal);
    assert.equal(code, [130, 143, 129][at]);
    assert.match(
      last ?? '',
      /^kalends: Interrupted\. At least \d+(,\d+)? events? (is|are) saved\. Run the same/,
    );
  }
  const made = await eventsIn(cut.data);
  assert.ok(made > 0 && made < 6_000, String(made));
  // A later day changes nothing of what was begun.
  cut.env['KALENDS_CLOCK'] = '2026-12-24T01:00:00Z';
  const { code, stderr } = await cut.run(seed);
  assert.equal(code, 0);
  assert.match(stderr, /^Continuing after \d+(,\d+)? events of an interrupted run\.\n/);
  assert.equal(await eventsIn(cut.data), 6_000);
  assert.equal((await cut.run(['export', '--base', 'https://example.org'])).stdout, document);
  assert.equal((await cut.run(['check'])).code, 0);
  // Finished, it begins anew.
  assert.doesNotMatch((await cut.run(['seed', '--events', '3', '--seed', '7'])).stderr, /Continuing/);
  assert.equal(await eventsIn(cut.data), 6_003);
});

test('export leaves the file as it was, and nothing beside it', async () => {
  const { env, run } = await calendar();
  assert.equal((await run(['seed', '--events', '3000'])).code, 0);
  const out = path.join(folder, 'out');
  mkdirSync(out);
  const file = path.join(out, 'calendar.json');
  writeFileSync(file, 'as it was');
  const { interrupt } = start(env, ['export', '--out', file]);
  await until(() => readdirSync(out).length > 1);
  const { code, last } = await interrupt('SIGINT');
  assert.deepEqual([code, last], [130, said('cli.export.interrupted_file', { file })]);
  assert.equal(readFileSync(file, 'utf8'), 'as it was');
  assert.deepEqual(readdirSync(out), ['calendar.json']);

  // Nobody reads what it prints.
  const printing = start(env, ['export']);
  await until(() => printing.child.stdout.readableLength > 0);
  const ended = await printing.interrupt('SIGTERM');
  assert.deepEqual([ended.code, ended.last], [143, said('cli.export.interrupted')]);
});

test('import keeps what has come in, leaves no temporary files, and goes on', async () => {
  const from = await calendar();
  await from.run(['seed', '--events', '20']);
  const file = path.join(folder, 'import.json');
  assert.equal((await from.run(['export', '--out', file])).code, 0);
  const to = await calendar();
  const report = path.join(folder, 'report.json');
  const { child, interrupt } = start(to.env, ['import', 'tec', file, '-', '--report', report]);
  child.stdin.write('{"events":[');
  // The second source never ends.
  await until(async () => (await eventsIn(to.data)) === 20 && readdirSync(temporary).length > 0);
  const { code, last } = await interrupt('SIGINT');
  assert.deepEqual([code, last], [130, said('cli.import.interrupted')]);
  assert.deepEqual(readdirSync(temporary), []);
  assert.ok(!existsSync(report));
  const again = await to.run(['import', 'tec', file]);
  assert.deepEqual([again.code, await eventsIn(to.data)], [0, 20]);
  assert.equal((await to.run(['check'])).stdout, 'No problems found.\n');
});

test('check and move say what is to be done', async () => {
  const { data, env, run } = await calendar();
  await run(['seed', '--events', '2000']);
  const checking = start(env, ['check']);
  // A recent stray file is looked at again a moment later.
  mkdirSync(path.join(data, 'media', '2026'), { recursive: true });
  writeFileSync(path.join(data, 'media', '2026', 'stray.png'), '');
  await until(() => isInterruptible(checking.child));
  const checked = await checking.interrupt('SIGINT');
  assert.deepEqual([checked.code, checked.last], [130, said('cli.check.interrupted')]);

  const target = path.join(folder, 'moved.db');
  const moving = start(env, ['move', '--to', `sqlite:${target}`]);
  await until(() => existsSync(target) && isInterruptible(moving.child));
  const moved = await moving.interrupt('SIGINT');
  assert.deepEqual([moved.code, moved.last], [130, said('cli.move.interrupted', { to: `sqlite:${target}` })]);
  assert.equal((await run(['move', '--to', `sqlite:${target}`])).code, 0);
});
