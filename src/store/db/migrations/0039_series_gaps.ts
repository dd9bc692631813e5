import { type Kysely, sql } from 'kysely';

/** Adds `series_gaps`: the days of a long series that are still to be laid out, before those that are. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('series_gaps')
    .addColumn('series_id', 'integer', (c) => c.primaryKey().references('series.id').onDelete('cascade'))
    .addColumn('from_day', text, (c) => c.notNull())
    .addColumn('to_day', text, (c) => c.notNull())
    .addColumn('is_long', 'integer', (c) => c.notNull())
    .execute();
}
