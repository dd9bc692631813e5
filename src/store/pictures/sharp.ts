import type { Sharp, SharpConstructor } from 'sharp';
import { once } from '#foundation/memoize/memoize.ts';

// Holds the pictures of today's cameras and telephones; decoded, this is 256 MB.
const maxPixels = 64_000_000;

const maxSeconds = 30;

// Some two hundred formats can be read by the library, in code that was never meant for strangers' files.
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Opens the first frame of a picture of an allowed kind, turned as its EXIF orientation asks. */
export type Open = (bytes: Uint8Array) => Sharp;

/** Decoders for work on pictures: `open` for files, `sharp` for pixels that are decoded already. */
export interface PictureTools {
  open: Open;
  sharp: SharpConstructor;
}

/**
 * Runs work that decodes or encodes pictures. The library is loaded at the first use, which should be in a process of
 * its own (store/pictures/isolated.ts).
 */
export async function withSharp<T>(work: (tools: PictureTools) => Promise<T>): Promise<T> {
  const sharp = await library();
  const open: Open = (bytes) =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .timeout({ seconds: maxSeconds });
  return work({ open, sharp });
}

// Loading it takes a tenth of a second, which a start without pictures should not pay.
const library = once(async (): Promise<SharpConstructor> => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return sharp;
});
