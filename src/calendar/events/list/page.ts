import { setTimeout as pause } from 'node:timers/promises';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { hasFilter } from '#calendar/events/filters/registry.ts';
import { execute, type ListPage, type Part, setsOf } from '#calendar/events/list-index/execute.ts';
import { planOf } from '#calendar/events/list-index/plan.ts';
import { rosterOf } from '#calendar/events/list-index/roster.ts';
import type { Database } from '#store/db/engine.ts';
import { totalsOf } from '#store/db/totals.ts';
import { countQuery, listEventIds, pageQuery } from './list.ts';
import { countEvents } from './total.ts';

/** For so long a list waits for memory to be read, where the database might have to look at half of all events. */
const PATIENCE_MS = 10_000;
/** Pages behind so many rows are no longer walked to in the database. */
const SHALLOW = 12_000;

/** Tells whether an index of the database alone gives page and total, however many events there are. */
const isPlain = (query: EventQuery, { offset, limit }: Part): boolean =>
  offset + limit <= SHALLOW &&
  query.orderby === 'date' &&
  query.hidden === 'no' &&
  query.scope.owner === null &&
  !hasFilter(query, () => true);

/** Tells whether so few events are asked for that the database finds them at once. */
const isQuick = (query: EventQuery): boolean =>
  hasFilter(query, ({ cost }) => cost.unindexed === 'quick') &&
  !hasFilter(query, ({ cost }) => cost.unindexed === 'slow');

/**
 * One page of a list of events and how many rows all pages have: from memory, where the calendar is there by now, else
 * from the database.
 */
export async function listEventPage(db: Database, query: EventQuery, page: Page): Promise<ListPage> {
  return (await rosterPage(db, query, page)) ?? databasePage(db, query, page);
}

/** The same without a total, which takes less where there is no memory: only whether there are further pages. */
export async function listEventIdsAndMore(
  db: Database,
  query: EventQuery,
  page: Page,
): Promise<{ ids: number[]; more: boolean }> {
  const limit = page.per_page + 1;
  const told = await fromRoster(db, query, { offset: offsetOf(page), limit, isCounted: false });
  const ids =
    told?.ids ?? (await pageQuery(db, query, page).limit(limit).execute()).map((row) => row.event_id);
  return { ids: ids.slice(0, page.per_page), more: ids.length === limit };
}

/** From the database alone. @param anew with a total that is counted now */
export async function databasePage(
  db: Database,
  query: EventQuery,
  page: Page,
  { anew = false } = {},
): Promise<ListPage> {
  const ids = await listEventIds(db, query, page);
  if (page.page === 1 && ids.length < page.per_page) return { ids, total: ids.length };
  if (anew) return { ids, total: await countEvents(db, query) };
  const counted = countQuery(db, query).compile();
  return { ids, total: await totalsOf(db).of(db, counted, () => countEvents(db, query)) };
}

/** So many lists that the database alone could answer come before the calendar is read into memory for them. */
const WORTHWHILE = 50;
let plainLists = 0;

/** Of more sets than this no list is made in memory: the roster wouldn't keep them all. */
const MOST_SETS = 2_500;

/** From memory alone; undefined where it isn't there, or can't tell. */
export function rosterPage(db: Database, query: EventQuery, page: Page): Promise<ListPage | undefined> {
  return fromRoster(db, query, { offset: offsetOf(page), limit: page.per_page, isCounted: true });
}

async function fromRoster(db: Database, query: EventQuery, part: Part): Promise<ListPage | undefined> {
  const page = await askRoster(db, query, part);
  rosterOf(db).countList(page !== undefined);
  return page;
}

async function askRoster(db: Database, query: EventQuery, part: Part): Promise<ListPage | undefined> {
  const roster = rosterOf(db);
  if (!roster.isReady && isPlain(query, part)) {
    // The database does as well for a while; many such lists are worth the memory.
    if (++plainLists > WORTHWHILE) void roster.load().catch(() => {});
    return undefined;
  }
  const plan = await planOf(db, query);
  if (!plan) return undefined;
  const sets = setsOf(plan);
  if (sets.length > MOST_SETS) return undefined;
  if (!roster.isReady) {
    // What keeps it from being read keeps the database from answering too, which then says so.
    const loading = roster.load().catch(() => {});
    if (isQuick(query)) return undefined;
    await Promise.race([loading, pause(PATIENCE_MS, undefined, { ref: false })]);
  }
  return roster.with(sets, (columns, membersOf) =>
    execute(roster, columns, query, { plan, part, membersOf }),
  );
}
