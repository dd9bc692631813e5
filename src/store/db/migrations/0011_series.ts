import { type Kysely, sql } from 'kysely';

/**
 * Lets events repeat (decision 14). An occurrence has the ID under which lists show it: its event's own, or one of its own
 * where the event repeats. `series` keeps the rule, `former_occurrences` the IDs of dates that were taken out, which come
 * back with them.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const remake = dialect === 'postgres' ? await renumberPostgres(db) : await renumberSqlite(db);
  for (const statement of remake) await sql.raw(statement).execute(db);
  await sql`alter table occurrences add column series_id integer not null default 0`.execute(db);
  await sql`alter table occurrences add column recurrence_id text not null default ''`.execute(db);
  await sql`alter table occurrences add column overrides text not null default ''`.execute(db);
  await sql`create index occurrences_series on occurrences (series_id, utc_end_date) where series_id > 0`.execute(
    db,
  );
  await sql`create unique index occurrences_recurrence on occurrences (series_id, recurrence_id) where series_id > 0`.execute(
    db,
  );
  await sql`alter table events add column series_id integer not null default 0`.execute(db);
  await sql`create index events_series on events (series_id) where series_id > 0`.execute(db);
  await db.schema
    .createTable('series')
    .addColumn('id', 'integer', (c) => c.primaryKey().references('events.id').onDelete('cascade'))
    .addColumn('recurrence', 'text', (c) => c.notNull())
    .addColumn('count', 'integer')
    .addColumn('first_date', 'text', (c) => c.notNull())
    .addColumn('last_date', 'text')
    .addColumn('laid_out_until', 'text', (c) => c.notNull())
    .addColumn('continues', 'integer')
    .addColumn('continued_by', 'integer')
    .execute();
  await db.schema.createIndex('series_laid_out').on('series').column('laid_out_until').execute();
  await db.schema
    .createTable('former_occurrences')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('series_id', 'integer', (c) => c.notNull())
    .addColumn('recurrence_id', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('former_occurrences_series')
    .on('former_occurrences')
    .columns(['series_id', 'recurrence_id'])
    .execute();
}

/**
 * Gives occurrences the IDs of their events: until now there was one date for each. Without indexes, which would be written
 * twice for each row and in no order: made anew they take a fraction of that. Returns the statements that make them again.
 */
async function renumberSqlite(db: Kysely<unknown>): Promise<string[]> {
  const { rows: indexes } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'index' and tbl_name = 'occurrences' and sql is not null`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  // In two steps, so that no row has the ID of one that comes later.
  await sql`update occurrences set id = -event_id where id <> event_id`.execute(db);
  await sql`update occurrences set id = event_id where id < 0`.execute(db);
  return indexes.map((index) => index.sql);
}

async function renumberPostgres(db: Kysely<unknown>): Promise<string[]> {
  await sql`alter table occurrences alter column id drop default`.execute(db);
  await sql`drop sequence if exists occurrences_id_seq`.execute(db);
  const { rows: keys } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = 'occurrences'::regclass and contype = 'p'`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'occurrences'`.execute(db);
  const others = indexes.filter(({ name }) => !keys.some((key) => key.name === name));
  for (const { name } of keys)
    await sql`alter table occurrences drop constraint ${sql.ref(name)}`.execute(db);
  for (const { name } of others) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`update occurrences set id = event_id where id <> event_id`.execute(db);
  return [
    ...keys.map(({ name }) => `alter table occurrences add constraint "${name}" primary key (id)`),
    ...others.map(({ definition }) => definition),
  ];
}
