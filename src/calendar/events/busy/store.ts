import { type RawBuilder, sql } from 'kysely';
import type { ListScope, UnlockScope } from '#api/access/permissions.ts';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import { type LinkedTable, linkTableOf } from '#calendar/linked/store.ts';
import { withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import { prepared } from '#store/db/statement.ts';
import type { Flag } from '#store/db/tables.ts';

/** A date that takes a venue or an organizer, and the columns by which its reader may see of what. */
export interface TakenDate {
  id: number;
  event_id: number;
  series_id: number;
  author_id: number;
  status: string;
  password: string;
  hide_from_listings: Flag;
  utc_start_date: string;
  utc_end_date: string;
  all_day: Flag;
  title: string;
  language: string;
  translations: string;
}

/** A stretch of time, UTC; its end isn't part of it. */
export interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

const columns = sql`o.id, o.event_id, o.series_id, e.author_id, o.status, e.password, o.hide_from_listings,
  o.utc_start_date, o.utc_end_date, e.all_day, e.title, e.language, e.translations`;

/** Dates that only touch the span are outside it; those without a length are within it from its first moment. */
const within = ({ from, to }: TimeSpan) =>
  sql<boolean>`o.utc_start_date < ${to} and (o.utc_end_date > ${from} or o.utc_start_date >= ${from})`;

/** The event takes place, and at a venue that it hasn't left for the internet. */
const takes = (table: LinkedTable) =>
  table === 'venues'
    ? sql<boolean>`o.status <> 'trash' and e.event_status in ('scheduled', 'rescheduled')`
    : sql<boolean>`o.status <> 'trash' and e.event_status in ('scheduled', 'rescheduled', 'moved-online')`;

/** So many links of a venue are looked at one by one; of one with more, the calendar's dates around the moment are. */
const FEW_LINKS = 200;
/** Dates of at most two calendar days last shorter than that, whatever their clocks do. */
const SHORT_DAYS = 3;
/** So many dates at one moment are looked at. */
const MOST_AT_ONCE = 100;

const takenAround = (table: LinkedTable) =>
  prepared((db, id: number, from: string, to: string, earlier: string) => {
    const link = linkTableOf(table);
    const many = sql<boolean>`(select count(*) from own) > ${sql.lit(FEW_LINKS)}`;
    const linked = sql<boolean>`${link.column} = ${id} and l.event_id = o.event_id`;
    return sql<TakenDate>`
      with own as (select l.event_id from ${link.table} as l where ${link.column} = ${id} limit ${sql.lit(FEW_LINKS + 1)})
      select ${columns} from (
        select o.id from own cross join occurrences as o
        where not ${many} and o.event_id = own.event_id and ${within({ from, to })}
        union all
        select o.id from occurrences as o cross join ${link.table} as l
        where ${many} and o.hide_from_listings in (0, 1) and o.utc_start_date >= ${earlier} and ${within({ from, to })}
          and ${linked}
        union all
        select o.id from occurrences as o cross join ${link.table} as l
        where ${many} and o.days > 1 and o.utc_end_date > ${from} and o.utc_start_date < ${earlier} and ${linked}
      ) as n cross join occurrences as o cross join events as e
      where o.id = n.id and e.id = o.event_id and ${takes(table)}
      order by o.utc_start_date, o.id limit ${sql.lit(MOST_AT_ONCE)}`.compile(db);
  });
const aroundIn = { venues: takenAround('venues'), organizers: takenAround('organizers') };

/** Returns what takes a venue or an organizer during a short span, whoever may read it, by start; a hundred at most. */
export const listTakenAround = (
  db: Reading,
  table: LinkedTable,
  id: number,
  { from, to }: TimeSpan,
): Promise<TakenDate[]> => aroundIn[table](db, id, from, to, daysFrom(from, -SHORT_DAYS));

/** A query for the times that a venue or an organizer is taken, as far as its reader may know of them. */
export interface BusyQuery extends TimeSpan {
  readonly table: LinkedTable;
  readonly id: number;
  readonly scope: ListScope;
  /** A password hides where an event is. */
  readonly unlocked: UnlockScope;
  /** The ID of an event, a series or a date that doesn't count. */
  readonly exclude: number | undefined;
}

function taken({ table, id, scope, unlocked, exclude, ...span }: BusyQuery): RawBuilder<unknown> {
  const link = linkTableOf(table);
  const others =
    exclude === undefined
      ? sql``
      : sql`and o.id <> ${exclude} and o.event_id <> ${exclude} and o.series_id <> ${exclude}`;
  return sql`from ${link.table} as l cross join occurrences as o cross join events as e
    where ${link.column} = ${id} and o.event_id = l.event_id and e.id = o.event_id and ${takes(table)}
      and ${within(span)} and ${withinScope(scope, { status: 'o.status', author: 'e.author_id' })}
      and ${withinUnlocked(unlocked, 'e')} ${others}`;
}

/** Returns one page of the times that a venue or an organizer is taken, by start, and the number on all pages. */
export async function listTaken(
  db: Reading,
  query: BusyQuery,
  page: Page,
): Promise<{ rows: TakenDate[]; total: number }> {
  const { rows } = await sql<TakenDate>`select ${columns} ${taken(query)}
    order by o.utc_start_date, o.id limit ${page.per_page} offset ${offsetOf(page)}`.execute(db);
  if (page.page === 1 && rows.length < page.per_page) return { rows, total: rows.length };
  const counted = await sql<{ total: number }>`select count(*) as total ${taken(query)}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** A date of a series at one of its venues. */
export interface OwnDate {
  readonly id: number;
  readonly venue_id: number;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
}

/** Returns the dates of a series that take place and haven't ended by a moment (UTC), by start, once for each venue; the first `most`. */
export async function listOwnDates(
  db: Reading,
  seriesId: number,
  nowUtc: string,
  most: number,
): Promise<OwnDate[]> {
  const { rows } = await sql<OwnDate>`
    select o.id, l.venue_id, o.utc_start_date, o.utc_end_date
    from occurrences as o cross join events as e cross join event_venues as l
    where o.series_id = ${seriesId} and o.series_id > 0 and o.utc_end_date > ${nowUtc} and e.id = o.event_id
      and l.event_id = o.event_id and ${takes('venues')}
    order by o.utc_start_date, o.id, l.position limit ${most}`.execute(db);
  return rows;
}

/** Returns the zone of the latest published event at a venue or of an organizer; undefined: there is none. */
export async function findUsualZone(
  db: Reading,
  table: LinkedTable,
  id: number,
): Promise<string | undefined> {
  const link = linkTableOf(table);
  const { rows } = await sql<{ timezone: string }>`
    select e.timezone from ${link.table} as l cross join events as e
    where ${link.column} = ${id} and e.id = l.event_id and e.status = 'publish'
    order by l.event_id desc limit 1`.execute(db);
  return rows[0]?.timezone;
}
