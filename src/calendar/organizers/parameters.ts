import Type from 'typebox';
import { formSchema, LIST_LIMIT } from '#api/routing/parameter.ts';
import { type Choice, linkedFilter, linksField } from '#calendar/linked/parameters.ts';
import { type OrganizerFields, organizerFields } from './schema.ts';

const organizers = {
  table: 'organizers',
  name: 'organizer',
  unknown: 'problem.organizer_unknown',
  form: 'problem.organizer_form',
} as const;

/** An organizer that an event links to: one that exists, or the fields of one to be made. */
export type OrganizerChoice = Choice<OrganizerFields>;

/** The `organizer` filter of events: IDs of organizers that exist. */
export const organizerFilter = linkedFilter(organizers);

/** The `organizer` of an event (D9). */
export const organizersField = linksField<OrganizerFields>({
  ...organizers,
  fields: organizerFields,
  schema: Type.Array(Type.Union([Type.Integer({ minimum: 1 }), formSchema(organizerFields)]), {
    maxItems: LIST_LIMIT,
  }),
});
