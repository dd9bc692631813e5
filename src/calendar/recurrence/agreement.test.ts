import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { icalJs, type Oracle, rruleTemporal } from '../../../test/support/recurrence-oracles.ts';
import { endlessRule, firstDate, ruleFor } from '../../../test/support/recurrence-rules.ts';
import { expand } from './expand.ts';
import type { FirstDate, RecurrenceDate } from './recurrence.ts';

/** `npm run test:recurrence` looks at 100,000. */
const RUNS = Number(process.env['KALENDS_TEST_RULES'] ?? 1000);
/** The same rules each time, unless another seed is given. */
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);
/** Dates of a rule that are compared, and years in which they lie. */
const MOST = 40;
const YEARS = 8;

/** A rule, its first date, and what we and a library make of it in UTC. */
interface Comparison {
  readonly rule: string;
  readonly first: FirstDate;
  readonly ours: readonly RecurrenceDate[];
  readonly theirs: readonly string[];
}

const later = (text: string, seconds: number) => textOf((secondsOf(text) ?? 0) + seconds);

/** Compares a library's dates with ours, the first date among them; undefined where it gives up, or there are too few for it. */
function compare(oracle: Oracle, rule: string, first: FirstDate): Comparison | undefined {
  const to = later(first.start_date, YEARS * 366 * 86_400);
  const ours = [...expand({ rrule: [rule], rdate: [], exdate: [] }, first, { to, limit: MOST + 1 })];
  // Both look for dates that there aren't for seconds, or for ever.
  if (ours.length <= MOST || (oracle === icalJs && HANGS.test(rule))) return undefined;
  const theirs = oracle(rule, first, to, MOST);
  const [start] = ours;
  return (
    theirs && start && { rule, first, ours, theirs: [...new Set([start.utc_start_date, ...theirs])].sort() }
  );
}

/** Parts with which ical.js makes wrong dates (times of day before the first date, days that aren't named) or never comes to an end. */
const HANGS = /;BY(?!DAY)/;

/**
 * Where both make other dates: a weekday without a number among some with one. “If an integer modifier is not present, it means all
 * days of this type within the specified frequency” (RFC 5545 §3.3.10); they leave them out, or count from another day.
 */
const isMixed = (rule: string) =>
  /BYDAY=/.test(rule) &&
  /BYDAY=[^;]*\d/.test(rule) &&
  /BYDAY=(?:[^;]*,)?[A-Z]/.test(rule) &&
  rule.includes('FREQ=YEARLY');

/** Leaves the last few out: the first date is one more, and times of a day that comes twice stand in another order. */
const compared = (dates: readonly string[]) => dates.slice(0, MOST - 5);
const isAgreed = (ours: readonly RecurrenceDate[], theirs: readonly string[]) =>
  compared(ours.map((date) => date.utc_start_date)).join() === compared(theirs).join();

const random = fc
  .tuple(endlessRule, firstDate)
  .map(([rule, first]) => ({ rule: ruleFor(rule, first), first }));

for (const [name, oracle] of [
  ['rrule-temporal', rruleTemporal],
  ['ical.js', icalJs],
] as const)
  test(`${name} makes the same dates of ${RUNS} rules where clocks don't change`, () => {
    let count = 0;
    fc.assert(
      fc.property(random, ({ rule, first }) => {
        const utc = { ...first, timezone: 'UTC' };
        const comparison = compare(oracle, rule, utc);
        if (!comparison || isMixed(rule)) return;
        count += 1;
        const ours = compared(comparison.ours.map((date) => date.utc_start_date));
        assert.deepEqual(ours, compared(comparison.theirs), `${rule} from ${first.start_date}`);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    assert.ok(count > RUNS / 50, `${count} rules were compared`);
  });

/** Whether a date was put into a gap; midnights of all-day events stay what they are. */
const isMoved = ({ recurrence_id, start_date, utc_start_date }: RecurrenceDate, first: FirstDate) =>
  recurrence_id !== start_date || toWall(utc_start_date, first.timezone) !== recurrence_id;

/** Where rrule-temporal makes other dates in zones, and the text by which ours are right. */
const explained: readonly (readonly [why: string, holds: (comparison: Comparison) => boolean])[] = [
  [
    'leaves out a clock time that does not exist (RFC 5545 §3.3.10); here §3.3.5 moves it forward (contract R2)',
    ({ first, ours, theirs }) => {
      const last = theirs.at(-1) ?? '';
      const missed = ours.filter(
        ({ utc_start_date }) => utc_start_date < last && !theirs.includes(utc_start_date),
      );
      const added = theirs.filter(
        (date) =>
          date < (ours.at(-1)?.utc_start_date ?? '') && !ours.some((one) => one.utc_start_date === date),
      );
      return added.length === 0 && missed.length > 0 && missed.every((date) => isMoved(date, first));
    },
  ],
  ['mixes weekdays with numbers and without', ({ rule }) => isMixed(rule)],
  [
    'counts hours and minutes as they pass; here the wall clock counts (contract R2), on which an hour is skipped and one comes twice',
    ({ rule }) => /FREQ=(HOURLY|MINUTELY)/.test(rule),
  ],
];

test(`rrule-temporal makes the same dates of ${RUNS} rules in twelve zones, or it is known why not`, () => {
  const found = new Map<string, number>();
  fc.assert(
    fc.property(random, ({ rule, first }) => {
      const comparison = compare(rruleTemporal, rule, first);
      if (!comparison || isAgreed(comparison.ours, comparison.theirs)) return;
      const why = explained.find(([, holds]) => holds(comparison))?.[0];
      assert.ok(
        why,
        `${rule} from ${first.start_date} ${first.timezone}:\n${comparison.ours.map((date) => date.utc_start_date)}\n${comparison.theirs}`,
      );
      found.set(why, (found.get(why) ?? 0) + 1);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  const count = [...found.values()].reduce((sum, one) => sum + one, 0);
  assert.ok(count < RUNS / 20, `${count} disagreements`);
});

test('every clock time is the instant that Temporal takes', () => {
  fc.assert(
    fc.property(random, ({ rule, first }) => {
      if (first.all_day) return;
      for (const date of expand({ rrule: [rule], rdate: [], exdate: [] }, first, {
        to: later(first.start_date, YEARS * 366 * 86_400),
        limit: 20,
      })) {
        const clock = Temporal.PlainDateTime.from(date.recurrence_id.replace(' ', 'T'));
        const { epochMilliseconds } = clock.toZonedDateTime(first.timezone, { disambiguation: 'compatible' });
        assert.equal(date.utc_start_date, textOf(epochMilliseconds / 1000));
      }
    }),
    { numRuns: 500 },
  );
});
