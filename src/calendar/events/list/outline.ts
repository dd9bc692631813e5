import { sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import type { CategoryColor } from '#store/db/field-values.ts';
import { preparedByIds } from '#store/db/statement.ts';

/** When an event is on one of its dates. */
export interface DateSpan {
  readonly id: number;
  /** Wall clock of the event. */
  readonly start_date: string;
  readonly end_date: string;
  /** Calendar days from the first to the last, 0 for one that ends on the day on which it starts. */
  readonly days: number;
}

/** A date of an event in the outline of many: when it is, and the colour of its first category. */
export interface OutlineEntry extends DateSpan {
  /** null: it has no category, or a password hides it. */
  readonly color: CategoryColor | null;
  /** 1: shown before others, unless a password hides it. */
  readonly featured: number;
  /** 1: it isn't as it was announced. */
  readonly changed: number;
}

const entries = preparedByIds((db, ids) =>
  sql<OutlineEntry>`
    select o.id, o.start_date, o.end_date, o.days, case e.password when '' then e.featured else 0 end as featured,
      case v.event_status when 'scheduled' then 0 else 1 end as changed, (
      select c.color from event_categories l join categories c on c.id = l.category_id
      where l.event_id = o.event_id and e.password = '' order by c.name_key, c.id limit 1) as color
    from occurrences o join events e on e.id = case o.series_id when 0 then o.event_id else o.series_id end
    join events v on v.id = o.event_id
    where o.id in (${sql.join([...ids])})`.compile(db),
);

const spans = preparedByIds((db, ids) =>
  db.selectFrom('occurrences').select(['id', 'start_date', 'end_date', 'days']).where('id', 'in', ids),
);

/** Statements about more IDs take long to prepare. */
const CHUNK = 500;

/** Returns the outline of dates by their IDs, in that order; unknown ones drop out. */
export const listOutline = (db: Reading, ids: readonly number[]): Promise<OutlineEntry[]> =>
  inChunks(ids, (some) => entries(db, some));

/** Returns when dates are by their IDs, in that order; unknown ones drop out. */
export const listSpans = (db: Reading, ids: readonly number[]): Promise<DateSpan[]> =>
  inChunks(ids, (some) => spans(db, some));

async function inChunks<Entry extends DateSpan>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Entry[]>,
): Promise<Entry[]> {
  const byId = new Map<number, Entry>();
  for (let at = 0; at < ids.length; at += CHUNK)
    for (const entry of await read(ids.slice(at, at + CHUNK))) byId.set(entry.id, entry);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns the IDs of listed dates that take more than `days` calendar days and are on from `first` to `last` (`YYYY-MM-DD`,
 * wall clocks of the events), those that end first before the others.
 */
export async function listLongRunning(
  db: Reading,
  asked: {
    readonly statuses: readonly string[];
    readonly days: number;
    readonly first: string;
    readonly last: string;
  },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('occurrences')
    .select('id')
    .where('hide_from_listings', '=', 0)
    .where('status', 'in', [...asked.statuses])
    .where('days', '>', asked.days)
    .where('start_date', '<=', `${asked.last} 23:59:59`)
    .where('end_date', '>=', `${asked.first} 00:00:00`)
    .orderBy('end_date')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
