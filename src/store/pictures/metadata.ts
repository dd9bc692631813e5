import type { PictureType } from './kinds.ts';

/**
 * The picture without what cameras and programs write beside it (EXIF with the place, XMP, IPTC, previews, anything
 * after its end), the image data untouched; colour profiles stay. The very same bytes if there is nothing to remove,
 * undefined where only encoding anew can do it (AVIF, or a structure that is not understood).
 */
export function withoutMetadata(bytes: Buffer, type: PictureType): Buffer | undefined {
  try {
    const kept = strip[type](bytes);
    return kept?.length === bytes.length ? bytes : kept;
  } catch (error) {
    // Reading past the end is how a cut or lying structure shows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const strip: Record<PictureType, (bytes: Buffer) => Buffer | undefined> = {
  jpeg: stripJpeg,
  png: stripPng,
  gif: stripGif,
  webp: stripWebp,
  avif: () => undefined,
};

// ITU-T T.81 annex B. Comments stay: programs sign their work there.
function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    // The scan's data follow its header without a length of their own.
    if (marker === 0xda) end = nextMarker(bytes, end);
    if (end > bytes.length) return undefined;
    if (keepsSegment(marker, bytes.toString('latin1', at + 4, at + 16))) kept.push(bytes.subarray(at, end));
    at = end;
  }
}

function keepsSegment(marker: number, start: string): boolean {
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return start.startsWith('JFIF\0');
  if (marker === 0xe2) return start.startsWith('ICC_PROFILE\0');
  return marker === 0xee && start.startsWith('Adobe');
}

function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const follows = bytes.readUInt8(at + 1);
    const isData = follows === 0 || follows === 0xff || (follows >= 0xd0 && follows <= 0xd7);
    if (!isData) return at;
  }
  return Number.POSITIVE_INFINITY;
}

const pngAncillary = new Set(
  'acTL bKGD cHRM cICP cLLI fcTL fdAT gAMA hIST iCCP mDCV pHYs sBIT sPLT sRGB tRNS'.split(' '),
);

/**
 * The picture as decoders should get it: a PNG without its texts, which unpack to a thousand times their size. The very
 * same bytes where there are none, and where the structure is not understood.
 */
export function withoutTexts(bytes: Buffer, type: PictureType): Buffer {
  if (type !== 'png') return bytes;
  try {
    const kept = chunksOf(bytes, (name) => !/^(tEXt|zTXt|iTXt)$/.test(name));
    return kept === undefined || kept.length === bytes.length ? bytes : kept;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

// PNG third edition, 5.3: the case of a chunk's first letter tells whether decoders need it.
function stripPng(bytes: Buffer): Buffer | undefined {
  return chunksOf(bytes, (name) => /^[A-Z]/.test(name) || pngAncillary.has(name));
}

function chunksOf(bytes: Buffer, keeps: (name: string) => boolean): Buffer | undefined {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (keeps(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}

// GIF89a: of the extensions, graphic control (F9), plain text (01) and the application's loop count belong to the image.
function stripGif(bytes: Buffer): Buffer | undefined {
  let at = 13 + colourTableSize(bytes.readUInt8(10));
  const kept = [bytes.subarray(0, at)];
  for (;;) {
    const start = at;
    const introducer = bytes.readUInt8(at);
    if (introducer === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
    if (introducer === 0x2c) {
      at = afterSubBlocks(bytes, at + 11 + colourTableSize(bytes.readUInt8(at + 9)));
      kept.push(bytes.subarray(start, at));
    } else if (introducer === 0x21) {
      const label = bytes.readUInt8(at + 1);
      const loops = label === 0xff && /^(NETSCAPE|ANIMEXTS)/.test(bytes.toString('latin1', at + 3, at + 14));
      at = afterSubBlocks(bytes, at + 2);
      if (label === 0xf9 || label === 0x01 || loops) kept.push(bytes.subarray(start, at));
    } else {
      return undefined;
    }
  }
}

function colourTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += 1 + size;
  return at + 1;
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

// RFC 9649: RIFF chunks, padded to even lengths; VP8X says in a byte of flags which others there are.
function stripWebp(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [];
  const total = 8 + bytes.readUInt32LE(4);
  if (total > bytes.length) return undefined;
  for (let at = 12; at < total; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > total) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    if (webpChunks.has(name))
      kept.push(name === 'VP8X' ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
}

function withoutFlags(chunk: Buffer): Buffer {
  const exifAndXmp = 0x08 | 0x04;
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~exifAndXmp, 8);
  return copy;
}
