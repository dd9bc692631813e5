import { type ByteSource, spoolBytes } from './byte-source.ts';

/** Encoding of a text file, its byte order mark, and whether it was guessed because the bytes are not UTF-8. */
export interface TextEncoding {
  /** A name that `TextDecoder` accepts. */
  readonly encoding: string;
  /** Bytes of the byte order mark. */
  readonly bom: number;
  readonly guessed: boolean;
}

const MARKS = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Bytes looked at for the NUL pattern of UTF-16. */
const PATTERN_BYTES = 4096;
const CHUNK_BYTES = 2 ** 16;

/** Returns the name by which `TextDecoder` knows an encoding; undefined for an unknown one. */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** Returns which UTF-16 a text without a mark is in, judging by the zero bytes of its Latin letters, digits and signs. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(bytes.length / 2);
  let first = 0;
  let second = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) first++;
    if (bytes[at + 1] === 0) second++;
  }
  if (pairs === 0) return undefined;
  if (second > pairs / 3 && first < second / 8) return 'utf-16le';
  if (first > pairs / 3 && second < first / 8) return 'utf-16be';
  return undefined;
}

async function isUtf8(bytes: ByteSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    // Never ended: what is cut off inside its last character is UTF-8 all the same.
    for (let at = 0; at < bytes.size; at += CHUNK_BYTES)
      decoder.decode(await bytes.read(at, Math.min(bytes.size, at + CHUNK_BYTES)), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns the encoding that a text's beginning names by its byte order mark, else the pattern of UTF-16; undefined: neither tells. */
export function markedEncoding(start: Buffer): Pick<TextEncoding, 'encoding' | 'bom'> | undefined {
  const mark = MARKS.find(({ bytes: signs }) => signs.every((sign, at) => start[at] === sign));
  if (mark) return { encoding: mark.name, bom: mark.bytes.length };
  const utf16 = utf16Of(start.subarray(0, PATTERN_BYTES));
  return utf16 && { encoding: utf16, bom: 0 };
}

/**
 * Detects the encoding of a text (contract I4): by its byte order mark, the pattern of zero bytes in UTF-16, then UTF-8
 * where every byte is, else windows-1252.
 * @param named the encoding that somebody chose, as `encodingNamed` returns it
 */
export async function detectEncoding(bytes: ByteSource, named?: string): Promise<TextEncoding> {
  const marked = markedEncoding(await bytes.read(0, Math.min(bytes.size, PATTERN_BYTES)));
  if (named !== undefined)
    return { encoding: named, bom: marked?.encoding === named ? marked.bom : 0, guessed: false };
  if (marked) return { ...marked, guessed: false };
  const isUnicode = await isUtf8(bytes);
  return { encoding: isUnicode ? 'utf-8' : 'windows-1252', bom: 0, guessed: !isUnicode };
}

/** Yields the text of bytes in pieces. Sequences that are none of the encoding become U+FFFD. */
export async function* decodeBytes(
  bytes: ByteSource,
  { encoding, bom }: Pick<TextEncoding, 'encoding' | 'bom'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for (let at = bom; at < bytes.size; at += CHUNK_BYTES) {
    const text = decoder.decode(await bytes.read(at, Math.min(bytes.size, at + CHUNK_BYTES)), {
      stream: true,
    });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function* encodedPieces(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Returns a text as UTF-8 in a temporary file, which `close` removes. */
export const spoolAsUtf8 = (
  bytes: ByteSource,
  encoding: Pick<TextEncoding, 'encoding' | 'bom'>,
): Promise<ByteSource> => spoolBytes(encodedPieces(decodeBytes(bytes, encoding)));

/** Returns the beginning of a text by its mark or the pattern of UTF-16, else as UTF-8 where it is, else as windows-1252. */
export function decodedStart(start: Buffer): string {
  const { encoding, bom } = markedEncoding(start) ?? { encoding: 'utf-8', bom: 0 };
  const bytes = start.subarray(bom);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
