import { message } from '#foundation/i18n/catalogue.ts';
import { PictureError } from './errors.ts';
import type { PictureHeader } from './header.ts';
import type { PictureType } from './kinds.ts';

const MILLION = 1_000_000;
const MAX_SIDE = 65_535;
const MAX_FRAMES = 1_000;
const MAX_PASSES = 100;
/** Pixels times passes: forty million of a progressive JPEG with 25 scans. */
const MAX_WORK = 1_000 * MILLION;

/** Pixels that are decoded, at most: those that come row by row, and those that have to be in memory as a whole. */
interface Limits {
  rows: number;
  whole: number;
}

// Decoders of AVIF take some 25 bytes a pixel, and a quarter of a second for a million.
const limits: Record<PictureType, Limits> = {
  jpeg: { rows: 64 * MILLION, whole: 40 * MILLION },
  png: { rows: 64 * MILLION, whole: 24 * MILLION },
  gif: { rows: 32 * MILLION, whole: 32 * MILLION },
  webp: { rows: 40 * MILLION, whole: 40 * MILLION },
  avif: { rows: 16 * MILLION, whole: 16 * MILLION },
};

/** Planes of transparency, gain maps and thumbnails come beside an AVIF's picture. */
const BESIDE = 2.5;
/** Larger AVIFs have to have a byte for so many pixels: nothing that anyone wants to see has less. */
const PLAUSIBLE = { from: 4 * MILLION, pixelsPerByte: 2_000 };

const DEAR_PIXELS = 24 * MILLION;
const DEAR_PASSES_PIXELS = 4 * MILLION;
const DEAR_AVIF_PIXELS = MILLION;

/**
 * Refuses, by its header, a picture that costs more time and memory to decode than pictures do.
 * @throws PictureError `pixels`, `costly`
 */
export function refuseCostly(header: PictureHeader, type: PictureType, size: number): void {
  const { width, height, frames, passes, decoded } = header;
  const limit = passes > 1 ? limits[type].whole : limits[type].rows;
  if (width * height > limit || Math.max(width, height) > MAX_SIDE)
    throw new PictureError('pixels', message('picture.pixels', { limit: limit / MILLION }));
  const isImplausible =
    type === 'avif' && decoded > PLAUSIBLE.from && decoded > size * PLAUSIBLE.pixelsPerByte;
  if (
    frames > MAX_FRAMES ||
    passes > MAX_PASSES ||
    decoded > limit * BESIDE ||
    decoded * passes > MAX_WORK ||
    isImplausible
  )
    throw new PictureError('costly');
}

/** Whether decoding takes so much that only one such picture should be decoded at a time. */
export function isExpensive({ passes, decoded }: PictureHeader, type: PictureType): boolean {
  if (type === 'avif') return decoded > DEAR_AVIF_PIXELS;
  return decoded > (passes > 1 ? DEAR_PASSES_PIXELS : DEAR_PIXELS);
}
