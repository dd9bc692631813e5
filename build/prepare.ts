// Run by npm after an installation. Puts `kalends` where npx looks first, and makes `dist/`: the program in few files,
// compiled, which starts twice as fast as some hundred modules do. Where the bundler doesn't run there is no `dist/`, and the
// sources are run.
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { enableCompilationCache } from '#cli/compilation-cache.ts';
import { ADMIN_MANIFEST } from '#web/admin/bundle.ts';
import { writeAssets } from '#web/assets/assets.ts';
import { bundleScripts } from '#web/assets/bundle-scripts.ts';
import { buildAdministration } from './administration.ts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Read at first use only, or with files of their own. */
const apart =
  /^(sharp|undici|sanitize-html|moment-timezone|entities|cli-progress|rolldown|@fastify\/rate-limit)(\/|$)/;

const command = path.join(root, 'node_modules', '.bin', 'kalends');
rmSync(command, { force: true });
if (process.platform !== 'win32') symlinkSync(path.join('..', '..', 'bin', 'kalends.js'), command);

const bundler = await import('rolldown').catch(() => undefined);
if (bundler) {
  rmSync(dist, { recursive: true, force: true });
  const bundle = await bundler.rolldown({
    cwd: root,
    input: {
      cli: path.join(root, 'src', 'cli', 'cli.ts'),
      'picture-worker': path.join(root, 'src', 'store', 'pictures', 'worker.ts'),
    },
    platform: 'node',
    external: apart,
    logLevel: 'silent',
  });
  await bundle.write({ dir: dist, format: 'esm' });
  await bundle.close();
  // Where the minifier has no binary, the sheet is longer and the same.
  const minifier = await import('lightningcss').catch(() => undefined);
  const minify = (css: string) => {
    const code = minifier?.transform({ filename: 'calendar.css', code: Buffer.from(css), minify: true }).code;
    return code ? Buffer.from(code).toString() : css;
  };
  const administration = await buildAdministration();
  writeAssets(path.join(dist, 'assets'), minify, await bundleScripts(), administration?.files ?? []);
  if (administration) writeFileSync(path.join(dist, ADMIN_MANIFEST), JSON.stringify(administration.bundle));
  enableCompilationCache();
  // Those that would run the command line, or wait for pictures, are left to the first start.
  for (const name of readdirSync(dist))
    if (name.endsWith('.js') && !/^(cli|program|picture-worker)\b/.test(name))
      await import(path.join(dist, name));
  flushCompileCache();
}
