import path from 'node:path';
import type { Config } from '#config.ts';
import { createMediaFiles, type MediaFiles } from './files.ts';

/** The files of the calendar's pictures, and what may be fetched to become one. */
export interface MediaLibrary {
  readonly folder: string;
  readonly files: MediaFiles;
  readonly rules: { allowHosts: readonly string[]; maxBytes: number; timeoutMs: number };
}

const FETCH_TIMEOUT_MS = 15_000;

/** Opens the folder of pictures below the data folder. */
export function openMediaLibrary(config: Config): MediaLibrary {
  const folder = path.join(config.data, 'media');
  return {
    folder,
    files: createMediaFiles(folder),
    rules: { allowHosts: config.fetchAllow, maxBytes: config.uploadLimit, timeoutMs: FETCH_TIMEOUT_MS },
  };
}
