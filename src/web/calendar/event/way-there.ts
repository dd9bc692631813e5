import type { Event } from '#calendar/events/schema.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { venuesOf } from './band.ts';

/** Returns the lines of a venue's address, as it is written on an envelope. */
export function addressLines({ address, zip, city, stateprovince, country }: Venue): string[] {
  const town = [zip, city].filter(Boolean).join(' ');
  return [address, [town, stateprovince].filter(Boolean).join(', '), country].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

/** Returns where a venue is in a map program; undefined where neither its coordinates nor its address are known. */
export function mapAddress(venue: Venue): string | undefined {
  const { geo_lat: lat, geo_lng: lng, address, city } = venue;
  if (lat !== undefined && lng !== undefined && (lat !== 0 || lng !== 0))
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  if (!address && !city) return undefined;
  const query = new URLSearchParams({ query: [plainText(venue.venue), ...addressLines(venue)].join(', ') });
  return `https://www.openstreetmap.org/search?${query}`;
}

/** Renders how to get to the first venue of an event. */
export function wayThere(call: Call, event: Event): Html | '' {
  const [venue] = venuesOf(event);
  if (!venue) return '';
  const lines = addressLines(venue);
  const map = venue.show_map_link === false ? undefined : mapAddress(venue);
  if (lines.length === 0 && map === undefined) return '';
  const link = map
    ? html`<p class="btns"><a class="btn btn-quiet" href="${map}" rel="noopener">${icon('ext')}${translateText(call, 'page.event.map')}</a></p>`
    : '';
  return html`<section class="ev-map"><div><h2>${translateText(call, 'page.event.way')}</h2><p><b${langOf(call, venue.language)}>${trusted(venue.venue)}</b>${lines.map((line) => html`<br>${line}`)}</p>${link}</div></section>`;
}
