import { type Kysely, sql } from 'kysely';

/**
 * Venues are found by their country and website too (D39). Their search texts are folded, which SQL can't do: this
 * marks them to be made again, from the first ID on, and the next start does it (calendar/site-language/search-texts.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into settings (name, value) select 'venue_search_texts', '0'
    where exists (select 1 from venues)`.execute(db);
}
