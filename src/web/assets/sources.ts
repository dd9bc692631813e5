import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { digestOf } from '#api/http/response-headers.ts';

/** Returns `.NAMEn{--NAME:n}` for each number, both ends included. */
const numbered = (name: string, first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `.${name}${first + at}{--${name}:${first + at}}`).join(
    '\n',
  );

/** Returns the first column and the end of the lanes into which six columns are parted: `.la2o3` is the second of three. */
function lanes(of: number): string {
  const width = 6 / of;
  return Array.from(
    { length: of },
    (_, at) => `.la${at + 1}o${of}{--la:${at * width + 1}}\n.to${at + 1}o${of}{--to:${(at + 1) * width + 1}}`,
  ).join('\n');
}

/**
 * Returns the classes that place what is in a grid, which stand for style attributes, since the pages allow none. In a day:
 * `r` quarter hour where it begins, `s` how many it lasts, `la` and `to` its lanes. In a row of hours `x` and `n`; in a week
 * `d` day and `w` how many. The grids make lines of the numbers.
 */
export const gridPositions = (): string =>
  [
    numbered('r', 0, 63),
    numbered('s', 1, 64),
    numbered('x', 0, 71),
    numbered('n', 1, 72),
    numbered('d', 1, 7),
    numbered('w', 1, 7),
    ...[1, 2, 3].map(lanes),
  ].join('\n');

const STYLES = path.join(import.meta.dirname, '..', 'styles');

/** The font of the pages in the files of its package; most pages need the first alone. */
const fonts = {
  'radio-canada-latin.woff2': 'radio-canada-latin-wdth-normal.woff2',
  'radio-canada-latin-ext.woff2': 'radio-canada-latin-ext-wdth-normal.woff2',
  'radio-canada-italic.woff2': 'radio-canada-latin-wght-italic.woff2',
} as const;

/** Scripts of pages, each of a module in `src/web/client`; an installation without a bundler has none. */
export const scriptNames = [
  'calendar.js',
  'map.js',
  'frame.js',
  'embed.js',
  'submit.js',
  'docs.js',
  'proof-of-work.js',
] as const;
/** The name of a script of pages. */
export type ScriptName = (typeof scriptNames)[number];

/** The name of an asset, by which pages ask for its path. */
export type AssetName = 'calendar.css' | 'docs.css' | keyof typeof fonts | ScriptName;

/** A file that pages load, before it is compressed. */
export interface AssetSource {
  readonly name: AssetName;
  /** Its name in addresses, with a digest of its content: `calendar-3fWq0LxA.css`. */
  readonly file: string;
  readonly bytes: Buffer;
}

/** Returns a file that pages load, with its name in addresses. */
export function assetSource(name: AssetName, bytes: Buffer): AssetSource {
  const { name: stem, ext } = path.parse(name);
  return { name, file: `${stem}-${digestOf(bytes).slice(0, 8)}${ext}`, bytes };
}

/** Returns a style sheet with its imports in place, each in the cascade layer that the import names. */
function readSheet(name: string): string {
  return readFileSync(path.join(STYLES, name), 'utf8').replace(
    /^@import "([\w-]+\.css)"(?: layer\((\w+)\))?;$/gm,
    (_, part: string, layer?: string) => (layer ? `@layer ${layer} {\n${readSheet(part)}}` : readSheet(part)),
  );
}

/** Returns all assets, made of their sources. @param minify shortens a style sheet */
export function readAssetSources(minify: (css: string) => string = (css) => css): AssetSource[] {
  const { resolve } = createRequire(import.meta.url);
  const packaged = Object.entries(fonts) as [keyof typeof fonts, string][];
  const sources = packaged.map(([name, file]) =>
    assetSource(name, readFileSync(resolve(`@fontsource-variable/radio-canada/files/${file}`))),
  );
  const sheet = sources.reduce(
    (css, { name, file }) => css.replaceAll(`"${name}"`, `"${file}"`),
    `${readSheet('calendar.css')}\n@layer base {\n${gridPositions()}\n}\n`,
  );
  return [
    assetSource('calendar.css', Buffer.from(minify(sheet))),
    assetSource('docs.css', Buffer.from(minify(readSheet('docs.css')))),
    ...sources,
  ];
}
