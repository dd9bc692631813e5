/** Properties of a feature of a vector tile. */
export type FeatureProperties = Readonly<Record<string, unknown>>;

/** Looks of shapes on the ground, in the order in which they are painted. */
export const groundLooks = [
  'park',
  'water',
  'stream',
  'pier',
  'building',
  'path',
  'service',
  'minor',
  'rail',
  'major',
  'highway',
  'border',
] as const;
/** The look of a shape on the ground. */
export type GroundLook = (typeof groundLooks)[number];

/** Kinds of names on the ground, the most important first. */
export const nameKinds = [
  'country',
  'region',
  'city',
  'town',
  'village',
  'suburb',
  'quarter',
  'water',
  'park',
  'road',
  'street',
] as const;
/** The kind of a name on the ground. */
export type NameKind = (typeof nameKinds)[number];

const POINT = 1;
const LINE = 2;
const POLYGON = 3;

/** The subject of each layer, by its name in Protomaps' tiles (versions 3 and 4) and in OpenMapTiles. */
const subjects: Readonly<Record<string, 'green' | 'water' | 'roads' | 'buildings' | 'borders' | 'places'>> = {
  landcover: 'green',
  landuse: 'green',
  natural: 'green',
  park: 'green',
  pois: 'green',
  water: 'water',
  waterway: 'water',
  water_name: 'water',
  physical_line: 'water',
  physical_point: 'water',
  roads: 'roads',
  transit: 'roads',
  transportation: 'roads',
  transportation_name: 'roads',
  buildings: 'buildings',
  building: 'buildings',
  boundaries: 'borders',
  boundary: 'borders',
  places: 'places',
  place: 'places',
};

const greens = new Set(
  'park garden grass grassland meadow forest wood scrub nature_reserve national_park protected_area cemetery grave_yard golf_course pitch playground recreation_ground village_green allotments orchard vineyard dog_park zoo'.split(
    ' ',
  ),
);
const roads: Readonly<Record<string, GroundLook>> = {
  highway: 'highway',
  motorway: 'highway',
  major_road: 'major',
  medium_road: 'major',
  trunk: 'major',
  primary: 'major',
  secondary: 'major',
  tertiary: 'major',
  minor_road: 'minor',
  minor: 'minor',
  other: 'service',
  service: 'service',
  track: 'path',
  path: 'path',
  rail: 'rail',
  transit: 'rail',
};
const flowing = new Set(['river', 'canal', 'stream', 'drain', 'ditch']);
const places: Readonly<Record<string, NameKind>> = {
  country: 'country',
  region: 'region',
  state: 'region',
  province: 'region',
  locality: 'town',
  city: 'city',
  town: 'town',
  village: 'village',
  hamlet: 'quarter',
  macrohood: 'suburb',
  borough: 'suburb',
  suburb: 'suburb',
  neighbourhood: 'quarter',
  quarter: 'quarter',
};

/** Returns the kind of a feature as its maker names it. */
const kindOf = (properties: FeatureProperties): string =>
  String(properties['kind'] ?? properties['pmap:kind'] ?? properties['class'] ?? '');

/** Returns what Protomaps adds to a kind. */
const detailOf = (properties: FeatureProperties): string =>
  String(properties['kind_detail'] ?? properties['pmap:kind_detail'] ?? '');

/** Returns the look of a road or rail; undefined: one in a tunnel, which leads nobody above. */
function roadLookOf(properties: FeatureProperties): GroundLook | undefined {
  const kind = kindOf(properties);
  if (kind === 'minor_road' && detailOf(properties) === 'service') return 'service';
  const look = roads[kind];
  const isBelow = properties['is_tunnel'] === true || properties['brunnel'] === 'tunnel';
  return look === 'rail' && isBelow ? undefined : look;
}

/**
 * Returns how a shape of a vector tile is painted; undefined: not at all.
 * @param type of its geometry, by the specification of vector tiles: 2 a line, 3 an area
 */
