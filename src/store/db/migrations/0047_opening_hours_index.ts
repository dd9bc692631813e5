import { type Kysely, sql } from 'kysely';

/** Finds the few events that have opening hours, which decide whether they are on in a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_with_hours on events (id) where opening_hours <> '[]'`.execute(db);
}
