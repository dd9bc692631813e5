import { setTimeout as pause } from 'node:timers/promises';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { Deps } from '#context.ts';
import type { Database } from '#store/db/engine.ts';
import { totalOf } from '#store/db/totals.ts';
import type { EventQuery } from '../filters/query.ts';
import { hasFilter } from '../filters/registry.ts';
import { execute, type ListPage, type ListSlice, setsOf } from '../list-index/execute.ts';
import { type ListIndex, listIndexOf } from '../list-index/list-index.ts';
import { planOf } from '../list-index/plan.ts';
import { countEvents, countQuery, listIds, pageQuery } from './list.ts';

/** A list waits so long for the index where the database might have to scan half of all events. */
const LOAD_TIMEOUT_MS = 10_000;
/** Rows that the database skips at most on its way to a page. */
const MAX_WALKED_ROWS = 12_000;

/** Returns whether the database answers a list from an index alone, however many events there are. */
const isPlain = (query: EventQuery, { offset, limit }: ListSlice): boolean =>
  offset + limit <= MAX_WALKED_ROWS &&
  query.orderby === 'date' &&
  query.hidden === 'no' &&
  query.scope.owner === null &&
  !hasFilter(query, () => true);

/** Returns whether a filter leaves so few events that the database finds them quickly. */
const isQuick = (query: EventQuery): boolean =>
  hasFilter(query, ({ cost }) => cost.unindexed === 'quick') &&
  !hasFilter(query, ({ cost }) => cost.unindexed === 'slow');

/**
 * Returns one page of a list of events and its total: from the list index where that is loaded, else from the database.
 */
export async function listEventPage(db: Database, query: EventQuery, page: Page): Promise<ListPage> {
  return (await indexedPage(db, query, page)) ?? databasePage(db, query, page);
}

/** Returns one page, and whether there are more; this costs less than its total. Where nothing is cached the database alone is asked. */
export async function listEventIdsAndMore(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  query: EventQuery,
  page: Page,
): Promise<{ ids: number[]; more: boolean }> {
  const limit = page.per_page + 1;
  const indexed =
    config.cache === 0
      ? undefined
      : await fromListIndex(db, query, { offset: offsetOf(page), limit, isCounted: false });
  const ids = indexed?.ids ?? (await pageQuery(db, query, page).limit(limit).execute()).map((row) => row.id);
  return { ids: ids.slice(0, page.per_page), more: ids.length === limit };
}

/** More than any list has. */
const ALL = 2 ** 31 - 1;

/** Returns the IDs on all pages of a list, of one state of the calendar. @param anew asks the database alone */
export async function listAllEventIds(
  db: Database,
  query: EventQuery,
  { anew = false } = {},
): Promise<readonly number[]> {
  // Without a filter the database answers by one index, and nobody has to wait for the other to be loaded.
  const isDirect = anew || (!listIndexOf(db).isReady && !hasFilter(query, () => true));
  const indexed = isDirect
    ? undefined
    : await fromListIndex(db, query, { offset: 0, limit: ALL, isCounted: false });
  if (indexed) return indexed.ids;
  return listIds(db, query);
}

/** Returns a page from the database alone. @param anew counts the total rather than taking the cached one */
export async function databasePage(
  db: Database,
  query: EventQuery,
  page: Page,
  { anew = false } = {},
): Promise<ListPage> {
  const ids = (await pageQuery(db, query, page).execute()).map((row) => row.id);
  if (page.page === 1 && ids.length < page.per_page) return { ids, total: ids.length };
  if (anew) return { ids, total: await countEvents(db, query) };
  const counted = countQuery(db, query).compile();
  return { ids, total: await totalOf(db, counted, () => countEvents(db, query)) };
}

/** The list index is loaded after so many lists that the database answers well alone. */
const LISTS_BEFORE_LOADING = 50;
let plainLists = 0;

/** Lists of more sets are answered by the database, since the list index couldn't hold all of them. */
const MAX_SETS = 2_500;

/** Returns a page from the list index alone; undefined where that isn't loaded or can't answer it. */
export function indexedPage(db: Database, query: EventQuery, page: Page): Promise<ListPage | undefined> {
  return fromListIndex(db, query, { offset: offsetOf(page), limit: page.per_page, isCounted: true });
}

/** Loads the list index in the background, for somebody who is about to search and filter lists. */
export function prepareLists(db: Database): void {
  // An error that stops the loading also stops the database from answering, which then reports it.
  void listIndexOf(db)
    .load()
    .catch(() => {});
}

async function fromListIndex(
  db: Database,
  query: EventQuery,
  part: ListSlice,
): Promise<ListPage | undefined> {
  if (db.isTransaction) return undefined;
  const listIndex = listIndexOf(db);
  let page: ListPage | undefined;
  if (listIndex.isReady || !isPlain(query, part)) page = await askListIndex(listIndex, db, query, part);
  // The database answers these as well; only many of them are worth the memory.
  else if (++plainLists > LISTS_BEFORE_LOADING) prepareLists(db);
  listIndex.countList(page !== undefined);
  return page;
}

async function askListIndex(
  listIndex: ListIndex,
  db: Database,
  query: EventQuery,
  part: ListSlice,
): Promise<ListPage | undefined> {
  const plan = await planOf(db, query);
  if (!plan) return undefined;
  const sets = setsOf(plan);
  if (sets.length > MAX_SETS) return undefined;
  if (!listIndex.isReady) {
    // An error that stops the loading also stops the database from answering, which then reports it.
    const loading = listIndex.load().catch(() => {});
    if (isQuick(query)) return undefined;
    await Promise.race([loading, pause(LOAD_TIMEOUT_MS, undefined, { ref: false })]);
  }
  return listIndex.with(sets, (columns, bitmapOf) =>
    execute(listIndex, columns, query, { plan, part, bitmapOf }),
  );
}
