import { mayEdit } from '#api/access/permissions.ts';
import {
  presentHead,
  presentTail,
  presentText,
  rawLinkedTexts,
  redact,
  withoutAbsent,
} from '#calendar/linked/present.ts';
import type { UnprotectedColumns } from '#calendar/posts/field-description.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { venueJsonLd } from './jsonld.ts';
import type { Venue, VenueRow, venueDescription } from './schema.ts';

/** A venue as its reader may see it, redacted where a password hides it (reference 2.2, 2.8, D34). */
export function presentVenue(full: Localized<VenueRow>, shown: PresentOptions): Venue {
  const redacted = redact(full, shown);
  const row: UnprotectedColumns<typeof venueDescription, VenueRow> = full;
  return withoutAbsent<Venue>({
    ...presentHead('venue', full, shown),
    venue: titleDisplay(row.name),
    ...presentText(full, redacted, shown),
    address: redacted.text('address'),
    city: redacted.text('city'),
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
      shown.jsonLd && redacted.isOpen
        ? { '@context': 'https://schema.org', ...venueJsonLd(full, shown) }
        : undefined,
    show_map: redacted.flag('show_map'),
    show_map_link: redacted.flag('show_map_link'),
    ...presentTail(full, shown),
    raw: shown.editing && mayEdit(shown.call.viewer, full) ? venueRaw(full, shown) : undefined,
  });
}

function venueRaw(row: Localized<VenueRow>, shown: PresentOptions) {
  const { title, description, excerpt } = rawLinkedTexts(row, shown);
  return { venue: title, description, excerpt, password: row.password };
}
