import { describeFields } from '#api/routing/field-description.ts';
import { linkedDescription, linkedRest, nameDescription } from '#calendar/linked/fields.ts';
import { postDescription } from '#calendar/posts/fields.ts';
import type { VenuesTable } from '#store/db/tables.ts';

const line = { exported: 'column', imported: 'line', merged: 'filled' } as const;
const region = { ...line, group: 'region' } as const;
const point = { exported: 'column', imported: 'apart', group: 'point' } as const;

/** Describes every field of a venue, in the order of an export. */
export const venueDescription = describeFields<VenuesTable>()({
  ...postDescription,
  venue: nameDescription,
  ...linkedDescription,
  address: { columns: ['address'], ...line, searched: 3, naming: true },
  city: { columns: ['city'], ...line, searched: 4, naming: true },
  district: { columns: ['district'], ...line, searched: 12, naming: true },
  country: { columns: ['country'], ...region, searched: 10 },
  province: { columns: ['province'], ...region, searched: 5 },
  state: { columns: ['state'], ...region, searched: 6 },
  zip: { columns: ['zip'], ...line, searched: 8 },
  phone: { columns: ['phone'], ...line, searched: 9 },
  stateprovince: { columns: ['stateprovince'], ...region, searched: 7 },
  website: {
    columns: ['website'],
    holds: 'address',
    exported: 'column',
    imported: 'apart',
    merged: 'filled',
    searched: 11,
  },
  geo_lat: { columns: ['geo_lat'], ...point },
  geo_lng: { columns: ['geo_lng'], ...point },
  show_map: { columns: ['show_map'], form: 'flag', exported: 'column', imported: 'field' },
  show_map_link: { columns: ['show_map_link'], form: 'flag', exported: 'column', imported: 'field' },
  ...linkedRest,
});
