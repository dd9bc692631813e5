import { linkedRoutes } from '#calendar/linked/routes.ts';
import { organizer } from './actions.ts';
import { presentOrganizer } from './present.ts';
import { searchedFields } from './rules.ts';
import { Organizer, OrganizerList, organizerFields, organizerUpdateFields } from './schema.ts';

/** The operations on `/organizers` (spec 2.3, 4.4). */
export const organizerRoutes = linkedRoutes(organizer, {
  fields: organizerFields,
  updateFields: organizerUpdateFields,
  item: Organizer,
  list: OrganizerList,
  searchedFields,
  present: presentOrganizer,
});
