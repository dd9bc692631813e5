import { message } from '#foundation/i18n/catalogue.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeBytes, detectEncoding, encodingNamed } from '../decode.ts';
import { ImportError } from '../import-item.ts';
import type { ReadRequest } from '../source-kind.ts';
import { fieldOfColumn } from './fields.ts';
import { detectDelimiter, namedDelimiter, readRecord } from './records.ts';

/** A row of a table: its first line, from 1, and its cells as text. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a quoted cell of it has no end, so that its cells are unknown. */
  readonly isOpen?: boolean;
}

/** A table with a header. */
export interface TableDocument {
  /** Names of the columns, as the first row that is not empty has them. */
  readonly columns: readonly string[];
  /** Line of the header, from 1. */
  readonly headerLine: number;
  /** Whether every row must be as wide as the header; in a workbook empty cells at the end are not stored. */
  readonly isDelimited: boolean;
  /** Whether the encoding was guessed, because the bytes are not UTF-8. */
  readonly isGuessed: boolean;
  /** Yields the rows behind the header that are not empty, from the first on each call. */
  rows(): AsyncIterable<SheetRow>;
}

/** Characters by whose records the delimiter is detected. */
const SAMPLE_LENGTH = 2 ** 16;

const isEmpty = ({ cells, isOpen }: SheetRow) => !isOpen && cells.every((cell) => cell.trim() === '');

/** Returns whether bytes begin as a ZIP archive, which an XLSX file is. */
export const isArchive = (start: Buffer): boolean => start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));

/** Returns whether bytes begin as a file of the binary format that Excel wrote until 2007. */
export const isOldWorkbook = (start: Buffer): boolean =>
  start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

const FORMULA_GUARD = /^'+[=+\-@\t\r]/;

/** Returns a cell without the `'` that our own CSV puts before what a spreadsheet takes for a formula (contract F4). */
const withoutGuard = (cell: string): string => (FORMULA_GUARD.test(cell) ? cell.slice(1) : cell);

const guardsOff = ({ cells, ...row }: SheetRow): SheetRow => ({ ...row, cells: cells.map(withoutGuard) });

const countKnown = (header: readonly string[]): number =>
  header.filter((cell) => fieldOfColumn(cell) !== undefined).length;

async function* readDelimited(pieces: AsyncIterable<string>): AsyncGenerator<SheetRow> {
  let text = '';
  let at = 0;
  let line = 1;
  let delimiter: string | undefined;
  function* records(isWhole: boolean): Generator<SheetRow> {
    if (delimiter === undefined) {
      if (!isWhole && text.length < SAMPLE_LENGTH) return;
      const named = namedDelimiter(text);
      delimiter = named?.delimiter ?? detectDelimiter(text, { isWhole, recognized: countKnown });
      if (named) {
        at = named.length;
        line++;
      }
    }
    while (at < text.length) {
      const record = readRecord(text, at, { delimiter, isWhole });
      if (!record) break;
      yield { line, cells: record.cells, ...(record.isOpen ? { isOpen: true } : {}) };
      at = record.next;
      line += record.lines;
    }
    text = text.slice(at);
    at = 0;
  }
  for await (const piece of pieces) {
    text += piece;
    yield* records(false);
  }
  yield* records(true);
}

async function* behindHeader(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let hasHeader = false;
  for await (const row of rows) {
    if (isEmpty(row)) continue;
    if (hasHeader) yield guardsOff(row);
    hasHeader = true;
  }
}

async function headerOf(rows: AsyncIterable<SheetRow>): Promise<SheetRow | undefined> {
  for await (const row of rows) if (!isEmpty(row)) return row;
  return undefined;
}

/** Returns whether what should be a header begins a calendar, a page, JSON or a picture. */
const isSomethingElse = (cells: readonly string[]): boolean => {
  const [first = ''] = cells;
  return /^\s*(?:BEGIN:VCALENDAR|[<{[]|%PDF)|[\0\ufffd]/i.test(first) && countKnown(cells) === 0;
};

/** Opens a table: text with delimiters or the first sheet of an XLSX file. @throws ImportError */
export async function openTable(
  bytes: ByteSource,
  { shown: source, options }: Pick<ReadRequest, 'shown' | 'options'>,
): Promise<TableDocument> {
  const start = await bytes.read(0, Math.min(bytes.size, 4));
  if (isOldWorkbook(start)) throw new ImportError(message('import.csv.old_workbook', { source }));
  const isDelimited = !isArchive(start);
  let isGuessed = false;
  let all: () => AsyncIterable<SheetRow>;
  if (isDelimited) {
    const encoding = await detectEncoding(bytes, encodingNamed(options.encoding ?? ''));
    isGuessed = encoding.guessed;
    all = () => readDelimited(decodeBytes(bytes, encoding));
  } else {
    const { readWorkbook } = await import('./workbook.ts');
    const rows = await readWorkbook(bytes, source);
    all = async function* () {
      yield* rows;
    };
  }
  const header = await headerOf(all());
  if (!header || header.isOpen || isSomethingElse(header.cells))
    throw new ImportError(message('import.csv.no_table', { source }));
  return {
    columns: header.cells.map((cell) => withoutGuard(cell).trim()),
    headerLine: header.line,
    isDelimited,
    isGuessed,
    rows: () => behindHeader(all()),
  };
}
