import { sql } from 'kysely';
import {
  type ListScope,
  listScope,
  mayRead,
  mayUnlock,
  type UnlockScope,
  unlockScope,
} from '#api/access/permissions.ts';
import type { LinkedRow } from '#calendar/linked/store.ts';
import { withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import type { Call } from '#context.ts';
import { venueDistance } from '../filters/places.ts';
import { collisionsOf, MOST_TAKEN, takenUntil, UNPROTECTED } from './overlaps.ts';
import { listTaken, listTakenAround, type TakenDate, type TimeSpan } from './store.ts';

/** So many of the nearest venues are looked at; of a series fewer, since each has many dates. */
const MOST_LOOKED_AT = 100;
const MOST_FOR_SERIES = 30;
/** Kilometres within which another venue is as good as near. */
const NEARBY_KM = 50;

/** A venue that is free, with its distance in kilometres from the one that isn't, where both have a place. */
export interface FreeVenue {
  readonly id: number;
  readonly distance: number | null;
}

/** A date that needs a venue. */
type WantedDate = Readonly<Record<'utc_start_date' | 'utc_end_date', string>>;

/**
 * Returns the venues most like another that the caller may read: near it, else in its city and district.
 * Where the caller may not read where that one is, any.
 */
async function listLike(
  call: Call,
  venue: LinkedRow<'venues'>,
  query: { scope: ListScope; unlocked: UnlockScope; most: number },
): Promise<FreeVenue[]> {
  const { db } = call.services;
  const isOpen = mayUnlock(call.viewer, venue, UNPROTECTED);
  const { geo_lat: lat, geo_lng: lng } = venue;
  const { city, district } = isOpen ? venue : { city: '', district: '' };
  const distance =
    isOpen && lat !== null && lng !== null
      ? sql<number | null>`case when v.geo_lat is null then null else ${venueDistance(db, { lat, lng })} end`
      : sql<number | null>`cast(null as double precision)`;
  const { rows } = await sql<FreeVenue>`
    select n.id, n.distance from (
      select v.id, v.name, v.city, v.district, ${distance} as distance from venues as v
      where v.id <> ${venue.id} and ${withinScope(query.scope, { status: 'v.status', author: 'v.author_id' })}
        and ${withinUnlocked(query.unlocked, 'v')}
    ) as n
    order by case when n.distance <= ${sql.lit(NEARBY_KM)} or (n.city <> '' and n.city = ${city}) then 0 else 1 end,
      case when n.distance is null then 1 else 0 end, n.distance,
      case when n.district <> '' and n.district = ${district} then 0 else 1 end, n.name, n.id
    limit ${query.most}`.execute(db.read);
  return rows;
}

const isExcluded = ({ id, event_id, series_id }: TakenDate, exclude: number | undefined): boolean =>
  exclude !== undefined && [id, event_id, series_id].includes(exclude);

/** Returns whether a venue is free at all these dates, as far as the caller may know. @param dates by start, at least one */
async function isFree(
  call: Call,
  venue: number,
  dates: readonly WantedDate[],
  { exclude, ...span }: TimeSpan & { exclude: number | undefined },
): Promise<boolean> {
  const { viewer, services } = call;
  if (dates.length === 1) {
    const taken = await listTakenAround(services.db.read, 'venues', venue, span);
    return !taken.some(
      (one) => !isExcluded(one, exclude) && mayRead(viewer, one) && mayUnlock(viewer, one, UNPROTECTED),
    );
  }
  const scopes = { scope: listScope(viewer), unlocked: unlockScope(viewer, UNPROTECTED) };
  const query = { table: 'venues', id: venue, exclude, ...span, ...scopes } as const;
  const { rows } = await listTaken(services.db.read, query, { page: 1, per_page: MOST_TAKEN });
  const own = dates.map((date) => ({ ...date, id: 0, venue_id: venue }));
  return collisionsOf(venue, own, rows).next().done === true;
}

/**
 * Returns venues that are free at all dates of an event, the most like one of its venues first. What the caller may not read
 * takes no venue. @param dates by start, UTC
 */
export async function listFreeVenues(
  call: Call,
  venue: LinkedRow<'venues'>,
  dates: readonly WantedDate[],
  { exclude, limit }: { exclude: number | undefined; limit: number },
): Promise<FreeVenue[]> {
  const [first] = dates;
  if (!first) return [];
  const to = dates.reduce((latest, { utc_start_date, utc_end_date }) => {
    const end = takenUntil(utc_start_date, utc_end_date);
    return end > latest ? end : latest;
  }, '');
  const like = await listLike(call, venue, {
    scope: listScope(call.viewer),
    unlocked: unlockScope(call.viewer, UNPROTECTED),
    most: dates.length === 1 ? MOST_LOOKED_AT : MOST_FOR_SERIES,
  });
  const free: FreeVenue[] = [];
  for (const one of like) {
    if (free.length === limit) break;
    if (await isFree(call, one.id, dates, { from: first.utc_start_date, to, exclude })) free.push(one);
  }
  return free;
}
