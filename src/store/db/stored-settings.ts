import type { Reading, Writing } from './engine.ts';

/** Returns a value that the calendar stores by name; undefined if there is none. */
export async function findSetting(db: Reading, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores a value under a name that has none. @throws the database's error if it has one */
export async function addSetting(trx: Writing, name: string, value: string): Promise<void> {
  await trx.insertInto('settings').values({ name, value }).execute();
}

/** Stores a value under a name, in place of an earlier one. */
export async function putSetting(trx: Writing, name: string, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Replaces a value only if it is still `before`. Returns whether it was. */
export async function replaceSetting(
  trx: Writing,
  name: string,
  before: string,
  value: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('settings')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the value stored under a name. */
export async function deleteSetting(trx: Writing, name: string): Promise<void> {
  await trx.deleteFrom('settings').where('name', '=', name).execute();
}
