import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Insertable, RawNode } from 'kysely';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import type { Reading, Writing } from './engine.ts';
import type { Tables } from './tables.ts';

/**
 * A statement that gives nothing back. `?` stands for each value, whichever the engine; there are few texts, so that each
 * is known again.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Further rows that it writes: what stands in the text for each, and their values. */
  readonly more?: { readonly tuple: string; readonly rows: readonly (readonly unknown[])[] };
}

// Drivers look at the text alone; made for each statement it would cost more than some of them do.
const NODE = RawNode.createWithSql('');
const { queryId } = CompiledQuery.raw('');

/** A query whose text comes again and again, which an engine may remember. */
export interface KnownQuery<R = unknown> extends CompiledQuery<R> {
  readonly isKnown: true;
}

/** Whether a query's text comes again and again, so that an engine may prepare it. */
export const isKnown = (query: CompiledQuery): query is KnownQuery => 'isKnown' in query;

/** A statement as the engine knows it, ready to be run. */
export const runnable = (text: string, values: readonly unknown[]): KnownQuery => ({
  sql: text,
  query: NODE,
  parameters: values,
  queryId,
  isKnown: true,
});

/** Lists up to that length have a statement for each length, longer ones for each power of two. */
const LONGEST = 60;
/** Lists longer than that are rare, and compiled each time. */
const MOST = 512;
/** Stands for the first ID of a list, the next number for the next: none of ours is so low. */
const FIRST_MARK = -2_000_000_000;

/** A value that every engine's statement takes in the same way, whichever it is. */
const isUsual = (value: number | string) =>
  typeof value === 'string'
    ? !value.includes('\u0000')
    : Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** Returns a long list with its last ID once more and again up to the next power of two, so that there are few texts. */
function padded(ids: readonly number[]): readonly number[] {
  if (ids.length <= LONGEST || ids.length > MOST) return ids;
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, at) => ids[Math.min(at, ids.length - 1)] ?? 0);
}

interface Prepared {
  readonly compiled: KnownQuery;
  /** Positions of parameters, and the place in the list of what comes there. */
  readonly places: readonly (readonly [position: number, place: number])[];
}

/** Tells one engine from the other: all databases of an engine have adapters of one class. */
const engineOf = (db: Reading): unknown => db.getExecutor().adapter.constructor;

/**
 * A query about a list of IDs, compiled once for each length of the list, which takes longer than running it.
 * @param make the query for a list; it must be the same for each list of that length but for its IDs, which are ours, and may
 * stand in it twice
 */
export function preparedByIds<Row>(
  make: (db: Reading, ids: readonly number[]) => { compile(): CompiledQuery<Row> } | CompiledQuery<Row>,
): (db: Reading, ids: readonly number[]) => Promise<Row[]> {
  // What is compiled for one engine isn't for the other.
  const known = new Map<unknown, Map<number, Prepared>>();
  const compile = (db: Reading, ids: readonly number[]) => {
    const made = make(db, ids);
    return 'compile' in made ? made.compile() : made;
  };
  const prepare = (db: Reading, length: number): Prepared => {
    const compiled = compile(
      db,
      Array.from({ length }, (_, place) => FIRST_MARK + place),
    );
    const places = compiled.parameters.flatMap((value, position) =>
      typeof value === 'number' && value >= FIRST_MARK && value < FIRST_MARK + length
        ? [[position, value - FIRST_MARK] as const]
        : [],
    );
    return { compiled: { ...compiled, isKnown: true }, places };
  };
  return async (db, asked) => {
    if (asked.length > MOST || !asked.every(isUsual))
      return (await db.executeQuery<Row>(compile(db, asked))).rows;
    const ids = padded(asked);
    const engine = engineOf(db);
    const lengths = known.get(engine) ?? new Map<number, Prepared>();
    known.set(engine, lengths);
    const prepared = lengths.get(ids.length) ?? prepare(db, ids.length);
    lengths.set(ids.length, prepared);
    const parameters = [...prepared.compiled.parameters];
    for (const [position, place] of prepared.places) parameters[position] = ids[place];
    return (await db.executeQuery<Row>({ ...prepared.compiled, parameters })).rows;
  };
}

type ParameterMark<V> = V extends string ? string : number;

/**
 * A query about some values, compiled once.
 * @param make the query for them: the same but for the values, each of which is a parameter as it is
 */
