import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIRST, LAST, secondsOf, textOf } from './civil.ts';

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
