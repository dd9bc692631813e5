import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib';
import { isTooDeep } from '#foundation/text/syntax.ts';
import type { Reading } from '#store/db/engine.ts';
import { keyOf, type RowKey, readBatch, type TableRow } from '#transfer/move/store.ts';
import { copiedTables, type MovedTable } from '#transfer/move/tables.ts';
import type { ReadableMember } from './archive.ts';

const compress = promisify(zstdCompress);

/** Characters of a member before it's compressed; a batch of rows more, at most. */
const PART = 4 * 1024 * 1024;
/** Bytes of a row, and further ones for each byte of the member: a longer one is none of ours, and would fill the memory. */
const MOST_ROW_BYTES = 32 * 1024 * 1024;
const MOST_ROW_RATIO = 100;
const SHORT_ROW = 2 ** 20;
/** The logarithm of the bytes that unpacking may look back on: ours need 2^22. */
const MOST_WINDOW = 25;
const UNPACKED_AT_ONCE = 256 * 1024;
const NEWLINE = 0x0a;
const LEVEL = 6;

/** Rows of one table, as one member of a backup holds them. */
export interface TablePart {
  readonly table: MovedTable;
  readonly rows: readonly TableRow[];
}

const NAMED = /^tables\/([a-z_]+)\/(\d{6})\.jsonl\.zst$/;

/** Returns the name of a table's part, numbered from 1. */
const partName = (table: MovedTable, number: number) =>
  `tables/${table.name}/${String(number).padStart(6, '0')}.jsonl.zst`;

/** Returns the table whose rows a member holds; undefined if it holds none. */
export function tableOfMember(name: string): MovedTable | undefined {
  const [, table] = NAMED.exec(name) ?? [];
  return copiedTables.find((one) => one.name === table);
}

/** Returns whether a member holds rows of any table, even an unknown one. */
export const holdsRows = (name: string): boolean => NAMED.test(name);

/**
 * Yields a table's rows in the order of its primary key as members of a backup: compressed JSON lines, column names
 * first. `progress` gets numbers of rows read.
 */
export async function* tableParts(
  db: Reading,
  table: MovedTable,
  progress: (rows: number) => void,
): AsyncIterable<{ name: string; content: Buffer }> {
  let number = 0;
  let text = '';
  let columns: string[] = [];
  let after: RowKey | null = null;
  for (;;) {
    const rows: TableRow[] = await readBatch(db, table, after);
    const [first] = rows;
    if (first && columns.length === 0) columns = Object.keys(first);
    if (first && text === '') text = `${JSON.stringify(columns)}\n`;
    for (const row of rows) text += `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`;
    progress(rows.length);
    const last = rows.length < table.batch ? undefined : rows.at(-1);
    if (text.length >= PART || (!last && text !== '')) {
      const content = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
      yield { name: partName(table, ++number), content };
      text = '';
    }
    if (!last) return;
    after = keyOf(table, last);
  }
}

/**
 * Yields the rows in a member in order, in chunks, without unpacking it as a whole.
 * @throws Error if it was not written by `tableParts`
 */
export async function* readRows(member: ReadableMember): AsyncGenerator<TableRow[]> {
  let columns: string[] | undefined;
  for await (const lines of linesIn(member)) {
    const rows: TableRow[] = [];
    for (const line of lines) {
      const values = listIn(line);
      if (columns) rows.push(rowOf(columns, values));
      else columns = values.map(String);
    }
    yield rows;
  }
}

/** Yields lines as they are unpacked, blank ones too. */
async function* linesIn(member: ReadableMember): AsyncGenerator<string[]> {
  const unpacked = createZstdDecompress({
    chunkSize: UNPACKED_AT_ONCE,
    params: { [constants.ZSTD_d_windowLogMax]: MOST_WINDOW },
  });
  // Errors surface in the loop below.
  pipeline(Readable.from(member.read()), unpacked, () => {});
  let begun: Buffer[] = [];
  let size = 0;
  const most = MOST_ROW_BYTES + MOST_ROW_RATIO * member.size;
  for await (const chunk of unpacked) {
    const bytes: Buffer = chunk;
    const end = bytes.lastIndexOf(NEWLINE);
    if (end >= 0) {
      begun.push(bytes.subarray(0, end));
      yield Buffer.concat(begun).toString('utf8').split('\n');
      begun = [];
      size = 0;
    }
    const rest = bytes.subarray(end + 1);
    if (rest.length > 0) begun.push(rest);
    size += rest.length;
    if (size > most) throw new RangeError('A row is too long.');
  }
  if (size > 0) yield Buffer.concat(begun).toString('utf8').split('\n');
}

function rowOf(columns: readonly string[], values: readonly unknown[]): TableRow {
  if (values.length !== columns.length) throw new Error('A row has not as many values as there are columns.');
  return Object.fromEntries(columns.map((column, at) => [column, valueIn(values[at])]));
}

function listIn(line: string): unknown[] {
  // A short one takes little memory, whatever is in it.
  if (line.length > SHORT_ROW && isTooDeep(line)) throw new RangeError('A row is nested too deep.');
  const value: unknown = JSON.parse(line);
  if (!Array.isArray(value)) throw new Error('A line is no list.');
  return value;
}

function valueIn(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error('A value is neither text nor number.');
}
