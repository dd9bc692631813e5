import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layOutMonth, type MonthSpan, shownIn } from './month-cells.ts';

const dayAt = (at: number): string => Temporal.PlainDate.from('2026-09-14').add({ days: at }).toString();
const weeks = [0, 1].map((week) => [0, 1, 2, 3, 4, 5, 6].map((day) => dayAt(7 * week + day)));

const days = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 13 }), fc.constantFrom(0, 0, 0, 0, 0, 1, 3)), { maxLength: 300 })
  .map((some) => {
    const spans = some.map(
      ([at, length], id): MonthSpan => ({
        id,
        firstDay: dayAt(at),
        lastDay: dayAt(at + length),
        isBar: length > 0,
        isLong: false,
      }),
    );
    return Map.groupBy(spans, ({ firstDay }) => firstDay);
  });

test('a day counts all of its events and shows four at most, its popover the first forty', () => {
  fc.assert(
    fc.property(days, (given) => {
      const bars = [...given.values()].flat().filter(({ isBar }) => isBar);
      for (const week of layOutMonth(weeks, given, bars)) {
        const known = new Set(shownIn(week));
        for (const { span } of week.bars) assert.ok(known.has(span));
        for (const { day, begun, shown, hidden, popover } of week.cells) {
          const ofDay = given.get(day) ?? [];
          assert.equal(begun, ofDay.length);
          assert.ok(shown.length <= (hidden > 0 ? 3 : 4));
          for (const one of shown) assert.ok(known.has(one));
          assert.equal(popover === undefined, hidden === 0);
          if (!popover) continue;
          for (const one of popover.shown) assert.ok(known.has(one));
          assert.deepEqual(popover.shown, popover.all.slice(0, 40));
          assert.equal(new Set(popover.all).size, popover.all.length);
          for (const one of [...ofDay, ...shown]) assert.ok(popover.all.includes(one));
        }
      }
    }),
    { numRuns: 60 },
  );
});
