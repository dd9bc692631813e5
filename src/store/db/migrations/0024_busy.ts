import { type Kysely, sql } from 'kysely';

/** Finds the dates that go on for days, of which there are few, so that those of a moment are near it by their start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index occurrences_long on occurrences (utc_end_date, utc_start_date, event_id) where days > 1`.execute(
    db,
  );
}
