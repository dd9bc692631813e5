/** Block size: everything in an archive begins at a multiple of it (POSIX.1-1988, ustar). */
export const BLOCK = 512;

const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const TYPE = 156;
const PLAIN = '0';
const PREFIX = { at: 345, length: 155 };
const MOST_BYTES = 8 ** 11 - 1;

/** Returns the number of zero bytes that fill a member's last block. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Returns a member's header block: a plain file that only its owner may read. @throws RangeError if it does not fit */
export function writeHeader(name: string, size: number, madeSeconds: number): Buffer {
  if (size > MOST_BYTES) throw new RangeError(`Too large for a member of an archive: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const { own, folder } = splitName(name);
  block.write(own, NAME.at, NAME.length, 'utf8');
  block.write(folder, PREFIX.at, PREFIX.length, 'utf8');
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, SIZE.at, SIZE.length);
  octal(madeSeconds, 136, 12);
  block.write(PLAIN, TYPE, 'latin1');
  block.write('ustar\0' + '00', 257, 'latin1');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return block;
}

/** The header of a member. */
export interface TarHeader {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Whether it is a plain file, not a link, folder, FIFO or device. */
  readonly isPlain: boolean;
}

/**
 * Parses a member's header; undefined for a block of zeros, which ends an archive. @throws RangeError for anything
 * else
 */
export function readHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = ({ at, length }: { at: number; length: number }) => {
    const field = block.toString('utf8', at, at + length);
    const end = field.indexOf('\0');
    return end < 0 ? field : field.slice(0, end);
  };
  const number = (field: { at: number; length: number }) => {
    const digits = text(field).trim();
    if (!/^[0-7]+$/.test(digits)) throw new RangeError('No number where one has to be.');
    return Number.parseInt(digits, 8);
  };
  if (block.toString('latin1', 257, 262) !== 'ustar' || number(CHECKSUM) !== checksumOf(block))
    throw new RangeError('No header of a member.');
  const folder = text(PREFIX);
  return {
    name: folder === '' ? text(NAME) : `${folder}/${text(NAME)}`,
    size: number(SIZE),
    isPlain: block.toString('latin1', TYPE, TYPE + 1) === PLAIN,
  };
}

/** Returns the sum of a header's bytes, counting the checksum field as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries())
    sum += at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.length ? 0x20 : byte;
  return sum;
}

function splitName(name: string): { own: string; folder: string } {
  const fits = (text: string, { length }: { length: number }) => Buffer.byteLength(text) <= length;
  if (fits(name, NAME)) return { own: name, folder: '' };
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [folder, own] = [name.slice(0, at), name.slice(at + 1)];
    if (fits(own, NAME) && fits(folder, PREFIX)) return { own, folder };
  }
  throw new RangeError(`Too long a name for a member of an archive: ${name}`);
}
