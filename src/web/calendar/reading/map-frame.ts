import { isObject } from '#foundation/text/is-object.ts';
/** A position in degrees. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** The part of the world that a map shows, and how it is drawn: in web Mercator, on a sheet of 1000 × 900. */
export interface MapFrame {
  /** Steps of the scale, each of which doubles it; whole where tiles are shown. */
  readonly zoom: number;
  /** Pixels of the world's sheet at the left and the upper edge. */
  readonly left: number;
  readonly top: number;
  /** Metres of a pixel in the middle. */
  readonly metres: number;
}

/** The size of a map's sheet. */
export const MAP_SIZE = { width: 1000, height: 900 } as const;
/** Pixels between the outermost points and the edge: narrow windows show the middle of the sheet alone. */
const MARGIN = 190;
const TILE = 256;
const MOST_ZOOM = 16;
const METRES_OF_A_PIXEL = 156_543.033_92;
/** Degrees beyond which web Mercator draws nothing. */
const MOST_LAT = 85;

const worldX = (lng: number, zoom: number): number => ((lng + 180) / 360) * TILE * 2 ** zoom;
function worldY(lat: number, zoom: number): number {
  const sine = Math.sin((Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * TILE * 2 ** zoom;
}

/** Returns the frame that holds all points, with the middle of them in its own. */
export function frameOf(points: readonly Position[], isTiled: boolean): MapFrame {
  const xs = points.map(({ lng }) => worldX(lng, 0));
  const ys = points.map(({ lat }) => worldY(lat, 0));
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const fitting = Math.log2(
    Math.min(
      (MAP_SIZE.width - 2 * MARGIN) / Math.max(east - west, 1e-9),
      (MAP_SIZE.height - 2 * MARGIN) / Math.max(south - north, 1e-9),
    ),
  );
  const most = Math.min(MOST_ZOOM, fitting);
  const zoom = isTiled ? Math.max(0, Math.floor(most)) : most;
  const scale = 2 ** zoom;
  const lats = points.map(({ lat }) => lat);
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2;
  return {
    zoom,
    left: ((west + east) / 2) * scale - MAP_SIZE.width / 2,
    top: ((north + south) / 2) * scale - MAP_SIZE.height / 2,
    metres: (METRES_OF_A_PIXEL * Math.cos((lat * Math.PI) / 180)) / scale,
  };
}

/** Returns where a position is on the sheet, in pixels. */
export const pointOn = ({ zoom, left, top }: MapFrame, { lat, lng }: Position): { x: number; y: number } => ({
  x: Math.round((worldX(lng, zoom) - left) * 10) / 10,
  y: Math.round((worldY(lat, zoom) - top) * 10) / 10,
});

/** Returns the tiles of a frame with their places on the sheet; `address` has `{z}`, `{x}`, `{y}`, and maybe `{s}`. */
export function tilesOn(
  { zoom, left, top }: MapFrame,
  address: string,
): { address: string; x: number; y: number }[] {
  const count = 2 ** zoom;
  const tiles: { address: string; x: number; y: number }[] = [];
  for (
    let row = Math.max(0, Math.floor(top / TILE));
    row * TILE < top + MAP_SIZE.height && row < count;
    row++
  )
    for (let column = Math.floor(left / TILE); column * TILE < left + MAP_SIZE.width; column++) {
      const own = ((column % count) + count) % count;
      tiles.push({
        address: address
          .replace('{z}', String(zoom))
          .replace('{x}', String(own))
          .replace('{y}', String(row))
          .replace('{s}', 'a')
          // Leaflet asks for tiles of twice the size by it.
          .replace('{r}', ''),
        x: Math.round(column * TILE - left),
        y: Math.round(row * TILE - top),
      });
    }
  return tiles;
}

const NICE = [1, 2, 5];
/** Pixels that the inner ring is away from the middle at least. */
const INNER_RING = 110;

/** Returns a round number of metres that is at least the inner ring's; the outer one has double. */
export function ringMetres({ metres }: Pick<MapFrame, 'metres'>): number {
  for (let power = 1; power < 1e8; power *= 10)
    for (const step of NICE) if ((step * power) / metres >= INNER_RING) return step * power;
  return 1e7;
}

/** Returns a distance in words of a language: metres to the next ten, kilometres with one place. */
export function distanceIn(language: string, metres: number): string {
  const inMetres = metres < 1000;
  const value = inMetres ? Math.round(metres / 10) * 10 : metres / 1000;
  return new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
    style: 'unit',
    unit: inMetres ? 'meter' : 'kilometer',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && !inMetres ? 1 : 0,
  }).format(value);
}

const EARTH_METRES = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns how far two positions are from each other, in metres. */
export function metresBetween(one: Position, other: Position): number {
  const [a, b] = [radians(one.lat), radians(other.lat)];
  const h =
    Math.sin((a - b) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(one.lng - other.lng) / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(h));
}

type Coordinates = readonly (number | Coordinates)[];

/** Returns the lines of an outline (GeoJSON, RFC 7946) as paths on the sheet; areas are closed. */
export function outlinePaths(frame: MapFrame, outline: unknown): { d: string; isArea: boolean }[] {
  if (!isObject(outline)) return [];
  const { type, features, geometries, geometry, coordinates } = outline;
  const parts =
    type === 'FeatureCollection' ? features : type === 'GeometryCollection' ? geometries : undefined;
  if (Array.isArray(parts)) return parts.flatMap((part) => outlinePaths(frame, part));
  if (type === 'Feature') return outlinePaths(frame, geometry);
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  const lines: string[] = [];
  const read = (value: Coordinates): void => {
    const [first] = value;
    if (!Array.isArray(first)) return;
    if (typeof first[0] !== 'number') {
      for (const part of value) if (Array.isArray(part)) read(part);
      return;
    }
    const points = value.flatMap((position) => {
      if (!Array.isArray(position)) return [];
      const { x, y } = pointOn(frame, { lng: Number(position[0]), lat: Number(position[1]) });
      return [`${x} ${y}`];
    });
    lines.push(`M${points.join('L')}${isArea ? 'z' : ''}`);
  };
  if (Array.isArray(coordinates)) read(coordinates);
  return lines.length > 0 ? [{ d: lines.join(''), isArea }] : [];
}
