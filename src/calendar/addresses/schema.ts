import Type, { type Static } from 'typebox';
import { required, text } from '#api/routing/parameter.ts';

/** Characters of what is looked up at most. */
const LONGEST = 200;

/** The words of an address that is looked up. */
export const lookupFields = { search: required(text({ max: LONGEST })) };

/** An address that was found, in the fields of a venue; what isn't known is empty. */
export const FoundAddress = Type.Object({
  label: Type.String(),
  address: Type.String(),
  zip: Type.String(),
  city: Type.String(),
  district: Type.String(),
  stateprovince: Type.String(),
  country: Type.String(),
  geo_lat: Type.Number({ minimum: -90, maximum: 90 }),
  geo_lng: Type.Number({ minimum: -180, maximum: 180 }),
});
/** An address that was found: the type of the schema. */
export type FoundAddress = Static<typeof FoundAddress>;

/** The addresses that were found, and the host that was asked. */
export const FoundAddresses = Type.Object({
  host: Type.String(),
  addresses: Type.Array(FoundAddress),
});
