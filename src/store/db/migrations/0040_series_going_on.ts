import { type Kysely, sql } from 'kysely';

/** Has an index hold only the series that go on after the dates that are laid out: each list asks for the least of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index series_laid_out`.execute(db);
  await sql`create index series_going_on on series (laid_out_until)
    where laid_out_until < coalesce(substr(last_date, 1, 10), '9999-99-99')`.execute(db);
}
