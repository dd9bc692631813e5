import { type Kysely, sql } from 'kysely';

/** Which node does what only one does at a time (store/db/lease.ts). */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('leases')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('holder', text, (c) => c.notNull())
    .addColumn('beat', 'integer', (c) => c.notNull())
    .execute();
}
