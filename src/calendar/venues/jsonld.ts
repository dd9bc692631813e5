import { describeThing } from '#calendar/linked/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { VenueRow } from './schema.ts';

/**
 * A venue as schema.org has it, without `@context`, so that events can hold it as their `location`. Of a venue that
 * the caller may read in full.
 */
export function venueJsonLd(row: VenueRow, shown: PresentOptions) {
  const region = row.stateprovince || row.state || row.province;
  const address = {
    ...(row.address ? { streetAddress: row.address } : {}),
    ...(row.city ? { addressLocality: row.city } : {}),
    ...(region ? { addressRegion: region } : {}),
    ...(row.zip ? { postalCode: row.zip } : {}),
    ...(row.country ? { addressCountry: row.country } : {}),
  };
  const located = row.geo_lat !== null && row.geo_lng !== null;
  return {
    '@type': 'Place',
    ...describeThing('venue', row, shown),
    ...(Object.keys(address).length > 0 ? { address: { '@type': 'PostalAddress', ...address } } : {}),
    ...(located ? { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } } : {}),
    ...(row.phone ? { telephone: row.phone } : {}),
  };
}
