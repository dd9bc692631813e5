import Type from 'typebox';
import { formSchema, LIST_LIMIT } from '#api/routing/parameter.ts';
import { type Choice, linkedFilter, linksField } from '#calendar/linked/parameters.ts';
import { type VenueFields, venueFields } from './schema.ts';

const venues = {
  table: 'venues',
  name: 'venue',
  unknown: 'problem.venue_unknown',
  form: 'problem.venue_form',
  leavesNoName: true,
} as const;

/** A venue that an event links to: one that exists, or the fields of one to be made. */
export type VenueChoice = Choice<VenueFields>;

/** The `venue` filter of events: IDs of venues that exist. */
export const venueFilter = linkedFilter(venues);

/** The `venue` of an event (D9). */
export const venuesField = linksField<VenueFields>({
  ...venues,
  fields: venueFields,
  schema: Type.Array(Type.Union([Type.Integer({ minimum: 1 }), formSchema(venueFields)]), {
    maxItems: LIST_LIMIT,
  }),
});
