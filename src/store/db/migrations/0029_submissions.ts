import { type Kysely, sql } from 'kysely';

/** Adds proposals of people without an account: who proposed a pending event, apart from it, and what became of it. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('submissions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('event_id', 'integer', (c) => c.notNull().unique().references('events.id').onDelete('cascade'))
    .addColumn('secret', text, (c) => c.notNull().unique())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('fields', text, (c) => c.notNull())
    .addColumn('contact_name', text, (c) => c.notNull())
    .addColumn('contact_email', text, (c) => c.notNull())
    .addColumn('client', text, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull().defaultTo(''))
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('changed_utc', text, (c) => c.notNull())
    .addColumn('decided_utc', text)
    .addColumn('decided_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('submissions_state').on('submissions').columns(['state', 'id']).execute();
  await db.schema
    .createIndex('submissions_client')
    .on('submissions')
    .columns(['client', 'created_utc'])
    .execute();
  await db.schema.createIndex('submissions_decided_by').on('submissions').column('decided_by').execute();
  await sql`insert into sequences (name, value) values ('submission', 0)`.execute(db);
}
