import { searchedColumns } from '#api/routing/field-description.ts';
import { searchText } from '#calendar/linked/rules.ts';
import type { SharedColumns } from '#calendar/linked/store.ts';
import { invalidParameter } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Flag } from '#store/db/tables.ts';
import { venueDescription } from './fields.ts';
import type { VenueChanges, VenueRow } from './schema.ts';

/** The columns that `search` looks in (reference 4.8, D39), in the order of `search_text`, the name first. */
export const searchedFields = searchedColumns(venueDescription);

type VenueColumns = Omit<VenueRow, keyof SharedColumns>;
type Region = Pick<VenueRow, 'country' | 'state' | 'province'>;

/** The columns of a new venue before its fields are applied. */
const initialColumns: VenueColumns = {
  address: '',
  city: '',
  district: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  phone: '',
  stateprovince: '',
  website: '',
  show_map: 1,
  show_map_link: 1,
  geo_lat: null,
  geo_lng: null,
  search_text: '',
};

/** Returns the state in the United States and where no country is known, the province elsewhere (reference 5.8). */
export function regionOf({ country, state, province }: Region): string {
  const american = country === '' || country === 'US' || country === 'United States';
  return (american && state) || province;
}

function stateprovince(region: Region, sent: VenueChanges, before: VenueColumns): string {
  if (sent.stateprovince !== undefined) return sent.stateprovince;
  const moved = sent.state !== undefined || sent.province !== undefined || sent.country !== undefined;
  return moved ? regionOf(region) : before.stateprovince;
}

/**
 * Returns the coordinates after a write, in degrees: null for one removes both; one alone joins the other that is stored.
 * @throws KalendsError `rest_invalid_param` for the one that is missing
 */
export function pointOf(
  sent: Pick<VenueChanges, 'geo_lat' | 'geo_lng'>,
  before: Pick<VenueRow, 'geo_lat' | 'geo_lng'>,
): Pick<VenueRow, 'geo_lat' | 'geo_lng'> {
  if (sent.geo_lat === null || sent.geo_lng === null) return { geo_lat: null, geo_lng: null };
  const geo_lat = sent.geo_lat ?? before.geo_lat;
  const geo_lng = sent.geo_lng ?? before.geo_lng;
  if ((geo_lat === null) !== (geo_lng === null))
    throw invalidParameter(geo_lat === null ? 'geo_lng' : 'geo_lat', message('problem.coordinates_both'));
  return { geo_lat, geo_lng };
}

const flagAfter = (sent: boolean | undefined, before: Flag): Flag =>
  sent === undefined ? before : sent ? 1 : 0;

/** Returns the complete row of a venue: its own columns as sent, else as before, and derived ones. @throws KalendsError as `pointOf` */
export function completeVenue(
  shared: SharedColumns,
  sent: VenueChanges,
  before: VenueColumns | undefined = initialColumns,
): VenueRow {
  const region = {
    country: sent.country ?? before.country,
    state: sent.state ?? before.state,
    province: sent.province ?? before.province,
  };
  const row: VenueRow = {
    ...shared,
    ...region,
    ...pointOf(sent, before),
    address: sent.address ?? before.address,
    city: sent.city ?? before.city,
    district: sent.district ?? before.district,
    zip: sent.zip ?? before.zip,
    phone: sent.phone ?? before.phone,
    stateprovince: stateprovince(region, sent, before),
    website: sent.website ?? before.website,
    show_map: flagAfter(sent.show_map, before.show_map),
    show_map_link: flagAfter(sent.show_map_link, before.show_map_link),
    search_text: '',
  };
  return { ...row, search_text: venueSearchText(row) };
}

/** Returns the value of `search_text` for a venue. */
export const venueSearchText = (row: VenueRow): string => searchText(searchedFields.map((name) => row[name]));
