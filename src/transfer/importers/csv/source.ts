import type { FileStart, SourceKind } from '../source-kind.ts';
import { isHeader } from './fields.ts';
import { delimiters, namedDelimiter, readRecord } from './records.ts';

/** First bytes of a ZIP archive, which an XLSX file is, and of the format that Excel wrote until 2007. */
const WORKBOOK = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/;

/** Returns whether a text begins with a header that names a title or a start. */
function hasHeader(text: string): boolean {
  const from = namedDelimiter(text)?.length ?? 0;
  return delimiters.some((delimiter) => {
    const record = readRecord(text, from, { delimiter, isWhole: true });
    return record !== undefined && isHeader(record.cells);
  });
}

/** Spreadsheets: CSV, TSV and the like, and the first sheet of an XLSX file (contract I4). */
export const csv: SourceKind = {
  options: ['mapping', 'timezone', 'date_order', 'encoding'],
  recognizes: ({ text, bytes }: FileStart) =>
    WORKBOOK.test(bytes.toString('latin1', 0, 4)) || hasHeader(text),
  openFile: async (bytes, request) => (await import('./batches.ts')).openFile(bytes, request),
  checkUpload: async (bytes, request) => (await import('./batches.ts')).checkUpload(bytes, request),
};
