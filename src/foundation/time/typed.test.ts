import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workedMs } from '../../../test/support/worked.ts';
import { textOf } from './clock.ts';
import { type ReadAt, readDate, readDay } from './typed.ts';
import { toUtc } from './zone.ts';

// A Friday, 12:34:56 in New York.
const now = Temporal.Instant.from('2026-11-20T17:34:56Z');
const newYork: ReadAt = { now, zone: 'America/New_York' };

function check(examples: readonly (readonly [string, string])[], at = newYork) {
  for (const [text, wall] of examples) assert.equal(readDate(text, at)?.wall, wall, `"${text}"`);
}

test('dates in figures', () => {
  check([
    ['2027-03-01', '2027-03-01 00:00:00'],
    ['2027-3-1', '2027-03-01 00:00:00'],
    ['  2026-12-01  ', '2026-12-01 00:00:00'],
    ['2027/03/01', '2027-03-01 00:00:00'],
    ['20270301', '2027-03-01 00:00:00'],
    ['20270301100530', '2027-03-01 10:05:30'],
    ['12/01/2026', '2026-12-01 00:00:00'],
    ['12/1/26', '2026-12-01 00:00:00'],
    ['3/5', '2026-03-05 00:00:00'],
    ['01-12-2026', '2026-12-01 00:00:00'],
    ['01.12.2026', '2026-12-01 00:00:00'],
    ['1.3.2027 19.30', '2027-03-01 19:30:00'],
    ['2026-12', '2026-12-01 00:00:00'],
    ['2027-W05-1', '2027-02-01 00:00:00'],
    ['2027W051', '2027-02-01 00:00:00'],
    ['2027-W05', '2027-02-01 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['2027.060', '2027-03-01 00:00:00'],
    ['2027-060', '2027-03-01 00:00:00'],
    ['2028.366', '2028-12-31 00:00:00'],
  ]);
});

test('dates in words', () => {
  check([
    ['5 March 2027', '2027-03-05 00:00:00'],
    ['5 Mar 2027', '2027-03-05 00:00:00'],
    ['05-Mar-2027', '2027-03-05 00:00:00'],
    ['5-III-2027', '2027-03-05 00:00:00'],
    ['1st march 2027', '2027-03-01 00:00:00'],
    ['March 5, 2027', '2027-03-05 00:00:00'],
    ['March 1st, 2027 10:30 pm', '2027-03-01 22:30:00'],
    ['Mar-05-2027', '2027-03-05 00:00:00'],
    ['2027-Mar-05', '2027-03-05 00:00:00'],
    ['December 1, 2026', '2026-12-01 00:00:00'],
    ['5 March', '2026-03-05 00:00:00'],
    ['March 5', '2026-03-05 00:00:00'],
    ['March 2027', '2027-03-01 00:00:00'],
    ['2027 March', '2027-03-01 00:00:00'],
    ['march', '2026-03-20 00:00:00'],
    ['5 March 10:00', '2026-03-05 10:00:00'],
    ['March 5 9am', '2026-03-05 09:00:00'],
    ['March 5 10:00:30', '2026-03-05 10:00:30'],
    ['Mar 5 10:15 pm', '2026-03-05 22:15:00'],
    ['Sat Mar  6 10:00:00 2027', '2027-03-06 10:00:00'],
  ]);
});

test('times', () => {
  check([
    ['10:30', '2026-11-20 10:30:00'],
    ['T10:30', '2026-11-20 10:30:00'],
    ['2027-05-04 10:00', '2027-05-04 10:00:00'],
    ['2027-05-04T10:00:15', '2027-05-04 10:00:15'],
    ['2027-05-04T10:00:15.999', '2027-05-04 10:00:15'],
    ['20270504T100015', '2027-05-04 10:00:15'],
    ['20270504T1000', '2027-05-04 10:00:00'],
    ['2027:05:04 10:00:15', '2027-05-04 10:00:15'],
    ['10:00 2027-05-04', '2027-05-04 10:00:00'],
    ['9am', '2026-11-20 09:00:00'],
    ['9 a.m.', '2026-11-20 09:00:00'],
    ['12am', '2026-11-20 00:00:00'],
    ['12pm', '2026-11-20 12:00:00'],
    ['11:30 PM', '2026-11-20 23:30:00'],
    ['2027-05-04 1:15 pm', '2027-05-04 13:15:00'],
    ['tomorrow 0930', '2026-11-21 09:30:00'],
  ]);
});

test('words that count from now', () => {
  check([
    ['now', '2026-11-20 12:34:56'],
    ['today', '2026-11-20 00:00:00'],
    ['MIDNIGHT', '2026-11-20 00:00:00'],
    ['Noon', '2026-11-20 12:00:00'],
    ['tomorrow', '2026-11-21 00:00:00'],
    ['yesterday', '2026-11-19 00:00:00'],
    ['tomorrow 9am', '2026-11-21 09:00:00'],
    ['tomorrow noon', '2026-11-21 12:00:00'],
    ['yesterday noon', '2026-11-19 12:00:00'],
    ['friday', '2026-11-20 00:00:00'],
    ['sat', '2026-11-21 00:00:00'],
    ['monday', '2026-11-23 00:00:00'],
    ['this friday', '2026-11-20 00:00:00'],
    ['next friday', '2026-11-27 00:00:00'],
    ['last friday', '2026-11-13 00:00:00'],
    ['next wednesday 4pm', '2026-11-25 16:00:00'],
    ['monday next week', '2026-11-23 00:00:00'],
    ['sunday next week', '2026-11-29 00:00:00'],
    ['saturday this week', '2026-11-21 00:00:00'],
    ['monday last week', '2026-11-09 00:00:00'],
    ['next week', '2026-11-23 12:34:56'],
    ['next month', '2026-12-20 12:34:56'],
    ['last year', '2025-11-20 12:34:56'],
    ['+5 days 11am', '2026-11-25 11:00:00'],
    ['-2 weeks', '2026-11-06 12:34:56'],
    ['3 days ago', '2026-11-17 12:34:56'],
    ['2 hours ago', '2026-11-20 10:34:56'],
    ['+1 week 2 days 4 hours 2 seconds', '2026-11-29 16:34:58'],
    ['2027-01-31 10:00:00 +1 month', '2027-03-03 10:00:00'],
    ['first monday of january 2027', '2027-01-04 00:00:00'],
    ['third friday of january 2027', '2027-01-15 00:00:00'],
    ['first friday of next month', '2026-12-04 00:00:00'],
    ['last sat of July 2008', '2008-07-26 00:00:00'],
    ['last friday of july 2026', '2026-07-31 00:00:00'],
    ['last day of next month', '2026-12-31 12:34:56'],
    ['first day of january', '2026-01-01 00:00:00'],
    ['last day of february 2028 6pm', '2028-02-29 18:00:00'],
    ['+3 weekdays', '2026-11-25 12:34:56'],
    ['-5 weekdays', '2026-11-13 12:34:56'],
  ]);
});

test('weeks end with Sunday', () => {
  const sunday: ReadAt = { now: Temporal.Instant.from('2015-07-12T00:00:00Z'), zone: 'UTC' };
  check([['this week', '2015-07-06 00:00:00']], sunday);
  check([['sunday this week', '2015-07-12 00:00:00']], sunday);
  check([['monday next week', '2015-07-13 00:00:00']], sunday);
});

test('a time before a day is kept', () => {
  check([
    ['9am tomorrow', '2026-11-21 09:00:00'],
    ['noon tomorrow', '2026-11-21 12:00:00'],
    ['10:00 monday', '2026-11-23 10:00:00'],
    ['7pm next saturday', '2026-11-21 19:00:00'],
  ]);
});

test('a zone in the text moves the clock to the asked zone', () => {
  const examples = [
    ['2027-03-01T10:00:00Z', '2027-03-01 05:00:00'],
    ['2027-05-04T10:00:00.123Z', '2027-05-04 06:00:00'],
    ['2027-03-01T10:00:00+02:00', '2027-03-01 03:00:00'],
    ['2027-03-01T10:00:00-0530', '2027-03-01 10:30:00'],
    ['2027-03-01 10:00:00 +0200', '2027-03-01 03:00:00'],
    ['2027-03-01 10:00 +2', '2027-03-01 03:00:00'],
    ['2027-03-01 10:00 EST', '2027-03-01 10:00:00'],
    ['2027-07-01 10:00 EST', '2027-07-01 11:00:00'],
    ['2027-03-01 10:00 (CET)', '2027-03-01 04:00:00'],
    ['2027-03-01 10:00 UTC+2', '2027-03-01 03:00:00'],
    ['2027-03-01 10:00:00 Europe/Paris', '2027-03-01 04:00:00'],
    ['2027-03-01 10:00 america/los_angeles', '2027-03-01 13:00:00'],
    ['20270301T100000Z', '2027-03-01 05:00:00'],
    ['Mon, 01 Mar 2027 10:00:00 +0000', '2027-03-01 05:00:00'],
    ['Mon Mar 01 2027 10:00:00 GMT+0100 (Central European Standard Time)', '2027-03-01 04:00:00'],
    ['10/Oct/2027:13:55:36 -0700', '2027-10-10 16:55:36'],
    ['tomorrow 9am Europe/Berlin', '2026-11-21 03:00:00'],
    ['2027-03-01 10:00 UTC+5.5', '2027-02-28 23:30:00'],
    ['2027-03-01T10:00:00+01:00[Europe/Paris]', '2027-03-01 04:00:00'],
    ['2027-03-01T10:00[!Europe/Paris][u-ca=iso8601]', '2027-03-01 04:00:00'],
    ['2027-03-01 10:00 NZ-CHAT', '2027-02-28 15:15:00'],
    ['@1796119200', '2026-12-01 05:00:00'],
    ['@1796119200 +1 day', '2026-12-02 05:00:00'],
  ] as const;
  check(examples);
  for (const [text] of examples) assert.equal(readDate(text, newYork)?.zoned, true, text);
  assert.equal(readDate('2027-03-01 10:00', newYork)?.zoned, false);
});

test('numbers are Unix seconds', () => {
  for (const value of [
    1796119200,
    1796119200.9,
    '1796119200',
    '1796119200.5',
    ' 1796119200 ',
    '1.7961192e9',
  ]) {
    assert.deepEqual(readDate(value, newYork), {
      wall: '2026-12-01 05:00:00',
      utc: '2026-12-01 10:00:00',
      zoned: true,
    });
  }
  assert.equal(readDate(-1, newYork)?.utc, '1969-12-31 23:59:59');
});

test('days up to 31 roll over, and 24:00 is the next day', () => {
  check([
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-02-31 10:00', '2027-03-03 10:00:00'],
    ['2027-02-01 24:00', '2027-02-02 00:00:00'],
    ['2027-12-31 24:00:00', '2028-01-01 00:00:00'],
  ]);
});

test('what is no date', () => {
  const texts = [
    '',
    ' ',
    'foo',
    'garbage',
    'sunset',
    'month',
    '2027-13-01',
    '2027-02-32',
    '2027-02-01 25:00',
  ];
  texts.push(
    '0',
    '@0',
    '-0.5',
    '1970-01-01 00:00:00 UTC',
    '2027-03-01 2027-03-02',
    'noon 9am',
    '10:00 11:00',
  );
  texts.push('10000-01-01', '-2007-06-28', '0000-00-00 00:00:00', '99999999999999', '+99999999999 years');
  texts.push(
    '2027-03-01 10:00 Mars/Phobos',
    '2027-03-01 10:00 IST',
    'utc utc utc',
    '2027-03-01T10:00[Mars/Phobos]',
    '2027-03-01T10:00[',
    '2027-03-01 10:00 UTC+15.5',
    `${' '.repeat(300)}now`,
  );
  for (const text of texts) assert.equal(readDate(text, newYork), undefined, `"${text}"`);
  assert.equal(readDate('1970-01-01', { now, zone: 'UTC' }), undefined);
  assert.equal(readDate('1970-01-01', newYork)?.utc, '1970-01-01 05:00:00');
  for (const value of [
    undefined,
    null,
    true,
    {},
    [],
    ['2027-01-01'],
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0,
  ]) {
    assert.equal(readDate(value, newYork), undefined);
  }
});

test('both ends of the years', () => {
  assert.equal(readDate('9999-12-31 23:00', { now, zone: 'UTC' })?.wall, '9999-12-31 23:00:00');
  assert.equal(readDate('9999-12-31 23:00', newYork), undefined);
  assert.equal(readDate('0001-01-01 00:00', { now, zone: 'UTC' })?.wall, '0001-01-01 00:00:00');
});

test('a time in a gap is moved on, and of one that comes twice the text may tell which', () => {
  check([['2027-03-14 02:30', '2027-03-14 03:30:00']]);
  assert.equal(readDate('2027-11-07 01:30', newYork)?.utc, '2027-11-07 05:30:00');
  assert.equal(readDate('2027-11-07 01:30 EST', newYork)?.utc, '2027-11-07 06:30:00');
  const secondTime = { now: Temporal.Instant.from('2027-11-07T06:30:00Z'), zone: 'America/New_York' };
  assert.equal(readDate('now', secondTime)?.utc, '2027-11-07 06:30:00');
  assert.equal(readDate('+1 hour', secondTime)?.utc, '2027-11-07 07:30:00');
});

test('readDay tells the day in the zone', () => {
  assert.equal(readDay('2026-12-01 11:00', newYork), '2026-12-01');
  assert.equal(readDay('2026-12-01T02:00:00Z', newYork), '2026-11-30');
  assert.equal(readDay('tomorrow', { now, zone: 'Asia/Tokyo' }), '2026-11-22');
  assert.equal(readDay('nonsense', newYork), undefined);
});

const seconds = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }).filter((value) => value !== 0);
const zones = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC+5:30');

