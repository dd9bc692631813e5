import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Insertable } from 'kysely';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import type { Writing } from './engine.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

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
