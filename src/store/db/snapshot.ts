import { sql } from 'kysely';
import type { Database, Reading } from './engine.ts';

/**
 * Runs `work` on a snapshot of the calendar, taken at its first read. Inside, only the handle that it gets may read this
 * database: an engine may have no second connection for reading. @throws Error in a transaction, which it would abort
 */
export async function withSnapshot<T>(db: Database, work: (snapshot: Reading) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction takes no snapshots.');
  return db.read.connection().execute(async (snapshot) => {
    await (db.dialect.name === 'postgres'
      ? // One whose process is cut off must not keep the server from tidying up for ever.
        sql`begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = '10min'`
      : sql`begin`
    ).execute(snapshot);
    try {
      return await work(snapshot);
    } finally {
      // A connection that broke has ended it already; what broke it is what is told.
      await sql`rollback`.execute(snapshot).catch(() => {});
    }
  });
}
