import type { Venue } from '#calendar/venues/schema.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { Position } from '../reading/map-frame.ts';

/** Returns the lines of a venue's address, as it is written on an envelope. */
export function addressLines({ address, zip, city, stateprovince, country }: Venue): string[] {
  const town = [zip, city].filter(Boolean).join(' ');
  return [address, [town, stateprovince].filter(Boolean).join(', '), country].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

/** Returns the position of a venue; undefined where it isn't known. */
export function venuePosition({ geo_lat: lat, geo_lng: lng }: Venue): Position | undefined {
  return lat !== undefined && lng !== undefined && (lat !== 0 || lng !== 0) ? { lat, lng } : undefined;
}

/** Returns where a venue is in a map program; undefined where neither its coordinates nor its address are known. */
export function mapAddress(venue: Venue): string | undefined {
  const { address, city } = venue;
  const position = venuePosition(venue);
  if (position) {
    const { lat, lng } = position;
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  }
  if (!address && !city) return undefined;
  const query = new URLSearchParams({ query: [plainText(venue.venue), ...addressLines(venue)].join(', ') });
  return `https://www.openstreetmap.org/search?${query}`;
}
