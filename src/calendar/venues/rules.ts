import { searchText } from '#calendar/linked/rules.ts';
import type { SharedColumns } from '#calendar/linked/store.ts';
import { invalidParameter } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Flag } from '#store/db/tables.ts';
import type { VenueChanges, VenueRow } from './schema.ts';

/** The fields that `search` looks in (reference 4.8, D39), the name first. What comes later goes to the end: places in stored texts stay. */
export const searchedFields = [
  'name',
  'description',
  'excerpt',
  'address',
  'city',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'country',
  'website',
] as const satisfies (keyof VenueRow)[];

type Own = Omit<VenueRow, keyof SharedColumns>;
type Place = Pick<VenueRow, 'country' | 'state' | 'province'>;

/** What a venue is before anything was said of it. */
const unsaid: Own = {
  address: '',
  city: '',
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

/** The state in the United States and where no country is known, the province elsewhere (reference 5.8). */
export function regionOf({ country, state, province }: Place): string {
  const american = country === '' || country === 'US' || country === 'United States';
  return (american && state) || province;
}

function stateprovince(place: Place, sent: VenueChanges, before: Own): string {
  if (sent.stateprovince !== undefined) return sent.stateprovince;
  const moved = sent.state !== undefined || sent.province !== undefined || sent.country !== undefined;
  return moved ? regionOf(place) : before.stateprovince;
}

/**
 * Coordinates after a write: null for one removes both, one alone goes with the other that is stored.
 * @throws KalendsError naming the one that lacks the other
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

const asFlag = (sent: boolean | undefined, before: Flag): Flag =>
  sent === undefined ? before : sent ? 1 : 0;

/** The row of a venue: fields as sent or else as before, and what follows from them. @throws KalendsError as `pointOf` */
export function completeVenue(
  shared: SharedColumns,
  sent: VenueChanges,
  before: Own | undefined = unsaid,
): VenueRow {
  const place = {
    country: sent.country ?? before.country,
    state: sent.state ?? before.state,
    province: sent.province ?? before.province,
  };
  const row: VenueRow = {
    ...shared,
    ...place,
    ...pointOf(sent, before),
    address: sent.address ?? before.address,
    city: sent.city ?? before.city,
    zip: sent.zip ?? before.zip,
    phone: sent.phone ?? before.phone,
    stateprovince: stateprovince(place, sent, before),
    website: sent.website ?? before.website,
    show_map: asFlag(sent.show_map, before.show_map),
    show_map_link: asFlag(sent.show_map_link, before.show_map_link),
    search_text: '',
  };
  return { ...row, search_text: venueSearchText(row) };
}

/** What a search looks in. */
export const venueSearchText = (row: VenueRow): string => searchText(searchedFields.map((name) => row[name]));
