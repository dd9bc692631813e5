// Random recurrences for property tests: every part of RFC 5545 §3.3.10 where it may stand, in zones whose clocks change.
import fc from 'fast-check';
import type { FirstDate } from '#calendar/recurrence/recurrence.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';

/** Zones with whole hours, half hours, quarters, days skipped, changes at midnight, and none. */
export const zones = [
  'America/New_York',
  'Europe/Dublin',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Havana',
  'Asia/Tehran',
  'UTC',
];

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const numbers = (min: number, max: number, most = 4) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: most }).map((list) => list.join(','));
/** Counted from either side. */
const signed = (max: number, most = 4) =>
  fc
    .uniqueArray(
      fc.integer({ min: -max, max }).filter((number) => number !== 0),
      { minLength: 1, maxLength: most },
    )
    .map((list) => list.join(','));
const days = fc
  .uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 5 })
  .map((list) => list.join(','));
const numberedDays = (max: number) =>
  fc
    .uniqueArray(
      fc
        .tuple(fc.integer({ min: -max, max }), fc.constantFrom(...WEEKDAYS))
        .map(([n, day]) => (n === 0 ? day : `${n}${day}`)),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) => list.join(','));

/** A value in one of so many cases. */
const some = <T>(arbitrary: fc.Arbitrary<T>, of: number) =>
  fc.integer({ min: 1, max: of }).chain((one) => (one === 1 ? arbitrary : fc.constant(undefined)));

type Parts = Record<string, string | undefined>;

function partsOf(freq: string): fc.Arbitrary<Parts> {
  const small = /^(HOURLY|MINUTELY|SECONDLY)$/.test(freq);
  const never = fc.constant(undefined);
  return fc.record<Parts>({
    BYMONTH: some(numbers(1, 12), 4),
    BYWEEKNO: freq === 'YEARLY' ? some(signed(53, 3), 4) : never,
    BYYEARDAY: freq === 'YEARLY' || small ? some(signed(366), 6) : never,
    BYMONTHDAY: freq === 'WEEKLY' ? never : some(signed(31), 4),
    BYDAY: some(
      freq === 'YEARLY'
        ? fc.oneof(days, numberedDays(20))
        : freq === 'MONTHLY'
          ? fc.oneof(days, numberedDays(5))
          : days,
      2,
    ),
    BYHOUR: some(numbers(0, 23, 3), 6),
    BYMINUTE: some(numbers(0, 59, 2), 8),
    BYSECOND: some(numbers(0, 59, 2), 10),
    BYSETPOS: some(signed(4, 2), 5),
    WKST: some(fc.constantFrom('MO', 'SU', 'WE'), 4),
  });
}

/** Takes out what the RFC doesn't allow beside the rest. */
function allowed(parts: Parts): Parts {
  const kept = { ...parts };
  if (/\d/.test(kept['BYDAY'] ?? '') && kept['BYWEEKNO']) kept['BYWEEKNO'] = undefined;
  const others = Object.entries(kept).some(
    ([name, value]) => name.startsWith('BY') && name !== 'BYSETPOS' && value,
  );
  if (!others) kept['BYSETPOS'] = undefined;
  return kept;
}

/** A rule without COUNT and UNTIL. */
export const endlessRule: fc.Arbitrary<string> = fc
  .constantFrom(
    'YEARLY',
    'YEARLY',
    'MONTHLY',
    'MONTHLY',
    'MONTHLY',
    'WEEKLY',
    'WEEKLY',
    'WEEKLY',
    'DAILY',
    'DAILY',
    'HOURLY',
    'MINUTELY',
  )
  .chain((freq) =>
    fc
      .tuple(fc.constant(freq), fc.constantFrom(1, 1, 1, 2, 3, 5, 7), partsOf(freq))
      .map(([name, interval, parts]) => {
        const texts = Object.entries(allowed(parts)).filter(([, value]) => value !== undefined);
        const head = [`FREQ=${name}`, ...(interval > 1 ? [`INTERVAL=${interval}`] : [])];
        return [...head, ...texts.map(([part, value]) => `${part}=${value}`)].join(';');
      }),
  );

/** A first date in one of the zones; the days of changes and of the ends of months are common. */
export const firstDate: fc.Arbitrary<FirstDate> = fc
  .record({
    year: fc.integer({ min: 1996, max: 2032 }),
    monthDay: fc.oneof(
      fc.constantFrom(
        '01-01',
        '01-31',
        '02-28',
        '03-08',
        '03-25',
        '03-31',
        '10-25',
        '10-31',
        '12-28',
        '12-31',
      ),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
        .map(([month, day]) => [month, day].map((number) => String(number).padStart(2, '0')).join('-')),
    ),
    time: fc.constantFrom('00:00:00', '00:30:00', '01:30:00', '02:15:00', '09:00:00', '19:00:00', '23:45:30'),
    length: fc.constantFrom(0, 1800, 3600, 8 * 3600, 27 * 3600),
    timezone: fc.constantFrom(...zones),
    all_day: fc.constantFrom(false, false, false, true),
  })
  .map(({ year, monthDay, time, length, timezone, all_day }) => {
    const start = `${year}-${monthDay} ${all_day ? '00:00:00' : time}`;
    const end = textOf((secondsOf(start) ?? 0) + length);
    return { start_date: start, end_date: all_day ? `${end.slice(0, 10)} 23:59:59` : end, timezone, all_day };
  });

/** A rule that an all-day event may have, where it is one. */
export function ruleFor(rule: string, { all_day }: Pick<FirstDate, 'all_day'>): string {
  if (!all_day) return rule;
  const days = rule.replaceAll(/;BY(HOUR|MINUTE|SECOND|SETPOS)=[^;]*/g, '');
  return /HOURLY|MINUTELY/.test(days)
    ? days.replace(/FREQ=(HOURLY|MINUTELY)/, 'FREQ=DAILY').replace(/;BYYEARDAY=[^;]*/, '')
    : days;
}
