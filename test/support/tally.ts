import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** The results of a file's tests. */
export interface Tally {
  passed: number;
  /** Names of the failed ones. */
  failed: string[];
  /** Names of the skipped ones. */
  skipped: string[];
  seconds: number;
  /** Seconds of processor time, with those of processes that ended meanwhile. */
  cpu: number;
  /** Diagnostics that tests reported beside their results. */
  told: string[];
}

/** By file, from the root of the repository. */
export type Tallies = Record<string, Tally>;

const ROOT = path.join(import.meta.dirname, '..', '..');

/** A reporter of Node's test runner: writes `Tallies` as JSON when all is over. Suites are not counted, as tests in tests are. */
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tallies: Tallies = {};
  let current = emptyTally();
  let beganMs = performance.now();
  for await (const { type, data } of source) {
    // Each file is a test that holds its own (group.ts).
    const isFile = data !== undefined && 'nesting' in data && data.nesting === 0;
    if (type === 'test:start' && isFile) {
      current = emptyTally();
      tallies[path.relative(ROOT, path.resolve(data.name))] = current;
    }
    if (type === 'test:pass' || type === 'test:fail') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      if (isFile) {
        current.seconds = (performance.now() - beganMs) / 1000;
        beganMs = performance.now();
        // Of a file that fails although its tests pass nothing else tells.
        if (type === 'test:fail' && current.failed.length === 0) current.failed.push('the file as a whole');
      } else if (isSkipped) current.skipped.push(data.name);
      else if (type === 'test:fail') current.failed.push(data.name);
      else if (data.details.type !== 'suite') current.passed++;
    }
    if (type === 'test:diagnostic') {
      const cpu = isFile ? CPU.exec(data.message)?.[1] : undefined;
      if (cpu !== undefined) current.cpu = Number(cpu);
      else if (!isFile) current.told.push(data.message);
    }
  }
  yield JSON.stringify(tallies);
}

const CPU = /^cpu ([\d.]+)$/;

const emptyTally = (): Tally => ({ passed: 0, failed: [], skipped: [], seconds: 0, cpu: 0, told: [] });
