import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { inherited, removeAtExit } from '../support/program.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';
import { descendants } from './processes.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const BIN = path.join(ROOT, 'bin', 'kalends.js');
const LISTENS = /Kalends listens at (http:\/\/\S+)/;
const WITHIN_MS = 60_000;
/** Has bin/kalends.js believe that the Node that runs it is an old one, as on many systems it is. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`,
)}`;
const WITHOUT_EXECVE = `data:text/javascript,${encodeURIComponent('process.execve = undefined;')}`;

interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  printed(): string;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

let folder: string;
let settings: NodeJS.ProcessEnv;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kalends-ends-'));
  removeAtExit(folder);
  settings = { ...inherited, ...(await calendarSettings(folder)), KALENDS_PORT: '0' };
  settings['KALENDS_ADMIN_PASSWORD'] = 'correct horse battery staple';
});
after(async () => {
  await dropCalendar(folder);
  rmSync(folder, { recursive: true, force: true });
});

function run(t: TestContext, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const pid = child.pid ?? 0;
  t.after(() => {
    for (const one of [...descendants(pid), pid]) if (isAlive(one)) process.kill(one, 'SIGKILL');
  });
  return { child, pid, printed: () => printed, ended };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - began < WITHIN_MS, `${what} within ${WITHIN_MS / 1_000} s`);
    await pause(50);
  }
}

async function listening(program: Program): Promise<string> {
  await until(`it listens: ${program.printed()}`, () => LISTENS.test(program.printed()));
  return LISTENS.exec(program.printed())?.[1] ?? '';
}

const isRefused = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    () => false,
    () => true,
  );

const answers = (url: string) =>
  fetch(`${url}/kalends/v1/health/live`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Settings under which each process of the service does what the code says when it starts. */
const preloaded = (code: string) => ({
  NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"`,
});

for (const workers of ['1', '3'])
  test(`a port that is taken ends the service of ${workers} with a line that names it`, async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    t.after(() => holder.close());
    const address = holder.address();
    assert.ok(typeof address === 'object' && address !== null);
    const program = run(t, process.execPath, [BIN, 'serve'], {
      KALENDS_PORT: String(address.port),
      KALENDS_WORKERS: workers,
    });
    assert.deepEqual(await program.ended, { code: 1, signal: null });
    const told = `kalends: KALENDS_PORT: port ${address.port} on 127.0.0.1 is in use`;
    assert.ok(program.printed().startsWith(told), program.printed());
    assert.equal(program.printed().split('\n').length, 2);
  });

