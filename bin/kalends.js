#!/usr/bin/env -S node --
// Without the two dashes Node would take --env-file for itself, wherever it stands.
// An older system Node may run this file; the program itself needs the Node that the package `node` brings.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const sources = path.join(root, 'src');
const bundle = path.join(root, 'dist', 'cli.js');

/** The bundle of the last installation, unless a source is newer. */
function program() {
  const source = path.join(sources, 'cli', 'cli.ts');
  if (!existsSync(bundle)) return source;
  if (!existsSync(source)) return bundle;
  const made = statSync(bundle).mtimeMs;
  const newer = readdirSync(sources, { recursive: true }).some(
    (name) => /(?<!\.d)\.(ts|json|css)$/.test(name) && statSync(path.join(sources, name)).mtimeMs > made,
  );
  return newer ? source : bundle;
}

// From the first moment on: else this signal opens Node's inspector.
process.on('SIGUSR1', () => {});
const args = process.argv.slice(2);
// Options may stand before the command.
const serves = args.includes('serve') || args.includes('demo');
const isFirst = /^(serve|demo)$/.test(args[0] ?? '');
const flags = ['--disable-sigusr1', '--max-semi-space-size=8'];
// How glibc allocates can only be said to a new process. Else it keeps tens of mebibytes for each thread that compresses, and
// ever more holes among what is kept of large answers.
const env = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...process.env,
};

/** Ends with a text of the catalogues, which can be read although nothing else can be run. */
function refuse(key) {
  const locale = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '';
  const [, code = ''] = /^([a-z]+)(?:[_.@-]|$)/i.exec(locale) ?? [];
  const catalogue = (language) => path.join(sources, 'foundation', 'i18n', `${language}.json`);
  const file = catalogue(code.toLowerCase());
  const texts = JSON.parse(readFileSync(existsSync(file) ? file : catalogue('en'), 'utf8'));
  process.stderr.write(`kalends: ${texts[key]}\n`);
  process.exit(1);
}

/** The file of a package that everything needs; undefined where nothing was installed. */
function installed(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/** Goes on as another program in this process, where the system and this Node can; returns where they can't. */
function become(node, options, argv) {
  if (!process.execve || process.platform === 'win32' || !existsSync(node)) return;
  // That this is experimental in some is no concern of operators.
  process.emitWarning = () => {};
  process.execve(node, [node, ...flags, ...options, '--', ...argv], env);
}

const runtime = installed('node/package.json');
// The bundle has most libraries in it, the sources have none.
if (!runtime || !installed(existsSync(bundle) ? 'sharp' : 'commander')) refuse('cli.not_installed');

if (Number(process.versions.node.split('.')[0]) >= 26) {
  const cli = program();
  if (serves && process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined)
    become(process.execPath, process.execArgv, [cli, ...args]);
  await import(pathToFileURL(cli).href);
} else {
  const node = path.join(path.dirname(runtime), 'bin', 'node');
  const cli = program();
  // The package's own script puts it there.
  if (![node, `${node}.exe`].some((file) => existsSync(file))) refuse('cli.scripts_not_run');
  become(node, [], [cli, ...args]);
  // A service must not outlive whoever was told to end it, however that went.
  if (serves && isFirst) args.push('--end-with-parent');
  const child = spawn(node, [...flags, '--', cli, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`kalends: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    // As it ended, so does this.
    process.kill(process.pid, signal);
  });
}
