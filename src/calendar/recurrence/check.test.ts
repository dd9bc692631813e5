import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '#foundation/time/clock.ts';
import { endlessRule, firstDate, ruleFor } from '../../../test/support/recurrence-rules.ts';
import { boundedSteps, checkRecurrence, MOST_STEPS } from './check.ts';
import { expand } from './expand.ts';
import { type FirstDate, type Recurrence, RecurrenceError } from './recurrence.ts';

const first: FirstDate = {
  start_date: '2026-11-22 10:00:00',
  end_date: '2026-11-22 11:00:00',
  timezone: 'America/New_York',
  all_day: false,
};
const at = { today: '2026-11-22', horizon: '2028-12-21' };
const of = (...rrule: string[]): Recurrence => ({ rrule, rdate: [], exdate: [] });
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => index + from).join(',');
const minutes = `BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)}`;
const allTimes = `${minutes};BYSECOND=${numbers(60)}`;

/** Returns the answer, or the code and the part of the refusal, and the steps that it took. */
function judge(recurrence: Recurrence, date = first): { answer: string; steps: number } {
  const steps = boundedSteps();
  try {
    const { count, last } = checkRecurrence(recurrence, date, at, steps);
    return { answer: `${count} ${last?.start_date ?? null}`, steps: steps.taken };
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    return { answer: `${error.code} ${error.part}`, steps: steps.taken };
  }
}

const MANY = 'rest_too_many_occurrences rrule';
const NONE = 'rest_no_occurrence rrule';

