import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { MovedTable, TableName } from './tables.ts';

/** A row as both engines return it. */
export type TableRow = Readonly<Record<string, string | number | null>>;
/** The values of a row's primary key, in the order of its columns. */
export type RowKey = readonly (string | number)[];

/** Returns a row's primary key. */
export function keyOf({ key }: MovedTable, row: TableRow): RowKey {
  return key.map((column) => row[column] ?? '');
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Returns the condition that keys lie after `after` and up to `last`; null means no bound. */
function within(
  { key, excludes }: MovedTable,
  after: RowKey | null,
  last: RowKey | null,
): RawBuilder<unknown> {
  const bounds = [excludes ? sql`${sql.ref(excludes.column)} <> ${excludes.value}` : sql`1 = 1`];
  if (after) bounds.push(sql`(${columns(key)}) > (${sql.join([...after])})`);
  if (last) bounds.push(sql`(${columns(key)}) <= (${sql.join([...last])})`);
  return sql.join(bounds, sql` and `);
}

/** Returns the next batch of rows in the order of the primary key; fewer at the end of the table. */
export async function readBatch(db: Reading, table: MovedTable, after: RowKey | null): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(table.name)}
    where ${within(table, after, null)} order by ${columns(table.key)} limit ${table.batch}`.execute(db);
  return rows;
}

/** Returns all rows after one key and up to another, in the order of the primary key. */
export async function readBetween(
  db: Reading,
  table: MovedTable,
  after: RowKey | null,
  last: RowKey | null,
): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(table.name)}
    where ${within(table, after, last)} order by ${columns(table.key)}`.execute(db);
  return rows;
}

/** Returns the number of a table's rows that are moved. */
export async function countRows(db: Reading, table: MovedTable): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table.name)}
    where ${within(table, null, null)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Inserts batches of rows; builds one statement per table and number of rows. */
export class Inserter {
  readonly #statements = new Map<string, string>();

  /** Inserts the rows of one batch, all with the same columns. */
  async insert(trx: Writing, { name }: MovedTable, rows: readonly TableRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const names = Object.keys(first);
    const values = rows.flatMap((row) => names.map((column) => row[column] ?? null));
    const kind = `${name} ${rows.length} ${names.join(' ')}`;
    let statement = this.#statements.get(kind);
    if (statement === undefined) {
      // Compiled without values, since an engine may add types that fit only these.
      const tuple = sql`(${sql.join(names.map(() => null))})`;
      const tuples = sql.join(rows.map(() => tuple));
      statement = sql`insert into ${sql.table(name)} (${columns(names)}) values ${tuples}`.compile(trx).sql;
      this.#statements.set(kind, statement);
    }
    await trx.executeQuery(CompiledQuery.raw(statement, values));
  }
}

const DELETED_AT_ONCE = 100;

/** Deletes the rows with these keys. */
export async function deleteRows(
  trx: Writing,
  { name, key }: MovedTable,
  keys: readonly RowKey[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
    const these = keys.slice(at, at + DELETED_AT_ONCE).map((values) =>
      sql.join(
        key.map((column, i) => sql`${sql.ref(column)} = ${values[i]}`),
        sql` and `,
      ),
    );
    await sql`delete from ${sql.table(name)} where (${sql.join(these, sql`) or (`)})`.execute(trx);
  }
}

/** Deletes all rows of a table. */
export async function deleteAllRows(trx: Writing, table: TableName): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(trx);
}

/** Returns whether a table has any rows. */
export async function hasRows(db: Reading, table: TableName): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the calendar's version: the number of transactions that have changed it. */
export async function readVersion(db: Reading): Promise<number> {
  const row = await db.selectFrom('calendar').select('version').where('id', '=', 1).executeTakeFirst();
  return row?.version ?? 0;
}

/** Returns the names, holders and heartbeats of all leases as one text, which changes while a service runs. */
export async function readHeartbeats(db: Reading): Promise<string> {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'holder', 'beat'])
    .where('holder', '<>', '')
    .orderBy('name')
    .execute();
  return rows.map(({ name, holder, beat }) => `${name} ${holder} ${beat}`).join();
}
