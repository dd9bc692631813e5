// Whatever is sent as recurrence is judged by a bounded number of steps (contract R3), and those are honest: the slowest of many
// random ones are quick too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { heavyFirst, heavyRecurrence } from '../../../test/support/recurrence-noise.ts';
import { boundedSteps, checkRecurrence, MOST_STEPS } from './check.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, RecurrenceError } from './recurrence.ts';

const RUNS = Number(process.env['KALENDS_TEST_RECURRENCES'] ?? 300);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);
const at = { today: '2026-11-22', horizon: '2028-12-21' };
const now = Temporal.Instant.from('2026-11-22T12:00:00Z');

/** Judges what is sent; returns the steps of the check. */
function judge(sent: object, date: FirstDate): number {
  const steps = boundedSteps();
  try {
    const read = readRecurrence(sent, date, { now, language: 'en' });
    if (read) checkRecurrence(read, date, at, steps);
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
  }
  return steps.taken;
}

/** Milliseconds of the processor, since others may be at work beside it. */
function milliseconds(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

test(`the ten slowest of ${RUNS} random recurrences are judged in less than 50 ms, and each within its steps`, () => {
  const slowest: { ms: number; work: () => number; told: string }[] = [];
  for (const [sent, date] of fc.sample(fc.tuple(heavyRecurrence, heavyFirst), {
    numRuns: RUNS,
    seed: SEED,
  })) {
    const told = JSON.stringify({ sent, date });
    const work = () => judge(sent, date);
    let steps = 0;
    const ms = milliseconds(() => {
      steps = work();
    });
    // A period's days are taken at once.
    assert.ok(steps < MOST_STEPS * 1.1, `${steps} steps: ${told}`);
    slowest.push({ ms, work, told });
    if (slowest.length > 20) slowest.sort((a, b) => b.ms - a.ms).length = 10;
  }
  for (const { work, told } of slowest) {
    let ms = Number.POSITIVE_INFINITY;
    // Compiling and collecting garbage count too.
    for (let tries = 0; tries < 20 && ms >= 50; tries++) ms = Math.min(ms, milliseconds(work));
    assert.ok(ms < 50, `${ms} ms: ${told}`);
  }
});
