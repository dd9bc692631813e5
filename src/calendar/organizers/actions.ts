import type { LinkedKind } from '#calendar/linked/kind.ts';
import { completeOrganizer, organizerSearchText } from './rules.ts';
import type { OrganizerChanges } from './schema.ts';

/** Organizers for the actions of `linked`. */
export const organizer: LinkedKind<'organizers', OrganizerChanges> = {
  kind: 'organizer',
  table: 'organizers',
  searchText: organizerSearchText,
  complete: completeOrganizer,
};
