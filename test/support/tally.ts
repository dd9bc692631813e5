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
  /** Diagnostics that tests reported beside their results. */
  told: string[];
}

/** By file, from the root of the repository. */
export type Tallies = Record<string, Tally>;

const ROOT = path.join(import.meta.dirname, '..', '..');

/** A reporter of Node's test runner: writes `Tallies` as JSON when all is over. Suites are not counted, as tests in tests are. */
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tallies: Tallies = {};
  const of = ({ entryFile, file }: { entryFile?: string | undefined; file?: string | undefined }): Tally => {
    const name = path.relative(ROOT, entryFile ?? file ?? '');
    const known = tallies[name] ?? { passed: 0, failed: [], skipped: [], seconds: 0, told: [] };
    tallies[name] = known;
    return known;
  };
  for await (const { type, data } of source) {
    if (type === 'test:pass' || type === 'test:fail') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      if (isSkipped) of(data).skipped.push(data.name);
      else if (type === 'test:fail') of(data).failed.push(data.name);
      else if (data.details.type !== 'suite') of(data).passed++;
    }
    if (type === 'test:diagnostic' && data.file !== undefined) of(data).told.push(data.message);
    if (type === 'test:summary' && data.file !== undefined) of(data).seconds = data.duration_ms / 1000;
  }
  yield JSON.stringify(tallies);
}
