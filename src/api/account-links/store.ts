import type { Selectable } from 'kysely';
import type { AccountLinksTable } from '#store/db/account-tables.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';

/** Purpose of a one-time link: the first start, an invitation, a password that was forgotten. */
export type LinkPurpose = 'setup' | 'invitation' | 'reset';
/** A row of one-time links: the hash of a code, never the code. */
export type LinkRow = Omit<Selectable<AccountLinksTable>, 'purpose'> & { purpose: LinkPurpose };

const asLink = (row: Selectable<AccountLinksTable>): LinkRow => ({
  ...row,
  purpose: row.purpose as LinkPurpose,
});

/** Inserts a link and returns its row. */
export async function insertLink(trx: Writing, link: Omit<LinkRow, 'id'>): Promise<LinkRow> {
  const row = { id: await nextId(trx, 'account_link'), ...link };
  await trx.insertInto('account_links').values(row).execute();
  return row;
}

/** Returns the link with a hash, if it is for that purpose and valid at `nowUtc`. */
export async function findLink(
  db: Reading,
  purpose: LinkPurpose,
  hash: string,
  nowUtc: string,
): Promise<LinkRow | undefined> {
  const row = await db
    .selectFrom('account_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('expires_utc', 'is', null), eb('expires_utc', '>', nowUtc)]))
    .executeTakeFirst();
  return row && asLink(row);
}

/** Deletes a link and returns whether it was still there: of two that take it at once, one gets it. */
export async function takeLink(trx: Writing, id: number): Promise<boolean> {
  const row = await trx.deleteFrom('account_links').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Returns the links of a purpose that are valid at `nowUtc`, latest first, all of them or a slice. */
export async function listLinks(
  db: Reading,
  purpose: LinkPurpose,
  nowUtc: string,
  slice?: { limit: number; offset: number },
): Promise<LinkRow[]> {
  const all = db
    .selectFrom('account_links')
    .selectAll()
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('expires_utc', 'is', null), eb('expires_utc', '>', nowUtc)]))
    .orderBy('id', 'desc');
  return (await (slice ? all.limit(slice.limit).offset(slice.offset) : all).execute()).map(asLink);
}

/** Returns the link of a purpose that was made last for a user, valid or not. */
export async function findLatestLink(
  db: Reading,
  purpose: LinkPurpose,
  userId: number,
): Promise<LinkRow | undefined> {
  const row = await db
    .selectFrom('account_links')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && asLink(row);
}

/** Returns how many links of a purpose are valid at `nowUtc`. */
export async function countLinks(db: Reading, purpose: LinkPurpose, nowUtc: string): Promise<number> {
  const row = await db
    .selectFrom('account_links')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('expires_utc', 'is', null), eb('expires_utc', '>', nowUtc)]))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Deletes a link of a purpose by its ID, valid or not, and returns it; undefined where there is none. */
export async function deleteLink(
  trx: Writing,
  purpose: LinkPurpose,
  id: number,
): Promise<LinkRow | undefined> {
  const row = await trx
    .deleteFrom('account_links')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst();
  return row && asLink(row);
}

/**
 * Deletes the links that open a user's account, or those of one purpose: once the password is another, none of them may set it,
 * and a mailbox that isn't the user's any more holds none.
 */
export async function deleteLinksTo(trx: Writing, userId: number, purpose?: LinkPurpose): Promise<void> {
  const links = trx.deleteFrom('account_links').where('user_id', '=', userId);
  await (purpose === undefined ? links : links.where('purpose', '=', purpose)).execute();
}

/** Deletes the links that expired before `nowUtc`. */
export async function trimLinks(trx: Writing, nowUtc: string): Promise<void> {
  await trx.deleteFrom('account_links').where('expires_utc', '<=', nowUtc).execute();
}
