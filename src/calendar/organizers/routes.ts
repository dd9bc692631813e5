import { linkedRoutes } from '#calendar/linked/routes.ts';
import { addOrganizer, changeOrganizer, trashOrganizer } from './actions.ts';
import { presentOrganizer } from './present.ts';
import { searchedFields } from './rules.ts';
import { Organizer, OrganizerList, organizerFields, organizerUpdateFields } from './schema.ts';

/** `/organizers` (spec 2.3, 4.4). */
export const organizerRoutes = linkedRoutes({
  kind: 'organizer',
  table: 'organizers',
  fields: organizerFields,
  updateFields: organizerUpdateFields,
  item: Organizer,
  list: OrganizerList,
  searched: searchedFields.length,
  add: addOrganizer,
  change: changeOrganizer,
  trash: trashOrganizer,
  present: presentOrganizer,
});
