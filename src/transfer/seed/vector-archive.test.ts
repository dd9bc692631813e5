import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { tileNumber, vectorArchive } from './vector-archive.ts';

const archive = vectorArchive({
  features: [
    {
      layer: 'places',
      type: 'point',
      points: [[9.98, 53.55]],
      properties: { name: 'Größe', rank: 2.5 },
      from: 3,
    },
    {
      layer: 'water',
      type: 'area',
      points: [
        [9, 53],
        [11, 53],
        [11, 54],
      ],
      properties: { kind: 'lake' },
      from: 0,
    },
  ],
  mostZoom: 6,
  metadata: { attribution: 'Somebody' },
});
const file = new PMTiles({
  getKey: () => 'file',
  async getBytes(offset: number, length: number) {
    const data = new Uint8Array(archive).slice(offset, offset + length);
    return { data: data.buffer };
  },
});
const tileAt = async (z: number, x: number, y: number) => {
  const tile = await file.getZxy(z, x, y);
  return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data)));
};

test('a reader of PMTiles finds the tiles, and a reader of vector tiles what they hold', async () => {
  const { tileType, minZoom, maxZoom, minLon, maxLat } = await file.getHeader();
  assert.deepEqual([tileType, minZoom, maxZoom, minLon, maxLat], [1, 0, 6, 9, 54]);
  assert.deepEqual(await file.getMetadata(), { attribution: 'Somebody' });
  const tile = await tileAt(6, 33, 20);
  assert.deepEqual(Object.keys(tile?.layers ?? {}), ['places', 'water']);
  const place = tile?.layers['places']?.feature(0).toGeoJSON(33, 20, 6);
  assert.deepEqual({ ...place?.properties }, { name: 'Größe', rank: 2.5 });
  assert.ok(place?.geometry.type === 'Point');
  assert.deepEqual(
    place.geometry.coordinates.map((degrees) => Math.round(degrees * 100) / 100),
    [9.98, 53.55],
  );
  assert.equal((await tileAt(0, 0, 0))?.layers['places'], undefined);
  assert.equal(await tileAt(6, 10, 10), undefined);
});

test('tiles are numbered along the curve of the format', () => {
  for (let z = 0; z < 6; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) assert.equal(tileNumber(z, x, y), zxyToTileId(z, x, y));
});