/** Each with the most steps that it may take. */
const judged: readonly [rule: string, answer: string, steps: number][] = [
  ['FREQ=WEEKLY', 'null null', 5000],
  ['FREQ=WEEKLY;COUNT=10', '10 2027-01-24 10:00:00', 100],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=10', '10 2027-01-18 10:00:00', 100],
  ['FREQ=WEEKLY;UNTIL=20270101', '6 2026-12-27 10:00:00', 100],
  ['FREQ=SECONDLY', MANY, 10_000],
  ['FREQ=MINUTELY', MANY, 10_000],
  ['FREQ=HOURLY', MANY, 10_000],
  // One of them is the hour before, which the clock skips.
  ['FREQ=HOURLY;COUNT=3001', '3000 2027-03-27 10:00:00', 10_000],
  ['FREQ=HOURLY;COUNT=3002', MANY, 10_000],
  ['FREQ=DAILY;COUNT=20000', '20000 2081-08-24 10:00:00', 70_000],
  ['FREQ=DAILY;COUNT=20001', MANY, 70_000],
  ['FREQ=DAILY;COUNT=1000000', MANY, 70_000],
  ['FREQ=DAILY;COUNT=999999999999999', MANY, 70_000],
  ['FREQ=DAILY;UNTIL=99991231', MANY, 70_000],
  ['FREQ=WEEKLY;UNTIL=99991231T235959Z', MANY, 100_000],
  ['FREQ=YEARLY;COUNT=20000', '7974 9999-11-22 10:00:00', 70_000],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', NONE, 100],
  ['FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31', NONE, 1000],
  ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', NONE, 1000],
  [`FREQ=HOURLY;BYYEARDAY=${numbers(366, 1)};BYMONTH=2;BYMONTHDAY=30`, NONE, 1000],
  ['FREQ=MONTHLY;BYDAY=20MO', NONE, 1000],
  ['FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6', NONE, 1000],
  ['FREQ=SECONDLY;INTERVAL=2;BYSECOND=1', NONE, 10_000],
  ['FREQ=SECONDLY;INTERVAL=60;BYSECOND=1', NONE, 10_000],
  ['FREQ=HOURLY;INTERVAL=24;BYHOUR=3', NONE, 10_000],
  ['FREQ=SECONDLY;BYSECOND=1;BYSETPOS=2', NONE, 10_000],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6', NONE, 1000],
  ['FREQ=YEARLY;INTERVAL=11;BYMONTH=12', 'null null', 100],
  ['FREQ=YEARLY;INTERVAL=11;BYMONTH=1', NONE, 100],
  ['FREQ=YEARLY;INTERVAL=11', 'null null', 100],
  ['FREQ=DAILY;INTERVAL=999999', 'null null', 5000],
  ['FREQ=SECONDLY;INTERVAL=999999999', 'null null', 5000],
  ['FREQ=WEEKLY;INTERVAL=999999999999999', 'null null', 100],
  ['FREQ=MONTHLY;INTERVAL=999999999999999;COUNT=2', '1 2026-11-22 10:00:00', 100],
  // Times that BYSETPOS leaves out count among those of a day.
  [`FREQ=YEARLY;${allTimes};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1`, MANY, 1],
  [`FREQ=DAILY;${allTimes};BYSETPOS=-1,5`, MANY, 1],
  [`FREQ=DAILY;${allTimes}`, MANY, 1],
  [`FREQ=YEARLY;${allTimes}`, MANY, 1],
  [`FREQ=YEARLY;BYYEARDAY=${numbers(366, 1)};${allTimes};COUNT=2`, MANY, 1],
  [`FREQ=DAILY;${minutes};BYSECOND=0,30;COUNT=2`, MANY, 1],
  [`FREQ=HOURLY;BYMINUTE=${numbers(60)};BYSECOND=${numbers(25)};COUNT=2`, MANY, 1],
  [`FREQ=YEARLY;BYYEARDAY=${numbers(366, 1)};${minutes};COUNT=2`, '2 2026-11-22 10:01:00', 2000],
  [`FREQ=YEARLY;BYYEARDAY=${numbers(366, 1)};${minutes};BYSETPOS=-1;COUNT=2`, '2 2026-12-31 23:59:00', 2000],
  [`FREQ=DAILY;${minutes};COUNT=1441`, '1441 2026-11-23 10:00:00', 10_000],
  ['FREQ=SECONDLY;COUNT=1440', '1440 2026-11-22 10:23:59', 10_000],
  ['FREQ=SECONDLY;COUNT=1441', MANY, 10_000],
  ['FREQ=MINUTELY;COUNT=2880', '2880 2026-11-24 09:59:00', 20_000],
  ['FREQ=DAILY;INTERVAL=999999999', 'null null', 100],
  ['FREQ=DAILY;INTERVAL=999999999;COUNT=3', '1 2026-11-22 10:00:00', 100],
  ['FREQ=HOURLY;INTERVAL=999999999;BYHOUR=10', 'null null', 100],
  ['FREQ=MINUTELY;INTERVAL=999999999999999;UNTIL=99991231', '1 2026-11-22 10:00:00', 100],
  ['FREQ=DAILY;INTERVAL=14;COUNT=20000', '20000 2793-06-20 10:00:00', 100_000],
  ['FREQ=SECONDLY;INTERVAL=1000003;BYSECOND=0;BYMINUTE=0;BYHOUR=10', 'null null', 10_000],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=22;BYDAY=SU;COUNT=500', '500 5468-11-22 10:00:00', 50_000],
  ['FREQ=WEEKLY;UNTIL=20261121', 'rest_no_occurrence UNTIL', 100],
  ['FREQ=WEEKLY;UNTIL=20261122T145959Z', 'rest_no_occurrence UNTIL', 100],
  ['FREQ=WEEKLY;UNTIL=20261122T150000Z', '1 2026-11-22 10:00:00', 100],
  ['FREQ=WEEKLY;UNTIL=20261122', '1 2026-11-22 10:00:00', 100],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261122', NONE, 100],
  [
    `FREQ=SECONDLY;INTERVAL=4999;BYHOUR=3;BYMINUTE=5;BYSECOND=${numbers(17)};UNTIL=99991231T000000`,
    MANY,
    MOST_STEPS + 100,
  ],
];

for (const [rule, answer, most] of judged)
  test(`${rule.slice(0, 100)} is ${answer}`, () => {
    const judgement = judge(of(rule));
    assert.equal(judgement.answer, answer);
    assert.ok(judgement.steps <= most, `${judgement.steps} steps`);
  });

test('what lies more than a year before today is counted in all, not among what is laid out', () => {
  const old = { ...first, start_date: '1990-01-01 10:00:00', end_date: '1990-01-01 11:00:00' };
  assert.equal(judge(of('FREQ=DAILY'), old).answer, 'null null');
  assert.equal(judge(of('FREQ=DAILY'), { ...old, start_date: '1970-01-02 10:00:00' }).answer, MANY);
  assert.equal(judge(of('FREQ=HOURLY;COUNT=4000'), old).answer, '3999 1990-06-17 01:00:00');
});

