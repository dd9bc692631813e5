import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import {
  flag,
  number,
  type Parameter,
  parameter,
  type ReadContext,
  refuse,
  withDefault,
} from '#api/routing/parameter.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import type { Database } from '#store/db/engine.ts';
import { type BaseQuery, listFilter, type VenueWithinReach } from './filter.ts';
import { being } from './flags.ts';

/** A point and the kilometres around it within which events are found. */
export type NearPoint = Point & { radiusKm: number };

/** With more venues within reach the database answers the list. */
const MAX_REACHED = 2_000;

const isSent = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Returns whether a request has both coordinates of a point. */
export const hasPoint = ({ sent }: ReadContext) => isSent(sent['geoloc_lat']) && isSent(sent['geoloc_lng']);

/** Returns a coordinate of the list's point, which is refused without the other. */
function pointField(limit: number, other: 'geoloc_lat' | 'geoloc_lng'): Parameter<number, false> {
  const degrees = number(-limit, limit);
  return {
    ...degrees,
    read: (value, around) =>
      isSent(around.sent[other]) ? degrees.read(value, around) : refuse('problem.coordinates_both'),
  };
}

/** Kilometres around the list's point. */
const radiusField: Parameter<number, false> = parameter<number>(
  Type.Number({ format: 'double', exclusiveMinimum: 0, maximum: 20_000 }),
  async (value, around) => {
    const reading = await number(0, 20_000).read(value, around);
    return 'value' in reading && reading.value === 0
      ? refuse('problem.coordinate_range', { low: 0, high: 20_000 })
      : reading;
  },
);

/** Returns the great-circle distance of a venue `v` from a point, in kilometres. */
export function venueDistance({ dialect }: Database, { lat, lng }: Point): RawBuilder<number> {
  const chord = sql<number>`sqrt(
    power(sin((v.geo_lat - ${lat}) * pi() / 360), 2) +
    cos(${lat} * pi() / 180) * cos(v.geo_lat * pi() / 180) * power(sin((v.geo_lng - ${lng}) * pi() / 360), 2))`;
  // A literal, since PostgreSQL would take a parameter beside an integer for an integer.
  return sql<number>`(${sql.lit(2 * EARTH_KM)} * asin(${dialect.lesser(sql`1`, chord)}))`;
}

/** Returns the condition that a venue `v` has coordinates and no password, and that the list's reader may see it. */
const isLocated = ({ linkedScope }: BaseQuery) =>
  sql`v.geo_lat is not null and v.password = '' and ${withinScope(linkedScope, { status: 'v.status', author: 'v.author_id' })}`;

/** Returns the condition that such a venue lies within reach of a point. */
function isWithinReach(db: Database, near: NearPoint, base: BaseQuery): RawBuilder<boolean> {
  const boxes = sql.join(
    boxAround(near, near.radiusKm).map((box) => sql`v.id in ${db.dialect.venuesInBox(box)}`),
    sql` or `,
  );
  return sql<boolean>`(${boxes}) and ${isLocated(base)} and ${venueDistance(db, near)} <= ${near.radiusKm}`;
}

/** Returns the IDs and distances of such venues within reach of a point, the nearest first. */
async function venuesWithin(db: Database, near: NearPoint, base: BaseQuery): Promise<VenueWithinReach[]> {
  const km = venueDistance(db, near);
  const { rows } = await sql<VenueWithinReach>`select v.id, ${km} as km
    from venues v where ${isWithinReach(db, near, base)} order by 2, 1`.execute(db.read);
  return rows;
}

/** Events at a venue with coordinates, or those that have none. */
export const geoloc = listFilter({
  parameters: { geoloc: flag },
  read: (input) => input.geoloc,
  cost: { readsEvent: true },
  protectedEvents: 'false',
  where: (wanted, { base, open }) => {
    const located = sql`select ev.event_id from event_venues ev join venues v on v.id = ev.venue_id
    where ${isLocated(base)}`;
    return [being(wanted, sql`o.event_id in (${located}) and ${open}`)];
  },
  index: (wanted, { base }) => ({
    predicates: [{ sets: [{ of: 'located', scope: base.linkedScope }], wanted }],
  }),
});

/** Events at venues within reach of a point, with the distance of the nearest. */
export const near = listFilter({
  parameters: {
    geoloc_lat: pointField(90, 'geoloc_lng'),
    geoloc_lng: pointField(180, 'geoloc_lat'),
    geoloc_radius: withDefault(radiusField, 40),
  },
  read: ({ geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radiusKm }): NearPoint | undefined =>
    lat !== undefined && lng !== undefined ? { lat, lng, radiusKm } : undefined,
  cost: { readsEvent: true, narrows: true, leads: true, unindexed: 'slow' },
  protectedEvents: 'left-out',
  join: (point, { db, base }) =>
    sql<{ event_id: number; km: number }>`(select l.event_id, min(${venueDistance(db, point)}) as km
    from venues v join event_venues l on l.venue_id = v.id
    where ${isWithinReach(db, point, base)} group by l.event_id)`,
  index: async (point, { db, base }) => {
    const reach = await venuesWithin(db, point, base);
    if (reach.length > MAX_REACHED) return undefined;
    return {
      predicates: [{ sets: reach.map(({ id }) => ({ of: 'event_venues', id })), wanted: true }],
      reach,
    };
  },
});

/** Mean radius of the Earth (IUGG), kilometres. */
export const EARTH_KM = 6371.0088;

/** Degrees, WGS 84. */
export interface Point {
  lat: number;
  lng: number;
}

/** A box of coordinates, degrees; both ends count. */
export interface CoordinateBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

// The R*Tree has single-precision numbers; the margin makes up for their rounding.
const MARGIN = 0.001;

/** Returns boxes that together hold every point within a distance: two where the circle crosses the 180th meridian. */
export function boxAround({ lat, lng }: Point, radiusKm: number): CoordinateBox[] {
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
