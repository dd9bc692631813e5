import type { PictureType } from './kinds.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Detects the kind of picture by its first bytes; those that follow may still be broken. Undefined for other files. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (head.subarray(0, 8).equals(pngSignature)) return 'png';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && isAvifBrand(head)) return 'avif';
  return undefined;
}

function isAvifBrand(head: Buffer): boolean {
  const end = Math.min(head.length, head.readUInt32BE(0));
  for (let at = 8; at + 4 <= end; at += 4) {
    // Bytes 12 to 15 are the minor version, not a brand.
    if (at !== 12 && /^avi[fs]$/.test(head.toString('latin1', at, at + 4))) return true;
  }
  return false;
}