test('dates of the ten years past today are counted in all, since lists may ask for them', () => {
  const far = { ...first, start_date: '2035-01-01 10:00:00', end_date: '2035-01-01 11:00:00' };
  assert.equal(judge(of('FREQ=MINUTELY'), far).answer, MANY);
  assert.equal(judge(of('FREQ=DAILY;BYHOUR=1,2,3,4,5'), far).answer, 'null null');
  assert.equal(judge(of('FREQ=HOURLY;UNTIL=99991231'), far).answer, MANY);
});

test('what begins beyond the horizon is not laid out, and is counted where it ends', () => {
  const far = { ...first, start_date: '2040-01-01 10:00:00', end_date: '2040-01-01 11:00:00' };
  assert.equal(judge(of('FREQ=HOURLY'), far).answer, 'null null');
  assert.equal(judge(of('FREQ=HOURLY;COUNT=4000'), far).answer, '3999 2040-06-16 01:00:00');
});

test('dates that are all left out are none', () => {
  const whole = of('FREQ=DAILY;COUNT=3');
  const exdate = ['2026-11-22', '2026-11-23 10:00:00', '2026-11-24'];
  assert.equal(judge({ ...whole, exdate }).answer, 'rest_no_occurrence exdate');
  assert.equal(judge({ ...whole, exdate: exdate.slice(0, 2) }).answer, '1 2026-11-24 10:00:00');
  assert.equal(judge({ ...of(), exdate: ['2026-11-22'] }).answer, 'rest_no_occurrence exdate');
});

test('several rules are judged within the steps of one', () => {
  const five = (rule: (at: number) => string) => Array.from({ length: 5 }, (_, at) => rule(at));
  const hostile: readonly (readonly string[])[] = [
    five((at) => `FREQ=SECONDLY;INTERVAL=${4999 - at};BYHOUR=3;BYMINUTE=5;UNTIL=99991231T000000`),
    five((at) => `FREQ=YEARLY;BYYEARDAY=${numbers(366, 1)};${minutes};BYSETPOS=${at - 366};UNTIL=99991231`),
    five((at) => `FREQ=HOURLY;INTERVAL=${23 + at};BYYEARDAY=${numbers(366, -366)};BYHOUR=10;UNTIL=99991231`),
    five((at) => `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=1${at};BYDAY=MO;COUNT=20000`),
    five((at) => `FREQ=WEEKLY;INTERVAL=${at + 1};BYMONTH=2;BYSETPOS=${numbers(366, 1)};COUNT=20000`),
  ];
  for (const rules of hostile) {
    const { steps } = judge(of(...rules));
    assert.ok(steps <= MOST_STEPS * 1.1, `${steps} steps: ${rules[0]}`);
  }
});

test('what is left out is counted among the steps', () => {
  const exdate = Array.from({ length: 1000 }, (_, day) => textOf(1_795_000_000 + day * 86_400).slice(0, 10));
  const { answer, steps } = judge({ ...of('FREQ=MINUTELY;UNTIL=20290801'), exdate });
  assert.equal(answer, MANY);
  assert.ok(steps <= MOST_STEPS * 1.1, `${steps} steps`);
});

test('dates alone have an end', () => {
  const rdate = ['2026-12-01 10:00:00', '2027-01-01 08:00:00'];
  assert.equal(judge({ ...of(), rdate }).answer, '3 2027-01-01 08:00:00');
});

test('what is counted is what is made, whatever the zone does', () => {
  fc.assert(
    fc.property(endlessRule, firstDate, fc.integer({ min: 1, max: 400 }), (rule, date, count) => {
      const recurrence = of(`${ruleFor(rule, date)};COUNT=${count}`);
      const steps = boundedSteps();
      try {
        const extent = checkRecurrence(recurrence, date, at, steps);
        const dates = [...expand(recurrence, date)];
        assert.equal(extent.count, dates.length, JSON.stringify({ recurrence, date }));
        assert.deepEqual(extent.last, dates.at(-1));
      } catch (error) {
        if (!(error instanceof RecurrenceError)) throw error;
      }
      assert.ok(steps.taken < MOST_STEPS * 1.1);
    }),
    { numRuns: 500, endOnFailure: true },
  );
});
