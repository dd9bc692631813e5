import { type Kysely, sql } from 'kysely';

/**
 * Keeps what was merged into what (contract W5), so that old IDs and slugs lead to the item that stays, and what it takes to
 * take a merge back.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('merges')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('into_id', 'integer', (c) => c.notNull())
    .addColumn('at_utc', text, (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('undone_utc', text)
    .addColumn('image', text, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('merged_items')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('into_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('merged_items_key', ['kind', 'id'])
    .execute();
  await db.schema.createIndex('merged_items_into').on('merged_items').columns(['kind', 'into_id']).execute();
  await db.schema
    .createTable('merged_slugs')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('slug', text, (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('merged_slugs_key', ['kind', 'slug', 'id'])
    .execute();
  await sql`insert into sequences (name, value) values ('merge', 0)`.execute(db);
}
