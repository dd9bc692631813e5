import { sql } from 'kysely';
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

/** Gives a mail up; `erases`: with its text, which may hold secrets. */
export async function giveUp(
  trx: Writing,
  id: number,
  { nowUtc, reason, erases }: { nowUtc: string; reason: string; erases: boolean },
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ given_up_utc: nowUtc, last_error: reason, ...(erases ? { body: '' } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Notes of all mails that are due why none gets through. */
export async function noteTrouble(trx: Writing, nowUtc: string, reason: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ last_error: reason })
    .where('given_up_utc', 'is', null)
    .where('due_utc', '<=', nowUtc)
    .where('last_error', '<>', reason)
    .execute();
}

/** Returns how many mails are due that nobody has tried to send. */
export async function countUntried(db: Reading, nowUtc: string): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('given_up_utc', 'is', null)
    .where('due_utc', '<=', nowUtc)
    .where('tries', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Which mails are asked for: `failed`, whether they could not be sent so far; without a server none can. */
export interface MailQuery {
  readonly failed: boolean | undefined;
  readonly isSending: boolean;
}

function selected(db: Reading, { failed, isSending }: MailQuery) {
  const all = db.selectFrom('mails');
  if (failed === undefined) return all;
  if (!isSending) return failed ? all : all.where('id', '<', 0);
  return failed
    ? all.where((is) => is.or([is.not(is('given_up_utc', 'is', null)), is('last_error', '<>', '')]))
    : all.where('given_up_utc', 'is', null).where('last_error', '=', '');
}

/** Returns how many mails a query has. */
export async function countMails(db: Reading, query: MailQuery): Promise<number> {
  const { count } = await selected(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists mails of the queue, the latest first. */
export const listMails = (
  db: Reading,
  query: MailQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<MailRow[]> =>
  selected(db, query).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** Returns a mail of the queue. */
export const findMail = (db: Reading, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Puts mails whose text is there back into the queue, one or all that could not be sent, and returns their rows. Those that were
 * given up have a new end.
 */
export async function requeue(
  trx: Writing,
  { due_utc, expires_utc }: Pick<MailRow, 'due_utc' | 'expires_utc'>,
  id?: number,
): Promise<MailRow[]> {
  const kept = trx
    .updateTable('mails')
    .set({
      due_utc,
      expires_utc: sql`case when given_up_utc is null then expires_utc else ${expires_utc} end`,
      tries: 0,
      last_error: '',
      given_up_utc: null,
    })
    .where('body', '<>', '');
  const chosen =
    id === undefined
      ? kept.where((is) => is.or([is.not(is('given_up_utc', 'is', null)), is('last_error', '<>', '')]))
      : kept.where('id', '=', id);
  return chosen.returningAll().execute();
}

/** Removes a mail, and returns it as it was; undefined: there is none. */
export const deleteMail = (trx: Writing, id: number): Promise<MailRow | undefined> =>
  trx.deleteFrom('mails').where('id', '=', id).returningAll().executeTakeFirst();

/** Erases the texts of mails that were given up before an instant. */
export async function eraseTexts(trx: Writing, beforeUtc: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ body: '' })
    .where('given_up_utc', '<', beforeUtc)
    .where('body', '<>', '')
    .execute();
}

/** Removes mails that were given up before an instant. */
export async function deleteGivenUp(trx: Writing, beforeUtc: string): Promise<void> {
  await trx.deleteFrom('mails').where('given_up_utc', '<', beforeUtc).execute();
}

/** Returns whether mails were given up before an instant; `withText`: of which the text is still there. */
export async function hasGivenUp(db: Reading, beforeUtc: string, withText = false): Promise<boolean> {
  const old = db.selectFrom('mails').select('id').where('given_up_utc', '<', beforeUtc);
  const row = await (withText ? old.where('body', '<>', '') : old).limit(1).executeTakeFirst();
  return row !== undefined;
}
