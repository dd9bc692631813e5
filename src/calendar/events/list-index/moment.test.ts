import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { dayOf, secondsAt, startOf } from './moment.ts';

const texts = fc
  .integer({ min: 0, max: 9998 * 365 * 86_400 })
  .map((seconds) => textOf((secondsOf('0001-01-01 00:00:00') ?? 0) + seconds));

test('clock texts are as far apart as their numbers', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      assert.equal(secondsAt(a) - secondsAt(b), (secondsOf(a) ?? 0) - (secondsOf(b) ?? 0));
      assert.equal(startOf(dayOf(secondsAt(a))), secondsAt(`${a.slice(0, 10)} 00:00:00`));
      assert.equal(dayOf(secondsAt(a)) === dayOf(secondsAt(b)), a.slice(0, 10) === b.slice(0, 10));
    }),
  );
});

test('what is no clock text is no number, and the text for no date is before all others', () => {
  for (const text of ['', '2026-01-01', '2026-01-0x 00:00:00']) assert.ok(Number.isNaN(secondsAt(text)));
  assert.ok(secondsAt('0000-00-00 00:00:00') < secondsAt('0000-01-01 00:00:00'));
});
