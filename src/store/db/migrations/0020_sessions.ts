import { type Kysely, sql } from 'kysely';

/**
 * Adds the sessions of those who have signed in with a browser (contract W7), of whose secrets only hashes are stored, what screens
 * show of users, and scopes of tokens: those that there are may do all that their users may.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('previous_hash', text, (c) => c.unique())
    .addColumn('rotated_utc', text, (c) => c.notNull())
    .addColumn('received_utc', text)
    .addColumn('methods', text, (c) => c.notNull())
    .addColumn('password_confirmed_utc', text)
    .addColumn('remembered', 'integer', (c) => c.notNull())
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('last_used_utc', text, (c) => c.notNull())
    .addColumn('idle_until_utc', text, (c) => c.notNull())
    .addColumn('expires_utc', text, (c) => c.notNull())
    .addColumn('agent', text, (c) => c.notNull())
    .addColumn('address', text, (c) => c.notNull())
    .execute();
  await sql`insert into sequences (name, value) values ('session', 0)`.execute(db);
  await db.schema
    .alterTable('users')
    .addColumn('language', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('users').addColumn('last_seen_utc', text).execute();
  await db.schema
    .alterTable('tokens')
    .addColumn('scope', text, (c) => c.notNull().defaultTo('admin'))
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
}
