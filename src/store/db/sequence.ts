import { sql } from 'kysely';
import type { Reading, Writing } from './engine.ts';
import { prepared } from './statement.ts';

/** The highest number that every engine keeps in an ID. */
export const ID_MAX = 2_147_483_647;

/** A counter from which new rows get their IDs. */
export type SequenceName =
  | 'post'
  | 'term'
  | 'user'
  | 'token'
  | 'feed'
  | 'saved_filter'
  | 'account_link'
  | 'passkey'
  | 'session'
  | 'mail'
  | 'import'
  | 'merge'
  | 'submission';

/** The next number of a sequence (design 3). */
export async function nextId(trx: Writing, sequence: SequenceName): Promise<number> {
  const row = await trx
    .updateTable('sequences')
    .set({ value: sql`value + 1` })
    .where('name', '=', sequence)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Keeps a sequence ahead of a number that came from elsewhere. */
export async function reserveId(trx: Writing, sequence: SequenceName, id: number): Promise<void> {
  await trx
    .updateTable('sequences')
    .set({ value: id })
    .where('name', '=', sequence)
    .where('value', '<', id)
    .execute();
}

const lastOf = prepared((db, name: string) =>
  db.selectFrom('sequences').select('value').where('name', '=', name).compile(),
);

/** The number that a sequence gave last. */
export async function lastId(db: Reading, sequence: SequenceName): Promise<number> {
  const [row] = await lastOf(db, sequence);
  if (!row) throw new Error(`There is no sequence "${sequence}".`);
  return row.value;
}