export function prepared<const Values extends readonly (number | string)[], Row>(
  make: (db: Reading, ...values: Values) => CompiledQuery<Row>,
): (db: Reading, ...values: Values) => Promise<Row[]> {
  const known = new Map<unknown, Prepared>();
  const prepare = (db: Reading, values: Values): Prepared => {
    const marks = values.map(
      (value, place): ParameterMark<typeof value> =>
        typeof value === 'string' ? `\u{10ffff} ${place}` : FIRST_MARK + place,
    );
    // Each is of the type of the value for which it stands.
    const compiled = make(db, ...(marks as unknown as Values));
    const places = compiled.parameters.flatMap((value, position) => {
      const place = marks.findIndex((mark) => Object.is(mark, value));
      return place < 0 ? [] : [[position, place] as const];
    });
    return { compiled: { ...compiled, isKnown: true }, places };
  };
  return async (db, ...values) => {
    if (!values.every(isUsual)) return (await db.executeQuery<Row>(make(db, ...values))).rows;
    const engine = engineOf(db);
    const one = known.get(engine) ?? prepare(db, values);
    known.set(engine, one);
    const parameters = [...one.compiled.parameters];
    for (const [position, place] of one.places) parameters[position] = values[place];
    return (await db.executeQuery<Row>({ ...one.compiled, parameters })).rows;
  };
}

/** Values in one statement at most: SQLite's statements cost little, and the long ones are kept prepared too. */
const VALUES_AT_ONCE = 800;
const STATEMENTS_KEPT = 100;

/** Returns the name of a table or column as SQL has it. */
export const quoted = (name: string): string => `"${name}"`;

interface Shape {
  table: string;
  columns: readonly string[];
  count: number;
  key: readonly string[];
}

/** Returns the clause for rows whose key is there already: they get the other values. */
export function conflictClause(columns: readonly string[], key: readonly string[]): string {
  if (key.length === 0) return '';
  const others = columns.filter((column) => !key.includes(column)).map(quoted);
  const taken = others.map((column) => `${column} = excluded.${column}`);
  return ` on conflict (${key.map(quoted).join(', ')}) do update set ${taken.join(', ')}`;
}

const statementFor = memoizeBy(
  ({ table, columns, count, key }: Shape) => `${table} ${count} ${columns.join(' ')} ${key.join(' ')}`,
  ({ table, columns, count, key }) => {
    const tuple = `(${columns.map(() => '?').join(', ')})`;
    const tuples = Array.from({ length: count }, () => tuple).join(', ');
    return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${tuples}${conflictClause(columns, key)}`;
  },
  { maxEntries: STATEMENTS_KEPT },
);

/** A row to be written, or one as it's kept. */
export type RowOf<T extends keyof Tables> = Insertable<Tables[T]> | Tables[T];

/** Milliseconds after which others have their turn: a statement here is done before it is waited for. */
const TURN_MS = 10;

/** Writes rows, all with the same columns, many in each statement; in the order given. Where a `key` is named, rows that have it lose the others' values; no two of these may share one. */
export async function insertRows<T extends keyof Tables>(
  trx: Writing,
  table: T,
  rows: readonly RowOf<T>[],
  key: readonly (keyof Tables[T] & string)[] = [],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const most = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length));
  let beganMs = performance.now();
  for (let at = 0; at < rows.length; at += most) {
    const these = rows.slice(at, at + most);
    const values: unknown[] = [];
    for (const row of these) for (const column of columns) values.push(Reflect.get(row, column));
    const text = statementFor({ table, columns, count: these.length, key });
    await trx.executeQuery(CompiledQuery.raw(text, values));
    if (performance.now() - beganMs < TURN_MS) continue;
    await nextTurn();
    beganMs = performance.now();
  }
}

/** Returns the statement that writes rows, all with the same columns; few enough for one. */
export function insertion(table: keyof Tables, rows: readonly [object, ...object[]]): Statement {
  const [first, ...others] = rows;
  const columns = Object.keys(first);
  const text = statementFor({ table, columns, count: 1, key: [] });
  const valuesOf = (row: object) => columns.map((column): unknown => Reflect.get(row, column));
  const one = { text, values: Object.values(first) };
  if (others.length === 0) return one;
  return { ...one, more: { tuple: `(${columns.map(() => '?').join(', ')})`, rows: others.map(valuesOf) } };
}

/** Returns the statement that gives the rows with the same `key` the other values of a row. */
export function replacement(table: keyof Tables, row: object, key: string): Statement {
  const columns = Object.keys(row).filter((column) => column !== key);
  const set = columns.map((column) => `"${column}" = ?`).join(', ');
  return {
    text: `update "${table}" set ${set} where "${key}" = ?`,
    values: [...columns, key].map((column): unknown => Reflect.get(row, column)),
  };
}
