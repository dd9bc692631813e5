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
  linkedFields,
  linkedList,
  linkedUpdateFields,
  nameField,
} from '#calendar/linked/schema.ts';
import { translatable } from '#calendar/translations/parameter.ts';

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

export const OrganizerList = linkedList('organizers', Organizer);
