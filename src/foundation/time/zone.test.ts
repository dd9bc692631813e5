import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from './clock.ts';
import { abbreviation, findZone, offsetAt, toUtc, toWall } from './zone.ts';

test('findZone gives accepted names as they were sent', () => {
  const accepted = [
    'America/New_York',
    'europe/paris',
    'US/Eastern',
    'Asia/Calcutta',
    'EST',
    'Etc/GMT+5',
    'UTC',
    'GMT',
    'Z',
    'UTC+2',
    'UTC-5.5',
    'UTC+5:30',
    'UTC+5.75',
    'UTC+0',
    'UTC+14',
    'UTC-12',
    '+02:00',
    '-0530',
    '+14:00',
  ];
  for (const name of accepted) assert.equal(findZone(name), name);
});

test('findZone refuses everything else', () => {
  const refused = ['', ' ', 'UTCfoo', 'UTC+15', 'UTC-12.5', 'UTC+', 'UTC+2.33', '+15:00', '+02:75', 'EDT'];
  refused.push('Mars/Phobos', '2027-01-01[UTC]', ' UTC', '__proto__', `Europe/${'x'.repeat(5000)}`);
  for (const name of refused) assert.equal(findZone(name), undefined, name);
});

test('wall clock to UTC', () => {
  const examples = [
    ['2026-12-05 19:00:00', 'America/New_York', '2026-12-06 00:00:00'],
    ['2027-06-10 09:00:00', 'America/New_York', '2027-06-10 13:00:00'],
    ['2027-02-01 00:00:00', 'Asia/Tokyo', '2027-01-31 15:00:00'],
    ['2026-12-20 10:00:00', 'UTC+2', '2026-12-20 08:00:00'],
    ['2027-07-01 10:00:00', 'UTC-5', '2027-07-01 15:00:00'],
    ['2027-05-01 10:00:00', 'UTC-5.5', '2027-05-01 15:30:00'],
    ['2027-05-01 10:00:00', '+02:00', '2027-05-01 08:00:00'],
    ['1965-03-01 10:00:00', 'America/New_York', '1965-03-01 15:00:00'],
    ['9999-03-01 10:00:00', 'America/New_York', '9999-03-01 15:00:00'],
    // Gaps: on by an hour, in Lord Howe by half an hour, in Samoa by a day.
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14 07:30:00'],
    ['2027-03-14 02:00:00', 'America/New_York', '2027-03-14 07:00:00'],
    ['2027-03-28 01:30:00', 'Europe/London', '2027-03-28 01:30:00'],
    ['2027-10-03 02:10:00', 'Australia/Lord_Howe', '2027-10-02 15:40:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30 22:00:00'],
    // Overlaps: the first, on either side of Greenwich; half an hour in Lord Howe, two in Troll, a day in Kwajalein.
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07 05:30:00'],
    ['2027-10-31 02:30:00', 'Europe/Berlin', '2027-10-31 00:30:00'],
    ['2027-10-31 01:30:00', 'Europe/London', '2027-10-31 00:30:00'],
    ['2027-10-31 01:30:00', 'Europe/Dublin', '2027-10-31 00:30:00'],
    ['2027-04-04 02:30:00', 'Australia/Sydney', '2027-04-03 15:30:00'],
    ['2027-04-04 03:30:00', 'Pacific/Chatham', '2027-04-03 13:45:00'],
    ['2027-04-04 01:40:00', 'Australia/Lord_Howe', '2027-04-03 14:40:00'],
    ['2027-10-31 01:30:00', 'Antarctica/Troll', '2027-10-30 23:30:00'],
    ['1969-09-30 12:00:00', 'Pacific/Kwajalein', '1969-09-30 01:00:00'],
    ['1993-08-21 12:00:00', 'Pacific/Kwajalein', '1993-08-22 00:00:00'],
    // Offsets to the second, before the zones were agreed on.
    ['1890-01-01 12:00:00', 'Europe/Amsterdam', '1890-01-01 11:42:30'],
    ['1883-11-18 12:02:00', 'America/New_York', '1883-11-18 16:58:02'],
  ] as const;
  for (const [wall, zone, utc] of examples) assert.equal(toUtc(wall, zone), utc, `${wall} ${zone}`);
});

