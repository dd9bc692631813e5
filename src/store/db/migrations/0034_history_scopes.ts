import { type Kysely, sql } from 'kysely';

/** Has the history keep for which dates of a series a write was (contract W4): entries from before don't tell. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema.alterTable('history').addColumn('scope', text).execute();
}
