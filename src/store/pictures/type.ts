/** The kinds of picture that are taken. SVG is not one: it can carry scripts. */
export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** What else is taken, for downloading. */
export type DocumentType = 'text' | 'pdf';

/** What a kind is called in headers, and the endings of its file names, the usual one first. */
export interface FileKind {
  mime_type: string;
  extensions: readonly [string, ...string[]];
}

export const pictureKinds: Record<PictureType, FileKind> = {
  jpeg: { mime_type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { mime_type: 'image/png', extensions: ['png'] },
  gif: { mime_type: 'image/gif', extensions: ['gif'] },
  webp: { mime_type: 'image/webp', extensions: ['webp'] },
  avif: { mime_type: 'image/avif', extensions: ['avif'] },
};

export const documentKinds: Record<DocumentType, FileKind> = {
  text: { mime_type: 'text/plain', extensions: ['txt'] },
  pdf: { mime_type: 'application/pdf', extensions: ['pdf'] },
};

export type FileType = PictureType | DocumentType;

export const fileKinds: Record<FileType, FileKind> = { ...pictureKinds, ...documentKinds };

export const isPicture = (type: FileType): type is PictureType => Object.hasOwn(pictureKinds, type);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The kind of picture that the first bytes announce; what follows may still be broken. */
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
