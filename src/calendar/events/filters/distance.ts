/** Mean radius of the Earth (IUGG), kilometres. */
export const EARTH_KM = 6371.0088;

/** Degrees, WGS 84. */
export interface Point {
  lat: number;
  lng: number;
}

/** A box of coordinates, degrees; both ends count. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

// The index keeps single-precision numbers: a margin keeps its rounding from losing a point.
const MARGIN = 0.001;

/** Returns boxes that together hold every point within a distance: two where the circle crosses the 180th meridian. */
export function boxAround({ lat, lng }: Point, radiusKm: number): Box[] {
  const reach = (radiusKm / EARTH_KM) * (180 / Math.PI) + MARGIN;
  const south = Math.max(-90, lat - reach);
  const north = Math.min(90, lat + reach);
  if (south <= -90 || north >= 90) return [{ south, north, west: -180, east: 180 }];
  const ratio = Math.sin((reach * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  if (ratio >= 1) return [{ south, north, west: -180, east: 180 }];
  const span = (Math.asin(ratio) * 180) / Math.PI + MARGIN;
  const west = lng - span;
  const east = lng + span;
  if (west < -180)
    return [
      { south, north, west: west + 360, east: 180 },
      { south, north, west: -180, east },
    ];
  if (east > 180)
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ];
  return [{ south, north, west, east }];
}
