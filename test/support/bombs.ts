import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** An AVIF of a kilobyte that claims, and has, 64 million pixels. */
export const hugeAvif: Buffer = readFileSync(new URL('../samples/media/huge.avif', import.meta.url));

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE((crc ^ 0xffffffff) >>> 0, chunk.length - 4);
  return chunk;
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of one bit a pixel, all black; `claim` leaves the image data out. `beside`: chunks before the data. */
export function png(
  width: number,
  height: number,
  { interlaced = false, claim = false, beside = [] as readonly Buffer[] } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  head.writeUInt8(interlaced ? 1 : 0, 12);
  const data = claim ? Buffer.alloc(10) : Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    pngStart,
    pngChunk('IHDR', head),
    ...beside,
    pngChunk('IDAT', deflateSync(data, { level: 9 })),
    pngChunk('IEND', new Uint8Array(0)),
  ]);
}

/** A text chunk that unpacks to so many bytes. */
export function packedText(size: number): Buffer {
  const packed = deflateSync(Buffer.alloc(size, 'x'), { level: 9 });
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]));
}

/** A GIF whose screen has such a size, of so many frames of one pixel. */
export function gif(width: number, height: number, frames = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f90400000000002c000000000100010000020244010 0'.replaceAll(' ', ''), 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A progressive JPEG, its last scan so many times more. */
export async function jpegOfScans(more: number): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3, background: 'red' } as const;
  const bytes = await sharp({ create, limitInputPixels: false }).jpeg({ progressive: true }).toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(last, bytes.length - 2);
  return Buffer.concat([
    bytes.subarray(0, -2),
    ...Array.from({ length: more }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A picture of one kind in one colour, as programs write it. */
export function plainPicture(
  type: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif',
  width: number,
  height: number,
  options: { progressive?: boolean } = {},
): Promise<Buffer> {
  const create = { width, height, channels: 3, background: { r: 90, g: 30, b: 200 } } as const;
  const picture = sharp({ create, limitInputPixels: false });
  if (type === 'avif') return picture.avif({ effort: 0 }).toBuffer();
  return picture.toFormat(type, options).toBuffer();
}

/** An AVIF with what it claims of its size replaced; its bitstream stays as it is. */
export function claiming(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif);
  for (let at = copy.indexOf('ispe'); at !== -1; at = copy.indexOf('ispe', at + 4)) {
    copy.writeUInt32BE(width, at + 8);
    copy.writeUInt32BE(height, at + 12);
  }
  return copy;
}
