import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/** Kinds of tiles that maps can show: pictures, or shapes that browsers draw (Mapbox Vector Tiles, as Protomaps' extracts have them). */
export type ShownTiles = 'pictures' | 'vector';
/** The states of a tile archive: the tiles that it has, or the reason why maps can't show them. */
export const tileArchives = ['pictures', 'vector', 'missing', 'unreadable', 'foreign', 'packed'] as const;
/** The state of a tile archive. */
export type TileArchive = (typeof tileArchives)[number];

/** Bytes of the header of a PMTiles archive, version 3. */
const HEADER_BYTES = 127;
const VERSION_AT = 7;
const PACKINGS_AT = [97, 98] as const;
const TILE_TYPE_AT = 99;
/** None and gzip, which browsers unpack. */
const PACKINGS = [0, 1, 2];
const VECTOR = 1;
/** PNG, JPEG, WebP, AVIF. */
const PICTURES = [2, 3, 4, 5];

/** Returns whether tiles are the name of a PMTiles file, and no address. */
export const isTileArchive = (tiles: string): boolean => /^[\w-][\w.-]*\.pmtiles$/.test(tiles);

/** Returns whether maps can show the tiles of an archive. */
export const isShown = (state: TileArchive | undefined): state is ShownTiles =>
  state === 'pictures' || state === 'vector';

/** Reads the header of a file in the data folder; a link counts as missing, as does what is no plain file. */
export function inspectTileArchive(folder: string, name: string): TileArchive {
  let file: number | undefined;
  try {
    file = openSync(
      path.join(folder, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    if (!fstatSync(file).isFile()) return 'missing';
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(file, header, 0, HEADER_BYTES, 0);
    if (read < HEADER_BYTES || header.toString('latin1', 0, VERSION_AT) !== 'PMTiles') return 'foreign';
    const type = header[TILE_TYPE_AT] ?? 0;
    if (header[VERSION_AT] !== 3 || !(type === VECTOR || PICTURES.includes(type))) return 'foreign';
    if (!PACKINGS_AT.every((at) => PACKINGS.includes(header[at] ?? 0))) return 'packed';
    return type === VECTOR ? 'vector' : 'pictures';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
