// Values that somebody may send as `recurrence`: rules with parts at random, iCalendar lines, dates, any text and any JSON.
import fc from 'fast-check';
import type { FirstDate } from '#calendar/recurrence/recurrence.ts';
import { textOf } from '#foundation/time/clock.ts';
import { endlessRule, zones } from './recurrence-rules.ts';

const PARTS = [
  ...[
    'FREQ',
    'INTERVAL',
    'COUNT',
    'UNTIL',
    'BYSECOND',
    'BYMINUTE',
    'BYHOUR',
    'BYDAY',
    'BYMONTHDAY',
    'BYYEARDAY',
  ],
  ...['BYWEEKNO', 'BYMONTH', 'BYSETPOS', 'WKST', 'RSCALE', 'SKIP', 'X-PART', ''],
];
const FREQUENCIES = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
  'daily',
  'OFTEN',
];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU', '1MO', '-1FR', '5SU', '53WE', '0MO', '54TU', 'XX'];
const text = fc.string({ unit: 'binary', maxLength: 60 });
const digits = fc.oneof(
  fc.integer({ min: -400, max: 400 }).map(String),
  fc.constantFrom('0', '60', '366', '999999999999999', '9999999999999999999', '1e3', '٣', '+1', '01', ''),
);
const listed = (arbitrary: fc.Arbitrary<string>) =>
  fc.array(arbitrary, { minLength: 1, maxLength: 8 }).map((list) => list.join(','));
const two = (min: number, max: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));

/** Dates of iCalendar, some of which there aren't. */
const formalDate = fc
  .tuple(
    fc.constantFrom('0000', '0001', '1970', '2011', '2026', '2027', '2027', '2036', '9999'),
    two(0, 13),
    two(0, 32),
    fc.option(fc.tuple(two(0, 24), two(0, 60), two(0, 61), fc.constantFrom('', 'Z', 'z', '+01'))),
  )
  .map(([year, month, day, time]) => {
    if (!time) return `${year}${month}${day}`;
    const [hour, minute, second, zone] = time;
    return `${year}${month}${day}T${hour}${minute}${second}${zone}`;
  });
const typedDate = fc.oneof(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '2027-03-01',
    '2027-02-30',
    'next monday',
    '1. März 2027',
    '1 de abril de 2027 10:00',
    '@1e99',
  ),
  fc.constantFrom('+999999999 days', '9999-12-31 23:59:59', 'first day of next month', '2027-03-01 10:00 PM'),
  formalDate,
  text,
);
const value = fc.oneof(
  listed(digits),
  listed(fc.constantFrom(...DAYS)),
  formalDate,
  fc.constantFrom(...FREQUENCIES, 'GREGORIAN', 'HEBREW', 'OMIT', 'BACKWARD', 'FORWARD'),
  text,
);
const part = fc
  .tuple(fc.constantFrom(...PARTS), value, fc.constantFrom('=', '=', '=', '=', '', ':', '=='))
  .map(([name, written, mark]) => `${name}${mark}${written}`);

/** Parts that may stand in a rule, with values that they may have: most rules are refused for what they make, or taken. */
const soundPart = fc.oneof(
  fc.integer({ min: 1, max: 2000 }).map((count) => `INTERVAL=${count}`),
  fc.integer({ min: 1, max: 30_000 }).map((count) => `COUNT=${count}`),
  formalDate.map((date) => `UNTIL=${date}`),
  listed(fc.integer({ min: 0, max: 59 }).map(String)).map((list) => `BYSECOND=${list}`),
  listed(fc.integer({ min: 0, max: 59 }).map(String)).map((list) => `BYMINUTE=${list}`),
  listed(fc.integer({ min: 0, max: 23 }).map(String)).map((list) => `BYHOUR=${list}`),
  listed(fc.constantFrom(...DAYS.slice(0, 11))).map((list) => `BYDAY=${list}`),
  listed(fc.integer({ min: 1, max: 31 }).map(String)).map((list) => `BYMONTHDAY=${list}`),
  listed(fc.integer({ min: 1, max: 366 }).map((day) => `-${day}`)).map((list) => `BYYEARDAY=${list}`),
  listed(fc.integer({ min: 1, max: 53 }).map(String)).map((list) => `BYWEEKNO=${list}`),
  listed(fc.integer({ min: 1, max: 12 }).map(String)).map((list) => `BYMONTH=${list}`),
  fc.integer({ min: 1, max: 366 }).map((position) => `BYSETPOS=${position},-1`),
  fc.constantFrom('RSCALE=GREGORIAN;SKIP=FORWARD', 'RSCALE=GREGORIAN;SKIP=BACKWARD', 'WKST=SU'),
);
/** A rule of parts that may stand in one, if not always beside each other. */
export const soundRule = fc
  .tuple(fc.constantFrom(...FREQUENCIES.slice(0, 7)), fc.uniqueArray(soundPart, { maxLength: 4 }))
  .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(';'));
