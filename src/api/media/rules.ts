import type { MediaRow } from './store.ts';

/** A smaller copy as stored in the column `sizes`; `file` is a path below the media folder. */
export interface StoredSize {
  file: string;
  width: number;
  height: number;
  'mime-type': string;
  filesize: number;
}

/** Returns the smaller copies of a picture by name, in the order in which they were made. */
export function storedSizes(row: Pick<MediaRow, 'sizes'>): [string, StoredSize][] {
  const sizes: Record<string, StoredSize> = JSON.parse(row.sizes || '{}');
  return Object.entries(sizes);
}

/** Returns the paths of all files of a row, below the media folder. */
export function filesOf(row: Pick<MediaRow, 'file' | 'original_file' | 'sizes'>): string[] {
  return [
    row.file,
    ...(row.original_file ? [row.original_file] : []),
    ...storedSizes(row).map(([, { file }]) => file),
  ];
}
