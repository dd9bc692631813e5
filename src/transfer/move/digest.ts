import { createHash } from 'node:crypto';
import type { Reading } from '#store/db/engine.ts';
import { keyOf, type RowKey, readBatch, type TableRow } from './store.ts';
import type { MovedTable } from './tables.ts';

/** Number and digest of a table's rows, independent of the engine. */
export interface TableDigest {
  readonly rows: number;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

/** Returns a row as text that is equal exactly for equal rows. */
export function canonicalRow(row: TableRow): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, row[name]]),
  );
}

/** Digests a table in the order of its primary key. `progress` gets numbers of rows read. */
export async function digestTable(
  db: Reading,
  table: MovedTable,
  progress: (rows: number) => void,
): Promise<TableDigest> {
  const hash = createHash('sha256');
  let names: string[] | undefined;
  let count = 0;
  let after: RowKey | null = null;
  for (;;) {
    const rows: TableRow[] = await readBatch(db, table, after);
    let text = '';
    for (const row of rows) {
      if (!names) {
        names = Object.keys(row).sort();
        text += `${JSON.stringify(names)}\n`;
      }
      text += `${JSON.stringify(names.map((name) => row[name]))}\n`;
    }
    hash.update(text);
    count += rows.length;
    progress(rows.length);
    const last = rows.at(-1);
    if (!last || rows.length < table.batch) return { rows: count, digest: hash.digest('hex') };
    after = keyOf(table, last);
  }
}
