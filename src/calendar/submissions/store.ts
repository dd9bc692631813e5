import { createHash } from 'node:crypto';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { findMedia, type MediaRow } from '#api/media/store.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { nextId } from '#store/db/sequence.ts';
import type { SubmissionState, SubmissionsTable } from '#store/db/submission-tables.ts';

/** A submission with what its answers tell of its event. */
export interface SubmissionRow extends Selectable<SubmissionsTable> {
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly timezone: string;
  readonly slug: string;
  readonly event_status: string;
  /** The picture that its event shows now. */
  readonly image_id: number | null;
}

/** A submission as it was asked for by a private address, with the secret of that and the picture that came with it. */
export type OwnSubmissionRow = SubmissionRow & {
  readonly secret: string;
  readonly picture: MediaRow | undefined;
};

const UNDECIDED = sql<SqlBool>`s.state in ('waiting', 'asked')`;

/** The state as it is: an editor may have published its event, or thrown it away, without deciding here. */
const STATE = sql<SubmissionState>`case when ${UNDECIDED} and e.status in ('publish', 'future', 'private') then 'accepted'
  when ${UNDECIDED} and e.status = 'trash' then 'rejected' else s.state end`;

const joined = (db: Reading) =>
  db.selectFrom('submissions as s').innerJoin('events as e', 'e.id', 's.event_id');

const all = (db: Reading) =>
  joined(db)
    .selectAll('s')
    .select([
      'e.title',
      'e.start_date',
      'e.end_date',
      'e.utc_start_date',
      'e.timezone',
      'e.slug',
      'e.image_id',
    ])
    .select('e.status as event_status')
    .select(STATE.as('state'));

/** Returns a submission by its ID. */
export const findSubmission = (db: Reading, id: number): Promise<SubmissionRow | undefined> =>
  all(db).where('s.id', '=', id).executeTakeFirst();

/** Returns the submission of a private address, which it has or its last mail named. */
const findBySecret = (db: Reading, secret: string): Promise<SubmissionRow | undefined> => {
  const hash = secretHash(secret);
  return all(db)
    .where((eb) => eb.or([eb('s.secret_hash', '=', hash), eb('s.mailed_hash', '=', hash)]))
    .executeTakeFirst();
};

/** Returns the submission of a private address with its secret and picture. */
export async function findOwn(db: Reading, secret: string): Promise<OwnSubmissionRow | undefined> {
  const row = await findBySecret(db, secret);
  return row && ownRow(db, row, secret);
}

/** Returns a submission with its secret and picture. */
export const ownRow = async (db: Reading, row: SubmissionRow, secret: string): Promise<OwnSubmissionRow> => ({
  ...row,
  secret,
  picture: row.picture_id === null ? undefined : await findMedia(db, row.picture_id),
});

/** Returns the hash of a private address's secret that is stored: SHA-256, since it is too random to need a slow one. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Lists submissions in some states, the oldest first. */
export const listSubmissions = (
  db: Reading,
  states: readonly SubmissionState[],
  { limit, offset }: { limit: number; offset: number },
): Promise<SubmissionRow[]> =>
  all(db).where(STATE, 'in', states).orderBy('s.id').limit(limit).offset(offset).execute();

/** Counts submissions in some states. */
export async function countSubmissions(db: Reading, states: readonly SubmissionState[]): Promise<number> {
  const { n } = await joined(db)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(STATE, 'in', states)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Lists when a sender made submissions since an instant, the latest first. */
export async function listTimesOf(db: Reading, client: string, sinceUtc: string): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions')
    .select('created_utc')
    .where('client', '=', client)
    .where('created_utc', '>', sinceUtc)
    .orderBy('created_utc', 'desc')
    .execute();
  return rows.map(({ created_utc }) => created_utc);
}

/** Adds a submission and returns its ID. */
export async function insertSubmission(trx: Writing, row: Omit<SubmissionsTable, 'id'>): Promise<number> {
  const id = await nextId(trx, 'submission');
  await trx
    .insertInto('submissions')
    .values({ id, ...row })
    .execute();
  return id;
}

/** Changes columns of a submission. */
export async function updateSubmission(
  trx: Writing,
  id: number,
  change: Partial<Omit<SubmissionsTable, 'id' | 'event_id' | 'secret_hash'>>,
): Promise<void> {
  await trx.updateTable('submissions').set(change).where('id', '=', id).execute();
}

/** Uses a challenge up; returns false where it was before. Forgets those that have ended. */
export async function useChallenge(
  trx: Writing,
  hash: string,
  untilUtc: string,
  nowUtc: string,
): Promise<boolean> {
  await trx.deleteFrom('used_challenges').where('until_utc', '<', nowUtc).execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    .values({ hash, until_utc: untilUtc })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

/**
 * Erases who made the submissions that were decided before an instant, and the addresses of senders from before another.
 * Events that nobody decided about here count by their last change.
 */
export async function eraseContacts(
  trx: Writing,
  { decidedUtc, clientUtc }: { decidedUtc: string; clientUtc: string },
): Promise<number> {
  await trx
    .updateTable('submissions')
    .set({ client: '' })
    .where('client', '<>', '')
    .where('created_utc', '<', clientUtc)
    .execute();
  const { rows } = await sql<{ id: number }>`select s.id from submissions s join events e on e.id = s.event_id
    where s.contact_email <> '' and coalesce(s.decided_utc, e.modified_utc) < ${decidedUtc}
      and ${STATE} not in ('waiting', 'asked')`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .updateTable('submissions')
      .set({ contact_name: '', contact_email: '' })
      .where('id', 'in', ids.slice(0, 1000))
      .execute();
  return ids.length;
}

/** Returns the bytes of the pictures of proposals that wait, as they are shown. */
export async function countPictureBytes(db: Reading): Promise<number> {
  const { n } = await joined(db)
    .innerJoin('media as m', 'm.id', 's.picture_id')
    .select(({ fn }) => fn.sum<number | null>('m.filesize').as('n'))
    .where(UNDECIDED)
    .executeTakeFirstOrThrow();
  return Number(n ?? 0);
}

/** Lists submissions that were rejected before an instant and still have a picture, as `eraseContacts` counts; some hundred at once. */
export async function listRejectedPictures(db: Reading, decidedUtc: string): Promise<SubmissionRow[]> {
  return all(db)
    .where('s.picture_id', '>', 0)
    .where(STATE, 'in', ['rejected', 'withdrawn'])
    .where(sql<SqlBool>`coalesce(s.decided_utc, e.modified_utc) < ${decidedUtc}`)
    .orderBy('s.id')
    .limit(200)
    .execute();
}

/** Returns the address and language of the site's event page, where it has one. */
export const slugOf = async (
  trx: Writing,
  id: number,
): Promise<{ id: number; slug: string; status: string } | undefined> =>
  trx.selectFrom('events').select(['id', 'slug', 'status']).where('id', '=', id).executeTakeFirst();

/** Returns the ID of the oldest published venue or organizer of a name. */
export async function findByName(
  trx: Writing,
  table: 'venues' | 'organizers',
  nameKey: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('name_key', '=', nameKey)
    .where('status', '=', 'publish')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
