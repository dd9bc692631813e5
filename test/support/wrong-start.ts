import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { calendarSettings, dropCalendar, engine, openCalendar } from './engine.ts';
import { type Finished, inherited, removeAtExit } from './program.ts';
import { type Owner, ownerOf } from './server.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');

/** True where this process has rights that another user lacks who can run the program too. */
export const nobody: Owner | undefined = (() => {
  const owner = ownerOf();
  try {
    execFileSync(process.execPath, [CLI, '--version'], { ...owner, stdio: 'ignore' });
    return owner;
  } catch {
    return undefined;
  }
})();

/** Runs the program to its end, as somebody else if that is wanted. A service that starts after all is stopped. */
export async function attempt(
  args: readonly string[],
  { env, cwd, owner = {} }: { env: Record<string, string>; cwd: string; owner?: Owner | undefined },
): Promise<Finished> {
  const child: ChildProcess = spawn(process.execPath, ['--', CLI, ...args], {
    env: { ...inherited, ...env },
    cwd,
    ...owner,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    told.stdout += text;
    if (text.includes('Kalends listens')) child.kill('SIGTERM');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told.stderr += text;
  });
  await once(child, 'close');
  return { code: child.exitCode, ...told };
}

/** All that is in a folder: names, kinds, modes and, of files, what they hold. */
export function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const found = lstatSync(path.join(folder, name));
      const kind = found.isDirectory() ? 'folder' : 'file';
      const held = found.isFile() ? readFileSync(path.join(folder, name)).toString('base64') : '';
      return `${name} ${kind} ${(found.mode & 0o777).toString(8)} ${held}`;
    });
}

/** The tables of the PostgreSQL database that belongs to a folder; none on SQLite, where all is files. */
export async function tablesOf(folder: string): Promise<string[]> {
  if (engine === 'sqlite') return [];
  const db = await openCalendar(folder, { empty: true });
  try {
    const { rows } = await sql<{ name: string }>`select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db.read);
    return rows.map(({ name }) => name);
  } finally {
    await db.close();
  }
}

/** The surroundings of a case: a folder of its own, in which `data` is to be the data folder. */
export interface Place {
  readonly folder: string;
  readonly data: string;
  /** Settings of this case's own. */
  readonly env: Record<string, string>;
  /** Done when the case is over. */
  readonly after: (() => unknown)[];
}

/** A start that can't be, and what it says. */
export interface Case {
  readonly what: string;
  /** `serve` where nothing else is said. */
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Readies the place. */
  readonly given?: (place: Place) => unknown;
  readonly says: readonly RegExp[];
  readonly code: 1 | 2;
  readonly as?: Owner | undefined;
  readonly skip?: boolean;
  /** True for cases that never touch a database, which share one. */
  readonly early?: boolean;
}

/** A secret that no output may show. */
export const SECRET = 'hush-hush';

/** Holds each case in a folder of its own, three at a time. */
export function holdCases(title: string, cases: readonly Case[]): void {
  const root = mkdtempSync(path.join(tmpdir(), 'kalends-wrong-'));
  removeAtExit(root);
  chmodSync(root, 0o755);
  const shared = path.join(root, 'shared');
  after(() => rmSync(root, { recursive: true, force: true }));
  describe(title, { concurrency: 3 }, () => {
    cases.forEach((one, at) => {
      test(one.what, { skip: one.skip === true }, () => hold(one, path.join(root, String(at)), shared));
    });
    after(async () => {
      assert.deepEqual(await tablesOf(shared), []);
      await dropCalendar(shared);
    });
  });
}

async function hold(
  { args = ['serve'], env = {}, given, says, code, as, early = false }: Case,
  folder: string,
  shared: string,
): Promise<void> {
  mkdirSync(folder, { mode: 0o755 });
  const data = path.join(folder, 'data');
  const settings = await calendarSettings(early ? shared : data, { empty: true });
  const place: Place = {
    folder,
    data,
    env: { KALENDS_PORT: '0', ...settings, KALENDS_DATA: data, ...env },
    after: [],
  };
  const looked = async () => [...treeOf(folder), ...(early ? [] : await tablesOf(data))];
  try {
    await given?.(place);
    const before = await looked();
    const run = await attempt(args, { env: place.env, cwd: folder, owner: as });
    // The log of a service says before that its clock stands still, and the like.
    const told = run.stderr.replace(/^\{.*\}\n/gm, '');
    assert.equal(run.stdout, '');
    assert.match(told, /^kalends: .*\n$/);
    for (const saying of says) assert.match(told, saying);
    assert.equal(run.code, code, told);
    assert.doesNotMatch(run.stderr, new RegExp(`${SECRET}| {4}at `));
    assert.deepEqual(await looked(), before);
  } finally {
    for (const undo of place.after.toReversed()) await undo();
    if (!early) await dropCalendar(data);
  }
}
