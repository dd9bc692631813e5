// Runs test files one after the other in this process: `group.ts FILE…`. Each becomes a test that holds the file's own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const files = process.argv.slice(2);
/** Ticks of Linux's clock in a second. */
const TICKS = 100;

/** Each test has a time of its own (run.ts), which is shorter. */
const FILE_MS = 1_200_000;

/** Returns the seconds of processor time of this process and of those that it started and have ended. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  const [, fields = ''] = /\) (.*)/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [childrenUser = 0, childrenSystem = 0] = fields.split(' ').slice(13, 15).map(Number);
  return own + (childrenUser + childrenSystem) / TICKS;
}

// The first file counts the start of the process.
let before = 0;
for (const file of files)
  test(file, { timeout: FILE_MS }, async (t) => {
    t.after(() => {
      const now = processorTime();
      t.diagnostic(`cpu ${(now - before).toFixed(2)}`);
      before = now;
    });
    await import(pathToFileURL(path.resolve(file)).href);
  });
