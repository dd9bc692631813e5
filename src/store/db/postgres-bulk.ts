import { CompiledQuery } from 'kysely';
import type { Writing } from './engine.ts';
import { withoutNul } from './postgres-compiler.ts';
import { conflictClause, quoted, type RowOf } from './statement.ts';
import type { Tables } from './tables.ts';

/** Rows of one statement, and characters of their JSON, after which another begins. */
const ROWS_AT_ONCE = 5_000;
const LENGTH_AT_ONCE = 4_000_000;

/** A value as JSON that PostgreSQL takes: neither NUL nor half of a surrogate pair, as in single writes. */
const sent = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? String(withoutNul(value)).toWellFormed() : value;

/**
 * Writes rows, all with the same columns, many in each statement, in the order given: as one value of JSON, since values by
 * the ten thousand cost both sides more than the rows do. Where a `key` is named, rows that have it lose the others'
 * values; no two of these may share one.
 */
export async function insertRows<T extends keyof Tables>(
  trx: Writing,
  table: T,
  rows: readonly RowOf<T>[],
  key: readonly (keyof Tables[T] & string)[] = [],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = columns.map(quoted).join(', ');
  const source = `json_populate_recordset(null::${quoted(table)}, $1::json)`;
  const text = `insert into ${quoted(table)} (${names}) select ${names} from ${source}${conflictClause(columns, key)}`;
  let [part, length]: [string[], number] = [[], 0];
  const write = () => trx.executeQuery(CompiledQuery.raw(text, [`[${part.join(',')}]`]));
  for (const row of rows) {
    const json = JSON.stringify(row, sent);
    if (part.length >= ROWS_AT_ONCE || length + json.length > LENGTH_AT_ONCE) {
      if (part.length > 0) await write();
      [part, length] = [[], 0];
    }
    part.push(json);
    length += json.length;
  }
  await write();
}
