import { constants, copyFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Database } from '#store/db/engine.ts';

// Engines are imported where they are opened: most files of tests leave that to the service, and 340 import this.

/** The name of a database engine. */
export type Engine = 'sqlite' | 'postgres';

/** Environment variables with the server of a test run's databases, the template that they are copied from, and the description. */
export const VARIABLES = {
  engine: 'KALENDS_TEST_ENGINE',
  server: 'KALENDS_TEST_POSTGRES_URL',
  /** The prefix of all databases of this run. */
  prefix: 'KALENDS_TEST_POSTGRES_PREFIX',
  /** A database in the present form, copied for each new calendar; without it they start empty. */
  template: 'KALENDS_TEST_POSTGRES_TEMPLATE',
  /** The same with the first administrator, a file on SQLite: what services start on. */
  started: 'KALENDS_TEST_STARTED_CALENDAR',
  /** A file with the description of the service; without it each process makes its own. */
  description: 'KALENDS_TEST_DESCRIPTION',
  /** A folder with the made-up programme (programme/keep.ts), copied for each that needs it; without it each makes it. */
  programme: 'KALENDS_TEST_PROGRAMME',
  /** As what `bin/kalends.js` goes on, as JSON; without it each process is started as that. */
  launch: 'KALENDS_TEST_LAUNCH',
} as const;

function readEngine(): Engine {
  const name = process.env[VARIABLES.engine] || 'sqlite';
  if (name !== 'sqlite' && name !== 'postgres')
    throw new Error(`${VARIABLES.engine} is sqlite or postgres, not "${name}".`);
  return name;
}

/** The engine on which the tests of this process run. */
export const engine: Engine = readEngine();

let pool: Promise<Pool> | undefined;

async function openPool(): Promise<Pool> {
  const { default: pg } = await import('pg');
  return new pg.Pool({ connectionString: serverUrl(), max: 4, allowExitOnIdle: true }).on('error', () => {});
}

/** Runs a statement on the server itself, which may make and drop databases. */
async function administer(statement: string): Promise<void> {
  pool ??= openPool();
  await (await pool).query(statement);
}

function serverUrl(): string {
  const url = process.env[VARIABLES.server];
  if (!url) throw new Error(`Tests on PostgreSQL need a server: set ${VARIABLES.server}.`);
  return url;
}

/** The address of another database of the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const databases = new Map<string, Promise<string>>();
let made = 0;

/** The state of a new calendar: no tables, those of the present form, or with the first administrator too. */
type NewCalendar = 'empty' | 'tables' | 'started';

const templates = { empty: undefined, tables: VARIABLES.template, started: VARIABLES.started } as const;

async function makeDatabase(state: NewCalendar): Promise<string> {
  const name = `${process.env[VARIABLES.prefix] || 'kalends_test'}_${process.pid}_${++made}`;
  const variable = templates[state];
  const template = variable && process.env[variable];
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`);
  return name;
}

/** The name of the database that belongs to a folder, made where there is none yet. */
function databaseOf(folder: string, state: NewCalendar): Promise<string> {
  const known = databases.get(path.resolve(folder)) ?? makeDatabase(state);
  databases.set(path.resolve(folder), known);
  return known;
}

const FILE = 'kalends.db';

/** Copies the file of a new calendar; without it the service makes one. */
function copyFile(folder: string): void {
  const template = process.env[VARIABLES.started];
  if (template) copyFileSync(template, path.join(folder, FILE), constants.COPYFILE_EXCL);
}

/**
 * The settings that put a calendar on this run's engine: always the same for a folder, a new calendar for a new one.
 * @param empty without any tables yet, which a calendar in a new file is anyway
 * @param started with the first administrator, in a new folder
 */
export async function calendarSettings(
  folder: string,
  { empty = false, started = false } = {},
): Promise<{ KALENDS_DATA: string; DATABASE_URL?: string }> {
  if (engine === 'sqlite') {
    if (started) copyFile(folder);
    return { KALENDS_DATA: folder };
  }
  const state = empty ? 'empty' : started ? 'started' : 'tables';
  return { KALENDS_DATA: folder, DATABASE_URL: databaseAt(serverUrl(), await databaseOf(folder, state)) };
}

/** Opens a folder's calendar beside the programs that work on it; whoever opens it closes it. */
export async function openCalendar(folder: string, { empty = false } = {}): Promise<Database> {
  return openDatabase(await calendarSettings(folder, { empty }));
}

/** Opens the calendar that these settings name, as a service with them does. */
export async function openDatabase({
  KALENDS_DATA: folder = '',
  DATABASE_URL: url,
}: NodeJS.ProcessEnv): Promise<Database> {
  // Moves between the engines have a calendar in a file, named by its address, while they run on the other.
  if (url && !url.startsWith('sqlite:')) return (await import('#store/db/postgres.ts')).openPostgres(url);
  const file = url ? url.slice('sqlite:'.length) : path.join(folder, FILE);
  return (await import('#store/db/sqlite.ts')).openSqlite(file);
}

/** Drops a folder's calendar, whoever still has it open; of files there is nothing to do. */
export async function dropCalendar(folder: string): Promise<void> {
  const name = databases.get(path.resolve(folder));
  databases.delete(path.resolve(folder));
  if (name !== undefined) await administer(`drop database if exists ${await name} with (force)`);
}
