import type { Actor } from '#api/routing/actor.ts';
import {
  addLinked,
  publishScheduledLinked,
  trashLinked,
  type WrittenLinked,
} from '#calendar/linked/actions.ts';
import type { WrittenKind } from '#calendar/linked/kind.ts';
import type { LinkedRow } from '#calendar/linked/store.ts';
import { changeLinked } from '#calendar/linked/update.ts';
import type { Writing } from '#store/db/engine.ts';
import type { Statement } from '#store/db/statement.ts';
import { completeVenue, venueSearchText } from './rules.ts';
import type { VenueChanges, VenueFields } from './schema.ts';
import type { VenueRow } from './store.ts';

const pointOf = ({ geo_lat: lat, geo_lng: lng }: VenueRow) =>
  lat === null || lng === null ? null : { lat, lng };

async function relocate(trx: Writing, actor: Actor, row: VenueRow, before: VenueRow): Promise<void> {
  if (row.geo_lat === before.geo_lat && row.geo_lng === before.geo_lng) return;
  await actor.deps.db.dialect.locateVenue(trx, row.id, pointOf(row));
}

function locate(actor: Actor, row: VenueRow): readonly Statement[] {
  const point = pointOf(row);
  return point ? actor.deps.db.dialect.newVenuePlace(row.id, point) : [];
}

/** What tells venues from what is written likewise. */
export const venue: WrittenKind<'venues', VenueChanges> = {
  kind: 'venue',
  table: 'venues',
  nameIn: (sent) => sent.venue,
  searchText: venueSearchText,
  complete: completeVenue,
  beside: locate,
  written: relocate,
};

/**
 * Makes a venue in a transaction of its own, or finds the one that is the same (reference 5.8, D20). Returns its ID, and the row of a new one.
 * @throws KalendsError `could-not-create-venue` for a blank name
 */
export const addVenue = (actor: Actor, fields: VenueFields): Promise<WrittenLinked<'venues'>> =>
  addLinked(actor, venue, fields);

/** Changes what was sent of a venue and nothing else (D1), in one transaction; returns the row after it. */
export const changeVenue = (
  actor: Actor,
  id: number,
  changes: VenueChanges,
): Promise<LinkedRow<'venues'> | undefined> => changeLinked(actor, venue, id, changes);

/** Puts a venue into the trash. @throws KalendsError `venue-is-in-trash` */
export const trashVenue = (actor: Actor, id: number): Promise<void> => trashLinked(actor, venue, id);

/** Publishes a venue whose date has come. Returns whether it was still waiting. */
export const publishScheduledVenue = (trx: Writing, actor: Actor, id: number): Promise<boolean> =>
  publishScheduledLinked(trx, actor, venue, id);
