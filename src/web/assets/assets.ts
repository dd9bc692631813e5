import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Encoding } from '#api/http/negotiation.ts';
import { bundleScripts } from './bundle-scripts.ts';
import {
  type AssetName,
  type AssetSource,
  assetSource,
  readAssetSources,
  type ScriptName,
} from './sources.ts';

/** A file that pages load. Its name has a digest of its content, so what one address gives never changes. */
export interface Asset {
  readonly file: string;
  readonly bytes: Buffer;
  /** The content in other encodings; none where it is compressed already. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>;
}

/** The beginning of the names of the administration's files. */
export const ADMIN_PREFIX = 'admin-';

const endings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const satisfies Record<Encoding, string>;
const encodingNames = Object.entries(endings) as [Encoding, string][];

/** Compresses an asset. @param isFinal takes a second for the smallest forms, which an installation makes once */
function compress(
  { file, bytes }: Pick<AssetSource, 'file' | 'bytes'>,
  isFinal: boolean,
): Map<Encoding, Buffer> {
  if (file.endsWith('.woff2')) return new Map();
  const quality = isFinal ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY;
  return new Map<Encoding, Buffer>([
    ['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })],
    ['zstd', zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: isFinal ? 19 : 1 } })],
    ['gzip', gzipSync(bytes, { level: isFinal ? 9 : 1 })],
  ]);
}

const bundled = (scripts: ReadonlyMap<ScriptName, string> = new Map()): AssetSource[] =>
  [...scripts].map(([name, code]) => assetSource(name, Buffer.from(code)));

/**
 * Writes all assets with their compressed forms into a folder, which `npm install` does beside the bundle.
 * @param scripts the bundled scripts by name
 * @param built files of the administration's client, which have a digest in their names already
 */
export function writeAssets(
  folder: string,
  minify: (css: string) => string,
  scripts: ReadonlyMap<ScriptName, string>,
  built: readonly Pick<AssetSource, 'file' | 'bytes'>[],
): void {
  mkdirSync(folder, { recursive: true });
  for (const source of [...readAssetSources(minify), ...bundled(scripts), ...built]) {
    writeFileSync(path.join(folder, source.file), source.bytes);
    for (const [encoding, bytes] of compress(source, true))
      writeFileSync(path.join(folder, source.file + endings[encoding]), bytes);
  }
}

/** Returns an asset of a folder, with the endings of its encoded forms there. @param isLazy reads it when it is first asked for */
function writtenAsset(
  folder: string,
  file: string,
  { made, isLazy }: { made: typeof encodingNames; isLazy: boolean },
): Asset {
  const read = () => ({
    bytes: readFileSync(path.join(folder, file)),
    encoded: new Map(
      made.map(([encoding, ending]) => [encoding, readFileSync(path.join(folder, file + ending))]),
    ),
  });
  let content = isLazy ? undefined : read();
  const load = () => {
    content ??= read();
    return content;
  };
  return {
    file,
    get bytes() {
      return load().bytes;
    },
    get encoded() {
      return load().encoded;
    },
  };
}

/** Returns the assets that an installation has written. Those of the administration are read when they are first asked for, since most readers never do. */
function readWritten(folder: string): Asset[] {
  const files = new Set(readdirSync(folder));
  return [...files]
    .filter((file) => !encodingNames.some(([, ending]) => file.endsWith(ending)))
    .map((file) => {
      const made = encodingNames.filter(([, ending]) => files.has(file + ending));
      return writtenAsset(folder, file, { made, isLazy: file.startsWith(ADMIN_PREFIX) });
    });
}

/** Returns the name of an asset by its file's. */
const nameOf = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/** The assets of an installation, beside the bundle. */
const FOLDER = path.join(import.meta.dirname, 'assets');
/** The assets as the sources see them, which take the client of the administration from there: it is built by `npm run prepare`. */
const INSTALLED = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'assets');

const readAdministration = (): Asset[] =>
  existsSync(INSTALLED) ? readWritten(INSTALLED).filter(({ file }) => file.startsWith(ADMIN_PREFIX)) : [];

let loaded:
  | { readonly byFile: ReadonlyMap<string, Asset>; readonly byName: ReadonlyMap<string, Asset> }
  | undefined;

/** Returns all assets: those of the installation beside the bundle; where the sources are run, as these are now. */
function assets(scripts?: ReadonlyMap<ScriptName, string>): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const all = existsSync(FOLDER)
    ? readWritten(FOLDER)
    : [
        ...[...readAssetSources(), ...bundled(scripts)].map((source) => ({
          ...source,
          encoded: compress(source, false),
        })),
        ...readAdministration(),
      ];
  loaded = {
    byFile: new Map(all.map((asset) => [asset.file, asset])),
    byName: new Map(all.map((asset) => [nameOf(asset.file), asset])),
  };
  return loaded;
}

/** Makes the assets ready; where the sources are run, with their scripts as these are now. */
export async function loadAssets(): Promise<void> {
  assets(existsSync(FOLDER) ? undefined : await bundleScripts());
}

/** Returns the asset of a file's name. */
export const findAsset = (file: string): Asset | undefined => assets().byFile.get(file);

/** Returns the path of an asset below the service's origin, such as `/assets/calendar-3fWq0LxA.css`. */
export function assetPath(name: Exclude<AssetName, ScriptName>): string {
  const asset = assets().byName.get(name);
  if (!asset) throw new Error(`There is no asset ${name}`);
  return `/assets/${asset.file}`;
}

/** Returns a script; undefined where nothing has bundled it. */
export const findScript = (name: ScriptName): Asset | undefined => assets().byName.get(name);

/** Returns the path of a script; undefined where nothing has bundled it, and pages do without. */
export function scriptPath(name: ScriptName): string | undefined {
  const asset = assets().byName.get(name);
  return asset && `/assets/${asset.file}`;
}
