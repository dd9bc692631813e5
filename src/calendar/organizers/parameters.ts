import { type LinkChoice, linkedFilter, linksField } from '#calendar/linked/parameters.ts';
import { type OrganizerFields, organizerFields } from './schema.ts';

const traits = {
  table: 'organizers',
  name: 'organizer',
  unknown: 'problem.organizer_unknown',
  form: 'problem.organizer_form',
} as const;

/** An organizer that an event is to link to: the ID of an existing one, or the fields of a new one. */
export type OrganizerChoice = LinkChoice<OrganizerFields>;

/** The filter `organizer` of lists of events: IDs of existing organizers. */
export const organizerFilter = linkedFilter(traits);

/** The field `organizer` of an event that is written (D9). */
export const organizersField = linksField<OrganizerFields>({ ...traits, fields: organizerFields });
