// Whatever is sent as recurrence is judged by a bounded number of steps (contract R3), and those are honest: the slowest of many
// random ones are quick too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '#foundation/time/clock.ts';
import { soundRule } from '../../../test/support/recurrence-noise.ts';
import { zones } from '../../../test/support/recurrence-rules.ts';
import { boundedSteps, checkRecurrence, MOST_STEPS } from './check.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, RecurrenceError } from './recurrence.ts';

const RUNS = Number(process.env['KALENDS_TEST_RECURRENCES'] ?? 300);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);
const at = { today: '2026-11-22', horizon: '2028-12-21' };
const now = Temporal.Instant.from('2026-11-22T12:00:00Z');

const years = fc.constantFrom(1, 1600, 1883, 1900, 1969, 1995, 2011, 2026, 2026, 2027, 2040, 9000);
const first = fc
  .record({
    year: years,
    hour: fc.integer({ min: 0, max: 23 }),
    timezone: fc.constantFrom(...zones),
    all_day: fc.constantFrom(false, false, true),
  })
  .map(({ year, hour, timezone, all_day }): FirstDate => {
    const day = `${String(year).padStart(4, '0')}-03-10`;
    const clock = String(hour).padStart(2, '0');
    return all_day
      ? { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59`, timezone, all_day }
      : { start_date: `${day} ${clock}:30:00`, end_date: `${day} ${clock}:45:00`, timezone, all_day };
  });
const listed = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => index + from).join(',');
/** Parts with all the values that they may have, or many. */
const whole = fc.constantFrom(
  `BYWEEKNO=${listed(1, 53)}`,
  `BYYEARDAY=${listed(1, 366)}`,
  `BYYEARDAY=${listed(-366, -1)}`,
  `BYMONTHDAY=${listed(1, 31)}`,
  `BYHOUR=${listed(0, 23)}`,
  `BYMINUTE=${listed(0, 59)}`,
  `BYSECOND=${listed(0, 59)}`,
  `BYSETPOS=${listed(1, 366)},${listed(-366, -1)}`,
  'UNTIL=99991231',
  'UNTIL=99991231T235959Z',
  'INTERVAL=4999',
);
const heavy = fc.tuple(soundRule, fc.array(whole, { maxLength: 3 })).map(([rule, parts]) => {
  const has = (part: string) =>
    rule.includes(`;${part.split('=')[0]}=`) || (/^UNTIL/.test(part) && /COUNT/.test(rule));
  return [
    rule,
    ...parts.filter(
      (part, index) => !has(part) && parts.findIndex((one) => one.slice(0, 6) === part.slice(0, 6)) === index,
    ),
  ].join(';');
});
const days = fc
  .tuple(fc.constantFrom(0, 0, 0, 500), fc.integer({ min: 1, max: 2900 }), fc.constantFrom('', ' 10:30:00'))
  .map(([count, apart, time]) =>
    Array.from(
      { length: count },
      (_, index) => `${textOf(1_800_000_000 + index * apart * 86_400).slice(0, 10)}${time}`,
    ),
  );
const recurrence = fc.record({
  rrule: fc.array(heavy, { minLength: 1, maxLength: 5 }),
  rdate: days,
  exdate: days,
});

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
  for (const [sent, date] of fc.sample(fc.tuple(recurrence, first), { numRuns: RUNS, seed: SEED })) {
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
