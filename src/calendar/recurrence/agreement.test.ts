import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '#foundation/time/clock.ts';
import {
  type Comparison,
  compare,
  endOf,
  explain,
  isAgreed,
  isIcalJsRight,
  isSkippedDay,
  MOST,
  synchronizedIcalJs,
} from '../../../test/support/recurrence-disagreements.ts';
import { literalDates } from '../../../test/support/recurrence-literal.ts';
import { rruleTemporal } from '../../../test/support/recurrence-oracles.ts';
import { endlessRule, firstDate, ruleFor } from '../../../test/support/recurrence-rules.ts';
import { expand } from './expand.ts';
import type { FirstDate } from './recurrence.ts';

/** `npm run test:recurrence` looks at 100,000. */
const RUNS = Number(process.env['KALENDS_TEST_RULES'] ?? 400);
/** Seed of the rules, which are the same each time unless another is given. */
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);

const random = fc
  .tuple(endlessRule, firstDate)
  .map(([rule, first]) => ({ rule: ruleFor(rule, first), first }));

/** Judges the same random rules in each test. */
const judge = (of: (rule: string, first: FirstDate) => void) =>
  fc.assert(
    fc.property(random, ({ rule, first }) => of(rule, first)),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );

const told = ({ rule, first, missed, added }: Comparison) =>
  `${rule} from ${first.start_date} ${first.timezone}${first.all_day ? ' all day' : ''}: missed ${missed}, added ${added}`;

test(`${RUNS} rules make the clock times that the RFC's text makes, read literally`, () => {
  judge((rule, zoned) => {
    const first = { ...zoned, timezone: 'UTC' };
    const to = endOf(first);
    const dates = [...expand({ rrule: [rule], rdate: [], exdate: [] }, first, { to, limit: MOST })];
    const literal = new Set([first.start_date, ...literalDates(rule, first, to, MOST)]);
    assert.deepEqual(
      dates.map((date) => date.recurrence_id),
      [...literal].sort().slice(0, MOST),
      `${rule} from ${first.start_date}`,
    );
  });
});

for (const where of ['where clocks do not change', 'in twelve zones'])
  test(`rrule-temporal makes the dates of ${RUNS} rules ${where}, or the RFC tells why not`, () => {
    let compared = 0;
    const found = new Map<string, number>();
    judge((rule, first) => {
      const zone = where === 'in twelve zones' ? first.timezone : 'UTC';
      const comparison = compare(rruleTemporal, rule, { ...first, timezone: zone });
      if (!comparison) return;
      compared += 1;
      if (isAgreed(comparison)) return;
      const why = explain(comparison);
      assert.ok(why, told(comparison));
      found.set(why, (found.get(why) ?? 0) + 1);
    });
    const count = [...found.values()].reduce((sum, one) => sum + one, 0);
    assert.ok(compared > RUNS * 0.8, `${compared} rules were compared`);
    assert.ok(count < RUNS / 20, `${count} disagreements`);
  });

test(`ical.js makes the dates of ${RUNS} rules in twelve zones, where it is right`, () => {
  let compared = 0;
  judge((rule, first) => {
    if (!isIcalJsRight(rule)) return;
    const comparison = compare(synchronizedIcalJs, rule, first);
    if (!comparison) return;
    compared += 1;
    assert.ok(isAgreed(comparison) || isSkippedDay(comparison), told(comparison));
  });
  assert.ok(compared > RUNS * 0.45, `${compared} rules were compared`);
});

test('every clock time is the instant that Temporal takes', () => {
  fc.assert(
    fc.property(random, ({ rule, first }) => {
      if (first.all_day) return;
      for (const date of expand({ rrule: [rule], rdate: [], exdate: [] }, first, {
        to: endOf(first),
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
