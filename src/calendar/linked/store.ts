import { type RawBuilder, sql } from 'kysely';
import type { ListScope } from '#api/access/permissions.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import { type Localized, localizedTexts, type Translation } from '#calendar/translations/rules.ts';
import { bytesOfTexts, idsByTranslatedName, loadTranslations } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { prepared, preparedByIds } from '#store/db/statement.ts';
import type { PostColumns, Tables } from '#store/db/tables.ts';

/** Venues and organizers: what events link to. */
export type LinkedTable = 'venues' | 'organizers';

/** A row of one of them, or of either. */
export type LinkedRow<T extends LinkedTable = LinkedTable> = Tables[T];

/** What a row has whichever table it's from, except what is derived from all the rest. */
export interface SharedColumns extends PostColumns {
  name: string;
  name_key: string;
}

const links = {
  venues: { table: 'event_venues', column: 'venue_id' },
  organizers: { table: 'event_organizers', column: 'organizer_id' },
} as const;

/** The table that links events to these, and its column that holds their ID. */
export const linkTableOf = (table: LinkedTable) => ({
  table: sql.table(links[table].table),
  column: sql.ref(`l.${links[table].column}`),
});

/** One with its texts in a language, and those that are its own; what is stored where it has none. */
export function localizeLinked<R extends SharedColumns>(
  row: R,
  translations: ReadonlyMap<number, Translation>,
): Localized<R> {
  const own = translations.get(row.id);
  if (!own) return row;
  const { title, ...texts } = localizedTexts({ ...row, title: row.name }, own);
  return { ...row, ...texts, name: title, own };
}

/** These with their texts in a language; undefined: the site's. One statement at most. */
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

export async function findLinked<T extends LinkedTable>(
  db: Reading,
  table: T,
  id: number,
): Promise<LinkedRow<T> | undefined> {
  const found = await listLinked(db, table, [id]);
  return found.get(id);
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

/** By ID; unknown ones are missing. `lean` ones are without their long texts. One statement. */
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

/** What decides whether an event may link to one. */
export interface LinkHead {
  id: number;
  author_id: number;
  status: string;
  /** Of its descriptions. */
  bytes: number;
}

const linkHeads = (table: LinkedTable) =>
  preparedByIds((db, ids) =>
    sql<LinkHead>`select t.id, t.author_id, t.status, ${bytesOfTexts(table)} as bytes
      from ${sql.table(table)} t where t.id in (${sql.join([...ids])})`.compile(db),
  );
const headsById = { venues: linkHeads('venues'), organizers: linkHeads('organizers') };

/** By ID, without reading texts; unknown ones are missing. One statement. */
export async function listLinkHeads(
  db: Reading,
  table: LinkedTable,
  ids: readonly number[],
): Promise<Map<number, LinkHead>> {
  if (ids.length === 0) return new Map();
  return new Map((await headsById[table](db, ids)).map((head) => [head.id, head]));
}

/** Whether some event that links to one embeds more bytes of descriptions than that. */
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

/** What events link to, by event and in linked order, of every status. One statement. */
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

/** Makes these the links of an event, in this order, each once. */
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

interface Wanted {
  name_key: string;
  description: string;
  scope: ListScope;
  /** Those whose description a password doesn't hide from the caller. */
  open: RawBuilder<boolean>;
}

function duplicates<T extends LinkedTable>(table: T, { name_key, description, scope, open }: Wanted) {
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
/** By the statuses of a scope. */
const knownDuplicates = new Map<string, Duplicates>();

function duplicatesOf({ statuses }: ListScope): Duplicates {
  const key = statuses.join();
  const known = knownDuplicates.get(key);
  if (known) return known;
  const made = {
    venues: duplicatesInAny('venues', statuses),
    organizers: duplicatesInAny('organizers', statuses),
  };
  knownDuplicates.set(key, made);
  return made;
}

/** The oldest in a scope that has the same folded name and, where one is given, the same description, each in whatever language (reference 5.8, D20). What a password hides is the same as nothing (D26). */
export async function findDuplicate<T extends LinkedTable>(
  db: Reading,
  table: T,
  wanted: Wanted,
): Promise<LinkedRow<T> | undefined> {
  const { name_key, description, scope } = wanted;
  const isUsual = description === '' && scope.owner === null;
  const found: LinkedRow<T>[] = isUsual
    ? await duplicatesOf(scope)[table](db, name_key)
    : (await duplicates(table, wanted).execute(db)).rows;
  return found[0];
}
