import { type Kysely, sql } from 'kysely';
import { message } from '#i18n/catalogue.ts';
import { ToldError } from '#i18n/told.ts';
import type { Database, Reading, Writing } from './engine.ts';
import * as calendar from './migrations/0001_calendar.ts';
import * as translations from './migrations/0002_translations.ts';
import * as leases from './migrations/0003_leases.ts';
import * as lists from './migrations/0004_lists.ts';
import * as searchTexts from './migrations/0005_search_texts.ts';
import * as guesses from './migrations/0007_guesses.ts';
import * as versions from './migrations/0008_versions.ts';
import * as earlyCalendars from './migrations/0010_early_calendars.ts';
import { listTableNames } from './table-names.ts';

interface Migration {
  name: string;
  up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void>;
}

const migrations: readonly Migration[] = [
  { name: '0001_calendar', up: calendar.up },
  { name: '0002_translations', up: translations.up },
  { name: '0003_leases', up: leases.up },
  { name: '0004_lists', up: lists.up },
  { name: '0005_search_texts', up: searchTexts.up },
  { name: '0007_guesses', up: guesses.up },
  { name: '0008_versions', up: versions.up },
  { name: '0010_early_calendars', up: earlyCalendars.up },
];

/** The steps to the present form, in the order in which they are taken. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** What brings tables to the present form, and what has been done of it. */
export interface MigrationState {
  /** In the order in which they are taken; empty: there is no calendar yet. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** The steps that a database's tables have taken; there must be a calendar in it. */
export async function listApplied(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether there is a calendar in a database, of this version or another. */
export async function hasCalendar(db: Database): Promise<boolean> {
  const tables = await listTableNames(db.read, db.dialect.name);
  return tables.includes('migrations') && tables.includes('calendar');
}

/** What is left to do in a database; changes nothing. @throws ToldError where a newer version has been here */
export async function migrationState(db: Database): Promise<MigrationState> {
  const tables = await listTableNames(db.read, db.dialect.name);
  const applied = tables.includes('migrations') ? await listApplied(db.read) : [];
  refuseNewer(applied);
  const pending = migrationNames.filter((name) => !applied.includes(name));
  return { applied, pending };
}

/** @throws ToldError where some of the steps are none of this version's */
export function refuseNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !migrations.some((m) => m.name === name));
  if (unknown.length > 0) throw new ToldError(message('database.newer', { names: unknown.join(', ') }));
}

/** Brings the database to the present form; all steps are one transaction. Gives the names of the steps taken. */
export async function migrate(db: Database): Promise<string[]> {
  return db.alone((trx) => takeMigrations(trx, db.dialect.name));
}

/** The same inside a transaction of the caller's, in which nobody else does so. `only`: these steps and no others. */
export async function takeMigrations(
  trx: Writing,
  engine: Database['dialect']['name'],
  only?: readonly string[],
): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_utc text not null)`.execute(
    trx,
  );
  const applied = new Set(await listApplied(trx));
  refuseNewer([...applied]);
  const taken: string[] = [];
  for (const migration of migrations) {
    if (applied.has(migration.name) || only?.includes(migration.name) === false) continue;
    await migration.up(trx as unknown as Kysely<unknown>, engine);
    const at = Temporal.Now.instant().toString({ smallestUnit: 'second' });
    await sql`insert into migrations (name, applied_utc) values (${migration.name}, ${at})`.execute(trx);
    taken.push(migration.name);
  }
  return taken;
}
