import type { Selectable } from 'kysely';
import type { SavedFiltersTable } from '#store/db/access-tables.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';

/** A row of saved filters. */
export type SavedFilterRow = Selectable<SavedFiltersTable>;

/** Names a saved filter of a user. */
export interface OwnFilter {
  readonly userId: number;
  readonly id: number;
}

/** Returns the saved filters of a user in order of their names. */
export async function listSavedFilters(db: Reading, userId: number): Promise<SavedFilterRow[]> {
  return db
    .selectFrom('saved_filters')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name_key')
    .execute();
}

/** Returns a saved filter of a user; undefined where there is none. */
export async function findSavedFilter(
  db: Reading,
  { userId, id }: OwnFilter,
): Promise<SavedFilterRow | undefined> {
  return db
    .selectFrom('saved_filters')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Inserts a saved filter and returns its row. */
export async function insertSavedFilter(
  trx: Writing,
  filter: Omit<SavedFilterRow, 'id'>,
): Promise<SavedFilterRow> {
  const row = { id: await nextId(trx, 'saved_filter'), ...filter };
  await trx.insertInto('saved_filters').values(row).execute();
  return row;
}

/** Writes the values of a saved filter that may change. */
export async function updateSavedFilter(
  trx: Writing,
  { id, name, name_key, query, columns }: SavedFilterRow,
): Promise<void> {
  await trx
    .updateTable('saved_filters')
    .set({ name, name_key, query, columns })
    .where('id', '=', id)
    .execute();
}

/** Deletes a saved filter of a user and returns its row; undefined where there is none. */
export async function deleteSavedFilter(
  trx: Writing,
  { userId, id }: OwnFilter,
): Promise<SavedFilterRow | undefined> {
  return trx
    .deleteFrom('saved_filters')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}
