import type { ByteSource } from '../byte-source.ts';

/** A content line, unfolded: bytes as Latin-1, so that positions are those of the file and folds may part characters. */
export interface RawLine {
  readonly text: string;
  /** Position of its first byte, and of the first one behind it. */
  readonly from: number;
  readonly to: number;
  /** Number of its first physical line, from 1. */
  readonly number: number;
}

const BLOCK_BYTES = 2 ** 20;
/** Characters of a content line that are kept: a picture within a calendar has more, and nobody reads it. */
const LONGEST_LINE = 4 * 2 ** 20;
const QUOTED_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i;

/** Puts physical lines together to content lines (RFC 5545 §3.1); lines end with CRLF, LF or CR. */
class Unfolder {
  readonly #onLine: (line: RawLine) => void;
  #pieces: string[] = [];
  #length = 0;
  #from = 0;
  #to = 0;
  #number = 0;

  constructor(onLine: (line: RawLine) => void) {
    this.#onLine = onLine;
  }

  add(text: string, from: number, to: number, number: number): void {
    // Some writers end lines with two CR and a LF, which leaves empty lines between.
    if (text === '') return;
    const first = text.charCodeAt(0);
    const last = this.#pieces.at(-1);
    if (last !== undefined && (first === 32 || first === 9)) this.#append(text.slice(1), to);
    else if (last?.endsWith('=') && QUOTED_PRINTABLE.test(this.#pieces[0] ?? '')) {
      this.#pieces[this.#pieces.length - 1] = last.slice(0, -1);
      this.#append(text, to);
    } else {
      this.flush();
      this.#from = from;
      this.#number = number;
      this.#append(text, to);
    }
  }

  #append(text: string, to: number): void {
    this.#to = to;
    if (this.#length > LONGEST_LINE) return;
    this.#pieces.push(text);
    this.#length += text.length;
  }

  flush(): void {
    if (this.#pieces.length === 0) return;
    const text = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#onLine({ text, from: this.#from, to: this.#to, number: this.#number });
  }
}

/** Finds the ends of physical lines in a text, one after the other. */
class LineEnds {
  readonly #pattern = /[\r\n]/g;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the position of the end of the line that begins at `from`, and that of the next line. */
  next(from: number): { end: number; next: number } {
    this.#pattern.lastIndex = from;
    const end = this.#pattern.exec(this.#text)?.index ?? this.#text.length;
    const isPair = this.#text[end] === '\r' && this.#text[end + 1] === '\n';
    return { end, next: end + (isPair ? 2 : 1) };
  }
}

/** Hands the content lines of a text to a function; positions count from its beginning. */
export function eachLine(text: string, onLine: (line: RawLine) => void): void {
  const unfolder = new Unfolder(onLine);
  const ends = new LineEnds(text);
  for (let at = 0, number = 1; at < text.length; number++) {
    const { end, next } = ends.next(at);
    unfolder.add(text.slice(at, end), at, end, number);
    at = next;
  }
  unfolder.flush();
}

/** Hands the content lines of a file to a function, which is called for each before the next block is read. */
export async function readLines(bytes: ByteSource, onLine: (line: RawLine) => void): Promise<void> {
  const unfolder = new Unfolder(onLine);
  let number = 1;
  /** The part of the last block that belongs to a line which has not ended yet, and its position. */
  let rest = '';
  let from = 0;
  for (let at = 0; at < bytes.size; ) {
    const block = await bytes.read(at, Math.min(at + BLOCK_BYTES, bytes.size));
    if (block.length === 0) break;
    at += block.length;
    const text = rest + block.toString('latin1');
    const ends = new LineEnds(text);
    const isLast = at >= bytes.size;
    let start = 0;
    while (start < text.length) {
      const { end, next } = ends.next(start);
      // The next block shows whether a LF follows a CR at the very end.
      if (end >= text.length - 1 && !isLast) break;
      unfolder.add(text.slice(start, end), from + start, from + end, number++);
      start = next;
    }
    rest = text.slice(start);
    from += Math.min(start, text.length);
  }
  unfolder.flush();
}
