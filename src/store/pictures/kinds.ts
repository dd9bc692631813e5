/** Names the kinds of picture that are accepted. SVG is not one: it can carry scripts. */
export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Names the other kinds of file that are accepted, for downloading. */
export type DocumentType = 'text' | 'pdf';

/** Holds the media type of a kind of file, and the extensions of its names, the usual one first. */
export interface FileKind {
  mime_type: string;
  extensions: readonly [string, ...string[]];
}

/** Lists media types and extensions of pictures. */
export const pictureKinds: Record<PictureType, FileKind> = {
  jpeg: { mime_type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { mime_type: 'image/png', extensions: ['png'] },
  gif: { mime_type: 'image/gif', extensions: ['gif'] },
  webp: { mime_type: 'image/webp', extensions: ['webp'] },
  avif: { mime_type: 'image/avif', extensions: ['avif'] },
};

/** Lists media types and extensions of files for downloading. */
export const documentKinds: Record<DocumentType, FileKind> = {
  text: { mime_type: 'text/plain', extensions: ['txt'] },
  pdf: { mime_type: 'application/pdf', extensions: ['pdf'] },
};

/** Names every kind of file that is accepted. */
export type FileType = PictureType | DocumentType;

/** Lists media types and extensions of all files. */
export const fileKinds: Record<FileType, FileKind> = { ...pictureKinds, ...documentKinds };

/** Whether a kind of file is a picture, and so is shown rather than downloaded. */
export const isPicture = (type: FileType): type is PictureType => Object.hasOwn(pictureKinds, type);

/**
 * The kind of a file that is no picture but harmless to keep: a PDF by its first bytes, plain text by name, declared
 * type and content together. undefined: anything that a browser or system could run or lay out (HTML, SVG, scripts).
 */
export function documentType(file: { name: string; type: string; bytes: Buffer }): DocumentType | undefined {
  if (file.bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  const declared = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const isCalledText =
    ending === 'txt'
      ? ['text/plain', 'application/octet-stream', ''].includes(declared)
      : ending === '' && declared === 'text/plain';
  return isCalledText && isPlainText(file.bytes) ? 'text' : undefined;
}

function isPlainText(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // Pages and scripts under another name.
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && !/^\s*(<[a-z!?/]|#!)/i.test(text);
}