export function groundLookOf(
  layer: string,
  properties: FeatureProperties,
  type: number,
): GroundLook | undefined {
  const kind = kindOf(properties);
  switch (subjects[layer]) {
    case 'green':
      if (type === POLYGON && kind === 'pier') return 'pier';
      return type === POLYGON && greens.has(kind === 'park' ? kind : String(properties['subclass'] ?? kind))
        ? 'park'
        : undefined;
    case 'water':
      if (type === POLYGON) return kind === 'swimming_pool' ? undefined : 'water';
      return type === LINE && flowing.has(kind) ? 'stream' : undefined;
    case 'roads':
      return type === LINE && layer !== 'transportation_name' ? roadLookOf(properties) : undefined;
    case 'buildings':
      return type === POLYGON ? 'building' : undefined;
    case 'borders':
      return type === LINE && isOfState(kind, properties) ? 'border' : undefined;
    default:
      return undefined;
  }
}

/** Administrative levels of OpenStreetMap up to which borders are drawn: countries and their regions. */
const REGIONS = 4;

const isOfState = (kind: string, { admin_level: level }: FeatureProperties): boolean =>
  kind === 'country' || kind === 'region' || (typeof level === 'number' && level <= REGIONS);

/** Returns the kind of name that a feature has; undefined: none that is shown. */
export function nameKindOf(layer: string, properties: FeatureProperties, type: number): NameKind | undefined {
  const kind = kindOf(properties);
  switch (subjects[layer]) {
    case 'places':
      return type === POINT ? (places[detailOf(properties)] ?? places[kind]) : undefined;
    case 'water':
      return type === POINT ? 'water' : undefined;
    case 'green':
      return type === POINT && greens.has(kind) ? 'park' : undefined;
    case 'roads': {
      const look = type === LINE ? roads[kind] : undefined;
      if (look === 'major' || look === 'highway') return 'road';
      return look === 'minor' ? 'street' : undefined;
    }
    default:
      return undefined;
  }
}

/** Zooms from the first to the last at which a kind of names is shown. */
const shownAt: Readonly<Record<NameKind, readonly [first: number, last: number]>> = {
  country: [2, 6],
  region: [5, 8],
  city: [4, 13],
  town: [8, 14],
  village: [11, 15],
  suburb: [11, 15],
  quarter: [13, 19],
  water: [5, 19],
  park: [14, 19],
  road: [14, 19],
  street: [15, 19],
};

/** Returns whether names of a kind are shown at a zoom. */
export function isNameShown(kind: NameKind, zoom: number): boolean {
  const [first, last] = shownAt[kind];
  return zoom >= first && zoom < last + 1;
}

/** Widths of lines in pixels at some zooms; between these they grow evenly, and before the first there is none. */
const widths: Readonly<Partial<Record<GroundLook, readonly (readonly [zoom: number, pixels: number])[]>>> = {
  highway: [
    [6, 0.8],
    [10, 2.2],
    [13, 5],
    [16, 12],
    [19, 28],
  ],
  major: [
    [8, 0.6],
    [12, 2.4],
    [14, 5],
    [16, 10],
    [19, 24],
  ],
  minor: [
    [12, 0.5],
    [14, 2],
    [15, 3.4],
    [16, 5.5],
    [19, 16],
  ],
  service: [
    [14, 0.5],
    [16, 2.5],
    [19, 8],
  ],
  path: [
    [15, 0.8],
    [17, 1.6],
    [19, 3],
  ],
  rail: [
    [11, 0.6],
    [14, 1.4],
    [19, 2.5],
  ],
  stream: [
    [10, 0.6],
    [14, 2],
    [19, 10],
  ],
  border: [
    [2, 0.8],
    [10, 1.4],
    [19, 1.4],
  ],
};

/** Returns how wide lines of a look are at a zoom, in pixels; 0: they aren't drawn. */
export function lineWidth(look: GroundLook, zoom: number): number {
  const steps = widths[look] ?? [];
  const next = steps.findIndex(([at]) => at > zoom);
  const [from, to] = [steps.at(next < 0 ? -1 : next - 1), steps[next]];
  if (next === 0 || !from) return 0;
  if (!to) return from[1];
  return from[1] + ((to[1] - from[1]) * (zoom - from[0])) / (to[0] - from[0]);
}

/** The zoom from which buildings are painted. */
export const BUILDINGS_FROM = 15;
