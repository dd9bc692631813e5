import type { Site } from '#api/settings/site-settings.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import type { MapEvents } from '../reading/map-events.ts';
import { metresBetween } from '../reading/map-frame.ts';
import { positionOf } from '../reading/map-places.ts';
import { eventRow, langOf } from './event-row.ts';
import { distanceText } from './map-drawing.ts';
import type { MapMoment } from './map-list.ts';
import { addressLines, mapAddress } from './place.ts';

/** A venue with its events, and how far it is from the visitor in metres, where both are known. */
interface PlaceEvents {
  readonly venue: Venue;
  readonly events: ListedEvent[];
  readonly metres: number | undefined;
}

/** Venues of one district, or of a city where they have none. */
interface DistrictPlaces {
  readonly name: string;
  readonly places: PlaceEvents[];
}

/** Sorts what has a distance first, the nearest before the others, else by name. */
const nearestFirst =
  (language: string) =>
  (
    one: { readonly metres: number | undefined; readonly name: string },
    other: { readonly metres: number | undefined; readonly name: string },
  ): number =>
    (one.metres ?? Number.POSITIVE_INFINITY) - (other.metres ?? Number.POSITIVE_INFINITY) ||
    // What has no name comes last.
    Number(one.name === '') - Number(other.name === '') ||
    one.name.localeCompare(other.name, language);

/** Returns the events by district and venue: the nearest first where the visitor's place is known, else by name. */
function districtsOf(call: Call, events: MapEvents, { near }: MapMoment): DistrictPlaces[] {
  const places = new Map<number, PlaceEvents>();
  for (const listed of [...events.first, ...events.running, ...events.later]) {
    const [venue] = [listed.event.venue].flat();
    if (!venue) continue;
    const position = positionOf(listed);
    const metres = near && position ? metresBetween(near, position) : undefined;
    const known = places.get(venue.id);
    if (known) known.events.push(listed);
    else places.set(venue.id, { venue, events: [listed], metres });
  }
  const compare = nearestFirst(call.language);
  const sorted = [...places.values()]
    .map((place) => ({ ...place, name: plainText(place.venue.venue) }))
    .sort(compare);
  return [...Map.groupBy(sorted, ({ venue }) => venue.district || venue.city || '')]
    .map(([name, own]) => ({ name, places: own, metres: own[0]?.metres }))
    .sort(compare);
}

function placeSection(
  call: Call,
  site: Site,
  { venue, events, metres }: PlaceEvents,
  { running }: MapEvents,
  isDay: boolean,
): Html {
  const lines = addressLines(venue);
  const map = venue.show_map_link === false ? undefined : mapAddress(venue);
  const address = lines.length > 0 ? html`<bdi>${lines.join(', ')}</bdi>` : '';
  const link = map
    ? html`<a href="${map}" rel="noopener">${icon('ext')}${translateText(call, 'page.event.map')}</a>`
    : '';
  const far = metres === undefined ? '' : html` <span class="num">${distanceText(call, metres)}</span>`;
  const rows = events.map((listed) =>
    eventRow(call, site, listed, {
      level: 4,
      hasPlace: false,
      hasDay: !isDay && !running.includes(listed),
      isRunning: running.includes(listed),
    }),
  );
  return html`<section class="pl"><h3><a href="${venue.url}"${langOf(call, venue.language)}>${trusted(venue.venue)}</a>${far}</h3>${address || link ? html`<p class="pl-a">${address}${link}</p>` : ''}<ul class="evs">${rows}</ul></section>`;
}

/**
 * Renders the events by district and venue, with addresses and ways to a map program, where the calendar has no map of its own.
 * @param isDay whether the page is that of one day, which it names
 */
export function placeList(
  call: Call,
  site: Site,
  events: MapEvents,
  moment: MapMoment,
  isDay: boolean,
): Html {
  const sections = districtsOf(call, events, moment).map(({ name, places }, at) => {
    const count = places.reduce((sum, { events: own }) => sum + own.length, 0);
    const title = name ? html`<bdi>${name}</bdi>` : translateText(call, 'page.places.elsewhere');
    return html`<section class="day" aria-labelledby="h-d${at}"><div class="day-r"><h2 id="h-d${at}"><span class="day-wd">${title}</span></h2><p class="day-c">${translateText(call, 'page.events', { count })}</p></div>
<div class="day-e">${places.map((place) => placeSection(call, site, place, events, isDay))}</div></section>
`;
  });
  return html`${sections}`;
}
