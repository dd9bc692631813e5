import { type Kysely, sql } from 'kysely';

/**
 * Keeps the revision of each item (contract W1): the calendar's version at its last change. Items without a row are as they
 * were made. Images of the history say after which revision they tell what changed.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const table = db.schema
    .createTable('revisions')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('revisions_key', ['kind', 'resource_id']);
  await (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  await db.schema
    .alterTable('history_images')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
