import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { message } from '#foundation/i18n/catalogue.ts';
import { decimalText } from '#foundation/text/decimal.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { ByteSource } from '../byte-source.ts';
import { ImportError } from '../import-item.ts';
import type { ReadRequest } from '../source-kind.ts';
import type { SheetRow } from './document.ts';

const inflate = promisify(inflateRaw);

/** Bytes of a workbook, and of the sheets and texts in it, which are in memory at once. */
const LARGEST_FILE = 32 * 2 ** 20;
const LARGEST_CONTENT = 160 * 2 ** 20;
/** Cells of a sheet, empty ones too: its rows are filled up to the last column. */
const MOST_CELLS = 4_000_000;

/** A file in a ZIP archive. */
interface ArchiveEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly at: number;
  readonly compressed: number;
  readonly size: number;
}

const END_SIGN = 0x06054b50;
const ENTRY_SIGN = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 2 ** 16;

/** Returns the files of a ZIP archive by its central directory; undefined if it has none. */
function entriesOf(archive: Buffer): ArchiveEntry[] | undefined {
  let end = archive.length - END_BYTES;
  const least = Math.max(0, end - LONGEST_COMMENT);
  while (end >= least && archive.readUInt32LE(end) !== END_SIGN) end--;
  if (end < least) return undefined;
  const entries: ArchiveEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY_SIGN) return undefined;
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      isDeflated: archive.readUInt16LE(at + 10) === 8,
      compressed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      at: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the contents of a file of an archive, at most as long as the archive says. */
async function contentOf(
  archive: Buffer,
  { at, isDeflated, compressed, size }: ArchiveEntry,
): Promise<Buffer> {
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  const bytes = archive.subarray(start, start + compressed);
  return isDeflated && size > 0 ? inflate(bytes, { maxOutputLength: size }) : bytes;
}

const CELL = / r="([A-Z]{0,3})(\d{1,7})"/g;

/** Returns how many cells a sheet has up to its last row and column. */
function countCells(sheet: Buffer): number {
  let rows = 0;
  let columns = 0;
  for (const [, letters = '', row] of sheet.toString('latin1').matchAll(CELL)) {
    rows = Math.max(rows, Number(row));
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
    columns = Math.max(columns, column);
  }
  return rows * columns;
}

/**
 * Returns the bytes of a workbook after looking at how large it gets: a file of a few kilobytes may name a cell in the
 * millionth row.
 * @throws ImportError
 */
async function readArchive(bytes: ByteSource, source: ReadRequest['shown']): Promise<Buffer> {
  const tooLarge = () => new ImportError(message('import.csv.too_large', { source }));
  if (bytes.size > LARGEST_FILE) throw tooLarge();
  const archive = await bytes.read(0, bytes.size);
  const entries = entriesOf(archive)?.filter(({ name }) => name.endsWith('.xml'));
  if (!entries?.some(({ name }) => name.startsWith('xl/')))
    throw new ImportError(message('import.csv.no_workbook', { source }));
  if (entries.reduce((sum, { size }) => sum + size, 0) > LARGEST_CONTENT) throw tooLarge();
  for (const entry of entries)
    if (entry.name.startsWith('xl/worksheets/') && countCells(await contentOf(archive, entry)) > MOST_CELLS)
      throw tooLarge();
  return archive;
}

/** Milliseconds since 1970 of the first day after those that stand for a time alone, under either epoch. */
const FIRST_DAY_MS = Temporal.Instant.from('1904-01-02T00:00:00Z').epochMilliseconds;

/** Returns a moment as a cell of text: `2026-12-31 19:30:00`, a day or a time alone. */
function momentText(ms: number): string {
  // Fractions of a day are not exact.
  const seconds = Math.round(ms / 1000) * 1000;
  const text = utcText(Temporal.Instant.fromEpochMilliseconds(seconds));
  if (seconds < FIRST_DAY_MS) return text.slice(11);
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}

function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return decimalText(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  // The library has dates as such, with the clock of the sheet in UTC.
  return cell instanceof Date && !Number.isNaN(cell.valueOf()) ? momentText(cell.valueOf()) : '';
}

/** Returns the rows of the first sheet of an XLSX file as texts; cells behind the last one with a value are none. @throws ImportError */
export async function readWorkbook(bytes: ByteSource, source: ReadRequest['shown']): Promise<SheetRow[]> {
  const broken = () => new ImportError(message('import.csv.no_workbook', { source }));
  const { readSheet } = await import('read-excel-file/universal');
  const archive = await readArchive(bytes, source).catch((error: unknown) => {
    // Lengths and places that the archive itself contradicts.
    throw error instanceof RangeError || (error instanceof Error && 'code' in error) ? broken() : error;
  });
  // A copy: the buffer may be part of a larger one.
  const data = await readSheet(new Uint8Array(archive).buffer, 1, { trim: false }).catch(() => {
    throw broken();
  });
  return data.map((cells, index) => {
    const texts = cells.map(cellText);
    return { line: index + 1, cells: texts.slice(0, texts.findLastIndex((text) => text !== '') + 1) };
  });
}
