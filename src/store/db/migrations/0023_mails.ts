import { type Kysely, sql } from 'kysely';

/** Adds the queue of mails: each waits there until a server has taken it, or it was given up. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('mails')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('message_id', text, (c) => c.notNull().unique())
    .addColumn('recipient', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('due_utc', text, (c) => c.notNull())
    .addColumn('expires_utc', text, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_error', text, (c) => c.notNull().defaultTo(''))
    .addColumn('given_up_utc', text)
    .execute();
  await db.schema.createIndex('mails_due').on('mails').columns(['given_up_utc', 'due_utc']).execute();
  await db.schema.createIndex('mails_reference').on('mails').column('reference').execute();
  await sql`insert into sequences (name, value) values ('mail', 0)`.execute(db);
}
