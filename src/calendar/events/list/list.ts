import { setTimeout as pause } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { listScope } from '#api/access/permissions.ts';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import { hiddenByPassword, withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import type { Services } from '#context.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import type { Tables } from '#store/db/tables.ts';
import type { SqlContext } from '../filters/filter.ts';
import type { EventQuery } from '../filters/query.ts';
import { changesTotal, eachFilter, hasFilter, narrows, orderOf } from '../filters/registry.ts';
import { startBound } from '../filters/window.ts';
import { execute, type ListPage, type ListSlice, setsOf } from '../list-index/execute.ts';
import { planOf } from '../list-index/plan.ts';

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

type Rows = SelectQueryBuilder<Tables & { o: Tables['occurrences']; e: Tables['events'] }, 'o' | 'e', object>;

/** Returns the context of the filters' SQL. */
const contextOf = (db: Database, query: EventQuery): SqlContext => ({
  db,
  base: query,
  get open() {
    return withinUnlocked(query.unlocked, 'e');
  },
});

/** Returns the rows of a list. @param asked `isSorted`: for a page, whose order may need the event */
function filtered(db: Database, query: EventQuery, { isSorted }: { isSorted: boolean }): Rows {
  const byEvent = isSorted && orderOf(query).readsEvent;
  // Occurrences have all columns that most lists need; events are joined only where they are read.
  const isJoined =
    byEvent ||
    query.scope.owner !== null ||
    typeof query.hidden === 'object' ||
    hasFilter(query, (filter) => filter.cost.readsEvent && (isSorted || changesTotal(filter)));
  let rows: Rows;
  // Scanned in the order of events where no filter narrows much.
  if (byEvent && !narrows(query))
    rows = db.read
      .selectFrom('events as e')
      .crossJoin('occurrences as o')
      .whereRef('o.event_id', '=', 'e.id') as unknown as Rows;
  else {
    const dates = db.read.selectFrom('occurrences as o');
    rows = (isJoined ? dates.innerJoin('events as e', 'e.id', 'o.event_id') : dates) as unknown as Rows;
  }
  const context = contextOf(db, query);
  eachFilter(query, (filter, value) => {
    const join = filter.join?.(value, context);
    if (join)
      rows = rows.innerJoin(join.as('p'), (on) =>
        on.onRef('p.event_id', '=', 'o.event_id'),
      ) as unknown as Rows;
  });
  const ignoreStatusIndex = hasFilter(query, ({ cost }) => cost.leads === true);
  rows = rows.where(
    withinScope(query.scope, { status: 'o.status', author: 'e.author_id', ignoreStatusIndex }),
  );
  if (query.hidden === 'no')
    rows = rows.where(
      ignoreStatusIndex ? sql<number>`o.hide_from_listings + 0` : sql.ref<number>('o.hide_from_listings'),
      '=',
      0,
    );
  else if (query.hidden !== 'all') {
    const own = sql`e.author_id = ${query.hidden.owner}`;
    const among = query.hidden.public ? own : sql`${own} and o.status not in ('publish', 'future')`;
    rows = rows.where(sql<boolean>`(o.hide_from_listings = 0 or (${among}))`);
  }
  for (const bound of query.bounds) {
    rows = rows.where(`o.${bound.column}`, bound.operator, bound.moment);
    const start = startBound(bound);
    if (start) rows = rows.where('o.start_date', start.operator, start.moment);
  }
  eachFilter(query, (filter, value) => {
    for (const condition of filter.where?.(value, context) ?? []) rows = rows.where(condition);
  });
  if (query.condense) {
    const each = filtered(db, { ...query, condense: undefined }, { isSorted: false }).select([
      'o.id',
      sql`row_number() over (partition by case o.series_id when 0 then -o.id else o.series_id end
        order by o.start_date, o.id)`.as('place'),
    ]);
    rows = rows.where(sql<boolean>`o.id in (select id from (${each}) as numbered where place = 1)`);
  }
  // Protected events aren't found by what their password hides (D26, D37): tested on the event's row where a filter reads it.
  if (query.unlocked.editable !== 'all')
    for (const byRow of [false, true])
      if (hasFilter(query, (one) => one.protectedEvents === 'left-out' && one.cost.readsEvent === byRow))
        rows = rows.where(
          byRow ? context.open : sql<boolean>`not ${hiddenByPassword(db, query.unlocked, 'o.event_id')}`,
        );
  return rows;
}

/** Returns the statement that selects one page in order. */
export function pageQuery(db: Database, query: EventQuery, page: Page) {
  let rows = filtered(db, query, { isSorted: true }).select('o.id');
  const context = contextOf(db, query);
  eachFilter(query, (filter, value) => {
    for (const term of filter.precedes?.(value, context) ?? []) rows = rows.orderBy(term);
  });
  for (const [column, direction = query.order] of orderOf(query).by)
    rows = rows.orderBy(sql.ref(column), direction);
  return rows.limit(page.per_page).offset(offsetOf(page));
}

/** Returns the days, `YYYY-MM-DD`, on which the first listed date starts and the last one ends; undefined: there is none. Two index lookups. */
export async function listedDays(
  db: Reading,
): Promise<{ first: string | undefined; last: string | undefined }> {
  const edge = async (side: 'start' | 'end') => {
    const row = await db
      .selectFrom('occurrence_days')
      .select('day')
      .where('hide_from_listings', '=', 0)
      .where('status', 'in', [...listScope(null).statuses])
      .where('side', '=', side)
      .where('n', '>', 0)
      .orderBy('day', side === 'start' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.day;
  };
  return { first: await edge('start'), last: await edge('end') };
}

/** Returns the IDs on all pages in order, read as one text: a row for each would take fifty times its memory. */
export async function listIds(db: Database, query: EventQuery): Promise<number[]> {
  const rows = pageQuery(db, query, { page: 1, per_page: ALL });
  const read = await sql<{ ids: string | null }>`select string_agg(cast(id as text), ',') as ids
    from (${rows}) as listed`.execute(db.read);
  return JSON.parse(`[${read.rows[0]?.ids ?? ''}]`);
}

/** Returns the statement that counts the rows of all pages. */
export function countQuery(db: Database, query: EventQuery) {
  return filtered(db, query, { isSorted: false }).select((eb) => eb.fn.countAll<number>().as('total'));
}

/** Fewer than so many candidates are counted one by one. */
const FEW = 500;

interface PlainWindow {
  from: string;
  to: string;
}

/** Returns the first and last day of a list that asks for nothing but a window of full days; undefined for any other. */
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
 * Returns the number of rows of a list on all pages. A list that asks only for a window of days is added up from the
 * counts of each day: rows that end by its last day, less those that start before its first, plus those that do both
 * outside of it (they are longer than the window, so that an index finds them). Any other list is counted.
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
