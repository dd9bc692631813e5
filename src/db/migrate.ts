import { type Kysely, sql } from 'kysely';
import { message } from '#i18n/catalogue.ts';
import { ToldError } from '#i18n/told.ts';
import type { Database } from './engine.ts';
import * as calendar from './migrations/0001_calendar.ts';
import * as translations from './migrations/0002_translations.ts';
import * as leases from './migrations/0003_leases.ts';
import * as lists from './migrations/0004_lists.ts';
import * as searchTexts from './migrations/0005_search_texts.ts';
import * as guesses from './migrations/0007_guesses.ts';
import * as versions from './migrations/0008_versions.ts';
import * as earlyCalendars from './migrations/0010_early_calendars.ts';

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

/** Names of all migrations that this version knows, in their order. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Brings the database to the present form; each step is one transaction. Gives the names of the steps taken. */
export async function migrate(db: Database): Promise<string[]> {
  return db.alone(async (trx) => {
    await sql`create table if not exists migrations (name text primary key, applied_utc text not null)`.execute(
      trx,
    );
    const rows = await sql<{ name: string }>`select name from migrations`.execute(trx);
    const applied = new Set(rows.rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !migrations.some((m) => m.name === name));
    if (unknown.length > 0) throw new ToldError(message('database.newer', { names: unknown.join(', ') }));
    const taken: string[] = [];
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      await migration.up(trx as unknown as Kysely<unknown>, db.dialect.name);
      const at = Temporal.Now.instant().toString({ smallestUnit: 'second' });
      await sql`insert into migrations (name, applied_utc) values (${migration.name}, ${at})`.execute(trx);
      taken.push(migration.name);
    }
    return taken;
  });
}
