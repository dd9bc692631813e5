#!/usr/bin/env node
// An older system Node may run this file; the program itself needs the Node that the package `node` brings.
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

const cli = program();
if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(pathToFileURL(cli).href);
} else {
  const node = path.join(
    path.dirname(createRequire(import.meta.url).resolve('node/package.json')),
    'bin',
    'node',
  );
  const child = spawn(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
