const LIMITS = { geo_lat: 90, geo_lng: 180 } as const;
/** Coordinates of a venue, which are given both or not at all. */
export type Coordinate = keyof typeof LIMITS;

/** A place on the map, in degrees. */
export interface MapPoint {
  readonly geo_lat: number;
  readonly geo_lng: number;
}

/** Returns a coordinate that was typed with a point or a comma; undefined of what is none. */
export function coordinateOf(name: Coordinate, typed: string): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(\.\d*)?$/.test(text) && Math.abs(Number(text)) <= LIMITS[name] ? Number(text) : undefined;
}

/** Returns the place of two coordinates as they are typed, once both are right. */
export function pointOfTexts(lat: string, lng: string): MapPoint | undefined {
  const [geo_lat, geo_lng] = [coordinateOf('geo_lat', lat), coordinateOf('geo_lng', lng)];
  return geo_lat === undefined || geo_lng === undefined ? undefined : { geo_lat, geo_lng };
}

const NUMBER = '(-?\\d{1,3}\\.\\d+)';
/** Forms in which a place is copied: two numbers, a `geo:` address (RFC 5870), and addresses of maps. */
const COPIED = [
  new RegExp(`^\\s*(?:geo:)?${NUMBER}\\s*[,; ]\\s*${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`[@=]${NUMBER},${NUMBER}`),
];

/** Returns the place in a text that was copied elsewhere; undefined where there is none. */
export function copiedPoint(text: string): MapPoint | undefined {
  for (const form of COPIED) {
    const [, lat, lng] = form.exec(text) ?? [];
    if (lat !== undefined && lng !== undefined) return pointOfTexts(lat, lng);
  }
  return undefined;
}

/** Metres of a degree of latitude. */
const DEGREE = 111_320;
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Returns a place moved by metres to the east and to the north, on the map. */
export function movedBy({ geo_lat, geo_lng }: MapPoint, east: number, north: number): MapPoint {
  const lat = Math.min(85, Math.max(-85, geo_lat + north / DEGREE));
  const lng = geo_lng + east / (DEGREE * Math.cos((lat * Math.PI) / 180));
  return { geo_lat: round(lat), geo_lng: round(((((lng + 180) % 360) + 360) % 360) - 180) };
}
