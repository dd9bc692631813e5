import { type Kysely, sql } from 'kysely';

/**
 * Gives events a sequence number for subscribers (contract F3), and feeds secret addresses (F5), of which only a hash of the
 * secret is stored.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .alterTable('events')
    .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('feeds')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('query', text, (c) => c.notNull())
    .addColumn('form', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('expires_utc', text)
    .execute();
  await sql`insert into sequences (name, value) values ('feed', 0)`.execute(db);
  await db.schema.createIndex('feeds_user').on('feeds').column('user_id').execute();
}
