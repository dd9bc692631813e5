import type { LibraryPicture } from './media-query.ts';

const FILLS = 300;

/** Returns the name of a picture's file. */
export const pictureName = ({ media_details: { file } }: LibraryPicture): string =>
  file.split('/').at(-1) ?? file;

/** Returns the address of the smallest copy that fills a place of a grid. */
export function smallPicture({ source_url, media_details: { sizes } }: LibraryPicture): string {
  const fitting = Object.values(sizes)
    .filter(({ width }) => width >= FILLS)
    .toSorted((one, other) => one.width - other.width);
  return fitting[0]?.source_url ?? source_url;
}
