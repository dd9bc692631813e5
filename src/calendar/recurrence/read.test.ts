import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, RecurrenceError } from './recurrence.ts';

const first: FirstDate = {
  start_date: '2027-03-01 19:00:00',
  end_date: '2027-03-01 21:00:00',
  timezone: 'America/New_York',
  all_day: false,
};
const allDay: FirstDate = {
  ...first,
  start_date: '2027-03-01 00:00:00',
  end_date: '2027-03-01 23:59:59',
  all_day: true,
};
const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const read = (value: unknown, date = first, language: Language = 'en') =>
  readRecurrence(value, date, { now, language });
const of = (rrule: string[], rdate: string[] = [], exdate: string[] = []) => ({ rrule, rdate, exdate });

test('what ends the repeating is null', () => {
  for (const value of [null, undefined, '', false, [], {}, { rrule: [], rdate: '', exdate: null }, ' ', '\n'])
    assert.equal(read(value), null, JSON.stringify(value));
});

const forms: readonly [value: unknown, ReturnType<typeof of>][] = [
  ['FREQ=WEEKLY', of(['FREQ=WEEKLY'])],
  ['rrule:freq=weekly;byday=mo;', of(['FREQ=WEEKLY;BYDAY=MO'])],
  ['INTERVAL=2;FREQ=DAILY', of(['FREQ=DAILY;INTERVAL=2'])],
  ['RRULE:FREQ=WEE\r\n KLY', of(['FREQ=WEEKLY'])],
  [
    'RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;TZID=Europe/Berlin:20270309T010000\r\nRDATE:20270401T120000Z,20270402T120000\n',
    of(['FREQ=WEEKLY;COUNT=3'], ['2027-04-01 08:00:00', '2027-04-02 12:00:00'], ['2027-03-08 19:00:00']),
  ],
  ['RDATE;VALUE=DATE:20270401;', of([], ['2027-04-01 19:00:00'])],
  ['EXDATE;VALUE=DATE:20270308', of([], [], ['2027-03-08'])],
  [['RRULE:FREQ=DAILY', 'EXDATE:20270302T190000'], of(['FREQ=DAILY'], [], ['2027-03-02 19:00:00'])],
  [{ rrule: 'RRULE:FREQ=DAILY' }, of(['FREQ=DAILY'])],
  [{ rrule: ['FREQ=DAILY;', 'FREQ=DAILY'] }, of(['FREQ=DAILY'])],
  [{ rrule: { 0: 'FREQ=DAILY', 1: 'FREQ=WEEKLY' } }, of(['FREQ=DAILY', 'FREQ=WEEKLY'])],
  [{ rdate: '2027-03-06, 2027-03-05' }, of([], ['2027-03-05 19:00:00', '2027-03-06 19:00:00'])],
  [{ rdate: 'March 5, 2027' }, of([], ['2027-03-05 19:00:00'])],
  [
    { rdate: ['2027-03-05T08:00:00Z', '2027-03-05 08:00:00', '5 March 2027 8pm'] },
    of([], ['2027-03-05 03:00:00', '2027-03-05 08:00:00', '2027-03-05 20:00:00']),
  ],
  [
    { exdate: ['2027-03-08', '2027-03-15 19:00', '2027-03-15 19:00:00'] },
    of([], [], ['2027-03-08', '2027-03-15 19:00:00']),
  ],
  // A clock time that doesn't exist stays what it is.
  [
    { exdate: '2027-03-14 02:30:00', rdate: '2027-03-14 02:30:00' },
    of([], ['2027-03-14 02:30:00'], ['2027-03-14 02:30:00']),
  ],
  // As it was answered.
  [
    { rrule: ['FREQ=DAILY'], rdate: [], exdate: [], text: 'Every day', series: 7, count: null, next: null },
    of(['FREQ=DAILY']),
  ],
  [
    { rrule: 'RSCALE=gregorian;FREQ=YEARLY;SKIP=FORWARD;UNTIL=20300101T000000z' },
    of(['FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=FORWARD;UNTIL=20300101T000000Z']),
  ],
];

