import type { LinkedKind } from '#calendar/linked/kind.ts';
import { completeVenue, venueSearchText } from './rules.ts';
import type { VenueChanges, VenueRow } from './schema.ts';

/** Returns the coordinates of a venue in degrees; null where it has none. */
const pointOf = ({ geo_lat: lat, geo_lng: lng }: VenueRow) =>
  lat === null || lng === null ? null : { lat, lng };

/** Venues for the actions of `linked`; an index beside their table knows their coordinates. */
export const venue: LinkedKind<'venues', VenueChanges> = {
  kind: 'venue',
  table: 'venues',
  searchText: venueSearchText,
  complete: completeVenue,
  insertBeside(actor, row) {
    const point = pointOf(row);
    return point ? actor.services.db.dialect.newVenuePlace(row.id, point) : [];
  },
  async updateBeside(trx, actor, row, before) {
    if (row.geo_lat === before.geo_lat && row.geo_lng === before.geo_lng) return;
    await actor.services.db.dialect.locateVenue(trx, row.id, pointOf(row));
  },
};
