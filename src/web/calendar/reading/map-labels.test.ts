import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  boxAround,
  type LabelledPin,
  LabelSpace,
  placePins,
  placeRingText,
  takeDistrict,
} from './map-labels.ts';

const pin = (x: number, y: number, width = 80, more: Partial<LabelledPin> = {}): LabelledPin => ({
  x,
  y,
  width,
  isDisc: false,
  ...more,
});

test('a name stands at the end side, at the start where that is taken, and else nowhere', () => {
  assert.deepEqual(placePins(new LabelSpace(), [pin(0, 0)], 1), ['end']);
  assert.deepEqual(placePins(new LabelSpace(), [pin(0, 0), pin(60, 0)], 1), ['start', 'end']);
  assert.deepEqual(placePins(new LabelSpace(), [pin(0, 0), pin(60, 0), pin(-60, 0)], 1), [
    undefined,
    'end',
    'start',
  ]);
  assert.deepEqual(placePins(new LabelSpace(), [pin(0, 0, 0)], 1), [undefined]);
});

test('the name of the chosen pin comes first, and finds more places', () => {
  const chosen = pin(0, 0, 80, { isChosen: true });
  assert.deepEqual(placePins(new LabelSpace(), [chosen], 1), ['below']);
  // Below stands another pin: its name goes to a side.
  assert.deepEqual(placePins(new LabelSpace(), [chosen, pin(10, 40, 80)], 1), ['end', 'end']);
  const beside = [-70, 70].map((x) => pin(x, 10, 0));
  assert.deepEqual(placePins(new LabelSpace(), [chosen, ...beside, pin(0, 40, 0)], 1)[0], 'above');
});

test('no two names lie on each other, nor on a pin, however many there are', () => {
  const pins = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.integer({ min: 0, max: 700 }),
      width: fc.integer({ min: 20, max: 200 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pins, fc.constantFrom(0.65, 1), (drawn, scale) => {
      const space = new LabelSpace();
      const all = drawn.map(({ x, y, width }) => pin(x, y, width));
      const sides = placePins(space, all, scale);
      const names = all.flatMap(({ x, y, width }, at) => {
        const beside = 17 * scale + 4;
        const middle = y - 29 * scale;
        if (sides[at] === 'end') return [boxAround({ x: x + beside + width / 2, y: middle }, width)];
        return sides[at] === 'start' ? [boxAround({ x: x - beside - width / 2, y: middle }, width)] : [];
      });
      const bodies = all.map(({ x, y }) => boxAround({ x, y: y - 23 * scale }, 34 * scale, 46 * scale));
      names.forEach((name, at) => {
        const others = new LabelSpace();
        for (const other of [...names.toSpliced(at, 1), ...bodies]) others.take(other);
        assert.ok(others.overlapOf(name) < 1, JSON.stringify({ drawn, name }));
      });
      // What comes later finds no space that is taken.
      const ring = placeRingText(space, { x: 450, y: 350 }, 200);
      if (ring) assert.ok(Math.abs(Math.hypot(ring.x - 450, ring.y - 350) - 200) < 0.001);
      if (takeDistrict(space, { x: 450, y: 350 }, 90))
        assert.equal(takeDistrict(space, { x: 450, y: 350 }, 90), false);
    }),
    { numRuns: 200 },
  );
});
