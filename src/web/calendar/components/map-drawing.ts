import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import {
  distanceIn,
  frameOf,
  MAP_SIZE,
  type MapFrame,
  outlinePaths,
  type Position,
  pointOn,
  ringMetres,
  tilesOn,
} from '../reading/map-frame.ts';
import { looksOf, type MapPin, type MapPlace, pinsOf } from '../reading/map-places.ts';

import { isTiled, livingAttributes, mapParts, smallMapParts } from './map-living.ts';

/** Returns a distance in words of the caller's language. */
export const distanceText = (call: Call, metres: number): string => distanceIn(call.language, metres);

/** Renders the ground: tiles or an outline where the operator set them. */
function ground(site: Site, frame: MapFrame): Html {
  const tiles = isTiled(site)
    ? tilesOn(frame, site.map_tiles).map(
        ({ address, x, y }) => html`<image href="${address}" x="${x}" y="${y}" width="256" height="256"/>`,
      )
    : '';
  const paths = outlinePaths(frame, site.map_outline).map(
    ({ d, isArea }) => html`<path class="${isArea ? 'g-area' : 'g-line'}" d="${d}"/>`,
  );
  return html`<rect width="${MAP_SIZE.width}" height="${MAP_SIZE.height}" class="g-land"/>${tiles}${paths}`;
}

/** Renders rings of distance around the middle, which stand for a scale too. */
function rings(call: Call, frame: MapFrame, { x, y }: { x: number; y: number }): Html {
  const inner = ringMetres(frame);
  const drawn = [inner, inner * 2].map((metres) => ({ metres, r: Math.round(metres / frame.metres) }));
  return html`<g class="g-ring">${drawn.map(({ r }) => html`<circle cx="${x}" cy="${y}" r="${r}"/>`)}</g><g class="g-km">${drawn.map(({ r, metres }) => html`<text x="${x + r}" y="${y + 4}">${distanceText(call, metres)}</text>`)}</g>`;
}

/** Pixels of a pin and its name, in which no district is written. */
const PIN = { before: 60, after: 130, above: 56, below: 18 };

/** Renders the names of districts below their places, where no pin stands. */
function districts(frame: MapFrame, places: readonly MapPlace[], pins: readonly MapPin[]): Html {
  const named = Map.groupBy(places, ({ district }) => district);
  const names = [...named].flatMap(([name, own]) => {
    if (name === '') return [];
    const points = own.map(({ position }) => pointOn(frame, position));
    const x = Math.round(points.reduce((sum, point) => sum + point.x, 0) / points.length);
    const y = Math.round(Math.max(...points.map((point) => point.y)) + 34);
    const isTaken = pins.some(
      (pin) =>
        x > pin.x - PIN.before && x < pin.x + PIN.after && y > pin.y - PIN.above && y < pin.y + PIN.below,
    );
    if (isTaken) return [];
    return [html`<text x="${x}" y="${y}" text-anchor="middle">${name}</text>`];
  });
  return html`<g class="g-name" aria-hidden="true">${names}</g>`;
}

const idOf = ({ places: [{ events }] }: MapPin): string => `#e-${events[0]?.event.id ?? 0}`;

/** Renders how many events are on one spot, with a ring of the shares of their categories. */
function cluster(call: Call, pin: MapPin): Html {
  const events = pin.places.flatMap(({ events: own }) => own);
  const [outer, r] = events.length > 9 ? [34, 30] : [29, 25];
  const around = 2 * Math.PI * r;
  let before = 0;
  const shares = looksOf(events).map(({ color, count }) => {
    const length = (around * count) / events.length;
    const share = html`<circle r="${r}" class="c-${color} clus-s" stroke-dasharray="${Math.max(1, length - 2).toFixed(1)} ${(around - Math.max(1, length - 2)).toFixed(1)}" stroke-dashoffset="${(-before).toFixed(1)}" transform="rotate(-90)"/>`;
    before += length;
    return share;
  });
  const names = pin.places.map(({ name }) => plainText(name)).join(', ');
  return html`<a class="clus" href="${idOf(pin)}" aria-label="${names}: ${translateText(call, 'page.events', { count: events.length })}" transform="translate(${pin.x} ${pin.y})"><circle r="${outer}" class="clus-o"/>${shares}<text y="7">${events.length}</text></a>`;
}

