import { createHash } from 'node:crypto';
import type { Reading } from '#store/db/engine.ts';
import { keyOf, type RowKey, readBatch, type TableRow } from './rows.ts';
import type { MovedTable } from './tables.ts';

/** What a table has, whichever engine it is in: as many rows, and a digest of all their columns. */
export interface TableDigest {
  readonly rows: number;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

/** A row's columns by name and their values, so that two are the same text exactly if they are the same. */
export function canonicalRow(row: TableRow): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, row[name]]),
  );
}

/** The contents of a table, read in the order of its primary key. `progress` gets rows as they are read. */
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
