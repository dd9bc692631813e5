import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf, metresBetween, outlinePaths, pointOn, ringMetres, tilesOn } from './map-frame.ts';

const altona = { lat: 53.55, lng: 9.93 };
const wandsbek = { lat: 53.57, lng: 10.08 };

test('a frame holds all points away from its edges, and a single one in the middle', () => {
  for (const isTiled of [false, true]) {
    const frame = frameOf([altona, wandsbek], isTiled);
    for (const point of [altona, wandsbek]) {
      const { x, y } = pointOn(frame, point);
      assert.ok(x >= 190 && x <= 810 && y >= 190 && y <= 710, `${x} ${y}`);
    }
    assert.deepEqual(pointOn(frameOf([altona], isTiled), altona), { x: 500, y: 450 });
  }
});

test('rings are as wide as they say', () => {
  const frame = frameOf([altona, wandsbek], false);
  const [one, other] = [pointOn(frame, altona), pointOn(frame, wandsbek)];
  const drawn = Math.hypot(one.x - other.x, one.y - other.y) * frame.metres;
  assert.ok(Math.abs(drawn / metresBetween(altona, wandsbek) - 1) < 0.01);
  assert.ok(ringMetres(frame) / frame.metres >= 110);
});

test('tiles cover the sheet, at the addresses of their places', () => {
  const frame = frameOf([altona, wandsbek], true);
  const tiles = tilesOn(frame, 'https://t.example/{z}/{x}/{y}.png');
  assert.ok(Math.min(...tiles.map(({ x }) => x)) <= 0 && Math.max(...tiles.map(({ x }) => x)) + 256 >= 1000);
  assert.ok(Math.min(...tiles.map(({ y }) => y)) <= 0 && Math.max(...tiles.map(({ y }) => y)) + 256 >= 900);
  assert.match(tiles[0]?.address ?? '', new RegExp(`^https://t.example/${frame.zoom}/\\d+/\\d+.png$`));
});

test('an outline is drawn as lines and closed areas', () => {
  const frame = frameOf([altona], false);
  const around = [
    [9.9, 53.5],
    [10, 53.5],
    [10, 53.6],
    [9.9, 53.5],
  ];
  const paths = outlinePaths(frame, {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'Polygon', coordinates: [around] } },
      { type: 'Feature', geometry: { type: 'LineString', coordinates: around } },
    ],
  });
  assert.deepEqual(
    paths.map(({ d, isArea }) => [isArea, /^M[-\d. L]+z?$/.test(d), d.endsWith('z')]),
    [
      [true, true, true],
      [false, true, false],
    ],
  );
});