test('an ISO text is read as Temporal reads it', () => {
  fc.assert(
    fc.property(seconds, zones, fc.integer({ min: -720, max: 840 }), (at, zone, minutes) => {
      const sign = minutes < 0 ? '-' : '+';
      const two = (value: number) => String(value).padStart(2, '0');
      const ahead = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
      const text = `${textOf(at + minutes * 60).replace(' ', 'T')}${ahead}`;
      assert.equal(readDate(text, { now, zone })?.utc, textOf(at));
      assert.equal(Temporal.Instant.from(text).epochMilliseconds, at * 1000);
    }),
  );
});

test('a wall clock is the one that toUtc takes, and later texts are later', () => {
  fc.assert(
    fc.property(seconds, seconds, zones, (a, b, zone) => {
      const [first, second] = [textOf(Math.min(a, b)), textOf(Math.max(a, b) + 86_400)];
      const early = readDate(first, { now, zone });
      const late = readDate(second, { now, zone });
      if (early === undefined || late === undefined) return;
      assert.equal(early.utc, toUtc(first, zone));
      assert.ok(early.utc < late.utc && early.wall < late.wall);
    }),
  );
});

test('days, months and years are added as Temporal adds them, save that days roll over', () => {
  const amounts = fc.integer({ min: -3000, max: 3000 });
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: -50, max: 50 }), (days, weeks, months) => {
      const start = Temporal.PlainDateTime.from('2026-11-20T10:00');
      const sum = start.add({ months }).add({ days: days + weeks * 7 });
      const text = `2026-11-20 10:00 ${days} days ${weeks} weeks ${months} months`;
      assert.equal(
        readDate(text, { now, zone: 'UTC' })?.wall,
        `${sum.toPlainDate()} ${sum.toPlainTime().toString({ smallestUnit: 'second' })}`,
      );
    }),
  );
});

