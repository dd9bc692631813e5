import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  dateDetails,
  dayAt,
  daysBefore,
  FIRST,
  LAST,
  secondsOf,
  standingClock,
  systemClock,
  textOf,
  utcText,
} from './clock.ts';

test('a standing clock stands at the instant it was given', () => {
  const clock = standingClock('2026-11-20T12:00:00Z');
  assert.equal(utcText(clock()), '2026-11-20 12:00:00');
  assert.equal(utcText(standingClock('2026-11-20T12:00:00.9+02:00')()), '2026-11-20 10:00:00');
});

test('a standing clock refuses what is no instant, in words', () => {
  for (const text of ['', 'tomorrow', '2026-11-20 12:00', '2026-11-20']) {
    assert.throws(() => standingClock(text), /is not an instant/);
  }
});

test('the system clock tells the present', () => {
  assert.ok(Math.abs(systemClock()().epochMilliseconds - Temporal.Now.instant().epochMilliseconds) < 5000);
});

test('details are padded texts', () => {
  assert.deepEqual(dateDetails('2027-03-09 04:05:06'), {
    year: '2027',
    month: '03',
    day: '09',
    hour: '04',
    minutes: '05',
    seconds: '06',
  });
});

test('seconds and texts turn into each other, as Temporal counts', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (seconds) => {
      const text = textOf(seconds);
      assert.equal(secondsOf(text), seconds);
      assert.equal(text, utcText(Temporal.Instant.fromEpochMilliseconds(seconds * 1000)));
      const plain = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
      assert.equal(plain.toZonedDateTime('UTC').epochMilliseconds / 1000, seconds);
    }),
  );
});

test('texts of days and times that do not exist have no seconds', () => {
  for (const text of ['2027-02-29 00:00:00', '2027-13-01 00:00:00', '2027-01-01 24:00:00', '2027-01-01']) {
    assert.equal(secondsOf(text), undefined);
  }
  assert.equal(textOf(1e15), '9999-12-31 23:59:59');
  assert.equal(textOf(-1e15), '0001-01-01 00:00:00');
});

test('months and days beyond their range roll over', () => {
  assert.deepEqual(dayAt(daysBefore(2027, 14, 31)), { year: 2028, month: 3, day: 2 });
  assert.deepEqual(dayAt(daysBefore(2027, 0, 0)), { year: 2026, month: 11, day: 30 });
});

test('a clock text and its seconds tell the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: FIRST, max: LAST }), (seconds) => {
      const text = textOf(seconds);
      assert.equal(secondsOf(text), seconds);
      assert.equal(
        text,
        Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
          .toString()
          .replace('T', ' ')
          .slice(0, 19),
      );
    }),
    { numRuns: 2000 },
  );
});

test('what is no clock text of a day that exists has no seconds', () => {
  const none = ['', '2026-11-20', '2026-02-29 00:00:00', '2026-00-10 00:00:00', '2026-13-01 00:00:00'];
  none.push('2026-11-31 00:00:00', '2026-11-20 24:00:00', '2026-11-20 00:60:00', '2026-11-20 00:00:60');
  none.push('0000-01-01 00:00:00', '2026-11-20T00:00:00', '2026-11-20 00:00:0x', ' 2026-11-20 00:00:0');
  none.push('2026-11-20 00:00:00 ', '20261-1-20 00:00:00', '2026-11-20 -1:00:00', '２026-11-20 00:00:00');
  for (const text of none) assert.equal(secondsOf(text), undefined, text);
  assert.equal(secondsOf('2028-02-29 23:59:59'), 1_835_481_599);
});
