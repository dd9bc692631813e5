// Run by npm after an installation. Puts `kalends` where npx looks first, and makes `dist/`: the program in few files,
// compiled, which starts twice as fast as some hundred modules do, and the types of the interface. Where the bundler doesn't run
// there is no `dist/`, and the sources are run. npx calls it too, beside a service that runs: what is there of the same sources stays.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import path from 'node:path';
import { enableCompilationCache } from '#cli/compilation-cache.ts';
import { ADMIN_MANIFEST } from '#web/admin/bundle.ts';
import { writeAssets } from '#web/assets/assets.ts';
import { bundleScripts } from '#web/assets/bundle-scripts.ts';
import { buildAdministration } from './administration.ts';
import { INTERFACE_TYPES, STAMP, stampOf } from './source-stamp.ts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
/** Where it is made, so that nobody finds half of it. */
const unfinished = `${dist}.${process.pid}`;

/** With files of their own, or for those who build alone. */
const apart = /^(sharp|rolldown)(\/|$)/;
/**
 * Modules that sources load by `require` at first use, since loading is slow. Each becomes a file of its own; data stays JSON, of
 * which V8 doesn't keep the text.
 */
const required = ['sanitize-html', 'entities', 'moment-timezone/data/packed/latest.json'];
/**
 * Modules that a service loads one after the other; they and all that they import are one file. In more than a hundred, as the
 * bundler would part them for the commands, finding and reading them is a seventh of a start.
 */
const SERVED = ['cli/serve.ts', 'foundation/logging/log.ts', 'main.ts', 'service.ts', 'store/db/sqlite.ts'];
const requiredFile = (name: string) =>
  `${name.replace(/\.json$/, '').replace(/\W+/g, '-')}${name.endsWith('.json') ? '.json' : '.cjs'}`;

const command = path.join(root, 'node_modules', '.bin', 'kalends');
const program = path.join('..', '..', 'bin', 'kalends.js');
const linked = lstatSync(command, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(command) : '';
if (process.platform !== 'win32' && linked !== program) {
  rmSync(command, { force: true });
  symlinkSync(program, command);
}

const stamp = stampOf(root);
const stampFile = path.join(dist, STAMP);
const isMade = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
// A checkout gives the same sources new dates, which bin/kalends.js compares with those of the bundle.
if (isMade) {
  const now = new Date();
  for (const name of readdirSync(dist)) utimesSync(path.join(dist, name), now, now);
}
const bundler = isMade ? undefined : await import('rolldown').catch(() => undefined);
// Of other sources it is worse than none.
if (!isMade && !bundler) rmSync(dist, { recursive: true, force: true });
if (bundler) {
  const [base, service] = [new Set<string>(), new Set<string>()];
  const bundle = await bundler.rolldown({
    cwd: root,
    input: {
      cli: path.join(root, 'src', 'cli', 'cli.ts'),
      'picture-worker': path.join(root, 'src', 'store', 'pictures', 'worker.ts'),
    },
    platform: 'node',
    external: apart,
    logLevel: 'silent',
    plugins: [
      {
        name: 'kalends-chunks',
        buildEnd() {
          const reach = (chunk: Set<string>, names: readonly string[]) => {
            const open = names.map((name) => path.join(root, 'src', name));
            for (let id = open.pop(); id !== undefined; id = open.pop()) {
              if (base.has(id) || chunk.has(id)) continue;
              chunk.add(id);
              open.push(...(this.getModuleInfo(id)?.importedIds ?? []));
            }
          };
          reach(base, ['cli/program.ts']);
          // Runs the command line where it is loaded.
          base.delete(path.join(root, 'src', 'cli', 'program.ts'));
          reach(service, SERVED);
        },
      },
      {
        name: 'kalends-required',
        transform: {
          filter: { code: /createRequire/ },
          handler: (code) =>
            required.reduce(
              (text, name) => text.replaceAll(`('${name}')`, `('./${requiredFile(name)}')`),
              code,
            ),
        },
      },
    ],
  });
  // One character beyond ASCII doubles the memory that V8 takes for the text of a module. Licences are beside the libraries.
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    charset: 'ascii',
    comments: false,
    codeSplitting: {
      groups: [
        { name: 'base', test: (id) => base.has(id), priority: 2 },
        { name: 'service', test: (id) => service.has(id), priority: 1 },
      ],
    },
  });
  await bundle.close();
  for (const name of required) {
    const file = path.join(unfinished, requiredFile(name));
    if (name.endsWith('.json')) {
      copyFileSync(createRequire(import.meta.url).resolve(name), file);
      continue;
    }
    const library = await bundler.rolldown({ cwd: root, input: name, platform: 'node', logLevel: 'silent' });
    await library.write({ file, format: 'cjs', charset: 'ascii', comments: false });
    await library.close();
  }
  // Where the minifier has no binary, the sheet is longer and the same.
  const minifier = await import('lightningcss').catch(() => undefined);
  const minify = (css: string) => {
    const code = minifier?.transform({ filename: 'calendar.css', code: Buffer.from(css), minify: true }).code;
    return code ? Buffer.from(code).toString() : css;
  };
  const administration = await buildAdministration();
  writeAssets(path.join(unfinished, 'assets'), minify, await bundleScripts(), administration?.files ?? []);
  if (administration)
    writeFileSync(path.join(unfinished, ADMIN_MANIFEST), JSON.stringify(administration.bundle));
  writeFileSync(path.join(unfinished, STAMP), stamp);
  const former = `${unfinished}.former`;
  if (existsSync(dist)) renameSync(dist, former);
  renameSync(unfinished, dist);
  rmSync(former, { recursive: true, force: true });
  enableCompilationCache();
  // Those that would run the command line, or wait for pictures, are left to the first start.
  for (const name of readdirSync(dist))
    if (name.endsWith('.js') && !/^(cli|program|picture-worker)\b/.test(name))
      await import(path.join(dist, name));
  flushCompileCache();
}
if (bundler || !existsSync(path.join(root, INTERFACE_TYPES))) {
  // Their generator is there for those who build alone.
  const generator = await import('./interface-types.ts').catch(() => undefined);
  await generator?.writeInterfaceTypes();
}
