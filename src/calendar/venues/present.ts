import type { UnprotectedColumns } from '#api/routing/field-description.ts';
import { presentShared, redact, thingJsonLd, withoutAbsent } from '#calendar/linked/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { decimalText } from '#foundation/text/decimal.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import type { venueDescription } from './fields.ts';
import type { Venue, VenueRow } from './schema.ts';

/** Returns a venue as its reader may see it, redacted where a password hides it (reference 2.2, 2.8, D34). */
export function presentVenue(full: Localized<VenueRow>, options: PresentOptions): Venue {
  const redacted = redact(full, options);
  const { head, texts, tail, raw } = presentShared('venue', full, redacted, options);
  const row: UnprotectedColumns<typeof venueDescription, VenueRow> = full;
  return withoutAbsent<Venue>({
    ...head,
    venue: titleDisplay(row.name),
    ...texts,
    address: redacted.text('address'),
    city: redacted.text('city'),
    district: redacted.text('district'),
    country: redacted.text('country'),
    province: redacted.text('province'),
    state: redacted.text('state'),
    zip: redacted.text('zip'),
    phone: redacted.text('phone'),
    website: redacted.text('website'),
    stateprovince: redacted.text('stateprovince'),
    geo_lat: redacted.number('geo_lat'),
    geo_lng: redacted.number('geo_lng'),
    json_ld:
      options.jsonLd && redacted.isOpen
        ? { '@context': 'https://schema.org', ...venueJsonLd(full, options) }
        : undefined,
    show_map: redacted.flag('show_map'),
    show_map_link: redacted.flag('show_map_link'),
    ...tail,
    merge: undefined,
    // Answers about one alone have it (api/writes).
    revision: undefined,
    raw: raw && {
      venue: raw.title,
      description: raw.description,
      excerpt: raw.excerpt,
      password: raw.password,
    },
  });
}

/** Returns a number as JSON writes it without an exponent: as a text, which schema.org takes too, where it would have one. */
const jsonNumber = (value: number): number | string =>
  String(value).includes('e') ? decimalText(value) : value;

/**
 * Returns a venue as a schema.org Place without `@context`, so that an event can hold it as its `location`. Shows what a
 * password hides: only for readers who may read the venue in full.
 */
export function venueJsonLd(row: VenueRow, options: PresentOptions) {
  const region = row.stateprovince || row.state || row.province;
  const address = {
    ...(row.address ? { streetAddress: row.address } : {}),
    ...(row.city ? { addressLocality: row.city } : {}),
    ...(region ? { addressRegion: region } : {}),
    ...(row.zip ? { postalCode: row.zip } : {}),
    ...(row.country ? { addressCountry: row.country } : {}),
  };
  return {
    '@type': 'Place',
    ...thingJsonLd('venue', row, options),
    ...(Object.keys(address).length > 0 ? { address: { '@type': 'PostalAddress', ...address } } : {}),
    ...(row.geo_lat !== null && row.geo_lng !== null
      ? {
          geo: {
            '@type': 'GeoCoordinates',
            latitude: jsonNumber(row.geo_lat),
            longitude: jsonNumber(row.geo_lng),
          },
        }
      : {}),
    ...(row.phone ? { telephone: row.phone } : {}),
  };
}
