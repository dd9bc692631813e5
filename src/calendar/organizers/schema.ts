import Type, { type Static } from 'typebox';
import { documentDefaults, type Input, ofNew, required } from '#api/routing/parameter.ts';
import {
  filledText,
  JsonLd,
  LinkedHead,
  LinkedTail,
  LinkedText,
  lineField,
  lineUpdateField,
  linkedDescription,
  linkedFields,
  linkedList,
  linkedRest,
  linkedUpdateFields,
  nameDescription,
  nameField,
} from '#calendar/linked/schema.ts';
import { describeFields } from '#calendar/posts/field-description.ts';
import { postDescription } from '#calendar/posts/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { OrganizersTable } from '#store/db/tables.ts';

/** An organizer as stored: texts in the site's language, flags as 0 and 1. */
export type OrganizerRow = OrganizersTable;

/** Fields of a new organizer (spec 2.3). `email` is any text, as in the reference. */
export const organizerFields = documentDefaults(
  ofNew({ organizer: required(nameField), ...linkedFields, email: lineField }),
  {
    author: null,
    date: null,
    date_utc: null,
    description: null,
    status: null,
    phone: null,
    website: null,
    email: null,
    image: null,
  },
);

/** Fields of an update: all optional, absent ones keep their value (D1). */
export const organizerUpdateFields = {
  organizer: translatable(nameField),
  ...linkedUpdateFields,
  email: lineUpdateField,
};

export type OrganizerChanges = Partial<Input<typeof organizerUpdateFields>>;
export type OrganizerFields = OrganizerChanges & Pick<Input<typeof organizerFields>, 'organizer'>;

/** An organizer as answered (reference 2.3): what is empty is missing. */
export const Organizer = Type.Object({
  ...LinkedHead.properties,
  organizer: Type.String(),
  ...LinkedText.properties,
  phone: filledText,
  website: filledText,
  email: filledText,
  json_ld: Type.Optional(JsonLd),
  ...LinkedTail.properties,
  raw: Type.Optional(
    Type.Object({
      organizer: Type.String(),
      description: Type.String(),
      excerpt: Type.String(),
      password: Type.String(),
    }),
  ),
});
export type Organizer = Static<typeof Organizer>;

/** All fields of an organizer, in the order of an export (`calendar/events/schema.ts` has those of events). */
export const organizerDescription = describeFields<OrganizersTable, typeof organizerFields & Organizer>()({
  ...postDescription,
  organizer: nameDescription,
  ...linkedDescription,
  phone: { columns: ['phone'], exported: 'column', imported: 'line' },
  website: { columns: ['website'], exported: 'column', imported: 'apart' },
  email: { columns: ['email'], exported: 'column', imported: 'line' },
  ...linkedRest,
});

export const OrganizerList = linkedList('organizers', Organizer);
