import { sql } from 'kysely';
import type { Writing } from './engine.ts';

/** Does a part of a transaction; where it throws, only that part is taken back. Parts may lie inside each other. */
export async function attempt<T>(trx: Writing, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(trx);
    await sql`release savepoint attempt`.execute(trx);
    throw error;
  }
}
