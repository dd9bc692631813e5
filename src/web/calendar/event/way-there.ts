import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { placeDrawing } from '../components/map-drawing.ts';
import { findMapGround } from '../components/map-living.ts';
import { addressLines, mapAddress, venuePosition } from '../components/place.ts';
import { venuesOf } from './band.ts';

/** Renders how to get to the first venue of an event. */
export function wayThere(call: Call, site: Site, event: Event): Html | '' {
  const [venue] = venuesOf(event);
  if (!venue) return '';
  const lines = addressLines(venue);
  const map = venue.show_map_link === false ? undefined : mapAddress(venue);
  if (lines.length === 0 && map === undefined) return '';
  const link = map
    ? html`<p class="btns"><a class="btn btn-quiet" href="${map}" rel="noopener">${icon('ext')}${translateText(call, 'page.event.map')}</a></p>`
    : '';
  const position = venue.show_map === false ? undefined : venuePosition(venue);
  const ground = position && findMapGround(call, site);
  const drawing =
    position && ground
      ? html`<div class="ev-mapc${ground.isDrawn ? '' : ' by-script'}">${placeDrawing(call, ground, position, venue.district ?? '')}</div>`
      : '';
  return html`<section class="ev-map"><div><h2>${translateText(call, 'page.event.way')}</h2><p><b${langOf(call, venue.language)}>${trusted(venue.venue)}</b>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</p>${link}</div>${drawing}</section>`;
}
