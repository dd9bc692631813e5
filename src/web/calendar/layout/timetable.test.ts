import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layOutTimetable, TIMETABLE } from './timetable.ts';

const entries = fc
  .array(fc.tuple(fc.integer({ min: -40, max: 90 }), fc.integer({ min: 0, max: 60 })), { maxLength: 40 })
  .map((some) => some.map(([from, length], id) => ({ id, from, to: from + length })));

test('no two boxes of a row of hours overlap, none is lost, and all lie within it', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const boxes = layOutTimetable(given);
      assert.equal(new Set(boxes.map(({ entry }) => entry.id)).size, given.length);
      for (const [at, one] of boxes.entries()) {
        assert.ok(one.from >= 0 && one.from + one.span <= TIMETABLE && one.span >= 5);
        assert.ok(one.trackFrom >= 0 && one.trackSpan >= 1 && one.trackFrom + one.trackSpan <= TIMETABLE);
        for (const other of boxes.slice(at + 1))
          assert.ok(one.lane !== other.lane || one.from + one.span <= other.from);
      }
    }),
  );
});
