import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { databaseAt } from '../test/support/engine.ts';
import { inherited } from '../test/support/program.ts';
import { freePort, ownerOf, programsFor } from '../test/support/server.ts';
import { cacheFolder } from './options.ts';

/** A PostgreSQL server that keeps what it says it keeps: `fsync` and `synchronous_commit` are on, as by default. */
export interface Server {
  pid: number;
  /** The address of one of its databases. */
  database(name: string): string;
  /** Runs a statement on a database, `postgres` where none is named. */
  run(statement: string, database?: string): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

/** The prefix of databases that are dropped again. */
export const COPY_PREFIX = 'kalends_copy_';

const READY = 'database system is ready to accept connections';
const READY_MS = 60_000;
const FLAGS = [
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
].flatMap((flag) => ['-c', flag]);

let running: Promise<Server> | undefined;

/** The server of this run, with the databases of earlier ones; started when first asked for. */
export function postgres(): Promise<Server> {
  running ??= start();
  return running;
}

/** Ends the server if there is one. */
export async function stopPostgres(): Promise<void> {
  // One that couldn't be started has told so already.
  await (await running?.catch(() => undefined))?.stop();
  running = undefined;
}

/** Tells whether every user may enter a folder and those above it. */
function isOpen(folder: string): boolean {
  const above = path.dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isOpen(above));
}

/** Returns the folder of the server's files: in the cache, unless root, who can't run the server, keeps others out of there. */
function serverFolder(isForAnother: boolean): string {
  mkdirSync(cacheFolder, { recursive: true });
  const within = path.join(cacheFolder, 'postgres');
  if (!isForAnother || existsSync(within) || isOpen(realpathSync(cacheFolder))) return within;
  const name = createHash('sha256').update(cacheFolder).digest('hex').slice(0, 8);
  return path.join(tmpdir(), `kalends-bench-postgres-${name}`);
}

async function start(): Promise<Server> {
  const owner = ownerOf();
  const folder = serverFolder(owner.uid !== undefined);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const bin = process.env['KALENDS_BENCH_POSTGRES_BIN'] || (await programsFor(owner, folder));
  const env = { ...inherited, LC_ALL: 'C' };
  const options = { ...owner, env, cwd: folder };
  const version = execFileSync(path.join(bin, 'postgres'), ['--version'], { ...options, encoding: 'utf8' });
  const major = /(\d+)/.exec(version)?.[1] ?? 'unknown';
  const data = path.join(folder, `data-${major}`);
  const secret = path.join(folder, `password-${major}`);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 });
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (owner.uid !== undefined && owner.gid !== undefined)
      for (const one of [data, secret]) chownSync(one, owner.uid, owner.gid);
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${secret}`];
    execFileSync(
      path.join(bin, 'initdb'),
      [`--pgdata=${data}`, '--no-instructions', '--encoding=UTF8', '--locale=C', ...access],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  }
  const password = readFileSync(secret, 'utf8');
  const port = await freePort();
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...FLAGS], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const kill = () => child.kill('SIGQUIT');
  process.on('exit', kill);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`PostgreSQL did not start:\n${said}`));
    const timer = setTimeout(fail, READY_MS);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (!said.includes(READY)) return;
      clearTimeout(timer);
      resolve();
    });
    ended.then(fail, fail);
  });
  const server = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const run = async (statement: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: databaseAt(server, database) });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // What a run that was cut off has left.
  const { rows } = await run(`select datname from pg_database where datname like '${COPY_PREFIX}%'`);
  for (const { datname } of rows) await run(`drop database ${datname} with (force)`);
  return {
    pid: child.pid ?? 0,
    database: (name) => databaseAt(server, name),
    run,
    stop: async () => {
      process.removeListener('exit', kill);
      // A fast shutdown writes everything down, so that the next run needn't recover.
      child.kill('SIGINT');
      await ended;
    },
  };
}
