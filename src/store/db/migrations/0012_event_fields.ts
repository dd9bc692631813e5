import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * Gives events a status, the reason for it, an online address, and a uid. Not one row is written: what was there before
 * gets a uid from the default of the column, which has a blank before it and ends where the event's ID follows (uids.ts).
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const addText = (table: string, column: string, otherwise = '') =>
    db.schema
      .alterTable(table)
      .addColumn(column, text, (c) => c.notNull().defaultTo(otherwise))
      .execute();
  await addText('events', 'event_status', 'scheduled');
  await addText('events', 'event_status_reason');
  await addText('translations', 'event_status_reason');
  await addText('events', 'previous_start_date');
  await db.schema
    .alterTable('events')
    .addColumn('is_virtual', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await addText('events', 'virtual_url');
  await addText('events', 'uid', ` ${randomUUID()}-`);
  // Few are canceled, postponed or virtual. The default of the uid, and a series', are those of many rows.
  await sql`create index events_event_status on events (event_status, id) where event_status <> 'scheduled'`.execute(
    db,
  );
  await sql`create index events_is_virtual on events (id) where is_virtual = 1`.execute(db);
  await sql`create unique index events_uid on events (uid)
    where uid >= '!' and (series_id = 0 or series_id = id)`.execute(db);
}
