// Run by npm after an installation: makes `dist/`, the program in few files, which starts twice as fast as some hundred
// modules do, and keeps it compiled. Without the bundler (`npm ci --omit=dev`) nothing is made and the sources are run.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

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
  // A start that ends at once compiles what every later one needs.
  spawnSync(process.execPath, [path.join(dist, 'cli.js'), 'serve', '--help'], { stdio: 'ignore' });
}
