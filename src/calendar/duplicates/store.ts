import { sql } from 'kysely';
import type { LinkedTable } from '#calendar/linked/store.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import type { Flag } from '#store/db/tables.ts';

/** A venue or organizer as it is compared; columns that its kind lacks are ''. */
export interface ComparedRow {
  id: number;
  author_id: number;
  status: string;
  password: string;
  name: string;
  name_key: string;
  address: string;
  city: string;
  zip: string;
  website: string;
  phone: string;
  email: string;
  geo_lat: number | null;
  geo_lng: number | null;
}

const columns = {
  venues: sql`address, city, zip, website, phone, '' as email, geo_lat, geo_lng`,
  organizers: sql`'' as address, '' as city, '' as zip, website, phone, email, null as geo_lat, null as geo_lng`,
};
const CHUNK = 2_000;

/** Yields all that isn't in the trash by ID, some at a time. */
export async function* readCompared(db: Reading, table: LinkedTable): AsyncIterable<ComparedRow[]> {
  let after = 0;
  while (true) {
    const { rows } = await sql<ComparedRow>`
      select id, author_id, status, password, name, name_key, ${columns[table]} from ${sql.table(table)}
      where id > ${after} and status <> 'trash' order by id limit ${CHUNK}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Returns the folded names that items have in further languages, by ID. */
export async function listTranslatedNames(db: Reading, table: LinkedTable): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select resource_id as id, title_key as name from translations where kind = ${table} and title_key <> ''`.execute(
    db,
  );
  const names = new Map<number, string[]>();
  for (const { id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/** A date of an event as it is compared with another event. */
export interface ComparedDate {
  id: number;
  event_id: number;
  series_id: number;
  author_id: number;
  status: string;
  password: string;
  hide_from_listings: Flag;
  title: string;
  title_key: string;
  timezone: string;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  /** IDs of its venues, with commas; null: none. */
  venue_ids: string | null;
}

const DATES_COMPARED = 3_000;

/** Returns the dates that start within so many days of a moment (UTC), by start. */
export async function listDatesAround(db: Reading, utc: string, days: number): Promise<ComparedDate[]> {
  const { rows } = await sql<ComparedDate>`
    select o.id, o.event_id, o.series_id, e.author_id, o.status, e.password, o.hide_from_listings, e.title, e.title_key,
      e.timezone, o.start_date, o.end_date, o.utc_start_date, (
        select string_agg(cast(l.venue_id as text), ',') from event_venues l where l.event_id = e.id) as venue_ids
    from occurrences o cross join events e
    where o.hide_from_listings in (0, 1) and o.utc_start_date >= ${daysFrom(utc, -days)}
      and o.utc_start_date <= ${daysFrom(utc, days)} and e.id = o.event_id and o.status <> 'trash'
    order by o.utc_start_date, o.id limit ${DATES_COMPARED}`.execute(db);
  return rows;
}
