// What known results leave out (test/samples/recurrence): examples of the RFCs whose dates other engines doubt, and days that a zone skipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expand } from './expand.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, RecurrenceError } from './recurrence.ts';

/** Events of an hour. */
function datesOf(recurrence: object, start_date: string, timezone: string, all_day = false): string[] {
  const end_date = all_day ? `${start_date.slice(0, 10)} 23:59:59` : start_date.replace(':00:00', ':59:59');
  const first: FirstDate = { start_date, end_date, timezone, all_day };
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  const read = readRecurrence(recurrence, first, { now, language: 'en' });
  return [...expand(read, first, { limit: 8 })].map((date) => date.start_date.slice(0, 16));
}

test('RFC 5545 §3.8.5.3: every Friday the 13th, the first date left out', () => {
  const recurrence =
    'EXDATE;TZID=America/New_York:19970902T090000\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13';
  const days = ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'];
  const dates = datesOf([recurrence], '1997-09-02 09:00:00', 'America/New_York').slice(0, 5);
  assert.deepEqual(
    dates,
    days.map((day) => `${day} 09:00`),
  );
});

test('RFC 5545 §3.8.5.3: every three hours until 17:00 of UTC, as printed (an erratum has 21:00)', () => {
  const rule = 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z';
  const dates = datesOf({ rrule: rule }, '1997-09-02 09:00:00', 'America/New_York');
  assert.deepEqual(dates, ['1997-09-02 09:00', '1997-09-02 12:00']);
});

test('RFC 5545 §3.3.10: weekdays are numbered in the month beside BYMONTH, whatever else chooses days', () => {
  const yearDays = Array.from({ length: 120 }, (_, index) => index + 1).join(',');
  for (const days of [`BYYEARDAY=${yearDays}`, 'BYMONTHDAY=8,9,10,11,12,13,14'])
    assert.deepEqual(
      datesOf({ rrule: `FREQ=YEARLY;BYMONTH=1,4;${days};BYDAY=2MO` }, '2026-01-12 10:00:00', 'UTC').slice(
        0,
        4,
      ),
      ['2026-01-12 10:00', '2026-04-13 10:00', '2027-01-11 10:00', '2027-04-12 10:00'],
    );
});

for (const [rule, start] of [
  ['RSCALE=CHINESE;FREQ=YEARLY', '2013-02-10'],
  ['RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13', '2013-09-06'],
  ['RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD', '2014-02-08'],
] as const)
  test(`RFC 7529 §7: ${rule} is refused, since only the Gregorian calendar is known (contract R2)`, () => {
    assert.throws(() => datesOf({ rrule: rule }, `${start} 00:00:00`, 'UTC', true), RecurrenceError);
  });

test('Apia, 2011-12-30: what would be on the day that Samoa skipped is a day later, and one with what is there', () => {
  const apia = (rrule: string, all_day = false) =>
    datesOf({ rrule }, `2011-12-28 ${all_day ? '00' : '10'}:00:00`, 'Pacific/Apia', all_day);
  const days = ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'];
  assert.deepEqual(
    apia('FREQ=DAILY;COUNT=5'),
    days.map((day) => `${day} 10:00`),
  );
  assert.deepEqual(
    apia('FREQ=DAILY;COUNT=5', true),
    days.map((day) => `${day} 00:00`),
  );
  assert.deepEqual(apia('FREQ=WEEKLY;BYDAY=FR;COUNT=4'), [
    '2011-12-28 10:00',
    '2011-12-31 10:00',
    '2012-01-06 10:00',
    '2012-01-13 10:00',
  ]);
  assert.deepEqual(apia('FREQ=WEEKLY;BYDAY=FR;COUNT=4', true), [
    '2011-12-28 00:00',
    '2012-01-06 00:00',
    '2012-01-13 00:00',
  ]);
});

test('Casablanca, 2026: a month after another, on one clock time through Ramadan', () => {
  const dates = datesOf({ rrule: 'FREQ=MONTHLY;COUNT=4' }, '2026-01-15 02:00:00', 'Africa/Casablanca');
  const days = ['2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15'];
  assert.deepEqual(
    dates,
    days.map((day) => `${day} 02:00`),
  );
});

test('known results have the examples of both RFCs and hard years of each zone that is known for them', () => {
  const file = new URL('../../../test/samples/recurrence/vectors.json', import.meta.url);
  const vectors: readonly { source: string; tzid: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const count = (source: string, zone = '') =>
    vectors.filter((vector) => vector.source === source && vector.tzid.includes(zone)).length;
  assert.equal(count('RFC 5545 3.8.5.3'), 42);
  assert.equal(count('RFC 7529 Gregorian'), 11);
  for (const [zone, least] of [
    ['New_York', 9],
    ['Lord_Howe', 6],
    ['Casablanca', 8],
    ['Dublin', 9],
    ['Apia', 7],
    ['Sao_Paulo', 12],
    ['Kathmandu', 6],
  ] as const)
    assert.equal(count('hard years', zone), least, zone);
});
