import { isObject } from '#foundation/text/is-object.ts';

const depths: Readonly<Record<string, number>> = {
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Returns whether a value is a position of GeoJSON, in degrees. */
function isPosition(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  if (!value.every((part) => typeof part === 'number' && Number.isFinite(part))) return false;
  return Math.abs(value[0]) <= 180 && Math.abs(value[1]) <= 90;
}

const arePositions = (value: unknown, depth: number): boolean =>
  depth === 0
    ? isPosition(value)
    : Array.isArray(value) && value.length > 0 && value.every((part) => arePositions(part, depth - 1));

/** Returns whether a value is GeoJSON of lines and areas (RFC 7946), whose coordinates are degrees. */
export function isOutline(value: unknown): value is object {
  if (!isObject(value)) return false;
  const { type, features, geometry, geometries, coordinates } = value;
  if (type === 'FeatureCollection') return Array.isArray(features) && features.every(isOutline);
  if (type === 'Feature') return isOutline(geometry);
  if (type === 'GeometryCollection') return Array.isArray(geometries) && geometries.every(isOutline);
  const depth = typeof type === 'string' && Object.hasOwn(depths, type) ? depths[type] : undefined;
  return depth !== undefined && arePositions(coordinates, depth);
}
