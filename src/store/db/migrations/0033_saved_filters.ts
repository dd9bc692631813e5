import { type Kysely, sql } from 'kysely';

/** Adds saved filters: lists of events that people have named, each for themselves. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('saved_filters')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('name_key', text, (c) => c.notNull())
    .addColumn('query', text, (c) => c.notNull())
    .addColumn('columns', text)
    .addUniqueConstraint('saved_filters_name', ['user_id', 'name_key'])
    .execute();
  await sql`insert into sequences (name, value) values ('saved_filter', 0)`.execute(db);
}
