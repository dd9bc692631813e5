// Runs the test files that `run.ts` names, one after the other, in this process. Each becomes a test that holds the file's own.
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

// Node's test runner follows each promise of the process, to know to which test it belongs: that takes a fifth of the processor time.
// It needs that while a file makes its tests, which then know themselves where they belong.
const { createHook } = asyncHooks;
let following: AsyncHook | undefined;
Object.assign(asyncHooks, {
  createHook: (...given: Parameters<typeof createHook>) => {
    following = createHook(...given);
    return following;
  },
});
const { test } = await import('node:test');

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

// Without it nothing tells which test an error belongs to that nobody catches: it is the file's.
let uncaught: unknown;
process.on('uncaughtException', (error) => {
  uncaught ??= error;
});
process.on('unhandledRejection', (reason) => {
  uncaught ??= reason;
});

for (let file = await nextFile(); file !== ''; file = await nextFile()) {
  const url = pathToFileURL(path.resolve(file)).href;
  following?.enable();
  await test(file, { timeout: FILE_MS }, async (t) => {
    t.after(() => {
      const now = processorTime();
      t.diagnostic(`cpu ${(now - before).toFixed(2)}`);
      before = now;
      const error = uncaught;
      uncaught = undefined;
      if (error !== undefined) throw error;
    });
    await import(url);
    following?.disable();
  });
}
process.disconnect?.();
