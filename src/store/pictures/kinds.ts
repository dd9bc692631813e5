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
