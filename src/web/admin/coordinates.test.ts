import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { copiedPoint, movedBy } from './client/linked/coordinates.ts';

test('a place is found in what is copied of maps and elsewhere', () => {
  const point = { geo_lat: 53.55, geo_lng: -9.99 };
  for (const text of [
    '53.55, -9.99',
    '53.55 -9.99',
    'geo:53.55,-9.99;u=35',
    'https://www.openstreetmap.org/?mlat=53.55&mlon=-9.99#map=17/53.55/-9.99',
    'https://www.openstreetmap.org/#map=17/53.55/-9.99',
    'https://www.google.com/maps/place/Somewhere/@53.55,-9.99,17z',
  ])
    assert.deepEqual(copiedPoint(text), point, text);
  for (const text of ['', '53.55', 'Harbour 12, 20457', '153.55, 9.99', 'ten, eleven'])
    assert.equal(copiedPoint(text), undefined, text);
});

test('a place that is moved there and back is where it was', () => {
  const point = fc.record({
    geo_lat: fc.double({ min: -80, max: 80, noNaN: true }),
    geo_lng: fc.double({ min: -179, max: 179, noNaN: true }),
  });
  fc.assert(
    fc.property(
      point,
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: -500, max: 500 }),
      (from, east, north) => {
        const back = movedBy(movedBy(from, 0, north), 0, -north);
        assert.ok(Math.abs(back.geo_lat - from.geo_lat) < 1e-5);
        const there = movedBy(movedBy(from, east, 0), -east, 0);
        assert.ok(Math.abs(there.geo_lng - from.geo_lng) < 1e-5);
      },
    ),
  );
});
