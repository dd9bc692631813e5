import { type LinkChoice, linkedFilter, linksField } from '#calendar/linked/parameters.ts';
import { type VenueFields, venueFields } from './schema.ts';

const traits = {
  table: 'venues',
  name: 'venue',
  unknown: 'problem.venue_unknown',
  form: 'problem.venue_form',
  allowsEmptyName: true,
} as const;

/** A venue that an event is to link to: the ID of an existing one, or the fields of a new one. */
export type VenueChoice = LinkChoice<VenueFields>;

/** The filter `venue` of lists of events: IDs of existing venues. */
export const venueFilter = linkedFilter(traits);

/** The field `venue` of an event that is written (D9). */
export const venuesField = linksField<VenueFields>({ ...traits, fields: venueFields });
