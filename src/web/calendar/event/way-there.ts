import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { addressLines, mapAddress } from '../components/place.ts';
import { venuesOf } from './band.ts';

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
