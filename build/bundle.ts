// Run by npm after an installation: makes `dist/`, the program in few files, which starts twice as fast as some hundred
// modules do, and keeps it compiled. Without the bundler (`npm ci --omit=dev`) nothing is made and the sources are run.
import { readdirSync, rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { keepCompiled } from '#cli/compiled.ts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Read at first use only, or with files of their own. */
const apart =
  /^(sharp|undici|sanitize-html|moment-timezone|entities|cli-progress|@fastify\/rate-limit)(\/|$)/;

const bundler = await import('rolldown').catch(() => undefined);
if (bundler) {
  rmSync(dist, { recursive: true, force: true });
  const bundle = await bundler.rolldown({
    cwd: root,
    input: path.join(root, 'src', 'cli', 'cli.ts'),
    platform: 'node',
    external: apart,
    logLevel: 'silent',
  });
  await bundle.write({ dir: dist, format: 'esm' });
  await bundle.close();
  keepCompiled();
  for (const name of readdirSync(dist)) if (name !== 'cli.js') await import(path.join(dist, name));
  flushCompileCache();
}
