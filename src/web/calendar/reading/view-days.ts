import type { EventQuery } from '#calendar/events/filters/query.ts';
import { hasFilter } from '#calendar/events/filters/registry.ts';
import { withDatesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listEventIdsAndMore } from '#calendar/events/list/list.ts';
import {
  type DateSpan,
  listLongRunning,
  listOutline,
  type OutlineEntry,
} from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import { startingWithin } from './view-query.ts';

/** The events of a view's days: each on the day on which it starts, in date order, what takes long apart. */
export interface ViewDays<T = OutlineEntry> {
  /** By day, `YYYY-MM-DD` on the events' own clocks; days without events are missing. */
  readonly days: ReadonlyMap<string, readonly T[]>;
  /** Events that begin before the first day and still run, and those that last more than two weeks, by their ends. */
  readonly running: readonly T[];
  /** Whether there are more events within the days than a view shows. */
  readonly isCut: boolean;
  /** The call that has read them. Dates that were just laid out are missing for others on a replica. */
  readonly call: Call;
}

const DAY = 10;
/** Calendar days from the first to the last of what takes two weeks; longer events leave the days. */
const TWO_WEEKS = 13;
/** Events that a view shows at most, and those that run beside it. */
const MOST = 2_000;
const MOST_RUNNING = 60;
/** Events that run longer, among which those of a filter are looked for. */
const MOST_LOOKED_AT = 1_000;

/** Returns a day so many days later; beyond years 0001-9999 the nearest of them. */
export const shiftDay = (day: string, days: number): string =>
  daysFrom(`${day} 00:00:00`, days).slice(0, DAY);

/** Returns what runs on some days without having begun on one of them, and what takes longer than two weeks. */
async function listRunning(call: Call, query: EventQuery, first: string, last: string): Promise<number[]> {
  const { db } = call.services;
  const earlier = startingWithin(query, shiftDay(first, -TWO_WEEKS), shiftDay(first, -1));
  const still = { column: 'end_date', operator: '>=', moment: `${first} 00:00:00` } as const;
  const { ids } = await listEventIdsAndMore(
    call.services,
    { ...earlier, bounds: [...earlier.bounds, still] },
    { page: 1, per_page: MOST_RUNNING },
  );
  const { statuses } = query.scope;
  const isFiltered = hasFilter(query, () => true);
  const long = await listLongRunning(
    db.read,
    { statuses, days: TWO_WEEKS, first, last },
    isFiltered ? MOST_LOOKED_AT : MOST_RUNNING,
  );
  if (long.length === 0) return ids;
  const found = isFiltered
    ? (
        await listEventIdsAndMore(
          call.services,
          { ...query, include: long },
          { page: 1, per_page: MOST_RUNNING },
        )
      ).ids
    : long;
  return [...new Set([...ids, ...found])];
}

/** The days of a view, `YYYY-MM-DD`, both included, and how many events it shows at most: two thousand unless it says otherwise. */
export interface AskedDays {
  readonly first: string;
  readonly last: string;
  readonly most?: number;
}

/** Returns the outline of a view's days, and of sixty at most that run longer. */
export const readViewDays = (asked: Call, query: EventQuery, days: AskedDays): Promise<ViewDays> =>
  readDaysWith(asked, query, days, ({ services }, ids) => listOutline(services.db.read, ids));

/** Returns the dates of a view's days, and of sixty at most that run longer. @param read reads dates by their IDs, in that order */
export async function readDaysWith<T extends DateSpan>(
  asked: Call,
  query: EventQuery,
  { first, last, most = MOST }: AskedDays,
  read: (call: Call, ids: readonly number[]) => Promise<T[]>,
): Promise<ViewDays<T>> {
  const within = startingWithin(query, first, last);
  const call = await withDatesLaidOut(asked, within.bounds);
  const [{ ids, more }, runningIds] = await Promise.all([
    listEventIdsAndMore(call.services, within, { page: 1, per_page: most }),
    listRunning(call, query, first, last),
  ]);
  const days = new Map<string, T[]>();
  const running: T[] = [];
  for (const entry of await read(call, [...new Set([...ids, ...runningIds])])) {
    const day = entry.start_date.slice(0, 10);
    if (day < first || entry.days > TWO_WEEKS) running.push(entry);
    else {
      const others = days.get(day);
      if (others) others.push(entry);
      else days.set(day, [entry]);
    }
  }
  running.sort((a, b) => (a.end_date < b.end_date ? -1 : a.end_date > b.end_date ? 1 : a.id - b.id));
  return { days, running, isCut: more, call };
}

/** Returns the day of the first event from a day on; undefined: there is none. */
export async function findNextDay(call: Call, query: EventQuery, day: string): Promise<string | undefined> {
  const { db } = call.services;
  const { ids } = await listEventIdsAndMore(call.services, startingWithin(query, day), {
    page: 1,
    per_page: 1,
  });
  const [entry] = await listOutline(db.read, ids);
  return entry?.start_date.slice(0, 10);
}