const rule = fc.oneof(
  soundRule,
  fc
    .tuple(fc.constantFrom(...FREQUENCIES), fc.array(part, { maxLength: 4 }))
    .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(';')),
  fc.array(part, { maxLength: 5 }).map((parts) => parts.join(';')),
  text,
);
const line = fc.oneof(
  rule,
  rule.map((written) => `RRULE:${written}`),
  fc
    .tuple(
      fc.constantFrom('RDATE', 'EXDATE', 'rdate', 'DTSTART', 'EXRULE', 'X'),
      fc.constantFrom(
        '',
        '',
        ';TZID=Europe/Berlin',
        ';TZID="Asia/Tokyo"',
        ';TZID=Nowhere',
        ';VALUE=DATE',
        ';;',
      ),
      listed(formalDate),
      fc.constantFrom('', '', ';'),
    )
    .map(([name, parameters, dates, end]) => `${name}${parameters}:${dates}${end}`),
);
const lines = fc
  .tuple(fc.array(line, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r', '\n '))
  .map(([all, end]) => all.join(end));
const member = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof(
    arbitrary,
    fc.array(arbitrary, { maxLength: 6 }),
    fc.array(fc.jsonValue({ maxDepth: 1 })),
    fc.constant(null),
  );
const objects = fc.record(
  { rrule: member(rule), rdate: member(typedDate), exdate: member(typedDate) },
  { requiredKeys: [] },
);

/** A `recurrence` as nobody would send it, or nearly nobody. */
export const noise: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: lines, weight: 4 },
  { arbitrary: rule, weight: 4 },
  { arbitrary: objects, weight: 5 },
  { arbitrary: text, weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
  { arbitrary: fc.array(line, { maxLength: 3 }), weight: 1 },
);

const years = fc.constantFrom(1, 1600, 1883, 1900, 1969, 1995, 2011, 2026, 2026, 2027, 2040, 9000);
/** A first date at any time, in zones whose clocks change. */
export const heavyFirst: fc.Arbitrary<FirstDate> = fc
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
const allFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => index + from).join(',');
/** Parts with all the values that they may have, or many. */
const wholePart = fc.constantFrom(
  `BYWEEKNO=${allFrom(1, 53)}`,
  `BYYEARDAY=${allFrom(1, 366)}`,
  `BYYEARDAY=${allFrom(-366, -1)}`,
  `BYMONTHDAY=${allFrom(1, 31)}`,
  `BYHOUR=${allFrom(0, 23)}`,
  `BYMINUTE=${allFrom(0, 59)}`,
  `BYSECOND=${allFrom(0, 59)}`,
  `BYSETPOS=${allFrom(1, 366)},${allFrom(-366, -1)}`,
  'UNTIL=99991231',
  'UNTIL=99991231T235959Z',
  'INTERVAL=4999',
);
const heavy = fc.tuple(soundRule, fc.array(wholePart, { maxLength: 3 })).map(([rule, parts]) => {
  const has = (part: string) =>
    rule.includes(`;${part.split('=')[0]}=`) || (/^UNTIL/.test(part) && /COUNT/.test(rule));
  return [
    rule,
    ...parts.filter(
      (part, index) => !has(part) && parts.findIndex((one) => one.slice(0, 6) === part.slice(0, 6)) === index,
    ),
  ].join(';');
});
/** A rule as people write them, with as many dates as there may be. */
const counted = fc
  .tuple(endlessRule, fc.constantFrom(2, 30, 3000, 20_000))
  .map(([rule, count]) => `${rule};COUNT=${count}`);
const manyDays = fc
  .tuple(fc.constantFrom(0, 0, 0, 500), fc.integer({ min: 1, max: 2900 }), fc.constantFrom('', ' 10:30:00'))
  .map(([count, apart, time]) =>
    Array.from(
      { length: count },
      (_, index) => `${textOf(1_800_000_000 + index * apart * 86_400).slice(0, 10)}${time}`,
    ),
  );
/** A recurrence of rules with many values and dates far away, of which many are refused for what they make. */
export const heavyRecurrence = fc.record({
  rrule: fc.array(fc.oneof(heavy, heavy, endlessRule, counted), { minLength: 1, maxLength: 5 }),
  rdate: manyDays,
  exdate: manyDays,
});
