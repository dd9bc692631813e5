import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Encoding } from '#api/http/negotiation.ts';
import { type AssetName, type AssetSource, readAssetSources } from './sources.ts';

/** A file that pages load. Its name has a digest of its content, so what one address gives never changes. */
export interface Asset {
  readonly file: string;
  readonly bytes: Buffer;
  /** The content in other encodings; none where it is compressed already. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>;
}

const endings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const satisfies Record<Encoding, string>;
const encodingNames = Object.entries(endings) as [Encoding, string][];

/** Compresses an asset. @param isFinal takes a second for the smallest forms, which an installation makes once */
function compress({ file, bytes }: AssetSource, isFinal: boolean): Map<Encoding, Buffer> {
  if (file.endsWith('.woff2')) return new Map();
  const quality = isFinal ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY;
  return new Map<Encoding, Buffer>([
    ['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })],
    ['zstd', zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: isFinal ? 19 : 1 } })],
    ['gzip', gzipSync(bytes, { level: isFinal ? 9 : 1 })],
  ]);
}

/** Writes all assets with their compressed forms into a folder, which `npm install` does beside the bundle. */
export function writeAssets(folder: string, minify: (css: string) => string): void {
  mkdirSync(folder, { recursive: true });
  for (const source of readAssetSources(minify)) {
    writeFileSync(path.join(folder, source.file), source.bytes);
    for (const [encoding, bytes] of compress(source, true))
      writeFileSync(path.join(folder, source.file + endings[encoding]), bytes);
  }
}

function readWritten(folder: string): Asset[] {
  const files = new Set(readdirSync(folder));
  const read = (file: string) => readFileSync(path.join(folder, file));
  return [...files]
    .filter((file) => !encodingNames.some(([, ending]) => file.endsWith(ending)))
    .map((file) => {
      const made = encodingNames.filter(([, ending]) => files.has(file + ending));
      const encoded = new Map(made.map(([encoding, ending]) => [encoding, read(file + ending)]));
      return { file, bytes: read(file), encoded };
    });
}

/** Returns the name of an asset by its file's. */
const nameOf = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '');

let loaded:
  | { readonly byFile: ReadonlyMap<string, Asset>; readonly byName: ReadonlyMap<string, Asset> }
  | undefined;

/** Returns all assets: those of the installation beside the bundle; where the sources are run, as these are now. */
function assets(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const folder = path.join(import.meta.dirname, 'assets');
  const all = existsSync(folder)
    ? readWritten(folder)
    : readAssetSources().map((source) => ({ ...source, encoded: compress(source, false) }));
  loaded = {
    byFile: new Map(all.map((asset) => [asset.file, asset])),
    byName: new Map(all.map((asset) => [nameOf(asset.file), asset])),
  };
  return loaded;
}

/** Returns the asset of a file's name. */
export const findAsset = (file: string): Asset | undefined => assets().byFile.get(file);

/** Returns the path of an asset below the service's origin, such as `/assets/calendar-3fWq0LxA.css`. */
export function assetPath(name: AssetName): string {
  const asset = assets().byName.get(name);
  if (!asset) throw new Error(`There is no asset ${name}`);
  return `/assets/${asset.file}`;
}
