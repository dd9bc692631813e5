import { sql } from 'kysely';
import type { Writing } from './engine.ts';

export type Sequence = 'post' | 'term' | 'user' | 'token';

/** The next number of a sequence (design 3). */
export async function nextId(trx: Writing, sequence: Sequence): Promise<number> {
  const row = await trx
    .updateTable('sequences')
    .set({ value: sql`value + 1` })
    .where('name', '=', sequence)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Keeps a sequence ahead of a number that came from elsewhere. */
export async function reserveId(trx: Writing, sequence: Sequence, id: number): Promise<void> {
  await trx
    .updateTable('sequences')
    .set({ value: id })
    .where('name', '=', sequence)
    .where('value', '<', id)
    .execute();
}
