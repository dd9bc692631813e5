import Type, { type Static } from 'typebox';
import type { DescribedNames } from '#api/routing/field-description.ts';
import { documentDefaults, type Input, ofNew, required } from '#api/routing/parameter.ts';
import {
  filledText,
  JsonLd,
  LinkedHead,
  LinkedTail,
  LinkedText,
  lineField,
  lineUpdateField,
  linkedFields,
  linkedList,
  linkedUpdateFields,
  nameField,
} from '#calendar/linked/schema.ts';
import { MergeResult } from '#calendar/merging/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { OrganizersTable } from '#store/db/tables.ts';
import type { organizerDescription } from './fields.ts';

/** An organizer as stored: texts in the site's language, flags as 0 and 1. */
export type OrganizerRow = OrganizersTable;

/** Request fields of a new organizer (spec 2.3). `email` is any text, as in the reference. */
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

/** Request fields of an update; what isn't sent keeps its value (D1). */
export const organizerUpdateFields = {
  organizer: translatable(nameField),
  ...linkedUpdateFields,
  email: lineUpdateField,
};

/** Fields of an update of an organizer, read and checked; what wasn't sent is undefined. */
export type OrganizerChanges = Partial<Input<typeof organizerUpdateFields>>;
/** Fields of a new organizer, read and checked; only the name is sure to be there. */
export type OrganizerFields = OrganizerChanges & Pick<Input<typeof organizerFields>, 'organizer'>;

/** Schema of an organizer in an answer (reference 2.3); empty texts are left out. */
export const Organizer = Type.Object({
  ...LinkedHead.properties,
  organizer: Type.String(),
  ...LinkedText.properties,
  phone: filledText,
  website: filledText,
  email: filledText,
  json_ld: Type.Optional(JsonLd),
  revision: Type.Optional(Type.Integer()),
  ...LinkedTail.properties,
  merge: Type.Optional(MergeResult),
  raw: Type.Optional(
    Type.Object({
      organizer: Type.String(),
      description: Type.String(),
      excerpt: Type.String(),
      password: Type.String(),
    }),
  ),
});
/** An organizer in an answer. */
export type Organizer = Static<typeof Organizer>;

/** The name of a field of an organizer, which `fields.ts` describes. */
export type OrganizerField = DescribedNames<typeof organizerFields & Organizer, typeof organizerDescription>;

/** Schema of an answer with a page of organizers. */
export const OrganizerList = linkedList('organizers', Organizer);
