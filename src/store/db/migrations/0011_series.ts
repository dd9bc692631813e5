import { type Kysely, sql } from 'kysely';

/**
 * Lets events repeat (decision 14). An occurrence has the ID under which lists show it: its event's own, or one of its own
 * where the event repeats. `series` keeps the rule, `former_occurrences` the IDs of dates that were taken out, which come
 * back with them.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table occurrences alter column id drop default`.execute(db);
    await sql`drop sequence if exists occurrences_id_seq`.execute(db);
  }
  // Until now there was one date for each event. In two steps, so that no row has the ID of one that comes later.
  await sql`update occurrences set id = -event_id`.execute(db);
  await sql`update occurrences set id = event_id`.execute(db);
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
