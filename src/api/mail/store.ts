import type { Reading, Writing } from '#store/db/engine.ts';
import type { MailsTable } from '#store/db/mail-tables.ts';
import { nextId } from '#store/db/sequence.ts';

/** A mail of the queue. */
export type MailRow = MailsTable;

/** Adds a mail to the queue. */
export async function insertMail(trx: Writing, mail: Omit<MailRow, 'id'>): Promise<void> {
  await trx
    .insertInto('mails')
    .values({ id: await nextId(trx, 'mail'), ...mail })
    .execute();
}

/** Removes what waits under a reference, and returns how many that were. */
export async function deleteWaiting(trx: Writing, reference: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('reference', '=', reference)
    .where('given_up_utc', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists mails that are due, the longest waiting first. */
export async function listDue(db: Reading, nowUtc: string, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('given_up_utc', 'is', null)
    .where('due_utc', '<=', nowUtc)
    .orderBy('due_utc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Puts a mail off, as long as nobody else has meanwhile; returns whether nobody had. */
export async function postpone(
  trx: Writing,
  mail: Pick<MailRow, 'id' | 'tries' | 'due_utc'>,
  change: Partial<Pick<MailRow, 'tries' | 'due_utc' | 'last_error'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mails')
    .set(change)
    .where('id', '=', mail.id)
    .where('tries', '=', mail.tries)
    .where('due_utc', '=', mail.due_utc)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Gives a mail up and erases its text, which may hold secrets. */
export async function giveUp(trx: Writing, id: number, nowUtc: string, error: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ given_up_utc: nowUtc, last_error: error, body: '' })
    .where('id', '=', id)
    .execute();
}

/** Removes a mail that a server has taken. */
export async function deleteMail(trx: Writing, id: number): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).execute();
}

/** Removes mails that were given up before an instant. */
export async function deleteGivenUp(trx: Writing, beforeUtc: string): Promise<void> {
  await trx.deleteFrom('mails').where('given_up_utc', '<', beforeUtc).execute();
}

/** Returns whether mails were given up before an instant. */
export async function hasGivenUp(db: Reading, beforeUtc: string): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('given_up_utc', '<', beforeUtc)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
