import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CropShape, cropShapes, largestOf, movedTo, resized } from './client/media/crop-area.ts';

const share = fc.double({ min: -0.5, max: 1.5, noNaN: true });
const shapes = fc.constantFrom(...(Object.keys(cropShapes) as CropShape[]));
const ratios = fc.double({ min: 0.2, max: 5, noNaN: true });
const steps = fc.array(fc.record({ isMove: fc.boolean(), x: share, y: share }), { maxLength: 8 });

test('however an area is moved and resized, it stays within the picture and in its shape', () => {
  fc.assert(
    fc.property(shapes, ratios, steps, (shape, ratio, steps) => {
      let area = largestOf(shape, ratio);
      for (const { isMove, x, y } of steps)
        area = isMove ? movedTo(area, x, y) : resized(area, { width: x, height: y }, shape, ratio);
      const { x, y, width, height } = area;
      assert.ok(width > 0 && height > 0 && x >= 0 && y >= 0, JSON.stringify(area));
      assert.ok(x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9, JSON.stringify(area));
      const wanted = cropShapes[shape];
      if (wanted !== undefined) assert.ok(Math.abs((width * ratio) / height / wanted - 1) < 1e-6);
    }),
  );
});

test('the largest area of a shape touches two sides of the picture', () => {
  fc.assert(
    fc.property(shapes, ratios, (shape, ratio) => {
      const { width, height } = largestOf(shape, ratio);
      assert.ok(Math.max(width, height) > 1 - 1e-9);
    }),
  );
});
