import { type Kysely, sql } from 'kysely';

/**
 * Has each write leave a random number beside the version, in the calendar's row and in the change log, so that histories
 * which have parted are told from each other (decision 11). Lines from before have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar add column token bigint not null default 0`.execute(db);
  await sql`alter table changes add column token bigint`.execute(db);
}
