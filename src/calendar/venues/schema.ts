import Type, { type Static } from 'typebox';
import type { DescribedNames } from '#api/routing/field-description.ts';
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
  linkedFields,
  linkedList,
  linkedUpdateFields,
  looseBoolean,
  nameField,
} from '#calendar/linked/schema.ts';
import { MergeResult } from '#calendar/merging/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { VenuesTable } from '#store/db/tables.ts';
import type { venueDescription } from './fields.ts';

/** A venue as stored: texts in the site's language, flags as 0 and 1. */
export type VenueRow = VenuesTable;

/**
 * A coordinate in degrees; null removes both. Needs the other in the same request, unless `alone`: in an update the other
 * may be stored.
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
  district: lineField,
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
  district: lineUpdateField,
  country: lineUpdateField,
  province: lineUpdateField,
  state: lineUpdateField,
  zip: lineUpdateField,
  stateprovince: lineUpdateField,
};

/** Request fields of a new venue: those of spec 2.2, then Kalends' own. */
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
    district: null,
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

/** Request fields of an update; what isn't sent keeps its value (D1). */
export const venueUpdateFields = {
  venue: translatable(nameField),
  ...linkedUpdateFields,
  ...placeUpdateFields,
  geo_lat: coordinate(90, 'geo_lng', { alone: true }),
  geo_lng: coordinate(180, 'geo_lat', { alone: true }),
};

/** Fields of an update of a venue, read and checked; what wasn't sent is undefined. */
export type VenueChanges = Partial<Input<typeof venueUpdateFields>>;
/** Fields of a new venue, read and checked; only the name is sure to be there. */
export type VenueFields = VenueChanges & Pick<Input<typeof venueFields>, 'venue'>;

/** A flag, null where a password hides it. */
const redactedFlag = Type.Union([Type.Boolean(), Type.Null()]);

/** Schema of a venue in an answer (reference 2.2): empty texts are left out, the flags and the members after them never. */
export const Venue = Type.Object({
  ...LinkedHead.properties,
  venue: Type.String(),
  ...LinkedText.properties,
  address: filledText,
  city: filledText,
  district: filledText,
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
  revision: Type.Optional(Type.Integer()),
  show_map: redactedFlag,
  show_map_link: redactedFlag,
  ...LinkedTail.properties,
  merge: Type.Optional(MergeResult),
  raw: Type.Optional(
    Type.Object({
      venue: Type.String(),
      description: Type.String(),
      excerpt: Type.String(),
      password: Type.String(),
    }),
  ),
});
/** A venue in an answer. */
export type Venue = Static<typeof Venue>;

/** The name of a field of a venue, which `fields.ts` describes. */
export type VenueField = DescribedNames<typeof venueFields & Venue, typeof venueDescription>;

/** Schema of an answer with a page of venues. */
export const VenueList = linkedList('venues', Venue);
