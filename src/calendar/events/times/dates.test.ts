import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventTimes, type PatternedTimes } from './dates.ts';

const at = { now: Temporal.Instant.from('2026-11-20T18:00:00Z'), siteZone: 'America/New_York' };

function times(sent: Parameters<typeof eventTimes>[0], before?: PatternedTimes): PatternedTimes {
  const made = eventTimes(sent, before ? { ...at, before } : at);
  assert.ok(!('fault' in made), `refused: ${JSON.stringify(made)}`);
  return made;
}

const concert = () => times({ start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' });

test('a new event without a zone is on the clock of the site', () => {
  assert.deepEqual(concert(), {
    pattern: { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' },
    timezone: 'America/New_York',
    all_day: false,
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 12:00:00',
    utc_start_date: '2027-03-01 15:00:00',
    utc_end_date: '2027-03-01 17:00:00',
  });
});

test('a zone inside a date is respected (D13)', () => {
  const made = times({
    start_date: '2027-03-01T10:00:00Z',
    end_date: '2027-03-01 12:00',
    timezone: 'Europe/Berlin',
  });
  assert.equal(made.start_date, '2027-03-01 11:00:00');
  assert.equal(made.utc_start_date, '2027-03-01 10:00:00');
});

test('an all-day event runs from midnight to a second before midnight in its own zone', () => {
  const made = times({
    start_date: '2027-03-01 09:00',
    end_date: '2027-03-03',
    timezone: 'Asia/Tokyo',
    all_day: true,
  });
  assert.equal(made.start_date, '2027-03-01 00:00:00');
  assert.equal(made.end_date, '2027-03-03 23:59:59');
  assert.equal(made.utc_start_date, '2027-02-28 15:00:00');
});

/** Cases of contract R2: what was typed, what it is, and what a series would repeat. */
const gaps: readonly [
  told: string,
  zone: string,
  typed: readonly [string, string],
  shown: readonly [string, string],
][] = [
  ['a start in a gap', 'America/New_York', ['2027-03-14 02:30', '2027-03-14 04:00'], ['03:30', '04:00']],
  ['an end in a gap', 'America/New_York', ['2027-03-14 01:30', '2027-03-14 02:30'], ['01:30', '03:30']],
  ['both in a gap', 'America/New_York', ['2027-03-14 02:15', '2027-03-14 02:45'], ['03:15', '03:45']],
  [
    'the hour that is skipped',
    'America/New_York',
    ['2027-03-14 02:00', '2027-03-14 03:00'],
    ['03:00', '04:00'],
  ],
  [
    'an end that the gap puts before its start',
    'Europe/Berlin',
    ['2027-03-28 02:45', '2027-03-28 03:15'],
    ['03:45', '04:15'],
  ],
  [
    'half an hour skipped',
    'Australia/Lord_Howe',
    ['2027-10-03 02:00', '2027-10-03 02:30'],
    ['02:30', '03:00'],
  ],
  [
    'an event without a length',
    'America/New_York',
    ['2027-03-14 02:30', '2027-03-14 02:30'],
    ['03:30', '03:30'],
  ],
  [
    'a start that comes twice',
    'America/New_York',
    ['2027-11-07 01:30', '2027-11-07 02:30'],
    ['01:30', '02:30'],
  ],
];
for (const [told, timezone, [start_date, end_date], shown] of gaps)
  test(`${told} leaves a length, and what was typed (R2)`, () => {
    const made = times({ start_date, end_date, timezone });
    assert.deepEqual([made.start_date.slice(11, 16), made.end_date.slice(11, 16)], shown);
    assert.deepEqual(made.pattern, { start_date: `${start_date}:00`, end_date: `${end_date}:00` });
    assert.equal(made.utc_end_date > made.utc_start_date, end_date > start_date);
    // Sending what was answered changes nothing.
    assert.deepEqual(times({ start_date: made.start_date, end_date: made.end_date }, made), made);
    assert.deepEqual(times({ end_date: made.end_date }, made), made);
  });

test('an instant sent as an end is that instant, also in the hour that a gap leaves', () => {
  const made = times({
    start_date: '2027-03-14 02:30',
    end_date: '2027-03-14T07:30:00Z',
    timezone: 'America/New_York',
  });
  assert.equal(made.utc_end_date, made.utc_start_date);
});

test('a zone alone keeps the wall clock and moves the instants (D14)', () => {
  const moved = times({ timezone: 'Europe/Berlin' }, concert());
  assert.equal(moved.start_date, '2027-03-01 10:00:00');
  assert.equal(moved.utc_start_date, '2027-03-01 09:00:00');
});

test('all_day alone uses the stored days, and its absence keeps it', () => {
  const whole = times({ all_day: true }, concert());
  assert.equal(whole.end_date, '2027-03-01 23:59:59');
  assert.equal(times({ end_date: '2027-03-02 08:00' }, whole).end_date, '2027-03-02 23:59:59');
});

test('an end before the start names the field that was sent (D2); an equal one is fine', () => {
  const before = concert();
  assert.deepEqual(eventTimes({ end_date: '2027-03-01 09:59' }, { ...at, before }), { fault: 'end_date' });
  assert.deepEqual(eventTimes({ start_date: '2027-03-01 12:01' }, { ...at, before }), {
    fault: 'start_date',
  });
  assert.equal(times({ end_date: '2027-03-01 10:00' }, before).end_date, '2027-03-01 10:00:00');
});

test('an untouched time that comes twice keeps the instant it had', () => {
  const night = times({ start_date: '2026-11-01 01:30 EST', end_date: '2026-11-01 03:00' });
  assert.equal(night.utc_start_date, '2026-11-01 06:30:00');
  assert.equal(times({ end_date: '2026-11-01 04:00' }, night).utc_start_date, '2026-11-01 06:30:00');
});

test('a UTC date that came from elsewhere and is wrong stays until the dates are touched, and does no harm then', () => {
  const before = { ...concert(), utc_end_date: '2018-10-19 05:07:52' };
  assert.deepEqual(eventTimes({}, { ...at, before }), before);
  assert.equal(times({ start_date: '2027-03-01 11:00' }, before).utc_end_date, '2027-03-01 17:00:00');
});

const wall = fc
  .date({
    min: new globalThis.Date('1990-01-01'),
    max: new globalThis.Date('2060-01-01'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
const zone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'UTC+5.5',
  'Australia/Lord_Howe',
);

test('whatever is accepted never ends before it starts, and nothing sent changes nothing', () => {
  fc.assert(
    fc.property(wall, wall, zone, fc.boolean(), (start_date, end_date, timezone, all_day) => {
      const made = eventTimes({ start_date, end_date, timezone, all_day }, at);
      if ('fault' in made) return start_date > end_date || made.fault === 'end_date';
      assert.ok(made.utc_start_date <= made.utc_end_date);
      assert.deepEqual(eventTimes({}, { ...at, before: made }), made);
      return true;
    }),
  );
});
