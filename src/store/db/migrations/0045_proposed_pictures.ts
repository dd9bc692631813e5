import type { Kysely } from 'kysely';

/** Gives proposals the picture that came with them, which is removed with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('submissions')
    .addColumn('picture_id', 'integer', (c) => c.references('media.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('submissions_picture').on('submissions').column('picture_id').execute();
}
