// Runs the test files that `run.ts` names, one after the other, in this process. Each becomes a test that holds the file's own.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

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

// A run that fails is to fail again: what is random is drawn anew with another seed alone.
fc.configureGlobal({ seed: Number(process.env['KALENDS_TEST_SEED'] ?? 20261128) });

// The first file counts the start of the process.
let before = 0;

/** Asks `run.ts` for the next file; empty: there is none left. */
async function nextFile(): Promise<string> {
  const answered = once(process, 'message');
  process.send?.('next');
  const [file] = await answered;
  return String(file);
}

for (let file = await nextFile(); file !== ''; file = await nextFile()) {
  const url = pathToFileURL(path.resolve(file)).href;
  await test(file, { timeout: FILE_MS }, async (t) => {
    t.after(() => {
      const now = processorTime();
      t.diagnostic(`cpu ${(now - before).toFixed(2)}`);
      before = now;
    });
    await import(url);
  });
}
process.disconnect?.();
