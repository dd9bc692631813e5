import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** The results of a file's tests. */
export interface Tally {
  passed: number;
  /** Names of the failed ones. */
  failed: string[];
  /** The skipped ones, each with the reason that the test gives, if any. */
  skipped: Skipped[];
  seconds: number;
  /** Seconds of processor time, with those of processes that ended meanwhile. */
  cpu: number;
  /** Diagnostics that tests reported beside their results. */
  told: string[];
}

/** A test that was skipped. */
export interface Skipped {
  name: string;
  reason: string;
}

/** By file, from the root of the repository. */
export type Tallies = Record<string, Tally>;

/** Returns the tally of a file of which nothing is known yet. */
export const emptyTally = (): Tally => ({
  passed: 0,
  failed: [],
  skipped: [],
  seconds: 0,
  cpu: 0,
  told: [],
});

const ROOT = path.join(import.meta.dirname, '..', '..');

/**
 * A reporter of Node's test runner: writes a line of JSON for each file, its name and its tally, as soon as the next begins. Suites are
 * not counted, as tests in tests are.
 */
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let file: string | undefined;
  let current = emptyTally();
  let beganMs = performance.now();
  for await (const { type, data } of source) {
    // Each file is a test that holds its own (group.ts).
    const isFile = data !== undefined && 'nesting' in data && data.nesting === 0;
    if (type === 'test:start' && isFile) {
      if (file !== undefined) yield lineOf(file, current);
      current = emptyTally();
      file = path.relative(ROOT, path.resolve(data.name));
    }
    if (type === 'test:pass' || type === 'test:fail') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      if (isFile) {
        current.seconds = (performance.now() - beganMs) / 1000;
        beganMs = performance.now();
        // Of a file that fails although its tests pass nothing else tells.
        if (type === 'test:fail' && current.failed.length === 0) current.failed.push('the file as a whole');
      } else if (isSkipped) {
        const reason = typeof data.skip === 'string' ? data.skip : '';
        current.skipped.push({ name: data.name, reason });
      } else if (type === 'test:fail') current.failed.push(data.name);
      else if (data.details.type !== 'suite') current.passed++;
    }
    if (type === 'test:diagnostic') {
      const cpu = isFile ? CPU.exec(data.message)?.[1] : undefined;
      if (cpu !== undefined) current.cpu = Number(cpu);
      else if (!isFile) current.told.push(data.message);
    }
  }
  if (file !== undefined) yield lineOf(file, current);
}

const CPU = /^cpu ([\d.]+)$/;

const lineOf = (file: string, tally: Tally) => `${JSON.stringify({ [file]: tally })}\n`;

/** Reads what `tally` has written to a file. A line that was cut off is none. */
export function readTallies(file: string): Tallies {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return Object.assign({}, ...lines.map((line): Tallies => JSON.parse(line)));
}
