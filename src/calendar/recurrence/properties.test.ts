import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { endlessRule, firstDate, ruleFor } from '../../../test/support/recurrence-rules.ts';
import { expand } from './expand.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, type Recurrence, RecurrenceError } from './recurrence.ts';
import { shiftRecurrence } from './shift.ts';
import { endRecurrence, splitRecurrence } from './split.ts';

const RUNS = Number(process.env['KALENDS_TEST_RULES'] ?? 300);
/** Dates looked at, and years in which they lie. */
const MOST = 60;
const YEARS = 12;

const later = (text: string, seconds: number) => textOf((secondsOf(text) ?? 0) + seconds);
const boundOf = (first: FirstDate) => later(first.start_date, YEARS * 366 * 86_400);
const idsOf = (recurrence: Recurrence, first: FirstDate, from?: string) =>
  [...expand(recurrence, first, { ...(from ? { from } : {}), to: boundOf(first), limit: MOST })].map(
    (date) => date.recurrence_id,
  );

/** A series with one or two rules, some with an end, some dates added and left out. */
const series = fc
  .record({
    first: firstDate,
    rules: fc.array(fc.record({ rule: endlessRule, count: fc.option(fc.integer({ min: 1, max: 40 })) }), {
      minLength: 1,
      maxLength: 2,
    }),
    added: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
    left: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  })
  .map(({ first, rules, added, left }) => {
    const rrule = rules.map(({ rule, count }) => {
      const text = ruleFor(rule, first);
      return count === null ? text : `${text};COUNT=${count}`;
    });
    const rdate = added.map((days) => later(first.start_date, days * 86_400));
    const whole = { rrule, rdate: [...new Set(rdate)].sort(), exdate: [] };
    const dates = idsOf(whole, first);
    const exdate = left.flatMap((index) => dates[index] ?? []);
    return { first, recurrence: { ...whole, exdate: [...new Set(exdate)].sort() } };
  });

