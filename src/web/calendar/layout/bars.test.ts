import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layOutBars } from './bars.ts';

const dayAt = (at: number): string => Temporal.PlainDate.from('2026-09-14').add({ days: at }).toString();
const week = [0, 1, 2, 3, 4, 5, 6].map(dayAt);

const spans = fc
  .array(fc.tuple(fc.integer({ min: -20, max: 8 }), fc.integer({ min: 0, max: 30 })), { maxLength: 20 })
  .map((some) =>
    some.map(([from, length], id) => ({
      id,
      firstDay: dayAt(from),
      lastDay: dayAt(from + length),
      isLong: length > 13,
    })),
  );

test('no two bars of a week overlap, and none is lost', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 6 }), (given, most) => {
      const { bars, left } = layOutBars(given, week, most);
      const inWeek = given.filter(
        ({ firstDay, lastDay }) => firstDay <= (week[6] ?? '') && lastDay >= (week[0] ?? ''),
      );
      const found = [...bars.map(({ span }) => span.id), ...left.map(({ id }) => id)];
      assert.deepEqual(
        found.sort((a, b) => a - b),
        inWeek.map(({ id }) => id),
      );
      const taken = new Set<string>();
      for (const { span, day, width, lane, isOpenStart, isOpenEnd } of bars) {
        assert.ok(lane >= 1 && lane <= most);
        assert.equal(isOpenStart ? day : week[day - 1], isOpenStart ? 1 : span.firstDay);
        assert.equal(isOpenEnd ? day + width - 1 : week[day + width - 2], isOpenEnd ? 7 : span.lastDay);
        for (let at = day; at < day + width; at++) {
          assert.ok(!taken.has(`${lane} ${at}`));
          taken.add(`${lane} ${at}`);
        }
      }
    }),
  );
});

test('threads stand above bars', () => {
  const { bars } = layOutBars(
    [
      { id: 1, firstDay: '2026-09-14', lastDay: '2026-09-16', isLong: false },
      { id: 2, firstDay: '2026-09-01', lastDay: '2026-09-30', isLong: true },
    ],
    week,
    4,
  );
  assert.deepEqual(
    bars.map(({ span, lane }) => [span.id, lane]),
    [
      [2, 1],
      [1, 2],
    ],
  );
});
