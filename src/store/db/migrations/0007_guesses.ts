import { type Kysely, sql } from 'kysely';

/** Adds the counts of wrong passwords of late, by digests of who tried and for what (api/access/guesses.ts). */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('guesses')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('until_utc', text, (c) => c.notNull())
    .execute();
}
