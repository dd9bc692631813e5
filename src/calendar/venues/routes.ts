import { linkedRoutes } from '#calendar/linked/routes.ts';
import { addVenue, changeVenue, trashVenue } from './actions.ts';
import { presentVenue } from './present.ts';
import { searchedFields } from './rules.ts';
import { Venue, VenueList, venueFields, venueUpdateFields } from './schema.ts';

/** `/venues` (spec 2.2, 4.4). */
export const venueRoutes = linkedRoutes({
  kind: 'venue',
  table: 'venues',
  fields: venueFields,
  updateFields: venueUpdateFields,
  item: Venue,
  list: VenueList,
  searched: searchedFields.length,
  add: addVenue,
  change: changeVenue,
  trash: trashVenue,
  present: presentVenue,
});
