import { mayEdit } from '#api/access/permissions.ts';
import {
  presentHead,
  presentTail,
  presentText,
  rawLinked,
  veilOf,
  withoutAbsent,
} from '#calendar/linked/present.ts';
import type { Shown } from '#calendar/posts/shown.ts';
import type { Localized } from '#calendar/translations/texts.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { venueJsonLd } from './jsonld.ts';
import type { Venue } from './schema.ts';
import type { VenueRow } from './store.ts';

/** A venue as its reader may see it, redacted where a password hides it (reference 2.2, 2.8, D34). */
export function presentVenue(row: Localized<VenueRow>, shown: Shown): Venue {
  const veil = veilOf(row, shown);
  const { text } = veil;
  const degrees = (stored: number | null) => (stored === null ? undefined : veil.open ? stored : 0);
  const flag = (stored: 0 | 1) => (veil.open ? stored === 1 : null);
  return withoutAbsent<Venue>({
    ...presentHead('venue', row, shown),
    venue: titleDisplay(row.name),
    ...presentText(row, veil, shown),
    address: text(row.address),
    city: text(row.city),
    country: text(row.country),
    province: text(row.province),
    state: text(row.state),
    zip: text(row.zip),
    phone: text(row.phone),
    website: text(row.website),
    stateprovince: text(row.stateprovince),
    geo_lat: degrees(row.geo_lat),
    geo_lng: degrees(row.geo_lng),
    json_ld:
      shown.jsonLd && veil.open
        ? { '@context': 'https://schema.org', ...venueJsonLd(row, shown) }
        : undefined,
    show_map: flag(row.show_map),
    show_map_link: flag(row.show_map_link),
    ...presentTail(row, shown),
    raw: shown.editing && mayEdit(shown.call.viewer, row) ? venueRaw(row, shown) : undefined,
  });
}

function venueRaw(row: Localized<VenueRow>, shown: Shown) {
  const { title, description, excerpt } = rawLinked(row, shown);
  return { venue: title, description, excerpt, password: row.password };
}
