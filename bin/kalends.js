#!/usr/bin/env node
// An older system Node may run this file; the program itself needs the Node that the package `node` brings.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const cli = path.join(here, '..', 'src', 'cli', 'cli.ts');
if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(cli);
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
