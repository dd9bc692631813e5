import { setTimeout as pause } from 'node:timers/promises';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { Services } from '#context.ts';
import type { EventQuery } from '../filters/query.ts';
import { hasFilter } from '../filters/registry.ts';
import { execute, type ListPage, type ListSlice, setsOf } from '../list-index/execute.ts';
import { planOf } from '../list-index/plan.ts';
import { countEvents, countQuery, listIds, pageQuery } from './list.ts';

/** A list waits so long for the index where the database might have to scan half of all events. */
const LOAD_TIMEOUT_MS = 10_000;
/** The list index is loaded after so many lists that the database answers well alone: only many of them are worth the memory. */
const LISTS_BEFORE_LOADING = 50;
/** Rows that the database skips at most on its way to a page. */
const MAX_WALKED_ROWS = 12_000;

/** The calendar, and what answers lists of it from memory. */
export type ListSource = Pick<Services, 'db' | 'listIndex' | 'totals'>;

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
export async function listEventPage(source: ListSource, query: EventQuery, page: Page): Promise<ListPage> {
  return (await indexedPage(source, query, page)) ?? databasePage(source, query, page);
}

/** Returns one page, and whether there are more; this costs less than its total. Where nothing is cached the database alone is asked. */
export async function listEventIdsAndMore(
  source: ListSource & Pick<Services, 'config'>,
  query: EventQuery,
  page: Page,
): Promise<{ ids: number[]; more: boolean }> {
  const limit = page.per_page + 1;
  const indexed =
    source.config.cache === 0
      ? undefined
      : await fromListIndex(source, query, { offset: offsetOf(page), limit, isCounted: false });
  const ids =
    indexed?.ids ?? (await pageQuery(source.db, query, page).limit(limit).execute()).map((row) => row.id);
  return { ids: ids.slice(0, page.per_page), more: ids.length === limit };
}

/** More than any list has. */
const ALL = 2 ** 31 - 1;

/** Returns the IDs on all pages of a list, of one state of the calendar. @param anew asks the database alone */
export async function listAllEventIds(
  source: ListSource,
  query: EventQuery,
  { anew = false } = {},
): Promise<readonly number[]> {
  // Without a filter the database answers by one index, and nobody has to wait for the other to be loaded.
  const isDirect = anew || (!source.listIndex.columns && !hasFilter(query, () => true));
  const indexed = isDirect
    ? undefined
    : await fromListIndex(source, query, { offset: 0, limit: ALL, isCounted: false });
  if (indexed) return indexed.ids;
  return listIds(source.db, query);
}

/** Returns a page from the database alone. @param anew counts the total rather than taking the cached one */
export async function databasePage(
  { db, totals }: Pick<ListSource, 'db' | 'totals'>,
  query: EventQuery,
  page: Page,
  { anew = false } = {},
): Promise<ListPage> {
  const ids = (await pageQuery(db, query, page).execute()).map((row) => row.id);
  if (page.page === 1 && ids.length < page.per_page) return { ids, total: ids.length };
  if (anew) return { ids, total: await countEvents(db, query) };
  const counted = countQuery(db, query).compile();
  return { ids, total: await totals.of(db, counted, () => countEvents(db, query)) };
}

/** Lists of more sets are answered by the database, since the list index couldn't hold all of them. */
const MAX_SETS = 2_500;

/** Returns a page from the list index alone; undefined where that isn't loaded or can't answer it. */
export function indexedPage(
  source: ListSource,
  query: EventQuery,
  page: Page,
): Promise<ListPage | undefined> {
  return fromListIndex(source, query, { offset: offsetOf(page), limit: page.per_page, isCounted: true });
}

async function fromListIndex(
  { db, listIndex }: ListSource,
  query: EventQuery,
  part: ListSlice,
): Promise<ListPage | undefined> {
  if (db.isTransaction) return undefined;
  let page: ListPage | undefined;
  if (listIndex.columns || !isPlain(query, part)) page = await askListIndex({ db, listIndex }, query, part);
  else if (++listIndex.lists.plain > LISTS_BEFORE_LOADING) listIndex.prepare();
  listIndex.lists[page ? 'hits' : 'misses']++;
  return page;
}

async function askListIndex(
  { db, listIndex }: Pick<ListSource, 'db' | 'listIndex'>,
  query: EventQuery,
  part: ListSlice,
): Promise<ListPage | undefined> {
  const plan = await planOf(db, query);
  if (!plan) return undefined;
  const sets = setsOf(plan);
  if (sets.length > MAX_SETS) return undefined;
  if (!listIndex.columns) {
    // An error that stops the loading also stops the database from answering, which then reports it.
    const loading = listIndex.load().catch(() => {});
    if (isQuick(query)) return undefined;
    await Promise.race([loading, pause(LOAD_TIMEOUT_MS, undefined, { ref: false })]);
  }
  return listIndex.with(sets, (columns, bitmapOf) =>
    execute(listIndex, columns, query, { plan, part, bitmapOf }),
  );
}
