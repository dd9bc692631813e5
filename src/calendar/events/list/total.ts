import { sql } from 'kysely';
import type { Database } from '#store/db/engine.ts';
import type { EventQuery } from '../filters/query.ts';
import { changesTotal, hasFilter } from '../filters/registry.ts';
import { countQuery } from './list.ts';

/** Fewer than so many candidates are counted one by one. */
const FEW = 500;

interface PlainWindow {
  from: string;
  to: string;
}

/** Returns the days of a list that asks for nothing but a window of whole days; undefined for all others. */
function plainWindow(query: EventQuery): PlainWindow | undefined {
  if (query.scope.owner !== null || query.hidden !== 'no' || hasFilter(query, changesTotal)) return undefined;
  let from: string | undefined;
  let to: string | undefined;
  for (const { column, operator, moment } of query.bounds) {
    if (column === 'start_date' && operator === '>=' && moment.endsWith('00:00:00'))
      from = moment.slice(0, 10);
    else if (column === 'end_date' && operator === '<=' && moment.endsWith('23:59:59'))
      to = moment.slice(0, 10);
    else return undefined;
  }
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined;
}

/**
 * Returns how many rows a list has on all pages. One that asks only for a window of days is added up from what is kept for each day:
 * those that end by its last day, less those that start before its first, and those that do both outside of it once
 * more (they are longer than the window, so that an index finds them). All others are counted.
 */
export async function countEvents(db: Database, query: EventQuery): Promise<number> {
  const window = plainWindow(query);
  if (window) {
    const { from, to } = window;
    const statuses = sql.join([...query.scope.statuses]);
    const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
    const { rows } = await sql<{
      starting: number | null;
      ended: number | null;
      before: number | null;
      around: number;
    }>`
      select
        (select sum(n) from occurrence_days where hide_from_listings = 0 and status in (${statuses}) and side = 'start' and day between ${from} and ${to}) as starting,
        (select sum(n) from occurrence_days where hide_from_listings = 0 and status in (${statuses}) and side = 'end' and day <= ${to}) as ended,
        (select sum(n) from occurrence_days where hide_from_listings = 0 and status in (${statuses}) and side = 'start' and day < ${from}) as before,
        (select count(*) from occurrences where hide_from_listings = 0 and status in (${statuses}) and days > ${days}
          and start_date < ${`${from} 00:00:00`} and end_date > ${`${to} 23:59:59`}) as around`.execute(
      db.read,
    );
    const [row] = rows;
    if (row && Number(row.starting ?? 0) > FEW)
      return Number(row.ended ?? 0) - Number(row.before ?? 0) + Number(row.around);
  }
  return Number((await countQuery(db, query).executeTakeFirst())?.total ?? 0);
}
