import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import type { HistoryTable } from '#store/db/history-tables.ts';

/** An entry of the history. */
export type HistoryRow = Selectable<HistoryTable>;

/** Which entries are asked for; together they narrow. */
export interface HistoryQuery {
  /** The number of the only one. */
  readonly entry?: number;
  /** The number of the one after which they come; what was undone, and undos, are none of them. */
  readonly after?: number;
  readonly kind?: string | undefined;
  readonly id?: number | undefined;
  /** Whether those of the dates of a series belong to it. */
  readonly isWithDates?: boolean;
  readonly by?: number | undefined;
  readonly importId?: number | undefined;
  /** UTC, both included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** True if each import is listed once, by its latest entry. */
  readonly isCondensed?: boolean | undefined;
  /** Person of whose items alone the entries are, beside what they wrote themselves of these kinds, which belong to nobody; null: of all. */
  readonly owner: { readonly id: number; readonly kinds: readonly string[] } | null;
}

const POSTS = { event: 'events', venue: 'venues', organizer: 'organizers', media: 'media' } as const;

function conditionOf({
  entry,
  after,
  kind,
  id,
  isWithDates,
  by,
  importId,
  since,
  until,
  owner,
}: HistoryQuery): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [sql`1 = 1`];
  if (entry !== undefined) all.push(sql`h.id = ${entry}`);
  if (after !== undefined) all.push(sql`h.id > ${after} and h.undone_by is null and h.undoes is null`);
  if (kind !== undefined) all.push(sql`h.kind = ${kind}`);
  if (id !== undefined && isWithDates)
    all.push(sql`(h.resource_id = ${id} or h.resource_id in
      (select o.id from occurrences o where o.series_id = ${id} and o.series_id > 0))`);
  else if (id !== undefined) all.push(sql`h.resource_id = ${id}`);
  if (by !== undefined) all.push(sql`h.user_id = ${by}`);
  if (importId !== undefined) all.push(sql`h.import_id = ${importId}`);
  if (since !== undefined) all.push(sql`h.at_utc >= ${since}`);
  if (until !== undefined) all.push(sql`h.at_utc <= ${until}`);
  if (owner !== null)
    all.push(
      sql`(${sql.join(
        [
          ...Object.entries(POSTS).map(
            ([name, table]) => sql`h.kind = ${name} and exists (select 1 from ${sql.table(table)} t
            where t.id = h.resource_id and t.author_id = ${owner.id})`,
          ),
          sql`h.kind = 'event' and exists (select 1 from occurrences o join events t on t.id = o.series_id
            where o.id = h.resource_id and o.series_id > 0 and t.author_id = ${owner.id})`,
          ...owner.kinds.map((name) => sql`h.kind = ${name} and h.user_id = ${owner.id}`),
        ],
        sql` or `,
      )})`,
    );
  return sql`${sql.join(all, sql` and `)}`;
}

/** Returns how many entries a query has. */
export async function countHistory(db: Reading, query: HistoryQuery): Promise<number> {
  const number = query.isCondensed
    ? sql`count(case when h.import_id is null then 1 end) + count(distinct h.import_id)`
    : sql`count(*)`;
  const { rows } = await sql<{
    n: number;
  }>`select ${number} as n from history h where ${conditionOf(query)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Returns entries, the latest first. */
export async function listHistory(
  db: Reading,
  query: HistoryQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const condition = conditionOf(query);
  const latest = query.isCondensed
    ? sql`and (h.import_id is null or h.id in (select max(h.id) from history h
        where h.import_id is not null and ${condition} group by h.import_id))`
    : sql``;
  const { rows } = await sql<HistoryRow>`select h.* from history h where ${condition} ${latest}
    order by h.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The entries of an import: how many, and how many of them were undone. */
export interface ImportEntries {
  readonly count: number;
  readonly undone: number;
}

/** Counts the entries that a query has of some imports, by import. */
export async function countByImport(
  db: Reading,
  query: HistoryQuery,
  imports: readonly number[],
): Promise<ReadonlyMap<number, ImportEntries>> {
  if (imports.length === 0) return new Map();
  const { rows } = await sql<{ import_id: number; n: number; undone: number }>`select h.import_id,
    count(*) as n, count(h.undone_by) as undone from history h
    where h.import_id in (${sql.join(imports)}) and ${conditionOf(query)} group by h.import_id`.execute(db);
  return new Map(
    rows.map(({ import_id, n, undone }) => [import_id, { count: Number(n), undone: Number(undone) }]),
  );
}

/** Returns the numbers of entries, the latest first. */
export async function listEntryIds(db: Reading, query: HistoryQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select h.id from history h
    where ${conditionOf(query)} order by h.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns an entry by its number. */
export const findEntry = (db: Reading, id: number): Promise<HistoryRow | undefined> =>
  db.selectFrom('history').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns whether an ID is that of a user, or of one who is gone and of whose writes the history tells. */
export async function hasWriter(db: Reading, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id = ${id}
    union all select 1 from history where user_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether there is an import with a number, or was one of which the history tells; to those with items of their own their own alone. */
export async function hasImport(db: Reading, id: number, owner: HistoryQuery['owner']): Promise<boolean> {
  const own = owner === null ? sql`` : sql`and user_id = ${owner.id}`;
  const { rows } = await sql`select 1 from imports where id = ${id} ${own}
    union all select 1 from history where import_id = ${id} ${own} limit 1`.execute(db);
  return rows.length > 0;
}
