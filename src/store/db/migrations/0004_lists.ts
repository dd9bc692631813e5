import { type Kysely, sql } from 'kysely';

/** Indexes by which what lists go by is read into memory, in order and without reading whole events (events/roster). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_protected on events (id) where password <> ''`.execute(db);
  // With the number, so that an author's events come in the order of their numbers.
  await db.schema.dropIndex('events_author_status').execute();
  await db.schema
    .createIndex('events_author_status')
    .on('events')
    .columns(['author_id', 'status', 'id'])
    .execute();
}
