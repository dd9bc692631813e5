import { type RawBuilder, sql } from 'kysely';
import { type ListScope, listScope, type Status, unlockScope, type Viewer } from '#api/access/permissions.ts';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { FilterEvent } from '#calendar/posts/parameters.ts';
import { isLocked, withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Database } from '#store/db/engine.ts';
import { totalOf } from '#store/db/totals.ts';
import { anywherePattern, fieldPattern } from './rules.ts';
import { type LinkedRow, type LinkedTable, linkTableOf } from './store.ts';

/** What a list of venues or organizers asks for; every filter narrows. */
export interface LinkedQuery {
  viewer: Viewer;
  /** Statuses asked for; none: what is listed without asking. */
  status?: readonly Status[] | undefined;
  /** Folded fragments that must all occur in one field; an empty list finds nothing. */
  search?: readonly string[] | undefined;
  /** Searched beside the site's language; undefined: none. */
  translation?: Language | undefined;
  /** Protected ones are searched whole, and protected events count, for who knows this password, or edits them and said so. */
  password: string | undefined;
  editing: boolean;
  event?: FilterEvent | undefined;
  has_events?: boolean | undefined;
  /** UTC: only those with an event that hasn't ended by then. */
  upcoming_at?: string | undefined;
  orderby: 'date' | 'name' | 'modified';
  order: 'asc' | 'desc';
}

const any = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;
const all = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const never = sql<boolean>`1 = 0`;

/** All fragments in one and the same field (reference 4.8) of `texts`; of what is protected only the name is searched (D26). */
function foundIn(texts: string, query: LinkedQuery, fields: number): RawBuilder<boolean> {
  const { search = [], viewer } = query;
  const matches = (pattern: string) => sql<boolean>`${sql.ref(texts)} like ${pattern} escape '\\'`;
  const inField = (field: number) => all(search.map((fragment) => matches(fieldPattern(field, fragment))));
  const open = withinUnlocked(unlockScope(viewer, query), 't');
  const others = Array.from({ length: fields - 1 }, (_, index) => inField(index + 1));
  return all([
    ...search.map((fragment) => matches(anywherePattern(fragment))),
    any([inField(0), all([open, any(others)])]),
  ]);
}

/** In the site's texts, or in those of the language asked for. */
function found(table: LinkedTable, query: LinkedQuery, fields: number): RawBuilder<boolean> {
  const { search = [], translation } = query;
  if (search.length === 0) return never;
  const inSites = foundIn('t.search_text', query, fields);
  if (!translation) return inSites;
  return any([
    inSites,
    sql<boolean>`exists (select 1 from translations as x where x.kind = ${table} and x.resource_id = t.id
      and x.language = ${translation} and ${foundIn('x.search_text', query, fields)})`,
  ]);
}

// Has PostgreSQL ask for each venue until the page is full, and not join all there are with all their events.
const first = sql`limit 1 offset 0`;

/** Linked to an event that the caller may read in full and that is meant to take place (D24, D37). */
function havingEvents(table: LinkedTable, query: LinkedQuery): RawBuilder<boolean> {
  const { viewer } = query;
  const { statuses, owner } = listScope(viewer);
  const scope: ListScope = {
    statuses: statuses.filter((status) => status !== 'draft' && status !== 'pending'),
    owner,
  };
  const link = linkTableOf(table);
  return sql<boolean>`exists (select 1 from ${link.table} as l cross join events as e
    where ${link.column} = t.id and e.id = l.event_id
      and ${withinScope(scope, { status: 'e.status', author: 'e.author_id' })}
      and ${withinUnlocked(unlockScope(viewer, query), 'e')} ${first})`;
}

function havingUpcoming(
  db: Database,
  table: LinkedTable,
  query: LinkedQuery,
  utc: string,
): RawBuilder<boolean> {
  const { viewer } = query;
  const link = linkTableOf(table);
  const scope = listScope(viewer);
  const within = withinScope(scope, { status: 'o.status', author: 'e.author_id' });
  const event = scope.owner === null ? sql`` : sql`cross join events as e`;
  const joined = scope.owner === null ? sql`` : sql`and e.id = l.event_id`;
  // `cross join` and the computed date keep SQLite to this way: from the few links of one venue to their events' dates,
  // and not through all that end later.
  return sql<boolean>`exists (select 1 from ${link.table} as l cross join occurrences as o ${event}
    where ${link.column} = t.id and o.event_id = l.event_id ${joined}
      and o.utc_end_date || '' >= ${utc} and o.hide_from_listings = 0 and ${within}
      and not ${isLocked(db, unlockScope(viewer, query), 'o.event_id')} ${first})`;
}

function linkedTo(table: LinkedTable, event: FilterEvent): RawBuilder<boolean> {
  const link = linkTableOf(table);
  return event.open
    ? sql<boolean>`t.id in (select ${link.column} from ${link.table} as l where l.event_id = ${event.id})`
    : never;
}

function filtered(
  db: Database,
  table: LinkedTable,
  query: LinkedQuery,
  options: { fields: number; walked: boolean },
): RawBuilder<unknown> {
  const { viewer } = query;
  const { fields, walked } = options;
  const conditions = [
    withinScope(listScope(viewer, query.status), { status: 't.status', author: 't.author_id', walked }),
  ];
  if (query.search) conditions.push(found(table, query, fields));
  if (query.event) conditions.push(linkedTo(table, query.event));
  if (query.has_events !== undefined) {
    const having = havingEvents(table, query);
    conditions.push(query.has_events ? having : sql<boolean>`not ${having}`);
  }
  if (query.upcoming_at !== undefined) conditions.push(havingUpcoming(db, table, query, query.upcoming_at));
  return sql`from ${sql.table(table)} as t where ${all(conditions)}`;
}

const columns = { date: 't.date', name: 't.name_key', modified: 't.modified_utc' } as const;

/**
 * One page and the number of all rows. Ties go by ID, in the same direction.
 * @param fields how many lines the table's `search_text` has
 */
export async function listLinkedPage<T extends LinkedTable>(
  db: Database,
  table: T,
  query: LinkedQuery,
  page: Page & { fields: number },
): Promise<{ rows: LinkedRow<T>[]; total: number }> {
  const { fields } = page;
  // Nearly all are published: in the order asked for a page is found sooner than by their status, and needs no sorting.
  // PostgreSQL knows that from its statistics, and with the column hidden from it would not.
  const walked =
    db.dialect.name === 'sqlite' &&
    !query.event &&
    listScope(query.viewer, query.status).statuses.includes('publish');
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<LinkedRow<T>>`select t.* ${filtered(db, table, query, { fields, walked })}
    order by ${sql.ref(columns[query.orderby])} ${direction}, t.id ${direction}
    limit ${page.per_page} offset ${offsetOf(page)}`.execute(db.read);
  if (page.page === 1 && rows.length < page.per_page) return { rows, total: rows.length };
  const counting = sql<{
    total: number;
  }>`select count(*) as total ${filtered(db, table, query, { fields, walked: false })}`;
  const total = await totalOf(db, counting.compile(db.read), async () =>
    Number((await counting.execute(db.read)).rows[0]?.total ?? 0),
  );
  return { rows, total };
}
