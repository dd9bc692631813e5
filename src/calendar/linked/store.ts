import { type RawBuilder, sql } from 'kysely';
import type { ListScope } from '#api/access/permissions.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import { type Localized, localizedTexts, type Translation } from '#calendar/translations/rules.ts';
import { bytesOfTexts, idsByTranslatedName, loadTranslations } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { prepared, preparedByIds } from '#store/db/statement.ts';
import type { PostColumns, Tables } from '#store/db/tables.ts';

/** The tables of what events link to in an order of their own. */
export type LinkedTable = 'venues' | 'organizers';

/** A stored venue or organizer: texts in the site's language, dates as their names say. */
export type LinkedRow<T extends LinkedTable = LinkedTable> = Tables[T];

/** The columns that both tables have, but for `search_text`, which is derived from all others. */
export interface SharedColumns extends PostColumns {
  name: string;
  name_key: string;
}

const links = {
  venues: { table: 'event_venues', column: 'venue_id' },
  organizers: { table: 'event_organizers', column: 'organizer_id' },
} as const;

/** Returns the table that links events to a kind, and its ID column, for a statement that calls that table `l`. */
export const linkTableOf = (table: LinkedTable) => ({
  table: sql.table(links[table].table),
  column: sql.ref(`l.${links[table].column}`),
});

/** Returns a row with its texts replaced by those of a language, where it has some; they are also its `own`. */
export function localizeLinked<R extends SharedColumns>(
  row: R,
  translations: ReadonlyMap<number, Translation>,
): Localized<R> {
  const own = translations.get(row.id);
  if (!own) return row;
  const { title, ...texts } = localizedTexts({ ...row, title: row.name }, own);
  return { ...row, ...texts, name: title, own };
}

/** Returns rows with their texts in a language (undefined: the site's), in the same order. One statement at most. */
export async function loadLocalizedLinked<T extends LinkedTable>(
  db: Reading,
  table: T,
  rows: readonly LinkedRow<T>[],
  translation: Language | undefined,
): Promise<readonly Localized<LinkedRow<T>>[]> {
  if (!translation) return rows;
  const found = await loadTranslations(db, translation, [{ kind: table, rows }]);
  return rows.map((row) => localizeLinked(row, found[table]));
}

const linkedRows = <T extends LinkedTable>(table: T, columns: RawBuilder<unknown>) =>
  preparedByIds((db, ids) =>
    sql<LinkedRow<T>>`select ${columns} from ${sql.table(table)} where id in (${sql.join([...ids])})`.compile(
      db,
    ),
  );

type LongColumn = 'description' | 'excerpt' | 'search_text';
const sharedColumns = {
  id: true,
  author_id: true,
  status: true,
  password: true,
  date: true,
  date_utc: true,
  modified: true,
  modified_utc: true,
  slug: true,
  image_id: true,
  global_id: true,
  global_id_lineage: true,
  language: true,
  translations: true,
  name: true,
  name_key: true,
  phone: true,
  website: true,
} as const;
const shortColumns: { [T in LinkedTable]: Record<Exclude<keyof LinkedRow<T>, LongColumn>, true> } = {
  venues: {
    ...sharedColumns,
    address: true,
    city: true,
    district: true,
    country: true,
    province: true,
    state: true,
    zip: true,
    stateprovince: true,
    show_map: true,
    show_map_link: true,
    geo_lat: true,
    geo_lng: true,
  },
  organizers: { ...sharedColumns, email: true },
};
const lean = (table: LinkedTable) =>
  sql`${sql.join(Object.keys(shortColumns[table]).map((name) => sql.ref(name)))},
    '' as description, '' as excerpt, '' as search_text`;

type RowsById = { [T in LinkedTable]: ReturnType<typeof linkedRows<T>> };
const rowsById: RowsById = {
  venues: linkedRows('venues', sql`*`),
  organizers: linkedRows('organizers', sql`*`),
};
const leanRowsById: RowsById = {
  venues: linkedRows('venues', lean('venues')),
  organizers: linkedRows('organizers', lean('organizers')),
};

/** Returns one of any status. One statement. */
export async function findLinked<T extends LinkedTable>(
  db: Reading,
  table: T,
  id: number,
): Promise<LinkedRow<T> | undefined> {
  const rows: LinkedRow<T>[] = await rowsById[table](db, [id]);
  return rows[0];
}

