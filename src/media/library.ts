import path from 'node:path';
import type { Config } from '../config.ts';

/** The files of the calendar's pictures. */
export interface MediaLibrary {
  readonly folder: string;
}

/** Opens the folder of pictures below the data folder. */
export function openMediaLibrary(config: Config): MediaLibrary {
  return { folder: path.join(config.data, 'media') };
}
