import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsOf, textOf } from './clock.ts';
import { readDate } from './typed.ts';
import { findZone, offsetAt, toUtc, toWall, utcSeconds } from './zone.ts';

const aliases = [
  ...['US/Eastern', 'Asia/Calcutta', 'Asia/Katmandu', 'Europe/Kyiv', 'Europe/Kiev', 'NZ-CHAT', 'Eire', 'GB'],
  ...['EST5EDT', 'CET', 'EST', 'Etc/GMT+12', 'Etc/GMT-14', 'Etc/GMT0', 'GMT0', 'America/Argentina/Ushuaia'],
  ...['Iceland', 'Jamaica', 'Hongkong', 'Singapore', 'Greenwich', 'Universal', 'Portugal', 'Kwajalein'],
  ...[
    'W-SU',
    'GB-Eire',
    'PRC',
    'ROK',
    'Zulu',
    'America/Port-au-Prince',
    'Antarctica/Troll',
    'america/new_york',
  ],
];
const named = [...new Set([...Intl.supportedValuesOf('timeZone'), ...aliases])].filter(
  (zone) => findZone(zone) !== undefined,
);
const now = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** Changes of a zone's clock in these years: the Unix second, and the offsets before and after it. */
function changesOf(zone: string, from: number, to: number): { at: number; before: number; after: number }[] {
  const changes: { at: number; before: number; after: number }[] = [];
  const ends = Temporal.Instant.from(`${to}-12-31T23:59:59Z`).epochMilliseconds;
  let next = Temporal.Instant.from(`${from}-01-01T00:00:00Z`)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next');
  while (next !== null && next.epochMilliseconds <= ends) {
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e9;
    changes.push({ at: next.epochMilliseconds / 1000, before, after: next.offsetNanoseconds / 1e9 });
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

/** Returns the instant that Temporal gives a wall clock: of two instants the first, and out of a gap forward by its length. */
const expected = (wall: string, zone: string) =>
  Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds / 1000;

function assertRead(wall: string, zone: string): void {
  const instant = expected(wall, zone);
  const where = `${wall} ${zone}`;
  assert.equal(toUtc(wall, zone), textOf(instant), where);
  assert.equal(utcSeconds(secondsOf(wall) ?? Number.NaN, zone), instant, where);
  // What is shown for it is the clock at that instant, and stands for the same one when it is sent back.
  const shown = toWall(textOf(instant), zone);
  assert.equal(shown, textOf(instant + offsetAt(instant, zone)), where);
  assert.equal(toUtc(shown, zone), textOf(instant), `${where}, shown as ${shown}`);
  // The epoch itself is no date that anybody types.
  if (instant !== 0) assert.equal(readDate(wall, { now, zone })?.utc, textOf(instant), where);
}

/** Wall clocks just before, in and after what a change skips or repeats. */
const around = ({ at, before, after }: { at: number; before: number; after: number }) => {
  const [first, last] = [at + Math.min(before, after), at + Math.max(before, after)];
  const middle = first + Math.floor((last - first) / 2);
  return [first - 1, first, first + 1, middle, last - 1, last, last + 1].map(textOf);
};

test('around every change of every zone from 2020 to 2040, a wall clock is the instant that Temporal takes', () => {
  for (const zone of named)
    for (const change of changesOf(zone, 2020, 2040))
      for (const wall of around(change)) assertRead(wall, zone);
});

test('around the changes of zones from 1880 to 2100, days skipped and offsets to the second included', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...named),
      fc.integer({ min: 1880, max: 2097 }),
      fc.integer({ min: -90_000, max: 90_000 }),
      (zone, year, off) => {
        for (const change of changesOf(zone, year, year + 3)) {
          for (const wall of around(change)) assertRead(wall, zone);
          assertRead(textOf(change.at + change.after + off), zone);
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('an instant is shown as Temporal shows it, and a text with the offset shown leads back to it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...named), fc.integer({ min: 1900, max: 2099 }), (zone, year) => {
      for (const { at, after } of changesOf(zone, year, year))
        for (const instant of [at - 1, at, at + 1, at + 1799, at + 3599, at - 3600]) {
          const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zone);
          const shown = zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
          assert.equal(toWall(textOf(instant), zone), shown, `${instant} ${zone}`);
          // Offsets are typed in hours and minutes.
          if (zoned.offsetNanoseconds % 60e9 !== 0 || instant === 0) continue;
          const read = readDate(`${shown}${zoned.offset}`, { now, zone });
          assert.deepEqual(read, { wall: shown, utc: textOf(instant), zoned: true }, `${after} ${zone}`);
        }
    }),
    { numRuns: 600 },
  );
});

/** Names that are read as the abbreviations they are, too: always that offset, as PHP has it. */
const ABBREVIATED = /^(CET|EET|MET|WET|EST|MST|HST)$/;

test('a zone named in the text decides which of two instants is meant, as the zone itself does', () => {
  const names = fc.constantFrom(...named.filter((name) => !ABBREVIATED.test(name)));
  fc.assert(
    fc.property(names, fc.constantFrom(...named), (zone, other) => {
      const changes = changesOf(zone, 2027, 2028).flatMap(around);
      for (const wall of [...changes, '2027-07-01 12:00:00'])
        for (const text of [`${wall} ${zone}`, `${wall.replace(' ', 'T')}[${zone}]`]) {
          const read = readDate(text, { now, zone: other });
          assert.equal(read?.utc, textOf(expected(wall, zone)), `${text} read in ${other}`);
        }
    }),
    { numRuns: 600 },
  );
});

test('what Temporal writes of a moment is read as that moment, the second of two as well', () => {
  fc.assert(
    fc.property(fc.constantFrom(...named), fc.integer({ min: 1972, max: 2099 }), (zone, year) => {
      for (const { at } of changesOf(zone, year, year + 1))
        for (const instant of [at - 1, at, at + 1800, at - 1800]) {
          const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zone);
          for (const text of [
            zoned.toString(),
            zoned.toString({ calendarName: 'always' }),
            zoned.toInstant().toString(),
          ])
            assert.equal(readDate(text, { now, zone: 'UTC' })?.utc, textOf(instant), text);
        }
    }),
  );
});

test('fixed offsets have every wall clock once', () => {
  const offsets = fc.integer({ min: -720, max: 840 });
  fc.assert(
    fc.property(offsets, fc.integer({ min: -2_200_000_000, max: 4_200_000_000 }), (minutes, seconds) => {
      const size = Math.abs(minutes);
      const two = (value: number) => String(value).padStart(2, '0');
      const digits = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      for (const zone of [digits, digits.replace(':', ''), `UTC${digits}`]) {
        const wall = textOf(seconds + minutes * 60);
        assert.equal(toUtc(wall, zone), textOf(seconds), `${wall} ${zone}`);
        assert.equal(toWall(textOf(seconds), zone), wall, `${wall} ${zone}`);
      }
    }),
  );
});
