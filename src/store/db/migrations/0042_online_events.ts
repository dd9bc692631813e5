import { type Kysely, sql } from 'kysely';

/** Lets the index of online events find those that are online by their address, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('events_is_virtual').execute();
  await sql`create index events_is_virtual on events (id)
    where (is_virtual = 1 or (is_virtual = 0 and virtual_url <> ''))`.execute(db);
}
