import type { Selectable } from 'kysely';
import type { Role } from '#api/access/permissions.ts';
import type { FeedsTable } from '#store/db/access-tables.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';

/** A row of secret addresses, without the secret. */
export type FeedRow = Selectable<FeedsTable>;

/** Inserts a secret address and returns its row. */
export async function insertFeed(trx: Writing, feed: Omit<FeedRow, 'id'>): Promise<FeedRow> {
  const row = { id: await nextId(trx, 'feed'), ...feed };
  await trx.insertInto('feeds').values(row).execute();
  return row;
}

/** Returns the secret addresses of a user, or of everybody, in order of ID. */
export async function listFeeds(db: Reading, userId: number | undefined): Promise<FeedRow[]> {
  const rows = db.selectFrom('feeds').selectAll().orderBy('id');
  return (userId === undefined ? rows : rows.where('user_id', '=', userId)).execute();
}

/** Deletes a secret address, of a user where one is named, and returns its row; undefined where there is none. */
export async function deleteFeed(
  trx: Writing,
  id: number,
  userId: number | undefined,
): Promise<FeedRow | undefined> {
  const rows = trx.deleteFrom('feeds').where('id', '=', id).returningAll();
  return (userId === undefined ? rows : rows.where('user_id', '=', userId)).executeTakeFirst();
}

/** Returns the secret address with a hash, and its maker as they are now. */
export async function findFeed(
  db: Reading,
  hash: string,
): Promise<{ feed: FeedRow; maker: { id: number; role: Role; login: string } } | undefined> {
  const row = await db
    .selectFrom('feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .selectAll('f')
    .select(['u.role', 'u.login'])
    .where('f.hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { role, login, ...feed } = row;
  return { feed, maker: { id: feed.user_id, role: role as Role, login } };
}
