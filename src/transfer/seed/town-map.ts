import { Random } from './random.ts';
import {
  bankMeadows,
  basin,
  cemetery,
  dunes,
  type LatLng,
  mainStreets,
  motorway,
  pond,
  quarters,
  railway,
  riverArea,
  sea,
  southPark,
  streetNames,
  wall,
  westGarden,
} from './town-ground.ts';
import { venues } from './town-places.ts';
import { type LngLat, type MapFeature, vectorArchive } from './vector-archive.ts';

/** The file of the made-up town's map. */
export const TOWN_MAP = 'town.pmtiles';

const flipped = ([lat, lng]: LatLng): LngLat => [lng, lat];

const greens = [southPark, wall, bankMeadows, cemetery, dunes, westGarden];
const waters = [sea, riverArea, basin];

/** Metres of a degree of latitude, and of longitude at the town's. */
const METRES = { lat: 111_300, lng: 66_150 } as const;
const metresFrom = ([lat, lng]: LatLng, [toLat, toLng]: LatLng): number =>
  Math.hypot((toLat - lat) * METRES.lat, (toLng - lng) * METRES.lng);

/** Returns the position so many metres east and north of another. */
const movedBy = ([lat, lng]: LatLng, east: number, north: number): LatLng => [
  lat + north / METRES.lat,
  lng + east / METRES.lng,
];

/** Returns whether a position lies in an area (the crossings of a ray with its ring). */
function isIn([lat, lng]: LatLng, area: readonly LatLng[]): boolean {
  let isInside = false;
  area.forEach(([oneLat, oneLng], at) => {
    const [otherLat, otherLng] = area.at(at - 1) ?? [oneLat, oneLng];
    if (oneLat > lat === otherLat > lat) return;
    if (lng < oneLng + ((otherLng - oneLng) * (lat - oneLat)) / (otherLat - oneLat)) isInside = !isInside;
  });
  return isInside;
}

/** Metres around a quarter's middle that are built on, and between the points at which a street is looked at. */
const REACH = 1000;
const STEP = 12;
/** Metres of a street at least. */
const SHORTEST = 70;

const quarterOf = (point: LatLng): string | undefined => {
  let best: { name: string; metres: number } | undefined;
  for (const [name, [lat, lng]] of Object.entries(quarters)) {
    const metres = metresFrom([lat, lng], point);
    if (metres < REACH && metres < (best?.metres ?? Number.POSITIVE_INFINITY)) best = { name, metres };
  }
  return best?.name;
};
const isDry = (point: LatLng): boolean => !waters.some((area) => isIn(point, area));
const isBuilt = (point: LatLng): boolean => isDry(point) && !greens.some((area) => isIn(point, area));