for (const workers of ['1', '2'])
  for (const signal of ['SIGHUP', 'SIGQUIT', 'SIGTERM', 'SIGINT'] as const)
    test(`${signal} has the service of ${workers} finish what was begun`, async (t) => {
      const program = run(t, process.execPath, [BIN, 'serve'], { KALENDS_WORKERS: workers });
      const url = new URL(await listening(program));
      const pids = [program.pid, ...descendants(program.pid)];
      const socket = connect(Number(url.port), url.hostname);
      t.after(() => socket.destroy());
      const body = JSON.stringify({ name: `Finished ${signal} ${workers}` });
      const credentials = Buffer.from('admin:correct horse battery staple').toString('base64');
      socket.write(
        `POST /calendar/events/v1/tags HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Basic ${credentials}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      );
      const heard = hear(socket);
      await until('the request is begun', () => heard().includes('100 Continue'));
      process.kill(program.pid, signal);
      await until('nobody else is let in', () => isRefused(url.href));
      socket.write(body);
      await until('it is answered', () => heard().includes('201 Created'));
      socket.destroy();
      assert.deepEqual(await program.ended, { code: 0, signal: null });
      await until('all are gone', () => !pids.some(isAlive));
    });

function hear(socket: Socket): () => string {
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => {});
  return () => heard;
}

for (const workers of ['1', '2'])
  test(`SIGUSR1 and SIGUSR2 do nothing to the service of ${workers}`, async (t) => {
    const program = run(t, process.execPath, [BIN, 'serve'], { KALENDS_WORKERS: workers });
    const url = await listening(program);
    const pids = [program.pid, ...descendants(program.pid)];
    for (const pid of pids) for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.kill(pid, signal);
    for (let n = 0; n < 20; n++) {
      assert.ok(await answers(url));
      await pause(25);
    }
    assert.deepEqual([program.pid, ...descendants(program.pid)].sort(), pids.sort());
    assert.doesNotMatch(program.printed(), /debugger/i);
    process.kill(program.pid, 'SIGTERM');
    assert.equal((await program.ended).code, 0);
  });

for (const workers of ['1', '2'])
  test(`the service of ${workers} goes on where nobody reads its outputs any more`, async (t) => {
    const program = run(t, process.execPath, [BIN, 'serve'], {
      KALENDS_WORKERS: workers,
      KALENDS_LOG_LEVEL: 'info',
      ...preloaded(`setInterval(() => process.stderr.write('more\\n'), 20).unref()`),
    });
    const url = await listening(program);
    program.child.stdout?.destroy();
    program.child.stderr?.destroy();
    for (let n = 0; n < 40; n++) {
      assert.ok(await answers(url), `it answers, ${n}`);
      await pause(20);
    }
    process.kill(program.pid, 'SIGTERM');
    assert.deepEqual(await program.ended, { code: 0, signal: null });
  });

test('workers do not outlive the process that started them', async (t) => {
  const program = run(t, process.execPath, [BIN, 'serve'], { KALENDS_WORKERS: '3' });
  const url = await listening(program);
  const workers = descendants(program.pid);
  assert.equal(workers.length, 3);
  process.kill(program.pid, 'SIGKILL');
  await until('all are gone', () => !workers.some(isAlive));
  assert.ok(await isRefused(url));
});

const starters: readonly { name: string; command: string; args: string[] }[] = [
  { name: 'npm start', command: 'npm', args: ['start'] },
  {
    name: 'bin/kalends.js under an old Node',
    command: process.execPath,
    args: ['--import', OLD_NODE, '--import', WITHOUT_EXECVE, BIN, 'serve'],
  },
  {
    name: 'bin/kalends.js under an old Node that can become another program',
    command: process.execPath,
    args: ['--import', OLD_NODE, BIN, 'serve'],
  },
];

for (const [place, { name, command, args }] of starters.entries())
  for (const signal of inTurn(2, ['SIGTERM', 'SIGINT', 'SIGKILL', 'SIGHUP', 'SIGQUIT'] as const, place))
    test(`${signal} to ${name} leaves no process behind`, async (t) => {
      const program = run(t, command, args, { KALENDS_WORKERS: '2' });
      const url = await listening(program);
      const pids = [program.pid, ...descendants(program.pid)];
      process.kill(program.pid, signal);
      await program.ended;
      await until('all are gone', () => !pids.some(isAlive));
      assert.ok(await isRefused(url));
    });

test('a worker that cannot start is tried again until it can', async (t) => {
  const broken = path.join(folder, 'broken');
  const program = run(t, process.execPath, [BIN, 'serve'], {
    KALENDS_WORKERS: '2',
    ...preloaded(
      `import cluster from 'node:cluster';
       import fs from 'node:fs';
       if (cluster.isWorker && fs.existsSync(${JSON.stringify(broken)})) process.exit(9);`,
    ),
  });
  const url = await listening(program);
  writeFileSync(broken, '');
  t.after(() => rmSync(broken, { force: true }));
  const [victim] = descendants(program.pid);
  assert.ok(victim !== undefined);
  process.kill(victim, 'SIGKILL');
  const failures = () => program.printed().match(/A worker ended/g)?.length ?? 0;
  await until('it has failed twice', () => failures() >= 3);
  assert.ok(await answers(url), 'the other one serves');
  rmSync(broken);
  await until('two serve again', () => descendants(program.pid).length === 2);

  // And where none can start at all, whoever started the service has to know.
  writeFileSync(broken, '');
  // One that is broken may have ended by itself meanwhile.
  for (const pid of descendants(program.pid)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  assert.deepEqual(await program.ended, { code: 1, signal: null });
  assert.match(program.printed(), /kalends: No worker process started/);
});

test('workers that are all killed come back on the same port', async (t) => {
  const program = run(t, process.execPath, [BIN, 'serve'], { KALENDS_WORKERS: '2' });
  const url = await listening(program);
  const victims = descendants(program.pid);
  for (const pid of victims) process.kill(pid, 'SIGKILL');
  await until('it answers again', () => answers(url));
});

test('an exception that nobody caught replaces a worker, and a rejection ends none', async (t) => {
  const service: ServiceProcess = await startProcess({
    env: {
      KALENDS_WORKERS: '2',
      ...preloaded(
        `process.on('SIGWINCH', () => { throw new Error('out of nowhere') });
         process.on('SIGCONT', () => { Promise.reject(new Error('forgotten')) });`,
      ),
    },
  });
  t.after(() => service.stop());
  await people(service);
  const workers = descendants(service.pid);
  const [victim] = workers;
  assert.ok(victim !== undefined);
  process.kill(victim, 'SIGCONT');
  await until('it is logged', () => service.log().includes('forgotten'));
  (await service.as('editor').post('/tags', { name: 'After the rejection' })).expect(201);
  assert.deepEqual(descendants(service.pid).sort(), workers.sort());
  process.kill(victim, 'SIGWINCH');
  await until('another takes its place', () => {
    const now = descendants(service.pid);
    return now.length === 2 && !now.includes(victim);
  });
  assert.match(service.log(), /out of nowhere/);
  (await service.as('editor').post('/tags', { name: 'After the exception' })).expect(201);
});
