import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitInto, planSizes } from './sizes.ts';

const planned = (width: number, height: number) =>
  planSizes({ width, height }).map((size) => `${size.name} ${size.width}x${size.height}`);

test('planSizes gives the recorded sizes of a picture of 1200 by 800', () => {
  assert.deepEqual(planned(1200, 800), [
    'medium 300x200',
    'large 1024x683',
    'thumbnail 150x150',
    'medium_large 768x512',
  ]);
});

test('planSizes makes nothing of a picture smaller than every size', () => {
  assert.deepEqual(planned(120, 90), []);
  assert.deepEqual(planned(150, 150), []);
});

test('planSizes crops a thumbnail where one side is long enough', () => {
  assert.deepEqual(planned(200, 100), ['thumbnail 150x100']);
});

test('planSizes limits medium_large by its width alone', () => {
  assert.deepEqual(planned(800, 3000).at(3), 'medium_large 768x2880');
  assert.equal(
    planned(700, 3000).some((size) => size.startsWith('medium_large')),
    false,
  );
});

test('planSizes leaves out a size that differs by no more than a pixel', () => {
  assert.deepEqual(planned(301, 200), ['thumbnail 150x150']);
  assert.deepEqual(planned(302, 200), ['medium 300x199', 'thumbnail 150x150']);
});

test('planSizes of a large picture has every size in order', () => {
  assert.deepEqual(planned(4000, 3000), [
    'medium 300x225',
    'large 1024x768',
    'thumbnail 150x150',
    'medium_large 768x576',
    '1536x1536 1536x1152',
    '2048x2048 2048x1536',
  ]);
});

test('fitInto keeps within the box, touches it or keeps the picture, and keeps the shape to a pixel', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const pictures = fc.record({ width: side, height: side });
  fc.assert(
    fc.property(pictures, pictures, (picture, box) => {
      const { width, height } = fitInto(picture, box);
      assert.ok(width >= 1 && width <= Math.min(picture.width, box.width));
      assert.ok(height >= 1 && height <= Math.min(picture.height, box.height));
      const fits = picture.width <= box.width && picture.height <= box.height;
      assert.ok(
        fits
          ? width === picture.width && height === picture.height
          : width === box.width || height === box.height,
      );
      // One side follows from the other; a side below one pixel, or one short of its bound, is a pixel more.
      const shape = picture.height / picture.width;
      assert.ok(
        Math.abs(height - Math.max(1, width * shape)) <= 1.5 ||
          Math.abs(width - Math.max(1, height / shape)) <= 1.5,
      );
    }),
  );
});
