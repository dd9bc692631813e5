import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

/** A position: longitude and latitude, in degrees, as GeoJSON has them. */
export type LngLat = readonly [lng: number, lat: number];

/** Types of geometries by their numbers in vector tiles. */
export const geometryTypes = { point: 1, line: 2, area: 3 } as const;

/** A thing on a map, in one layer of its vector tiles. */
export interface MapFeature {
  readonly layer: string;
  readonly type: keyof typeof geometryTypes;
  /** One ring of an area, whose last point isn't its first. */
  readonly points: readonly LngLat[];
  readonly properties: Readonly<Record<string, string | number>>;
  /** The first zoom whose tiles have it. */
  readonly from: number;
}

/** A vector tile archive: its features, its last zoom, and what its metadata say. */
export interface MapContent {
  readonly features: readonly MapFeature[];
  readonly mostZoom: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const EXTENT = 4096;
/** Units around a tile of what it holds too, so that lines and names at its edge are whole. */
const BUFFER = 128;
const HEADER_BYTES = 127;
const [MOVE, LINE, CLOSE] = [1, 2, 7];
const command = (id: number, count: number): number => (count << 3) | id;
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** Returns where a position is on the world's sheet (web Mercator), as shares of its sides. */
function onSheet([lng, lat]: LngLat): readonly [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [(lng + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Returns a ring clockwise, as the outer rings of areas are in tiles, whose y goes down. */
function clockwise(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const doubled = points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return doubled < 0 ? points.toReversed() : points;
}

/** Returns the geometry of a feature as the commands of a vector tile (Mapbox Vector Tile 2.1, §4.3). */
function geometryOf(points: readonly (readonly [number, number])[], type: MapFeature['type']): number[] {
  const commands: number[] = [];
  let [lastX, lastY] = [0, 0];
  points.forEach(([x, y], at) => {
    if (at === 0) commands.push(command(MOVE, 1));
    if (at === 1) commands.push(command(LINE, points.length - 1));
    commands.push(zigzag(x - lastX), zigzag(y - lastY));
    [lastX, lastY] = [x, y];
  });
  if (type === 'area') commands.push(command(CLOSE, 1));
  return commands;
}

interface TileFeature {
  readonly feature: MapFeature;
  readonly points: readonly (readonly [number, number])[];
}

function writeLayer(pbf: PbfWriter, name: string, features: readonly TileFeature[]): void {
  const [keys, values] = [new Map<string, number>(), new Map<string | number, number>()];
  const numberOf = <T>(known: Map<T, number>, value: T): number => {
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    return number;
  };
  pbf.writeMessage(
    3,
    (own, layer) => {
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, name);
      for (const { feature, points } of own)
        layer.writeMessage(
          2,
          (_, written) => {
            const tags = Object.entries(feature.properties).flatMap(([key, value]) => [
              numberOf(keys, key),
              numberOf(values, value),
            ]);
            written.writePackedVarint(2, tags);
            written.writeVarintField(3, geometryTypes[feature.type]);
            written.writePackedVarint(
              4,
              geometryOf(feature.type === 'area' ? clockwise(points) : points, feature.type),
            );
          },
          undefined,
        );
      for (const key of keys.keys()) layer.writeStringField(3, key);
      for (const value of values.keys())
        layer.writeMessage(
          4,
          (_, written) =>
            typeof value === 'string'
              ? written.writeStringField(1, value)
              : written.writeDoubleField(3, value),
          undefined,
        );
      layer.writeVarintField(5, EXTENT);
    },
    features,
  );
}

/** Returns the features of one tile, encoded; undefined: it has none. */
function tileOf(content: MapContent, z: number, column: number, row: number): Uint8Array | undefined {
  const across = 2 ** z;
  const isNear = (value: number) => value >= -BUFFER && value <= EXTENT + BUFFER;
  const shown = content.features.flatMap((feature): TileFeature[] => {
    if (feature.from > z) return [];
    const points = feature.points.map((point): [number, number] => {
      const [x, y] = onSheet(point);
      return [Math.round((x * across - column) * EXTENT), Math.round((y * across - row) * EXTENT)];
    });
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const spans = (values: readonly number[]) =>
      values.some(isNear) || (Math.min(...values) < 0 && Math.max(...values) > EXTENT);
    return spans(xs) && spans(ys) ? [{ feature, points }] : [];
  });
  if (shown.length === 0) return undefined;
  const pbf = new PbfWriter();
  for (const [name, features] of Map.groupBy(shown, ({ feature: { layer } }) => layer))
    writeLayer(pbf, name, features);
  return pbf.finish();
}

/** Returns the number of a tile in its archive: along a Hilbert curve, zoom after zoom (PMTiles 3, §4.1). */
export function tileNumber(z: number, column: number, row: number): number {
  let number = (4 ** z - 1) / 3;
  let [x, y] = [column, row];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, lower] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0];
    number += side * side * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return number;
}

function writeDirectory(entries: readonly { readonly number: number; readonly length: number }[]): Buffer {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  entries.forEach(({ number }, at) => {
    pbf.writeVarint(number - (entries[at - 1]?.number ?? 0));
  });
  for (const _ of entries) pbf.writeVarint(1);
  for (const { length } of entries) pbf.writeVarint(length);
  // Each begins where the one before ends; the first at 0, written as 1.
  entries.forEach((_, at) => {
    pbf.writeVarint(at === 0 ? 1 : 0);
  });
  return gzipSync(pbf.finish());
}

/** Returns a map as a PMTiles archive, version 3, of gzipped vector tiles. */
export function vectorArchive(content: MapContent): Buffer {
  const { features, mostZoom, metadata } = content;
  const sheet = features.flatMap(({ points }) => points.map(onSheet));
  const [xs, ys] = [sheet.map(([x]) => x), sheet.map(([, y]) => y)];
  const [west, east] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [north, south] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  const tiles: { number: number; bytes: Buffer; length: number }[] = [];
  for (let z = 0; z <= mostZoom; z++)
    for (let column = Math.floor(west * 2 ** z); column <= Math.floor(east * 2 ** z); column++)
      for (let row = Math.floor(north * 2 ** z); row <= Math.floor(south * 2 ** z); row++) {
        const tile = tileOf(content, z, column, row);
        if (!tile) continue;
        const bytes = gzipSync(tile);
        tiles.push({ number: tileNumber(z, column, row), bytes, length: bytes.length });
      }
  tiles.sort((a, b) => a.number - b.number);
  const directory = writeDirectory(tiles);
  const described = gzipSync(JSON.stringify(metadata));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const metadataAt = HEADER_BYTES + directory.length;
  const dataAt = metadataAt + described.length;
  const places = [
    HEADER_BYTES,
    directory.length,
    metadataAt,
    described.length,
    dataAt,
    0,
    dataAt,
    data.length,
  ];
  places.forEach((place, at) => void header.writeBigUInt64LE(BigInt(place), 8 + at * 8));
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), at);
  // Clustered; directories and tiles gzipped; vector tiles from the first zoom to the last.
  header.set([1, 2, 2, 1, 0, mostZoom], 96);
  const lngs = features.flatMap(({ points }) => points.map(([lng]) => lng));
  const lats = features.flatMap(({ points }) => points.map(([, lat]) => lat));
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  [least(lngs), least(lats), most(lngs), most(lats)].forEach(
    (degrees, at) => void header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4),
  );
  return Buffer.concat([header, directory, described, data]);
}
