import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Counts revisions by item (contract W1): all begin anew, since they were versions of the calendar, which tell of other writes.
 * Entries of the history keep the revision that their item had after them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from revisions where kind <> 'saved_filter'`.execute(db);
  await db.schema
    .alterTable('history')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update history set revision = -1`.execute(db);
  await db.schema.alterTable('history_images').dropColumn('revision').execute();
}
