import type { Skipped, Tallies } from './tally.ts';

/** The outcome of one run of Node's test runner. */
export interface Outcome {
  /** The printed name: an engine, or `Units` for tests that need none. */
  name: string;
  tallies: Tallies;
  /** Whether the runner itself ended well. */
  ended: boolean;
  seconds: number;
}

/** Numbers of tests by their results. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Adds up the results of a run's files. */
export function countsOf({ tallies }: Outcome): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of Object.values(tallies)) {
    counts.passed += passed;
    counts.failed += failed.length;
    counts.skipped += skipped.length;
  }
  return counts;
}

/** Returns the reasons why a run doesn't count as passed; empty: it does. */
export function faultsOf(outcome: Outcome, mayBeSkipped: (test: Skipped) => boolean): string[] {
  const { name, tallies, ended } = outcome;
  const { passed, failed } = countsOf(outcome);
  const faults: string[] = [];
  if (passed === 0) faults.push(`${name}: no test passed.`);
  if (failed > 0) faults.push(`${name}: ${failed} failed.`);
  else if (!ended) faults.push(`${name}: the run itself ended badly.`);
  for (const [file, tally] of Object.entries(tallies))
    for (const test of tally.failed) faults.push(`${name}: "${test}" of ${file} failed.`);
  for (const [file, { skipped }] of Object.entries(tallies))
    for (const test of skipped)
      if (!mayBeSkipped(test))
        faults.push(
          `${name}: "${test.name}" of ${file} may not be skipped (${test.reason || 'no reason given'}).`,
        );
  return faults;
}

/** So many files at most are run again: where more fail, it isn't chance. */
const MOST_REPEATED = 3;

/** Returns the files of a run that are worth running once more by themselves: few failed, and the runner itself ended. */
export function filesToRepeat({ tallies }: Outcome): string[] {
  const files = Object.entries(tallies).flatMap(([file, { failed }]) => (failed.length > 0 ? [file] : []));
  return files.length <= MOST_REPEATED ? files : [];
}

/**
 * Puts the results of a repetition in place of those of the first run. `flaky` names the tests that failed in the first
 * run and not in the second.
 */
export function repeated(first: Outcome, again: Outcome): { outcome: Outcome; flaky: string[] } {
  const tallies = { ...first.tallies };
  const flaky: string[] = [];
  for (const [file, tally] of Object.entries(again.tallies)) {
    const { failed = [] } = first.tallies[file] ?? {};
    tallies[file] = tally;
    for (const test of failed) if (!tally.failed.includes(test)) flaky.push(`"${test}" of ${file}`);
  }
  const isMended = Object.values(tallies).every(({ failed }) => failed.length === 0);
  const seconds = first.seconds + again.seconds;
  return { outcome: { ...first, tallies, ended: isMended && again.ended, seconds }, flaky };
}

/** Compares two runs of the same files: the numbers of tests, and what the tests `saying` reported. */
export function differencesOf(one: Outcome, other: Outcome, saying: RegExp): string[] {
  const faults: string[] = [];
  const files = new Set([...Object.keys(one.tallies), ...Object.keys(other.tallies)]);
  for (const file of files) {
    const [left, right] = [one, other].map(({ tallies }) => tallies[file]);
    const count = (tally: typeof left) =>
      tally ? tally.passed + tally.failed.length + tally.skipped.length : 0;
    if (count(left) !== count(right))
      faults.push(`${file}: ${count(left)} tests on ${one.name}, ${count(right)} on ${other.name}.`);
    const told = [left, right].map((tally) => tally?.told.join('\n') ?? '');
    if (saying.test(file) && told[0] !== told[1])
      faults.push(`${file}: "${told[0]}" on ${one.name}, "${told[1]}" on ${other.name}.`);
  }
  return faults;
}