function singlePin(pin: MapPin): Html {
  const [place] = pin.places;
  const [look] = looksOf(place.events);
  const name = plainText(place.name);
  return html`<a class="pin c-${look?.color ?? 'slate'}" href="${idOf(pin)}" aria-label="${name}" lang="${place.language}" transform="translate(${pin.x} ${pin.y})"><text class="pin-t" x="22" y="-24">${name}</text><path class="pin-b" d="M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z"/><use href="#m-${look?.mark ?? 'disc'}" x="-8" y="-37" width="16" height="16"/></a>`;
}

/** Returns the names of districts with the middle of their places, at the southernmost of them. */
const districtPositions = (places: readonly MapPlace[]) =>
  [...Map.groupBy(places, ({ district }) => district)].flatMap(([name, own]) => {
    if (name === '') return [];
    const lng = own.reduce((sum, { position }) => sum + position.lng, 0) / own.length;
    return [[name, Math.min(...own.map(({ position }) => position.lat)), Number(lng.toFixed(6))] as const];
  });

/**
 * Renders places as points on a map: rings, names, pins that lead to their first event in the list beside.
 * @param near the visitor's place, where it is known
 * @param nearAddress the page to which script adds that place, where it isn't
 */
export function mapDrawing(
  call: Call,
  site: Site,
  places: readonly MapPlace[],
  { near, nearAddress }: { readonly near?: Position | undefined; readonly nearAddress: string },
): Html {
  const points = [...places.map(({ position }) => position), ...(near ? [near] : [])];
  const frame = frameOf(points, isTiled(site));
  const middle = near ? pointOn(frame, near) : { x: MAP_SIZE.width / 2, y: MAP_SIZE.height / 2 };
  const pins = pinsOf(frame, places).sort((a, b) => a.y - b.y);
  const me = near
    ? html`<g class="me" transform="translate(${middle.x} ${middle.y})"><circle r="16" class="me-h"/><circle r="7" class="me-d"/></g>`
    : '';
  return html`<svg class="mapsvg" viewBox="0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}" preserveAspectRatio="xMidYMid slice" role="group" aria-label="${translateText(call, 'page.map')}"${livingAttributes(call, site, frame, { near })}>${ground(site, frame)}${rings(call, frame, middle)}${isTiled(site) ? '' : districts(frame, places, pins)}${pins.map((pin) => (pin.places.length > 1 ? cluster(call, pin) : singlePin(pin)))}${me}</svg>${mapParts(call, site, districtPositions(places), near ? undefined : nearAddress)}`;
}

/** Pixels of the sheet around one place that its own map shows. */
const SMALL = { width: 420, height: 250 };

/** Renders where one place is: on the ground that the operator set, else amid rings of distance, with its district. */
export function placeDrawing(call: Call, site: Site, position: Position, district: string): Html {
  const frame = frameOf([position], isTiled(site));
  const { x, y } = pointOn(frame, position);
  const pin = html`<path class="pin-b pin-1" d="M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z"/><circle cy="-29" r="6" class="pin-h"/>`;
  const hasGround = isTiled(site) || site.map_outline !== null;
  const around = hasGround ? '' : rings(call, frame, { x, y });
  const name = district
    ? html`<g class="g-name" aria-hidden="true"><text x="${x}" y="${y + 26}" text-anchor="middle">${district}</text></g>`
    : '';
  return html`<svg class="mapsvg${hasGround ? '' : ' bare'}" viewBox="${x - SMALL.width / 2} ${y - SMALL.height / 2} ${SMALL.width} ${SMALL.height}" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${translateText(call, 'page.map')}"${livingAttributes(call, site, frame, { place: position, district })}>${ground(site, frame)}${around}${name}<g transform="translate(${x} ${y})">${pin}</g></svg>${smallMapParts(call, site, pin)}`;
}
