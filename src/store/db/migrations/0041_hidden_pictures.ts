import { type Kysely, sql } from 'kysely';

/** Notes in a calendar with files that their addresses can be guessed, and that those no public page shows wait for other ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into settings (name, value) select 'media_to_hide', 'true' where exists (select 1 from media)`.execute(
    db,
  );
}
