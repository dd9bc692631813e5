import type { MediaRow } from './store.ts';

/** A file of a smaller copy as stored in the column `sizes`; `file` is a path below the media folder. */
export interface StoredForm {
  file: string;
  'mime-type': string;
  filesize: number;
}

/** A smaller copy as stored in the column `sizes`. */
export interface StoredSize extends StoredForm {
  width: number;
  height: number;
  /** Copies in forms that take fewer bytes, for the pages, the smallest first; none of earlier uploads. */
  forms?: StoredForm[];
  /** The picture in sixteen pixels as a `data:` address; the first size has it. */
  placeholder?: string;
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
    ...storedSizes(row).flatMap(([, { file, forms = [] }]) => [file, ...forms.map((one) => one.file)]),
  ];
}

/** Returns the year and month in whose folder a file is. */
export function monthOfPath(file: string): [year: number, month: number] {
  const [year, month] = file.split('/');
  return [Number(year), Number(month)];
}
