import type { Insertable, Selectable } from 'kysely';
import type { Reading, Writing } from '#db/engine.ts';
import type { MediaTable } from '#db/tables.ts';

export type MediaRow = Selectable<MediaTable>;

export async function findMedia(db: Reading, id: number): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listMedia(db: Reading, ids: readonly number[]): Promise<Map<number, MediaRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The picture kept at a path below the media folder, or fetched from an address before. */
export async function findPicture(
  db: Reading,
  by: { file: string } | { source: string },
): Promise<MediaRow | undefined> {
  const rows = db.selectFrom('media').selectAll();
  return 'file' in by
    ? rows.where('file', '=', by.file).executeTakeFirst()
    : rows.where('source_url', '=', by.source).orderBy('id').executeTakeFirst();
}

export async function insertMedia(trx: Writing, row: Insertable<MediaTable>): Promise<void> {
  await trx.insertInto('media').values(row).execute();
}

export async function deleteMedia(trx: Writing, id: number): Promise<void> {
  for (const table of ['events', 'venues', 'organizers'] as const)
    await trx.updateTable(table).set({ image_id: null }).where('image_id', '=', id).execute();
  await trx.deleteFrom('media').where('id', '=', id).execute();
}

/** The newest first. */
export async function listMediaPage(
  db: Reading,
  page: { limit: number; offset: number },
): Promise<{ rows: MediaRow[]; total: number }> {
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return { rows, total: Number(count?.n ?? 0) };
}
