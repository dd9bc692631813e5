import { linkedRoutes } from '#calendar/linked/routes.ts';
import { venue } from './actions.ts';
import { presentVenue } from './present.ts';
import { searchedFields } from './rules.ts';
import { Venue, VenueList, venueFields, venueUpdateFields } from './schema.ts';

/** The operations on `/venues` (spec 2.2, 4.4). */
export const venueRoutes = linkedRoutes(venue, {
  fields: venueFields,
  updateFields: venueUpdateFields,
  item: Venue,
  list: VenueList,
  searchedFields,
  present: presentVenue,
});
