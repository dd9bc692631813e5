// Values that somebody may send as `recurrence`: rules with parts at random, iCalendar lines, dates, any text and any JSON.
import fc from 'fast-check';

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
