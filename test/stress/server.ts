import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeAtExit } from '../support/program.ts';
import { freePort, ownerOf, programsFor } from '../support/server.ts';
import { descendants } from './processes.ts';

/** A PostgreSQL server that keeps what it acknowledges, and may be treated badly. */
export interface DurableServer {
  /** Its database for administration; the same address after each start. */
  readonly url: string;
  /** Ends all its processes at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Ends it the way it is stopped for an upgrade: connections are closed with a word. */
  shutDown(): Promise<void>;
  /** Starts it on the same data; resolves when it takes connections. */
  start(): Promise<void>;
  /** Has all its processes stand still until `thaw`: connections stay open, and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const READY_MS = 60_000;
const USER = 'kalends';

/** Starts a new, empty server on a free port, with `fsync` and all else as it comes. It ends with this process. */
export async function startDurableServer(): Promise<DurableServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-durable-'));
  const removal = removeAtExit(folder);
  chmodSync(folder, 0o711);
  const owner = ownerOf();
  const bin = await programsFor(owner, folder);
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(data, owner.uid, owner.gid);
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG|^LC_|^LANG/.test(name))),
    LC_ALL: 'C',
  };
  execFileSync(
    path.join(bin, 'initdb'),
    [`--pgdata=${data}`, `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    { ...owner, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await freePort();
  const url = `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  /** A signal to the server and then to all processes that it started, each of which leads a group of its own. */
  const signalAll = (signal: NodeJS.Signals) => {
    if (child?.pid === undefined) return;
    const pids = [child.pid, ...descendants(child.pid)];
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch {
        // It is gone already.
      }
  };
  const endWithUs = () => signalAll('SIGKILL');
  process.on('exit', endWithUs);

  const start = async () => {
    const settings = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=200'];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    child = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...owner,
      env,
      cwd: folder,
      // A signal from the keyboard goes to this process, which ends the server when it's time.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    ended = once(child, 'close');
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
    });
    for (const until = performance.now() + READY_MS; ; await pause(50)) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      client.on('error', () => {});
      try {
        await client.connect();
        return;
      } catch (error) {
        if (child.exitCode !== null || performance.now() > until)
          throw new Error(`PostgreSQL did not start.\n${printed}`, { cause: error });
      } finally {
        await client.end().catch(() => {});
      }
    }
  };
  const end = async (signal: () => void) => {
    signal();
    await ended;
    child = undefined;
  };
  await start();
  return {
    url,
    start,
    kill: () => end(() => signalAll('SIGKILL')),
    shutDown: () => end(() => child?.kill('SIGINT')),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    remove: async () => {
      if (child) await end(() => signalAll('SIGKILL'));
      process.removeListener('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
      removal.forget();
    },
  };
}