/** Turns metres along and across the streets of a quarter into a position. */
function gridOf([lat, lng, turn]: readonly [...LatLng, number, number]) {
  const angle = (turn * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return (along: number, across: number): LatLng =>
    movedBy([lat, lng], along * cosine - across * sine, along * sine + across * cosine);
}

/** Returns the parts of a line on which all points are on dry, open land of its quarter. */
function streetsOn(at: (metres: number) => LatLng, quarter: string): LatLng[][] {
  const parts: LatLng[][] = [];
  let part: LatLng[] = [];
  const end = () => {
    const [first, last] = [part[0], part.at(-1)];
    if (first && last && metresFrom(first, last) >= SHORTEST) parts.push([first, last]);
    part = [];
  };
  for (let metres = -REACH; metres <= REACH; metres += STEP) {
    const point = at(metres);
    if (quarterOf(point) === quarter && isBuilt(point)) part.push(point);
    else end();
  }
  end();
  return parts;
}

/** Returns the streets of a quarter, and the blocks of houses between them. */
function buildQuarter(name: string, random: Random, nameOf: () => string): MapFeature[] {
  const quarter = quarters[name];
  if (!quarter) return [];
  const point = gridOf(quarter);
  const wide = quarter[3];
  const long = wide * 1.4;
  const features: MapFeature[] = [];
  const street = (points: readonly LatLng[], properties: Readonly<Record<string, string>>) =>
    features.push({ layer: 'roads', type: 'line', points: points.map(flipped), properties, from: 12 });
  for (let across = -REACH; across <= REACH; across += wide) {
    const called = nameOf();
    for (const part of streetsOn((along) => point(along, across), name))
      street(part, { kind: 'minor_road', name: called });
  }
  for (let along = -REACH; along <= REACH; along += long) {
    const called = nameOf();
    for (const part of streetsOn((across) => point(along, across), name))
      street(part, { kind: 'minor_road', name: called });
  }
  const margin = 9;
  for (let along = -REACH; along < REACH; along += long)
    for (let across = -REACH; across < REACH; across += wide) {
      // A block has houses along its four sides, some of which are missing.
      const depth = 16 + random.integer(10);
      const [left, right] = [along + margin, along + long - margin];
      const [low, high] = [across + margin, across + wide - margin];
      const middle = (left + right) / 2 + random.integer(30) - 15;
      const sides: readonly (readonly [number, number, number, number])[] = [
        [left, middle - 4, low, low + depth],
        [middle, right, low, low + depth + random.integer(14)],
        [left, middle - 10, high - depth, high],
        [middle - 6, right, high - depth, high],
        [left, left + depth, low + depth + 6, high - depth - 6],
        [right - depth, right, low + depth + 16, high - depth - 6],
      ];
      for (const [from, to, bottom, top] of sides) {
        const corners = [point(from, bottom), point(to, bottom), point(to, top), point(from, top)];
        const isWhole = corners.every((corner) => isBuilt(corner) && quarterOf(corner) === name);
        if (!isWhole || random.chance(0.14)) continue;
        features.push({
          layer: 'buildings',
          type: 'area',
          points: corners.map(flipped),
          properties: { kind: 'building' },
          from: 13,
        });
      }
    }
  return features;
}

const area = (
  layer: string,
  points: readonly LatLng[],
  properties: Readonly<Record<string, string>>,
  from = 0,
): MapFeature => ({ layer, type: 'area', points: points.map(flipped), properties, from });
const line = (
  points: readonly LatLng[],
  properties: Readonly<Record<string, string>>,
  from: number,
): MapFeature => ({ layer: 'roads', type: 'line', points: points.map(flipped), properties, from });
const named = (
  layer: string,
  at: LatLng,
  properties: Readonly<Record<string, string>>,
  from: number,
): MapFeature => ({ layer, type: 'point', points: [flipped(at)], properties, from });

/** Returns everything on the town's map, by the layers and kinds of Protomaps' tiles. */
export function townFeatures(): MapFeature[] {
  const random = new Random(1908);
  let dealt = 0;
  const nameOf = () => streetNames[dealt++ % streetNames.length] ?? '';
  const campus = venues['University, Hall 3'];
  return [
    area('water', sea, { kind: 'ocean' }),
    area('water', riverArea, { kind: 'river' }),
    area('water', basin, { kind: 'basin' }),
    area('water', pond, { kind: 'lake' }, 12),
    area('landuse', southPark, { kind: 'park' }, 10),
    area('landuse', wall, { kind: 'park' }, 12),
    area('landuse', bankMeadows, { kind: 'meadow' }, 11),
    area('landuse', cemetery, { kind: 'cemetery' }, 11),
    area('landuse', dunes, { kind: 'nature_reserve' }, 11),
    area('landuse', westGarden, { kind: 'garden' }, 12),
    line(motorway, { kind: 'highway', ref: 'A 73' }, 6),
    line(railway, { kind: 'rail' }, 10),
    ...Object.entries(mainStreets).map(([name, points]) => line(points, { kind: 'major_road', name }, 9)),
    ...Object.keys(quarters).flatMap((name) => buildQuarter(name, random, nameOf)),
    named('places', [53.5502, 9.9885], { kind: 'locality', kind_detail: 'city', name: 'Altenfleet' }, 4),
    ...Object.entries(quarters).map(([name, [lat, lng]]) =>
      named('places', [lat - 0.0008, lng + 0.0006], { kind: 'neighbourhood', name }, 11),
    ),
    named(
      'water',
      [53.5625, 9.9275],
      { kind: 'ocean', name: 'Estuary', 'name:de': 'Mündung', 'name:es': 'Estuario' },
      9,
    ),
    named('water', [53.5543, 9.9655], { kind: 'river', name: 'Alten' }, 11),
    named(
      'water',
      [53.547, 9.9775],
      { kind: 'basin', name: 'Timber Basin', 'name:de': 'Holzhafen', 'name:es': 'Dársena de la Madera' },
      12,
    ),
    named(
      'pois',
      [53.5347, 9.9868],
      { kind: 'park', name: 'South Park', 'name:de': 'Südpark', 'name:es': 'Parque Sur' },
      13,
    ),
    named(
      'pois',
      [53.5424, 10.0095],
      { kind: 'cemetery', name: 'Cemetery', 'name:de': 'Friedhof', 'name:es': 'Cementerio' },
      13,
    ),
    named(
      'pois',
      [53.5628, 9.9445],
      { kind: 'nature_reserve', name: 'Dunes', 'name:de': 'Dünen', 'name:es': 'Dunas' },
      13,
    ),
    named(
      'pois',
      [53.5384, 9.9628],
      {
        kind: 'garden',
        name: 'Pilots’ Garden',
        'name:de': 'Lotsengarten',
        'name:es': 'Jardín de los Prácticos',
      },
      13,
    ),
    area('landuse', around([campus[1], campus[2]], 150), { kind: 'grass' }, 12),
  ];
}

/** Returns a square of so many metres around a position. */
const around = (at: LatLng, metres: number): LatLng[] => [
  movedBy(at, -metres, -metres),
  movedBy(at, metres, -metres),
  movedBy(at, metres, metres),
  movedBy(at, -metres, metres),
];

/** Returns the town's map as a PMTiles archive in the form of Protomaps' extracts. */
export const townMap = (): Buffer =>
  vectorArchive({
    features: townFeatures(),
    mostZoom: 14,
    metadata: {
      name: 'Altenfleet',
      attribution: 'A made-up town',
      vector_layers: ['water', 'landuse', 'roads', 'buildings', 'places', 'pois'].map((id) => ({
        id,
        fields: { kind: 'String', name: 'String' },
      })),
    },
  });