test('a time in a gap is shown moved on', () => {
  assert.equal(
    toWall(toUtc('2027-03-14 02:30:00', 'America/New_York'), 'America/New_York'),
    '2027-03-14 03:30:00',
  );
});

test('texts and zones that are none are a RangeError', () => {
  assert.throws(() => toUtc('2027-02-30 10:00:00', 'UTC'), RangeError);
  assert.throws(() => toWall('2027-02-01', 'UTC'), RangeError);
  assert.throws(() => toWall('2027-02-01 10:00:00', 'Mars/Phobos'), RangeError);
  assert.throws(() => abbreviation('2027-02-01 10:00:00', ''), RangeError);
});

test('letters of a zone', () => {
  const examples = [
    ['America/New_York', 'EST', 'EDT'],
    ['US/Eastern', 'EST', 'EDT'],
    ['europe/paris', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Calcutta', 'IST', 'IST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Etc/GMT+3', '-03', '-03'],
    ['EST', 'EST', 'EST'],
    ['UTC', 'UTC', 'UTC'],
    ['GMT', 'GMT', 'GMT'],
    ['UTC-5.5', 'UTC-5.5', 'UTC-5.5'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['+02:00', 'GMT+0200', 'GMT+0200'],
  ] as const;
  for (const [zone, winter, summer] of examples) {
    // The tables end in 2037.
    for (const year of ['2027', '2050', '9998']) {
      assert.equal(abbreviation(`${year}-01-15 12:00:00`, zone), winter, `${zone} ${year}`);
      assert.equal(abbreviation(`${year}-07-15 12:00:00`, zone), summer, `${zone} ${year}`);
    }
  }
  assert.equal(abbreviation('1940-07-15 12:00:00', 'Europe/Moscow'), 'MSK');
  assert.equal(abbreviation('1850-07-15 12:00:00', 'America/New_York'), 'LMT');
});

const zones = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
  'UTC-5.5',
);
const texts = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }).map(textOf);

test('UTC to wall clock and back gives the same clock, and as Temporal tells it', () => {
  fc.assert(
    fc.property(texts, zones, (utc, zone) => {
      const wall = toWall(utc, zone);
      assert.equal(toWall(toUtc(wall, zone), zone), wall);
      if (zone.startsWith('UTC')) return;
      const zoned = Temporal.Instant.from(`${utc.replace(' ', 'T')}Z`).toZonedDateTimeISO(zone);
      assert.equal(wall, zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '));
    }),
  );
});

test('toUtc gives the instant that Temporal takes for a wall clock: of two the first, and out of a gap forward', () => {
  fc.assert(
    fc.property(texts, zones, (wall, zone) => {
      if (zone.startsWith('UTC')) return;
      const plain = Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
      const known = plain.toZonedDateTime(zone, { disambiguation: 'compatible' });
      assert.equal(toUtc(wall, zone), textOf(known.epochMilliseconds / 1000));
    }),
  );
});

test('what is remembered of a zone is what the zone says, whatever was asked before', () => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Africa/Casablanca',
    'Asia/Tokyo',
    'Australia/Lord_Howe',
  ];
  const at = (seconds: number, zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.oneof(fc.integer({ min: -4e9, max: 1e10 }), fc.integer({ min: 1e10, max: 253e9 })),
      fc.array(fc.integer({ min: -5e6, max: 5e6 }), { maxLength: 8 }),
      (zone, first, steps) => {
        const change = at(first, zone).getTimeZoneTransition('next');
        const edge = change ? change.epochMilliseconds / 1000 : first;
        for (const seconds of [edge, edge - 1, edge + 1, ...steps.map((step) => edge + step)])
          assert.equal(offsetAt(seconds, zone), at(seconds, zone).offsetNanoseconds / 1e9);
      },
    ),
    { numRuns: 500 },
  );
});
