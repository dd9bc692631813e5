import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { Reading } from '#store/db/engine.ts';
import { type Key, keyOf, type Row, readBatch } from '#transfer/move/rows.ts';
import { copiedTables, type MovedTable } from '#transfer/move/tables.ts';
import type { StoredMember } from './archive.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Characters of a member before it's compressed; a batch of rows more, at most. */
const PART = 4 * 1024 * 1024;
/** A member that comes to more is none of ours: it would fill the memory. */
const MOST_BYTES = 1024 ** 3;
const LEVEL = 6;

/** Rows of one table, as a member of a backup holds them. */
export interface Part {
  readonly table: MovedTable;
  readonly rows: readonly Row[];
}

const NAMED = /^tables\/([a-z_]+)\/(\d{6})\.jsonl\.zst$/;

/** The name of a table's part, counted from 1. */
const nameOf = (table: MovedTable, number: number) =>
  `tables/${table.name}/${String(number).padStart(6, '0')}.jsonl.zst`;

/** The table whose rows a member holds; undefined: it holds none. */
export function tableIn(name: string): MovedTable | undefined {
  const [, table] = NAMED.exec(name) ?? [];
  return copiedTables.find((one) => one.name === table);
}

/** Whether a member holds rows, of whatever table. */
export const holdsRows = (name: string): boolean => NAMED.test(name);

/**
 * A table's rows in the order of its primary key as members of a backup: JSON, one line each, the columns' names first,
 * compressed. `progress` gets rows as they are read.
 */
export async function* partsOf(
  db: Reading,
  table: MovedTable,
  progress: (rows: number) => void,
): AsyncIterable<{ name: string; content: Buffer }> {
  let number = 0;
  let text = '';
  let columns: string[] = [];
  let after: Key | null = null;
  for (;;) {
    const rows: Row[] = await readBatch(db, table, after);
    const [first] = rows;
    if (first && columns.length === 0) columns = Object.keys(first);
    if (first && text === '') text = `${JSON.stringify(columns)}\n`;
    for (const row of rows) text += `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`;
    progress(rows.length);
    const last = rows.length < table.batch ? undefined : rows.at(-1);
    if (text.length >= PART || (!last && text !== '')) {
      const content = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
      yield { name: nameOf(table, ++number), content };
      text = '';
    }
    if (!last) return;
    after = keyOf(table, last);
  }
}

/** The rows that a member holds. @throws Error where it isn't what `partsOf` gave */
export async function rowsIn(member: StoredMember): Promise<Row[]> {
  const parts: Buffer[] = [];
  for await (const part of member.read()) parts.push(part);
  const text = (await decompress(Buffer.concat(parts), { maxOutputLength: MOST_BYTES })).toString('utf8');
  const [head = '[]', ...lines] = text.trimEnd().split('\n');
  const columns = listIn(head).map(String);
  return lines.map((line) => {
    const values = listIn(line);
    if (values.length !== columns.length)
      throw new Error('A row has not as many values as there are columns.');
    return Object.fromEntries(columns.map((column, at) => [column, valueIn(values[at])]));
  });
}

function listIn(line: string): unknown[] {
  const value: unknown = JSON.parse(line);
  if (!Array.isArray(value)) throw new Error('A line is no list.');
  return value;
}

function valueIn(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error('A value is neither text nor number.');
}
