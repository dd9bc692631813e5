import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import type { Database } from '#store/db/engine.ts';
import { totalsOf } from '#store/db/totals.ts';
import type { EventQuery } from '../filters/query.ts';
import { answer, type ListPage, type Part, sourcesOf } from '../list-index/answer.ts';
import { choiceOf } from '../list-index/choose.ts';
import { rosterOf } from '../list-index/roster.ts';
import { countQuery, listEventIds, pageQuery, venuesWithin } from './list.ts';
import { countEvents } from './total.ts';

/** For so long a list waits for memory to be read, where the database might have to look at half of all events. */
const PATIENCE_MS = 10_000;
/** Pages behind so many rows are no longer walked to in the database. */
const SHALLOW = 12_000;

/** Which of these venues or organizers the list's reader may see (D5, D8). */
async function seenOf(
  db: Database,
  table: 'venues' | 'organizers',
  { linkedScope }: EventQuery,
  ids: readonly number[] | undefined,
): Promise<number[]> {
  if (!ids || ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(table)} where id in (${sql.join([...ids])})
    and ${withinScope(linkedScope, { status: 'status', author: 'author_id' })}`.execute(db.read);
  return rows.map(({ id }) => id);
}

/** Whether an index of the database alone gives page and total, however many events there are. */
function isPlain({ bounds, orderby, hidden, scope, ...query }: EventQuery, { offset, limit }: Part): boolean {
  const filters = [
    query.categories,
    query.tags,
    query.venue,
    query.organizer,
    query.featured,
    query.ticketed,
  ];
  return (
    offset + limit <= SHALLOW &&
    orderby === 'date' &&
    hidden === 'no' &&
    scope.owner === null &&
    [...filters, query.search, query.geoloc, query.near, query.include, query.post_parent].every(
      (filter) => filter === undefined,
    )
  );
}

/** Whether so few events are asked for that the database finds them at once, and puts them in order then. */
const isNarrow = ({ include, venue, organizer, post_parent, search, near }: EventQuery) =>
  !search && !near && [include, venue, organizer, post_parent].some((filter) => filter !== undefined);

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

/** Further venues than this aren't put in order by how far they are. */
const MOST_REACHED = 2_000;

/** Of more sets than this no list is made in memory: the roster wouldn't keep them all. */
const MOST_SOURCES = 2_500;

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
  const reach = query.near && (await venuesWithin(db, { ...query, near: query.near }));
  if (reach && reach.length > MOST_REACHED) return undefined;
  const choice = choiceOf(query, {
    venues: await seenOf(db, 'venues', query, query.venue),
    organizers: await seenOf(db, 'organizers', query, query.organizer),
    reach,
  });
  if (!choice) return undefined;
  const sources = sourcesOf(choice);
  if (sources.length > MOST_SOURCES) return undefined;
  if (!roster.isReady) {
    // What keeps it from being read keeps the database from answering too, which then says so.
    const loading = roster.load().catch(() => {});
    if (isNarrow(query)) return undefined;
    await Promise.race([loading, pause(PATIENCE_MS, undefined, { ref: false })]);
  }
  return roster.with(sources, (columns, membersOf) =>
    answer(roster, columns, query, { choice, part, membersOf }),
  );
}
