import { sql } from 'kysely';
import type { Database } from '#db/engine.ts';
import { totalsOf } from '#db/totals.ts';
import type { Page } from '#http/paging.ts';
import { withinScope } from '#posts/scope.ts';
import { countQuery, type EventQuery, listEventIds } from './list.ts';
import { answer, type ListPage, sourcesOf } from './roster/answer.ts';
import { choiceOf } from './roster/choose.ts';
import { rosterOf } from './roster/roster.ts';
import { countEvents } from './total.ts';

/** Pages behind so many rows are no longer walked to. */
const SHALLOW = 1_000;

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
function isPlain(
  { bounds, orderby, hidden, scope, ...query }: EventQuery,
  { page, per_page }: Page,
): boolean {
  const filters = [
    query.categories,
    query.tags,
    query.venue,
    query.organizer,
    query.featured,
    query.ticketed,
  ];
  return (
    page * per_page <= SHALLOW &&
    orderby === 'date' &&
    hidden === 'no' &&
    scope.owner === null &&
    bounds.every(({ column }) => column === 'start_date' || column === 'end_date') &&
    [...filters, query.search, query.geoloc].every((filter) => filter === undefined)
  );
}

/**
 * One page of a list of events and how many rows all pages have: from memory, where the calendar is there by now, else
 * from the database.
 */
export async function listEventPage(db: Database, query: EventQuery, page: Page): Promise<ListPage> {
  return (await rosterPage(db, query, page)) ?? databasePage(db, query, page);
}

/** From the database alone. */
export async function databasePage(db: Database, query: EventQuery, page: Page): Promise<ListPage> {
  const ids = await listEventIds(db, query, page);
  if (page.page === 1 && ids.length < page.per_page) return { ids, total: ids.length };
  const counted = countQuery(db, query).compile();
  return { ids, total: await totalsOf(db).of(counted, () => countEvents(db, query)) };
}

/** From memory alone; undefined where it isn't there, or can't tell. */
export async function rosterPage(db: Database, query: EventQuery, page: Page): Promise<ListPage | undefined> {
  const roster = rosterOf(db);
  if (!roster.isReady && isPlain(query, page)) return undefined;
  const seen = {
    venues: await seenOf(db, 'venues', query, query.venue),
    organizers: await seenOf(db, 'organizers', query, query.organizer),
  };
  const choice = choiceOf(query, seen);
  if (!choice) return undefined;
  // What keeps it from being read keeps the database from answering too, which then says so.
  const loading = roster.load().catch(() => {});
  // Words may be in half of all events, which takes the database longer than reading all dates.
  if (query.search) await loading;
  return roster.with(sourcesOf(choice), (columns, membersOf) =>
    answer(roster, columns, query, { choice, page, membersOf }),
  );
}
