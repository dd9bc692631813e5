import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#store/db/engine.ts';
import { migrate, migrationNames, takeMigrations } from '#store/db/migrate.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';
import { removeAtExit } from '../support/program.ts';

/** Events of a calendar that is migrated; more of them measure how long that takes. */
const EVENTS = Number(process.env['KALENDS_TEST_MIGRATED'] || 600);
const SERIES = '0011_series';

async function emptyCalendar(t: TestContext): Promise<Database> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-series-migration-'));
  removeAtExit(folder);
  const db = await openCalendar(folder, { empty: true });
  t.after(async () => {
    await db.close();
    await dropCalendar(folder);
  });
  return db;
}

/** Returns the tables' columns, constraints, indexes and triggers. */
async function schemaOf({ read, dialect }: Database): Promise<string[]> {
  const { rows } =
    dialect.name === 'sqlite'
      ? await sql<{ line: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as line
          from sqlite_master`.execute(read)
      : await sql<{ line: string }>`
          select indexdef as line from pg_indexes where schemaname = current_schema()
          union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
            from pg_constraint where connamespace = current_schema()::regnamespace
          union all select concat_ws(' ', table_name, column_name, data_type, is_nullable, collation_name, column_default)
            from information_schema.columns where table_schema = current_schema()
          union all select relname || ' ' || relkind::text from pg_class
            where relnamespace = current_schema()::regnamespace`.execute(read);
  // Each calendar has a default of its own for the uids of events that were there before there were any.
  const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  return rows.map(({ line }) => line.replace(/["\s]+/g, ' ').replace(uuid, 'uuid')).sort();
}

/** Writes events whose dates have numbers of another order, among them those of events that come later. */
async function fill(db: Database): Promise<void> {
  await db.alone(async (trx) => {
    await takeMigrations(trx, db.dialect.name, { only: migrationNames.filter((name) => name < SERIES) });
    const numbers = sql`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(EVENTS)})`;
    const day = sql`'2027-0' || (1 + n % 9) || '-1' || (n % 10)`;
    await sql`insert into events (id, author_id, status, date, date_utc, modified, modified_utc, title, start_date, end_date)
      ${numbers} select 2 * n, 1, 'publish', ${day}, ${day}, ${day}, ${day}, 'Event ' || n, ${day}, ${day}
      from numbers`.execute(trx);
    await sql`insert into occurrences (event_id, start_date, end_date, status, date, days)
      select id, start_date, end_date, status, date, 1 from events order by (id * 7919) % 10007, id`.execute(
      trx,
    );
    await sql`delete from events where id % 14 = 0`.execute(trx);
    // Written at this version, beside what was written before it.
    await sql`update events set featured = 1 where id % 10 = 0`.execute(trx);
    await sql`update occurrences set end_date = '2027-12-31', days = 9 where event_id % 10 = 0`.execute(trx);
  });
}

const listed = async (db: Database) =>
  (
    await sql<{ event_id: number }>`select event_id, start_date, end_date, status, days
      from occurrences order by event_id`.execute(db.read)
  ).rows;

test('the migration to series gives dates the IDs of their events, and leaves the schema of a new calendar', async (t) => {
  const [older, fresh] = [await emptyCalendar(t), await emptyCalendar(t)];
  await fill(older);
  const before = await listed(older);
  const { rows: counted } = await sql`select * from occurrence_days order by 1, 2, 3, 4`.execute(older.read);
  const began = performance.now();
  await older.alone((trx) => takeMigrations(trx, older.dialect.name, { only: [SERIES] }));
  t.diagnostic(`${EVENTS} events: ${Math.round(performance.now() - began)} ms`);
  assert.deepEqual(await listed(older), before);
  const { rows } = await sql<{ series_id: number }>`select * from occurrences
    where id <> event_id or series_id <> 0 or recurrence_id <> '' or overrides <> ''`.execute(older.read);
  assert.deepEqual(rows, []);
  assert.deepEqual(
    (await sql`select * from occurrence_days order by 1, 2, 3, 4`.execute(older.read)).rows,
    counted,
  );
  await migrate(older);
  await migrate(fresh);
  assert.deepEqual(await schemaOf(older), await schemaOf(fresh));
});
