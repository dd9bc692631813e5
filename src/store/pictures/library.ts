import path from 'node:path';
import type { Config } from '#config.ts';
import { createMediaFiles, type MediaFiles } from './files.ts';
import type { PictureDecoders } from './isolated.ts';
import { BoundedQueue } from './queue.ts';

/** The decoders of pictures, which are loaded when there is a first one. */
export class LazyDecoders {
  #decoders: Promise<PictureDecoders> | undefined;

  get(): Promise<PictureDecoders> {
    this.#decoders ??= import('./isolated.ts').then(
      ({ PictureDecoders: Decoders }) => new Decoders(),
      (error: unknown) => {
        // There may be no more files that the process may open, for a while.
        this.#decoders = undefined;
        throw error;
      },
    );
    return this.#decoders;
  }

  async close(): Promise<void> {
    (await this.#decoders)?.close();
  }
}

/** The files of the calendar's pictures, and what may be fetched to become one. */
export interface MediaLibrary {
  readonly folder: string;
  readonly files: MediaFiles;
  readonly decoders: LazyDecoders;
  /** Bounds the pictures that are fetched at once. */
  readonly fetches: BoundedQueue;
  /** Bounds the pictures of strangers that are decoded at once. */
  readonly strangers: BoundedQueue;
  readonly rules: { allowHosts: readonly string[]; maxBytes: number; timeoutMs: number };
}

const FETCH_TIMEOUT_MS = 15_000;

/** Opens the folder of pictures below the data folder. */
export function openMediaLibrary(config: Config): MediaLibrary {
  const folder = path.join(config.data, 'media');
  return {
    folder,
    files: createMediaFiles(folder),
    decoders: new LazyDecoders(),
    // Fetching holds a picture in memory, and a connection to somebody who may be slow.
    fetches: new BoundedQueue({
      atOnce: 6,
      expensiveAtOnce: 6,
      waiting: 24,
      waitingBytes: 0,
      waitMs: 15_000,
    }),
    // One after the other, so that those of users get their turn.
    strangers: new BoundedQueue({
      atOnce: 1,
      expensiveAtOnce: 1,
      waiting: 4,
      waitingBytes: 32 * 2 ** 20,
      waitMs: 20_000,
    }),
    rules: { allowHosts: config.fetchAllow, maxBytes: config.uploadLimit, timeoutMs: FETCH_TIMEOUT_MS },
  };
}