test('objects, lines and lists of lines are read', () => {
  for (const [value, expected] of forms) assert.deepEqual(read(value), expected, JSON.stringify(value));
});

test('what was read is read again as it is', () => {
  for (const [, expected] of forms) assert.deepEqual(read(expected), expected);
});

test('dates are typed in the language that is spoken', () => {
  assert.deepEqual(read({ rdate: '15. März 2027' }, first, 'de'), of([], ['2027-03-15 19:00:00']));
  assert.deepEqual(read({ exdate: '15 de marzo de 2027' }, first, 'es'), of([], [], ['2027-03-15']));
  assert.deepEqual(read({ rdate: '15. März 2027 um 8 Uhr' }, first, 'de'), of([], ['2027-03-15 08:00:00']));
});

test('an all-day event has days', () => {
  assert.deepEqual(
    read(
      { rrule: 'FREQ=WEEKLY', rdate: ['2027-03-05', '2027-03-06 08:00'], exdate: ['2027-03-08 10:00'] },
      allDay,
    ),
    of(['FREQ=WEEKLY'], ['2027-03-05 00:00:00', '2027-03-06 00:00:00'], ['2027-03-08 00:00:00']),
  );
});

const refused: readonly [value: unknown, code: string, part: string][] = [
  ...[
    true,
    5,
    { rrule: [[]] },
    { rrule: [null] },
    [5],
    [[]],
    { text: 'Every day' },
    { rrule: { a: 'FREQ=DAILY' } },
  ].map((value): [unknown, string, string] => [value, 'rest_invalid_rrule', 'recurrence']),
  ...[
    'x',
    'FREQ',
    '2027-03-05',
    'DTSTART:20270301T000000\nRRULE:FREQ=DAILY',
    'EXRULE:FREQ=DAILY',
    { foo: 1 },
  ].map((value): [unknown, string, string] => [value, 'rest_invalid_rrule', 'recurrence']),
  [{ rrule: 'x' }, 'rest_invalid_rrule', 'rrule'],
  ['FREQ=WEEKLY;X=1', 'rest_invalid_rrule', 'rrule'],
  ['FREQ=WEEKLY;;', 'rest_invalid_rrule', 'rrule'],
  [`FREQ=DAILY;BYHOUR=${'1,'.repeat(10_000)}1`, 'rest_invalid_rrule', 'rrule'],
  ['RRULE:COUNT=3', 'rest_invalid_rrule', 'FREQ'],
  ['FREQ=FORTNIGHTLY', 'rest_invalid_rrule', 'FREQ'],
  ['FREQ=WEEKLY;FREQ=DAILY', 'rest_invalid_rrule', 'FREQ'],
  ['FREQ=WEEKLY;INTERVAL=0', 'rest_invalid_rrule', 'INTERVAL'],
  ['FREQ=WEEKLY;INTERVAL=-1', 'rest_invalid_rrule', 'INTERVAL'],
  ['FREQ=WEEKLY;COUNT=0', 'rest_invalid_rrule', 'COUNT'],
  ['FREQ=WEEKLY;COUNT=1.5', 'rest_invalid_rrule', 'COUNT'],
  ['FREQ=WEEKLY;COUNT=99999999999999999999', 'rest_invalid_rrule', 'COUNT'],
  ['FREQ=WEEKLY;COUNT=3;UNTIL=20280101', 'rest_invalid_rrule', 'UNTIL'],
  ['FREQ=WEEKLY;UNTIL=20270230', 'rest_invalid_rrule', 'UNTIL'],
  ['FREQ=WEEKLY;UNTIL=2027-03-01', 'rest_invalid_rrule', 'UNTIL'],
  ['FREQ=WEEKLY;BYDAY=XX', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=WEEKLY;BYDAY=', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=YEARLY;BYDAY=54MO', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO', 'rest_invalid_rrule', 'BYDAY'],
  ['FREQ=MONTHLY;BYWEEKNO=3', 'rest_invalid_rrule', 'BYWEEKNO'],
  ['FREQ=YEARLY;BYWEEKNO=54', 'rest_invalid_rrule', 'BYWEEKNO'],
  ['FREQ=DAILY;BYYEARDAY=3', 'rest_invalid_rrule', 'BYYEARDAY'],
  ['FREQ=YEARLY;BYYEARDAY=367', 'rest_invalid_rrule', 'BYYEARDAY'],
  ['FREQ=WEEKLY;BYMONTHDAY=3', 'rest_invalid_rrule', 'BYMONTHDAY'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'rest_invalid_rrule', 'BYMONTHDAY'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'rest_invalid_rrule', 'BYMONTHDAY'],
  ['FREQ=YEARLY;BYMONTH=13', 'rest_invalid_rrule', 'BYMONTH'],
  ['FREQ=YEARLY;BYMONTH=5L', 'rest_invalid_rrule', 'BYMONTH'],
  ['FREQ=DAILY;BYHOUR=24', 'rest_invalid_rrule', 'BYHOUR'],
  ['FREQ=DAILY;BYMINUTE=60', 'rest_invalid_rrule', 'BYMINUTE'],
  ['FREQ=DAILY;BYSECOND=61', 'rest_invalid_rrule', 'BYSECOND'],
  ['FREQ=DAILY;BYSETPOS=1', 'rest_invalid_rrule', 'BYSETPOS'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'rest_invalid_rrule', 'BYSETPOS'],
  ['FREQ=WEEKLY;WKST=XX', 'rest_invalid_rrule', 'WKST'],
  ['FREQ=YEARLY;SKIP=OMIT', 'rest_invalid_rrule', 'SKIP'],
  ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=ASIDE', 'rest_invalid_rrule', 'SKIP'],
  ['RSCALE=CHINESE;FREQ=YEARLY', 'rest_invalid_rrule', 'RSCALE'],
  [{ rrule: Array(6).fill('FREQ=DAILY') }, 'rest_too_many_items', 'rrule'],
  [Array(1001).fill('RDATE:20270401'), 'rest_too_many_items', 'rdate'],
  [
    { rdate: Array(400).fill('2027-04-01'), exdate: Array(601).fill('2027-04-02') },
    'rest_too_many_items',
    'exdate',
  ],
  [{ rdate: 'sometime' }, 'rest_invalid_date', 'rdate'],
  [{ exdate: ['2027-03-08', '2027-13-08'] }, 'rest_invalid_date', 'exdate'],
  ['RDATE:2027-04-01', 'rest_invalid_date', 'rdate'],
  ['RDATE:20270230', 'rest_invalid_date', 'rdate'],
  ['RDATE;VALUE=PERIOD:20270401T100000/PT1H', 'rest_invalid_date', 'rdate'],
  ['EXDATE;TZID=Mars/Olympus:20270308T190000', 'rest_invalid_date', 'exdate'],
  [{ rdate: '2027-02-28' }, 'rest_invalid_date', 'rdate'],
  [{ rdate: '2027-03-01 18:59:59' }, 'rest_invalid_date', 'rdate'],
];

test('what is no recurrence is refused by its part', () => {
  for (const [value, code, part] of refused) {
    const told = JSON.stringify(value).slice(0, 200);
    assert.throws(
      () => read(value),
      (error) => {
        assert.ok(error instanceof RecurrenceError, told);
        assert.deepEqual([error.code, error.part], [code, part], told);
        assert.ok(error.message.length < 300);
        return true;
      },
    );
  }
});

test('an all-day event has nothing smaller than a day', () => {
  for (const rule of [
    'FREQ=HOURLY',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYHOUR=1',
    'FREQ=DAILY;BYMINUTE=1',
    'FREQ=DAILY;BYSECOND=1',
  ])
    assert.throws(() => read(rule, allDay), RecurrenceError, rule);
});
