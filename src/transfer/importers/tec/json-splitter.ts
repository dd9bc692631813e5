import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { MAX_JSON_DEPTH } from '#foundation/text/syntax.ts';
import type { ByteSource } from '../byte-source.ts';

/** A range of a source: `from` up to, not including, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A JSON value in a source; `text` is undefined if it is longer than requested. */
export interface JsonValue extends ByteRange {
  readonly text: string | undefined;
}

/** The separators between values: only white space, commas, or colons and commas in turn. */
export type Separator = 'blanks' | 'commas' | 'colons';

/** Thrown for text that is not JSON. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError';
  readonly told: Message;

  constructor(told: Message) {
    super();
    this.told = told;
  }
}

/** Thrown for JSON that would take more memory than a calendar needs. */
export class JsonLimitError extends JsonSyntaxError {
  override name = 'JsonLimitError';
}

const CHUNK = 2 ** 18;
/** The most lists and objects of a value that comes with its text: parsed they take a hundred times as much memory. */
const MAX_BRACKETS = 500_000;
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number) => byte === 0x7d || byte === 0x5d;
/** For each byte value, 1 if it is a quotation mark or a bracket. */
const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === QUOTE || opens(byte) || closes(byte) ? 1 : 0,
);
const isPlain = (byte = 0) => MARKS[byte] === 0;

/** Finds where JSON values begin and end in text that arrives in chunks; does not validate their content. */
class JsonSplitter {
  readonly #separator: Separator;
  readonly #longest: number;
  #at: number;
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** Start of the current value; undefined between values. */
  #from: number | undefined;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Lists and objects of the current value so far. */
  #brackets = 0;
  /** Numbers of values and separators so far. */
  #values = 0;
  #signs = 0;
  #found: JsonValue[] = [];

  constructor(separator: Separator, { from, longest }: { from: number; longest: number }) {
    this.#separator = separator;
    this.#at = from;
    this.#longest = longest;
  }

  /** Returns the values that end in the next chunk. @throws JsonSyntaxError */
  take(chunk: Buffer): JsonValue[] {
    this.#found = [];
    let begun = 0;
    for (let i = 0; i < chunk.length; i++) {
      // Fast path for most bytes: neither string nor bracket within a value.
      if (this.#depth > 0 && !this.#inText) while (i < chunk.length - 1 && isPlain(chunk[i])) i++;
      const byte = chunk[i] ?? 0;
      if (this.#inText) {
        i = this.#textEnd(chunk, i);
        if (!this.#inText && this.#depth === 0) this.#end(chunk, begun, i + 1);
        continue;
      }
      if (this.#from === undefined) {
        if (isBlank(byte)) continue;
        if (byte === COMMA || byte === COLON) {
          this.#sign(byte);
          continue;
        }
        this.#begin(byte, this.#at + i);
        begun = i;
        if (byte === QUOTE) this.#inText = true;
        else if (opens(byte)) this.#open();
        continue;
      }
      if (this.#depth === 0) {
        // A number or literal, which ends before the next separator.
        if (!isBlank(byte) && byte !== COMMA && byte !== COLON && !opens(byte) && byte !== QUOTE) continue;
        this.#end(chunk, begun, i);
        i--;
      } else if (byte === QUOTE) this.#inText = true;
      else if (opens(byte)) this.#open();
      else if (closes(byte) && --this.#depth === 0) this.#end(chunk, begun, i + 1);
    }
    // The next chunk reuses this buffer.
    if (this.#from !== undefined) this.#keep(chunk.subarray(begun), true);
    this.#at += chunk.length;
    return this.#found;
  }

  /** Returns the position at which the current string ends, or the chunk's last position. */
  #textEnd(chunk: Buffer, from: number): number {
    let escaped = this.#escaped;
    const { length } = chunk;
    for (let i = from; i < length; i++) {
      let byte = chunk[i];
      if (!escaped) while (byte !== QUOTE && byte !== BACKSLASH && i < length - 1) byte = chunk[++i];
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        this.#escaped = false;
        this.#inText = false;
        return i;
      }
    }
    this.#escaped = escaped;
    return chunk.length - 1;
  }

  /** Returns the value that ends with the text. @throws JsonSyntaxError if it is unfinished or something is missing */
  finish(): JsonValue[] {
    this.#found = [];
    if (this.#depth > 0 || this.#inText) throw new JsonSyntaxError(message('syntax.end'));
    if (this.#from !== undefined) this.#end(Buffer.alloc(0), 0, 0);
    const wanted = this.#separator === 'blanks' ? 0 : Math.max(0, this.#values - 1);
    const isWhole = this.#separator !== 'colons' || this.#values % 2 === 0;
    if (this.#signs !== wanted || !isWhole) throw new JsonSyntaxError(message('syntax.end'));
    return this.#found;
  }

  #begin(byte: number, at: number): void {
    const isApart = this.#separator === 'blanks' || this.#values === this.#signs;
    if (closes(byte) || !isApart) this.#fault(byte);
    this.#from = at;
  }

  #open(): void {
    this.#brackets++;
    if (++this.#depth > MAX_JSON_DEPTH)
      throw new JsonLimitError(message('syntax.depth', { limit: MAX_JSON_DEPTH }));
  }

  #sign(byte: number): void {
    const wanted = this.#separator === 'colons' && this.#values % 2 === 1 ? COLON : COMMA;
    if (this.#separator === 'blanks' || byte !== wanted || this.#values !== this.#signs + 1)
      this.#fault(byte);
    this.#signs++;
  }

  #fault(byte: number): never {
    throw new JsonSyntaxError(message('syntax.token', { token: String.fromCharCode(byte) }));
  }

  #keep(part: Buffer, copied = false): void {
    this.#length += part.length;
    if (this.#length > this.#longest) this.#chunks = [];
    else this.#chunks.push(copied ? Buffer.from(part) : part);
  }

  #end(chunk: Buffer, begun: number, end: number): void {
    const from = this.#from ?? 0;
    const brackets = this.#brackets;
    this.#brackets = 0;
    this.#keep(chunk.subarray(this.#chunks.length === 0 && this.#length === 0 ? begun : 0, end));
    const text =
      this.#length > this.#longest
        ? undefined
        : (this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks)).toString();
    if (text !== undefined && brackets > MAX_BRACKETS)
      throw new JsonLimitError(message('syntax.brackets', { limit: MAX_BRACKETS }));
    this.#found.push({ from, to: from + this.#length, text });
    this.#values++;
    this.#from = undefined;
    this.#chunks = [];
    this.#length = 0;
  }
}

/**
 * Yields the values in a range of a source in order, in chunks; values over `longest` bytes come without their text.
 * @throws JsonSyntaxError
 */
export async function* valuesIn(
  bytes: ByteSource,
  { from, to }: ByteRange,
  { separator, longest }: { separator: Separator; longest: number },
): AsyncGenerator<JsonValue[]> {
  const splitter = new JsonSplitter(separator, { from, longest });
  const into = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - from)));
  for (let at = from; at < to; at += CHUNK) {
    const found = splitter.take(await bytes.read(at, Math.min(to, at + CHUNK), into));
    if (found.length > 0) yield found;
  }
  const last = splitter.finish();
  if (last.length > 0) yield last;
}
