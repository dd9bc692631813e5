import { avifHeader } from './avif.ts';
import type { PictureType } from './kinds.ts';

/** Size and cost of a picture by its header, before anything is decoded; the larger claim where there are two. */
export interface PictureHeader {
  width: number;
  height: number;
  /** Frames of an animation; 1 for a still picture. */
  frames: number;
  /** Number of times that a decoder goes over the whole picture. */
  passes: number;
  /** Pixels that a decoder has to make and to hold for one frame, tiles and layers of transparency included. */
  decoded: number;
}

/**
 * Reads the header of a picture, and the structure as far as it tells what decoding costs. undefined: cut off, or not
 * understood, so that nothing can be said of its costs.
 */
export function readHeader(bytes: Buffer, type: PictureType): PictureHeader | undefined {
  try {
    const header = readers[type](bytes);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    // Reading past the end is how a cut or lying structure shows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Record<PictureType, (bytes: Buffer) => PictureHeader | undefined> = {
  jpeg: jpegHeader,
  png: pngHeader,
  gif: gifHeader,
  webp: webpHeader,
  avif: avifHeader,
};

const still = (width: number, height: number): PictureHeader => ({
  width,
  height,
  frames: 1,
  passes: 1,
  decoded: width * height,
});

// ITU-T T.81 annex B: a frame header (SOF), and a pass for each scan (SOS).
function jpegHeader(bytes: Buffer): PictureHeader | undefined {
  let found: PictureHeader | undefined;
  let passes = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    // Restart markers and TEM stand alone.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (found) return undefined;
      found = still(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    }
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker !== 0xda) continue;
    passes += 1;
    at = afterScan(bytes, at);
  }
  return found && passes > 0 ? { ...found, passes } : undefined;
}

function afterScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const follows = bytes[at + 1] ?? 0;
    if (follows !== 0 && follows !== 0xff && (follows < 0xd0 || follows > 0xd7)) return at;
  }
  return bytes.length;
}

/** Before the image data of a PNG, and in a whole WebP. */
const MAX_CHUNKS = 20_000;
const ADAM7_PASSES = 7;

// PNG third edition, 11.2.1 and 11.3.1: IHDR comes first; acTL, if any, before the image data.
function pngHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const header = still(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  const passes = bytes.readUInt8(28) === 0 ? 1 : ADAM7_PASSES;
  let frames = 1;
  let chunks = 0;
  for (let at = 33; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    chunks += 1;
    if (chunks > MAX_CHUNKS) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') frames = Math.max(frames, bytes.readUInt32BE(at + 8));
    if (name === 'IDAT' || name === 'IEND') break;
  }
  return { ...header, passes, frames };
}

// GIF89a: a frame may reach beyond the screen, which decoders then enlarge.
function gifHeader(bytes: Buffer): PictureHeader | undefined {
  let width = bytes.readUInt16LE(6);
  let height = bytes.readUInt16LE(8);
  let frames = 0;
  for (let at = 13 + colourTableSize(bytes.readUInt8(10)); at < bytes.length; ) {
    const introducer = bytes.readUInt8(at);
    if (introducer === 0x2c) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = afterSubBlocks(bytes, at + 11 + colourTableSize(bytes.readUInt8(at + 9)));
    } else if (introducer === 0x21) at = afterSubBlocks(bytes, at + 2);
    else break;
  }
  return frames === 0 ? undefined : { ...still(width, height), frames };
}

function colourTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += 1 + size;
  return at + 1;
}

// RFC 9649: the canvas of VP8X, the frames of ANMF, and what each bitstream says of itself.
function webpHeader(bytes: Buffer): PictureHeader | undefined {
  let width = 0;
  let height = 0;
  let frames = 0;
  let chunks = 0;
  const take = (size: { width: number; height: number }) => {
    width = Math.max(width, size.width);
    height = Math.max(height, size.height);
  };
  for (let at = 12; at + 8 <= bytes.length; ) {
    chunks += 1;
    if (chunks > MAX_CHUNKS) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = at + 8;
    if (name === 'VP8X')
      take({ width: 1 + bytes.readUIntLE(data + 4, 3), height: 1 + bytes.readUIntLE(data + 7, 3) });
    if (name === 'VP8 ' || name === 'VP8L') take(bitstreamSize(bytes, data, name));
    if (name === 'ANMF') {
      frames += 1;
      // A frame's own bitstreams lie within it, behind its position, size and duration.
      take({ width: 1 + bytes.readUIntLE(data + 6, 3), height: 1 + bytes.readUIntLE(data + 9, 3) });
    }
    at = data + size + (size % 2);
  }
  return { ...still(width, height), frames: Math.max(1, frames) };
}

function bitstreamSize(bytes: Buffer, at: number, name: 'VP8 ' | 'VP8L'): { width: number; height: number } {
  if (name === 'VP8 ')
    return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
  const bits = bytes.readUInt32LE(at + 1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
