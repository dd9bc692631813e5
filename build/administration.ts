import path from 'node:path';
import type { AdminBundle } from '#web/admin/bundle.ts';
import { ADMIN_PREFIX } from '#web/assets/assets.ts';
import { readAssetSources } from '#web/assets/sources.ts';
import { adminTexts } from './administration-texts.ts';

/** The sources of the administration's client. */
export const CLIENT = path.join(import.meta.dirname, '..', 'src', 'web', 'admin', 'client');
/** Beside the parser it has a part for those whose texts are parsed already. */
const PARSER = '@formatjs/icu-messageformat-parser';
const SOURCES = path.join(import.meta.dirname, '..', 'src');

/** The client of the administration, built: its files by their names among the assets, and what a page begins with. */
export interface BuiltClient {
  readonly files: readonly { readonly file: string; readonly bytes: Buffer }[];
  readonly bundle: AdminBundle;
}

/** Puts the addresses of the fonts into the sheet that names them by their files, as for public pages, once it is in one piece. */
const fontAddresses = () => ({
  name: 'kalends-fonts',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css: string) =>
      readAssetSources()
        .filter(({ name }) => name.endsWith('.woff2'))
        .reduce((sheet, { name, file }) => sheet.replaceAll(`url("${name}")`, `url("/assets/${file}")`), css),
  },
});

/** Returns the settings of Vite for the client, of which the server for development has some of its own. */
export const clientSettings = () => ({
  root: CLIENT,
  configFile: false as const,
  base: '/assets/',
  publicDir: false as const,
  logLevel: 'error' as const,
  resolve: {
    alias: [
      { find: /^#(?=[a-z])/, replacement: `${SOURCES}/` },
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: `${PARSER}/no-parser.js` },
    ],
  },
  plugins: [adminTexts(), fontAddresses()],
});

/** Builds the client; undefined where the bundler doesn't run. */
export async function buildAdministration(): Promise<BuiltClient | undefined> {
  const vite = await import('vite').catch(() => undefined);
  if (!vite) return undefined;
  const built = await vite.build({
    ...clientSettings(),
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input: path.join(CLIENT, 'main.tsx'),
        output: {
          entryFileNames: `${ADMIN_PREFIX}[name]-[hash].js`,
          chunkFileNames: `${ADMIN_PREFIX}[name]-[hash].js`,
          assetFileNames: `${ADMIN_PREFIX}[name]-[hash][extname]`,
        },
      },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) return undefined;
  const { output } = result;
  const files = output.map((one) => ({
    file: one.fileName,
    bytes: Buffer.from(one.type === 'chunk' ? one.code : one.source),
  }));
  const entry = output.find((one) => one.type === 'chunk' && one.isEntry);
  if (entry?.type !== 'chunk') return undefined;
  const chunks = [
    entry,
    ...output.filter((one) => one.type === 'chunk' && entry.imports.includes(one.fileName)),
  ];
  const styles = chunks.flatMap((one) =>
    one.type === 'chunk' ? [...(one.viteMetadata?.importedCss ?? [])] : [],
  );
  return { files, bundle: { script: entry.fileName, styles, preloads: entry.imports } };
}