test('an expansion from a moment is the one from the beginning, cut there', () => {
  fc.assert(
    fc.property(
      series,
      fc.integer({ min: -5, max: 3000 }),
      fc.integer({ min: 0, max: 86_400 }),
      (one, day, second) => {
        const from = later(one.first.start_date, day * 86_400 + second);
        const to = boundOf(one.first);
        const begun = [...expand(one.recurrence, one.first, { to, limit: 3000 })];
        if (begun.length === 3000) return;
        const cut = begun.filter((date) => date.start_date >= from);
        assert.deepEqual([...expand(one.recurrence, one.first, { from, to })], cut, JSON.stringify(one));
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('dates are in the order of their instants, each once, none beyond its bounds', () => {
  fc.assert(
    fc.property(series, ({ recurrence, first }) => {
      const dates = [...expand(recurrence, first, { to: boundOf(first), limit: 300 })];
      for (const [index, date] of dates.entries()) {
        const before = dates[index - 1];
        const told = JSON.stringify({ recurrence, first, before, date });
        if (before) assert.ok(before.utc_start_date < date.utc_start_date, told);
        assert.ok(date.utc_end_date >= date.utc_start_date, told);
        assert.ok(date.recurrence_id <= date.start_date, told);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('what is split makes together what the whole made', () => {
  let [said, unsaid] = [0, 0];
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: MOST - 1 }), ({ recurrence, first }, at) => {
      const whole = idsOf(recurrence, first);
      const id = whole[at];
      if (id === undefined || id <= first.start_date) return;
      const before = idsOf(endRecurrence(recurrence, first, id), first);
      // A gap moves some dates beyond later ones: each belongs where its rule put it.
      const expected = whole.filter((date) => date < id);
      assert.deepEqual(before, expected, JSON.stringify({ recurrence, first, id }));
      try {
        const { after, firstAfter } = splitRecurrence(recurrence, first, id);
        const limit = whole.length - expected.length;
        const dates = [...expand(after, firstAfter, { to: boundOf(first), limit })].map(
          (date) => date.recurrence_id,
        );
        assert.deepEqual(
          dates,
          whole.filter((date) => date >= id),
          JSON.stringify({ recurrence, first, id, after, firstAfter }),
        );
        said += 1;
      } catch (error) {
        if (!(error instanceof RecurrenceError)) throw error;
        unsaid += 1;
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.ok(unsaid * 20 < said, `${unsaid} of ${said + unsaid} can't be split`);
});

test('a series that is split at a change of the clock has the date that a gap moved there once', () => {
  for (const [timezone, start_date, rule, at, last] of [
    ['Europe/Berlin', '2028-03-25 02:15:00', 'FREQ=HOURLY', '2028-03-26 03:15:00', '2028-03-26 01:15:00'],
    [
      'Europe/Berlin',
      '2028-03-25 02:15:00',
      'FREQ=HOURLY;COUNT=40',
      '2028-03-26 03:15:00',
      '2028-03-26 01:15:00',
    ],
    [
      'America/Havana',
      '2025-03-08 19:00:00',
      'FREQ=HOURLY;COUNT=37',
      '2025-03-09 01:00:00',
      '2025-03-08 23:00:00',
    ],
  ] as const) {
    const first = { start_date, end_date: start_date, timezone, all_day: false };
    const before = endRecurrence({ rrule: [rule], rdate: [], exdate: [] }, first, at);
    assert.equal(idsOf(before, first).at(-1), last, rule);
  }
});

test('minutes of every fifth hour that would come to hours of other turns are not moved', () => {
  const first = {
    start_date: '2027-03-01 01:30:00',
    end_date: '2027-03-01 02:00:00',
    timezone: 'UTC',
    all_day: false,
  };
  const to = (start_date: string) => ({ ...first, start_date, end_date: later(start_date, 1800) });
  const move = (rule: string, start_date: string) =>
    shiftRecurrence({ rrule: [rule], rdate: [], exdate: [] }, first, to(start_date)).recurrence.rrule;
  for (const rule of ['FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,38', 'FREQ=MINUTELY;INTERVAL=7;BYSECOND=0,40'])
    assert.throws(() => move(rule, '2027-03-01 03:00:30'), RecurrenceError, rule);
  assert.deepEqual(move('FREQ=HOURLY;INTERVAL=5;BYMINUTE=30,38', '2027-03-01 03:00:00'), [
    'FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,8',
  ]);
});

test('what is shifted makes the dates that it made, moved one to one', () => {
  let said = 0;
  fc.assert(
    fc.property(
      series,
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -40, max: 40 })),
      fc.constantFrom(0, 0, 0, 3600, -7200, 5400, 6 * 3600),
      ({ recurrence, first }, day, second) => {
        const move = day * 86_400 + (first.all_day ? 0 : second);
        const to = {
          ...first,
          start_date: later(first.start_date, move),
          end_date: later(first.end_date, move),
          timezone: 'UTC',
        };
        // Days that a zone skips are none of an all-day series there.
        const from = { ...first, timezone: 'UTC' };
        try {
          const shifted = shiftRecurrence(recurrence, from, to);
          const before = idsOf(recurrence, from);
          const after = [...expand(shifted.recurrence, to, { to: later(boundOf(first), move), limit: MOST })];
          const told = JSON.stringify({ recurrence, first, to, shifted: shifted.recurrence });
          assert.deepEqual(
            after.map((date) => date.recurrence_id),
            before.map(shifted.shiftId),
            told,
          );
          said += 1;
        } catch (error) {
          if (!(error instanceof RecurrenceError)) throw error;
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.ok(said > RUNS / 5, `only ${said} can be shifted`);
});

test('no text makes anything but a recurrence or a refusal', () => {
  const first: FirstDate = {
    start_date: '2027-03-01 19:00:00',
    end_date: '2027-03-01 21:00:00',
    timezone: 'America/New_York',
    all_day: false,
  };
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  const pieces = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'RRULE:',
          'FREQ=',
          'WEEKLY',
          ';',
          'COUNT=',
          ',',
          'BYDAY=',
          'UNTIL=',
          '\n',
          'EXDATE',
          ':',
          '-1',
          'SU',
          'TZID=',
        ),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 12 },
    )
    .map((list) => list.join(''));
  const sent = fc.oneof(
    pieces,
    endlessRule.chain((rule) => pieces.map((piece) => rule.replace(';', piece))),
    fc.jsonValue(),
    fc.record(
      { rrule: fc.oneof(pieces, fc.jsonValue()), rdate: fc.oneof(pieces, fc.jsonValue()), exdate: pieces },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(sent, fc.constantFrom('en', 'de', 'es'), (value, language) => {
      try {
        const recurrence = readRecurrence(value, first, { now, language });
        if (recurrence) for (const _ of expand(recurrence, first, { to: '2030-01-01 00:00:00', limit: 10 }));
      } catch (error) {
        if (!(error instanceof RecurrenceError)) throw error;
      }
    }),
    { numRuns: RUNS * 10, endOnFailure: true },
  );
});
