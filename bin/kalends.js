#!/usr/bin/env -S node --
// Without the two dashes Node would take --env-file for itself, wherever it stands. An older system Node may run this file; the program itself needs the Node that the package `node` brings.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
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
    (name) => /\.(ts|json)$/.test(name) && statSync(path.join(sources, name)).mtimeMs > made,
  );
  return newer ? source : bundle;
}

// From the first moment on: else this signal opens Node's inspector.
process.on('SIGUSR1', () => {});
const cli = program();
const args = process.argv.slice(2);
const flags = ['--disable-sigusr1', '--max-semi-space-size=8'];
// How glibc allocates can only be said to a new process. Else it keeps tens of mebibytes for each thread that compresses, and
// ever more holes among what is kept of large answers.
const env = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...process.env,
};

/** Goes on as another program in this process, where the system and this Node can; returns where they can't. */
function become(node, argv) {
  if (!process.execve || process.platform === 'win32' || !existsSync(node)) return;
  // That this is experimental in some is no concern of operators.
  process.emitWarning = () => {};
  process.execve(node, [node, ...flags, '--', ...argv], env);
}

if (Number(process.versions.node.split('.')[0]) >= 26) {
  if (args[0] === 'serve' && process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined)
    become(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...args]);
  await import(pathToFileURL(cli).href);
} else {
  const node = path.join(
    path.dirname(createRequire(import.meta.url).resolve('node/package.json')),
    'bin',
    'node',
  );
  become(node, [cli, ...args]);
  // A service must not outlive whoever was told to end it, however that went.
  if (args[0] === 'serve') args.push('--end-with-parent');
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