test('the n-th weekday of a month is that weekday in that week of the month', () => {
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const order = ['first', 'second', 'third', 'fourth'];
  fc.assert(
    fc.property(
      fc.nat(6),
      fc.nat(3),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1900, max: 2200 }),
      (weekday, nth, month, year) => {
        const name = Temporal.PlainDate.from({ year, month, day: 1 }).toLocaleString('en', { month: 'long' });
        const read = readDay(`${order[nth]} ${names[weekday]} of ${name} ${year}`, { now, zone: 'UTC' });
        const date = Temporal.PlainDate.from(read ?? '');
        assert.equal(date.dayOfWeek, weekday + 1);
        assert.equal(date.month, month);
        assert.equal(Math.floor((date.day - 1) / 7), nth);
      },
    ),
  );
});

test('no value makes it throw or wait', () => {
  const words = fc.constantFrom(
    ...'1 12 2027 - + . , / : @ ( ) first last next day of week weekday monday mar am t z utc ago 99999999999'.split(
      ' ',
    ),
    ' ',
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 250 }),
    fc.array(words, { maxLength: 80 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(fc.oneof(texts, fc.anything()), (value) => {
      const read = readDate(value, newYork);
      if (read !== undefined) assert.match(read.wall, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }),
    { numRuns: 2000 },
  );
  const started = workedMs();
  for (const part of ['-', '.', '1', '1 ', 'mar 1', 'a', '+ ', '(a ', 'a/', 'first ', '1-mar-']) {
    readDate(part.repeat(200).slice(0, 200), newYork);
  }
  assert.ok(workedMs() - started < 1000);
});
