/** A record of a delimited text: its cells as written, without quotes, and the text behind it. */
export interface DelimitedRecord {
  readonly cells: readonly string[];
  /** Position of the next record. */
  readonly next: number;
  /** Number of line ends up to there. */
  readonly lines: number;
  /** Whether a quoted cell has no end; the record is then the first line alone. */
  readonly isOpen: boolean;
}

/** Characters of the longest record. A longer one has lost the end of a quoted cell. */
export const LONGEST_RECORD = 2 ** 20;

/** Returns the position behind the line end at a position; the position itself if there is none. */
function skipLineEnd(text: string, at: number): number {
  if (text[at] === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1;
  return text[at] === '\n' ? at + 1 : at;
}

/** Returns the position of the next line end, or of the end of the text. */
function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '\n' || text[at] === '\r') return at;
  return text.length;
}

const isBlank = (character: string | undefined, delimiter: string) =>
  character === ' ' || (character === '\t' && delimiter !== '\t');

/** A quoted cell. `end` is the position behind the closing quote and blanks; undefined: the quote has no end. */
interface QuotedCell {
  readonly value: string;
  readonly end: number | undefined;
}

/**
 * Reads a cell whose quote opens at a position. Returns 'plain' if text follows a closing quote: then the quotes belong to
 * the text, as in `"Big" Jim`.
 */
function quotedCell(text: string, open: number, delimiter: string): QuotedCell | 'plain' {
  let value = '';
  let from = open + 1;
  while (true) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { value: '', end: undefined };
    value += text.slice(from, quote);
    if (text[quote + 1] === '"') {
      value += '"';
      from = quote + 2;
      continue;
    }
    let end = quote + 1;
    while (isBlank(text[end], delimiter)) end++;
    const after = text[end];
    const isEnd = after === undefined || after === delimiter || after === '\r' || after === '\n';
    return isEnd ? { value, end } : 'plain';
  }
}

/**
 * Reads the record at a position (RFC 4180; any line end; blanks before and after quotes do not count). Undefined if the
 * text ends before the record does and `isWhole` is false.
 * @param isWhole whether the text has its end, so that the last record needs no line end
 */
export function readRecord(
  text: string,
  from: number,
  { delimiter, isWhole }: { readonly delimiter: string; readonly isWhole: boolean },
): DelimitedRecord | undefined {
  const cells: string[] = [];
  let at = from;
  let lines = 0;
  while (true) {
    let start = at;
    while (isBlank(text[start], delimiter)) start++;
    const quoted = text[start] === '"' ? quotedCell(text, start, delimiter) : 'plain';
    if (quoted === 'plain') {
      let end = at;
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
      cells.push(text.slice(at, end));
      at = end;
    } else if (quoted.end === undefined) {
      if (!isWhole && text.length - from < LONGEST_RECORD) return undefined;
      const end = endOfLine(text, from);
      return { cells: [], next: skipLineEnd(text, end), lines: end === text.length ? 0 : 1, isOpen: true };
    } else {
      cells.push(quoted.value);
      lines += text.slice(start, quoted.end).match(/\r\n|\r|\n/g)?.length ?? 0;
      at = quoted.end;
    }
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    // A CR or a quote at the very end may go on with the next piece of text.
    if (!isWhole && at + 1 >= text.length) return undefined;
    const next = skipLineEnd(text, at);
    return { cells, next, lines: next === at ? lines : lines + 1, isOpen: false };
  }
}

/** Delimiters of spreadsheets, the preferred ones first. */
export const delimiters = [',', ';', '\t', '|'] as const;
/** A character that separates cells. */
export type Delimiter = (typeof delimiters)[number];

const RECORDS_COMPARED = 100;
const SEP_LINE = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** Returns the delimiter that Excel's first line `sep=;` names, with the length of that line. */
export function namedDelimiter(text: string): { delimiter: Delimiter; length: number } | undefined {
  const [line, named] = SEP_LINE.exec(text) ?? [];
  const delimiter = delimiters.find((one) => one === named);
  return line !== undefined && delimiter ? { delimiter, length: line.length } : undefined;
}

/**
 * Returns the delimiter of a text: the one under which most of the header is recognized, then most records are as wide as
 * the header, then the header is widest.
 * @param text its beginning
 * @param recognized returns the number of cells of a header that name a field
 */
export function detectDelimiter(
  text: string,
  { isWhole, recognized }: { readonly isWhole: boolean; recognized(header: readonly string[]): number },
): Delimiter {
  const scores = delimiters.map((delimiter) => {
    const widths: number[] = [];
    let header: readonly string[] = [];
    for (let at = 0; at < text.length && widths.length < RECORDS_COMPARED; ) {
      const record = readRecord(text, at, { delimiter, isWhole });
      if (!record) break;
      at = record.next;
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      if (widths.length === 0) header = record.cells;
      widths.push(record.cells.length);
    }
    const [width = 0] = widths;
    const alike = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    // One column is no sign of a delimiter.
    return { delimiter, known: recognized(header), alike: width > 1 ? alike : 0, width };
  });
  const [best] = scores.sort((a, b) => b.known - a.known || b.alike - a.alike || b.width - a.width);
  return best?.delimiter ?? ',';
}