/** Returns rows of any status by ID; unknown IDs are missing. In `lean` rows long texts are ''. One statement. */
export async function listLinked<T extends LinkedTable>(
  db: Reading,
  table: T,
  ids: readonly number[],
  need: 'none' | 'lean' | 'whole' = 'whole',
): Promise<Map<number, LinkedRow<T>>> {
  if (ids.length === 0 || need === 'none') return new Map();
  const known: RowsById = need === 'lean' ? leanRowsById : rowsById;
  const rows: LinkedRow<T>[] = await known[table](db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the IDs of the first items of a kind by name that are published without a password. */
export async function listOpenIds(db: Reading, table: LinkedTable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where status = 'publish' and password = ''
    order by name_key, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The columns by which a link from an event is permitted, and the size of what it would embed. */
export interface LinkHead {
  id: number;
  author_id: number;
  status: string;
  /** UTF-8 bytes of its description and excerpt, in the language that has most of them. */
  bytes: number;
}

const linkHeads = (table: LinkedTable) =>
  preparedByIds((db, ids) =>
    sql<LinkHead>`select t.id, t.author_id, t.status, ${bytesOfTexts(table)} as bytes
      from ${sql.table(table)} t where t.id in (${sql.join([...ids])})`.compile(db),
  );
const headsById = { venues: linkHeads('venues'), organizers: linkHeads('organizers') };

/** Returns the heads of rows by ID, without reading their texts; unknown IDs are missing. One statement. */
export async function listLinkHeads(
  db: Reading,
  table: LinkedTable,
  ids: readonly number[],
): Promise<Map<number, LinkHead>> {
  if (ids.length === 0) return new Map();
  return new Map((await headsById[table](db, ids)).map((head) => [head.id, head]));
}

/** Returns whether some event that links to an item would embed more than `most` bytes of texts of its kind. */
export async function isTooLargeSomewhere(
  db: Reading,
  table: LinkedTable,
  id: number,
  most: number,
): Promise<boolean> {
  const link = linkTableOf(table);
  const { rows } = await sql`select 1 from ${link.table} as e
    where e.${sql.ref(links[table].column)} = ${id} and (
      select sum(${bytesOfTexts(table)}) from ${link.table} as l join ${sql.table(table)} as t on t.id = ${link.column}
      where l.event_id = e.event_id) > ${most} limit 1`.execute(db);
  return rows.length > 0;
}

const linkedOfEvents = <T extends LinkedTable>(table: T) =>
  preparedByIds((db, eventIds) => {
    const link = linkTableOf(table);
    return sql<LinkedRow<T> & { of_event: number }>`
      select l.event_id as of_event, t.* from ${link.table} as l
      join ${sql.table(table)} as t on t.id = ${link.column}
      where l.event_id in (${sql.join([...eventIds])})
      order by l.event_id, l.position`.compile(db);
  });
const rowsOfEvents: { [T in LinkedTable]: ReturnType<typeof linkedOfEvents<T>> } = {
  venues: linkedOfEvents('venues'),
  organizers: linkedOfEvents('organizers'),
};

/** Returns what each event links to, in linked order and of every status; events without links are missing. One statement. */
export async function listLinkedOfEvents<T extends LinkedTable>(
  db: Reading,
  table: T,
  eventIds: readonly number[],
): Promise<Map<number, LinkedRow<T>[]>> {
  const byEvent = new Map<number, LinkedRow<T>[]>();
  if (eventIds.length === 0) return byEvent;
  const rows: (LinkedRow<T> & { of_event: number })[] = await rowsOfEvents[table](db, eventIds);
  for (const row of rows) {
    const known = byEvent.get(row.of_event);
    if (known) known.push(row);
    else byEvent.set(row.of_event, [row]);
  }
  return byEvent;
}

/** Returns the IDs of the venues or organizers of an event, in their order. */
export async function listLinkIds(db: Reading, table: LinkedTable, eventId: number): Promise<number[]> {
  const link = links[table];
  const { rows } = await sql<{
    id: number;
  }>`select ${sql.ref(link.column)} as id from ${sql.table(link.table)}
    where event_id = ${eventId} order by position`.execute(db);
  return rows.map(({ id }) => id);
}

/** Replaces an event's links to a kind by these, in this order, each once. */
export async function replaceLinks(
  trx: Writing,
  table: LinkedTable,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  const link = links[table];
  await sql`delete from ${sql.table(link.table)} where event_id = ${eventId}`.execute(trx);
  const rows = [...new Set(ids)].map((id, position) => sql`(${eventId}, ${id}, ${position})`);
  if (rows.length > 0)
    await sql`insert into ${sql.table(link.table)} (event_id, ${sql.ref(link.column)}, position)
      values ${sql.join(rows)}`.execute(trx);
}

interface DuplicateQuery {
  name_key: string;
  description: string;
  scope: ListScope;
  /** A condition: no password hides the description from the caller. */
  open: RawBuilder<boolean>;
}

function duplicates<T extends LinkedTable>(table: T, { name_key, description, scope, open }: DuplicateQuery) {
  const described =
    description === ''
      ? sql``
      : sql`and ${open} and (t.description = ${description} or t.id in (
          select resource_id from translations where kind = ${table} and description = ${description}))`;
  return sql<LinkedRow<T>>`
    select t.* from (
      select id from ${sql.table(table)} where name_key = ${name_key}
      union all select resource_id from ${idsByTranslatedName(table, [name_key])} as named) as n
    cross join ${sql.table(table)} as t where t.id = n.id ${described}
    and ${withinScope(scope, { status: 't.status', author: 't.author_id' })}
    order by t.id limit 1`;
}

const anyOpen = sql<boolean>`1 = 1`;
const duplicatesInAny = <T extends LinkedTable>(table: T, statuses: ListScope['statuses']) =>
  prepared((db, name_key: string) =>
    duplicates(table, { name_key, description: '', scope: { statuses, owner: null }, open: anyOpen }).compile(
      db,
    ),
  );
type Duplicates = { [T in LinkedTable]: ReturnType<typeof duplicatesInAny<T>> };

/** Returns the prepared statements for the statuses of a scope. */
const duplicatesOf = memoizeBy(
  ({ statuses }: ListScope) => statuses.join(),
  ({ statuses }): Duplicates => ({
    venues: duplicatesInAny('venues', statuses),
    organizers: duplicatesInAny('organizers', statuses),
  }),
);

/**
 * Returns the oldest in a scope with the same folded name and, where one is given, the same description, each in any
 * language (reference 5.8, D20). A description that a password hides never matches (D26).
 */
export async function findDuplicate<T extends LinkedTable>(
  db: Reading,
  table: T,
  wanted: DuplicateQuery,
): Promise<LinkedRow<T> | undefined> {
  const { name_key, description, scope } = wanted;
  const isUsual = description === '' && scope.owner === null;
  const found: LinkedRow<T>[] = isUsual
    ? await duplicatesOf(scope)[table](db, name_key)
    : (await duplicates(table, wanted).execute(db)).rows;
  return found[0];
}
