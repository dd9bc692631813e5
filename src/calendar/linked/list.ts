import { type RawBuilder, sql } from 'kysely';
import { type ListScope, listScope, type Status, unlockScope, type Viewer } from '#api/access/permissions.ts';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { FilterEvent } from '#calendar/posts/parameters.ts';
import { hiddenByPassword, withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import type { Services } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Database } from '#store/db/engine.ts';
import { anywherePattern, fieldPattern } from './rules.ts';
import { type LinkedRow, type LinkedTable, linkTableOf } from './store.ts';

/** A query for a list of venues or organizers; its filters combine with `and`. */
export interface LinkedQuery {
  viewer: Viewer;
  /** Statuses asked for; undefined: the caller's default. */
  status?: readonly Status[] | undefined;
  /** Folded fragments that must all occur in one and the same field; an empty list finds nothing. */
  search?: readonly string[] | undefined;
  /** The language searched beside the site's; undefined: none. */
  translation?: Language | undefined;
  /** Opens protected items to the search, and protected events to the filters by events. */
  password: string | undefined;
  /** Opens in the same way what the caller may edit. */
  editing: boolean;
  event?: FilterEvent | undefined;
  has_events?: boolean | undefined;
  /** UTC; only those with an event that hasn't ended by then. */
  upcoming_at?: string | undefined;
  orderby: 'date' | 'name' | 'modified';
  order: 'asc' | 'desc';
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const never = sql<boolean>`1 = 0`;

/** All fragments in one field (reference 4.8) of the column `texts`; of protected items only the name is searched (D26). */
function foundIn(texts: string, query: LinkedQuery, fields: number): RawBuilder<boolean> {
  const { search = [], viewer } = query;
  const matches = (pattern: string) => sql<boolean>`${sql.ref(texts)} like ${pattern} escape '\\'`;
  const inField = (field: number) => allOf(search.map((fragment) => matches(fieldPattern(field, fragment))));
  const open = withinUnlocked(unlockScope(viewer, query), 't');
  const others = Array.from({ length: fields - 1 }, (_, index) => inField(index + 1));
  return allOf([
    ...search.map((fragment) => matches(anywherePattern(fragment))),
    anyOf([inField(0), allOf([open, anyOf(others)])]),
  ]);
}

/** Searches the site's texts, and those of the language asked for. */
function found(table: LinkedTable, query: LinkedQuery, fields: number): RawBuilder<boolean> {
  const { search = [], translation } = query;
  if (search.length === 0) return never;
  const inSites = foundIn('t.search_text', query, fields);
  if (!translation) return inSites;
  return anyOf([
    inSites,
    sql<boolean>`exists (select 1 from translations as x where x.kind = ${table} and x.resource_id = t.id
      and x.language = ${translation} and ${foundIn('x.search_text', query, fields)})`,
  ]);
}

// Makes PostgreSQL probe venue by venue until the page is full, instead of joining all venues with all their events.
const first = sql`limit 1 offset 0`;

/** Linked to an event that the caller may read in full, and that is no draft and not pending (D24, D37); of a series, to a date that shows it (R5). */
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
      and (e.series_id = 0 or exists (select 1 from occurrences as o where o.event_id = e.id))
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
  // `cross join` and the computed date make SQLite go from the few links of one venue to their events' dates, instead of
  // scanning all occurrences that end later.
  return sql<boolean>`exists (select 1 from ${link.table} as l cross join occurrences as o ${event}
    where ${link.column} = t.id and o.event_id = l.event_id ${joined}
      and o.utc_end_date || '' >= ${utc} and o.hide_from_listings = 0 and ${within}
      and not ${hiddenByPassword(db, unlockScope(viewer, query), 'o.event_id')} ${first})`;
}

function linkedTo(table: LinkedTable, event: FilterEvent): RawBuilder<boolean> {
  const link = linkTableOf(table);
  return event.open
    ? sql<boolean>`t.id in (select ${link.column} from ${link.table} as l where l.event_id = ${event.rowId})`
    : never;
}

function filtered(
  db: Database,
  table: LinkedTable,
  query: LinkedQuery,
  options: { fields: number; ignoreStatusIndex: boolean },
): RawBuilder<unknown> {
  const { viewer } = query;
  const { fields, ignoreStatusIndex } = options;
  const conditions = [
    withinScope(listScope(viewer, query.status), {
      status: 't.status',
      author: 't.author_id',
      ignoreStatusIndex,
    }),
  ];
  if (query.search) conditions.push(found(table, query, fields));
  if (query.event) conditions.push(linkedTo(table, query.event));
  if (query.has_events !== undefined) {
    const having = havingEvents(table, query);
    conditions.push(query.has_events ? having : sql<boolean>`not ${having}`);
  }
  if (query.upcoming_at !== undefined) conditions.push(havingUpcoming(db, table, query, query.upcoming_at));
  return sql`from ${sql.table(table)} as t where ${allOf(conditions)}`;
}

const columns = { date: 't.date', name: 't.name_key', modified: 't.modified_utc' } as const;

/**
 * Returns one page, and the number of rows on all pages. Ties are ordered by ID, in the same direction.
 * @param page `fields` is the number of fields in the table's `search_text`
 */
export async function listLinkedPage<T extends LinkedTable>(
  { db, totals }: Pick<Services, 'db' | 'totals'>,
  table: T,
  query: LinkedQuery,
  page: Page & { fields: number },
): Promise<{ rows: LinkedRow<T>[]; total: number }> {
  const { fields } = page;
  // Nearly all items are published: scanning the index of the order asked for fills a page sooner than the index of
  // statuses, and saves sorting. PostgreSQL learns that from its statistics, unless the column is hidden from it.
  const ignoreStatusIndex =
    db.dialect.name === 'sqlite' &&
    !query.event &&
    listScope(query.viewer, query.status).statuses.includes('publish');
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<
    LinkedRow<T>
  >`select t.* ${filtered(db, table, query, { fields, ignoreStatusIndex })}
    order by ${sql.ref(columns[query.orderby])} ${direction}, t.id ${direction}
    limit ${page.per_page} offset ${offsetOf(page)}`.execute(db.read);
  if (page.page === 1 && rows.length < page.per_page) return { rows, total: rows.length };
  const counting = sql<{
    total: number;
  }>`select count(*) as total ${filtered(db, table, query, { fields, ignoreStatusIndex: false })}`;
  const total = await totals.of(db, counting.compile(db.read), async () =>
    Number((await counting.execute(db.read)).rows[0]?.total ?? 0),
  );
  return { rows, total };
}
