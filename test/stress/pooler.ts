import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeAtExit } from '../support/program.ts';
import { freePort } from '../support/server.ts';

/** A PgBouncer before a database. */
export interface Pooler {
  /** The database's address through it. */
  url: string;
  stop(): Promise<void>;
}

const READY_MS = 60_000;
/** Fewer than clients: connections change hands all the time. */
const CONNECTIONS = 3;

/** Whether there is a PgBouncer on this machine. */
export function hasPooler(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts one that lends its few connections for one transaction each, and keeps nothing of a session. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-pooler-'));
  const removal = removeAtExit(folder);
  chmodSync(folder, 0o755);
  const name = pathname.slice(1);
  const own = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${CONNECTIONS}`,
    'max_client_conn = 500',
    'ignore_startup_parameters = extra_float_digits',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4_000);
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const url = `postgres://${username}@127.0.0.1:${own}/${name}`;
  for (const until = performance.now() + READY_MS; ; await pause(50)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      break;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`PgBouncer did not start.\n${printed}`, { cause: error });
    } finally {
      await client.end().catch(() => {});
    }
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      process.removeListener('exit', kill);
      rmSync(folder, { recursive: true, force: true });
      removal.forget();
    },
  };
}
