import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxAround, EARTH_KM, type Point } from './places.ts';

function kilometres(a: Point, b: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('the boxes around a point hold every point within the distance, across poles and the date line', () => {
  fc.assert(
    fc.property(point, point, fc.integer({ min: 1, max: 20_000 }), (centre, other, radius) => {
      if (kilometres(centre, other) > radius) return true;
      return boxAround(centre, radius).some(
        ({ south, north, west, east }) =>
          other.lat >= south && other.lat <= north && other.lng >= west && other.lng <= east,
      );
    }),
    { numRuns: 2000 },
  );
});

test('a small distance far from the poles needs a small box', () => {
  const [box, ...others] = boxAround({ lat: 52.52, lng: 13.405 }, 40);
  assert.equal(others.length, 0);
  assert.ok(box && box.north - box.south < 0.8 && box.east - box.west < 1.3);
});

test('a circle over the 180th meridian has a box on either side', () => {
  assert.equal(boxAround({ lat: -17, lng: 179.9 }, 100).length, 2);
});
