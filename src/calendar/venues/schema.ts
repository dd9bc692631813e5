import Type, { type Static } from 'typebox';
import {
  documentDefaults,
  type Input,
  number,
  ofNew,
  type Parameter,
  refuse,
  required,
} from '#api/routing/parameter.ts';
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
  looseBoolean,
  nameDescription,
  nameField,
} from '#calendar/linked/schema.ts';
import { describeFields } from '#calendar/posts/field-description.ts';
import { postDescription } from '#calendar/posts/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { VenuesTable } from '#store/db/tables.ts';

/** A venue as stored: texts in the site's language, flags as 0 and 1. */
export type VenueRow = VenuesTable;

/**
 * A coordinate in degrees; null removes both. One needs the other in the same request, `alone` excepted: updates,
 * where the other may be stored.
 */
function coordinate(
  limit: number,
  other: 'geo_lat' | 'geo_lng',
  options: { alone: boolean },
): Parameter<number | null, false> {
  const degrees = number(-limit, limit);
  return {
    ...degrees,
    nulls: 'value',
    read(value, around) {
      if (value === null || value === '') return { value: null };
      const partner = around.sent[other];
      if (partner === null || partner === '' || (partner === undefined && !options.alone))
        return refuse('problem.coordinates_both');
      return degrees.read(value, around);
    },
  };
}

const placeFields = {
  show_map: looseBoolean,
  show_map_link: looseBoolean,
  address: lineField,
  city: lineField,
  country: lineField,
  province: lineField,
  state: lineField,
  zip: lineField,
  stateprovince: lineField,
};

const placeUpdateFields = {
  ...placeFields,
  address: lineUpdateField,
  city: lineUpdateField,
  country: lineUpdateField,
  province: lineUpdateField,
  state: lineUpdateField,
  zip: lineUpdateField,
  stateprovince: lineUpdateField,
};

/** Fields of a new venue (spec 2.2), then those of ours. */
export const venueFields = documentDefaults(
  ofNew({
    venue: required(nameField),
    ...linkedFields,
    ...placeFields,
    geo_lat: coordinate(90, 'geo_lng', { alone: false }),
    geo_lng: coordinate(180, 'geo_lat', { alone: false }),
  }),
  {
    description: null,
    show_map: null,
    show_map_link: null,
    address: null,
    city: null,
    country: null,
    province: null,
    state: null,
    zip: null,
    phone: null,
    stateprovince: null,
    website: null,
    image: null,
    geo_lat: null,
    geo_lng: null,
  },
);

/** Fields of an update: all optional, absent ones keep their value (D1). */
export const venueUpdateFields = {
  venue: translatable(nameField),
  ...linkedUpdateFields,
  ...placeUpdateFields,
  geo_lat: coordinate(90, 'geo_lng', { alone: true }),
  geo_lng: coordinate(180, 'geo_lat', { alone: true }),
};

export type VenueChanges = Partial<Input<typeof venueUpdateFields>>;
export type VenueFields = VenueChanges & Pick<Input<typeof venueFields>, 'venue'>;

/** Flags are null where a password hides them. */
const shownFlag = Type.Union([Type.Boolean(), Type.Null()]);

/** A venue as answered (reference 2.2): what is empty is missing, the flags and all after them are always there. */
export const Venue = Type.Object({
  ...LinkedHead.properties,
  venue: Type.String(),
  ...LinkedText.properties,
  address: filledText,
  city: filledText,
  country: filledText,
  province: filledText,
  state: filledText,
  zip: filledText,
  phone: filledText,
  website: filledText,
  stateprovince: filledText,
  geo_lat: Type.Optional(Type.Number()),
  geo_lng: Type.Optional(Type.Number()),
  json_ld: Type.Optional(JsonLd),
  show_map: shownFlag,
  show_map_link: shownFlag,
  ...LinkedTail.properties,
  raw: Type.Optional(
    Type.Object({
      venue: Type.String(),
      description: Type.String(),
      excerpt: Type.String(),
      password: Type.String(),
    }),
  ),
});
export type Venue = Static<typeof Venue>;

const line = { exported: 'column', imported: 'line' } as const;

/** All fields of a venue, in the order of an export (`calendar/events/schema.ts` has those of events). */
export const venueDescription = describeFields<VenuesTable, typeof venueFields & Venue>()({
  ...postDescription,
  venue: nameDescription,
  ...linkedDescription,
  address: { columns: ['address'], ...line },
  city: { columns: ['city'], ...line },
  country: { columns: ['country'], ...line },
  province: { columns: ['province'], ...line },
  state: { columns: ['state'], ...line },
  zip: { columns: ['zip'], ...line },
  phone: { columns: ['phone'], ...line },
  stateprovince: { columns: ['stateprovince'], ...line },
  website: { columns: ['website'], exported: 'column', imported: 'apart' },
  geo_lat: { columns: ['geo_lat'], exported: 'column', imported: 'apart' },
  geo_lng: { columns: ['geo_lng'], exported: 'column', imported: 'apart' },
  show_map: { columns: ['show_map'], exported: 'flag', imported: 'field' },
  show_map_link: { columns: ['show_map_link'], exported: 'flag', imported: 'field' },
  ...linkedRest,
});

export const VenueList = linkedList('venues', Venue);
