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
import {
  type LabelSide,
  LabelSpace,
  LETTER,
  type Pixel,
  placePins,
  placeRingText,
  takeDistrict,
} from '../reading/map-labels.ts';
import { looksOf, type MapPin, type MapPlace, pinsOf } from '../reading/map-places.ts';

import { livingAttributes, type MapGround, mapParts, smallMapParts } from './map-living.ts';

/** Returns a distance in words of the caller's language. */
export const distanceText = (call: Call, metres: number): string => distanceIn(call.language, metres);

/** Renders the ground: tiles or an outline where the operator set them. */
function drawnGround({ tiles: address, outline }: MapGround, frame: MapFrame): Html {
  const images = address
    ? tilesOn(frame, address).map(
        ({ address: tile, x, y }) => html`<image href="${tile}" x="${x}" y="${y}" width="256" height="256"/>`,
      )
    : '';
  const paths = outlinePaths(frame, outline).map(
    ({ d, isArea }) => html`<path class="${isArea ? 'g-area' : 'g-line'}" d="${d}"/>`,
  );
  return html`<rect width="${MAP_SIZE.width}" height="${MAP_SIZE.height}" class="g-land"/>${images}${paths}`;
}

/** Renders rings of distance around the visitor's place, which stand for a scale too. */
function rings(call: Call, frame: MapFrame, space: LabelSpace, middle: Pixel): Html {
  const inner = ringMetres(frame);
  const drawn = [inner, inner * 2].map((metres) => ({ metres, r: Math.round(metres / frame.metres) }));
  const texts = drawn.map(({ r, metres }) => {
    const at = placeRingText(space, middle, r);
    return at
      ? html`<text x="${at.x.toFixed(1)}" y="${(at.y + 4).toFixed(1)}">${distanceText(call, metres)}</text>`
      : '';
  });
  return html`<g class="g-ring">${drawn.map(({ r }) => html`<circle cx="${middle.x}" cy="${middle.y}" r="${r}"/>`)}</g><g class="g-km">${texts}</g>`;
}

/** Renders the names of districts below their places, where nothing else stands. */
function districtNames(frame: MapFrame, space: LabelSpace, places: readonly MapPlace[]): Html {
  const names = districtPositions(places).map(([name, lat, lng]) => {
    const { x, y } = pointOn(frame, { lat, lng });
    return takeDistrict(space, { x, y }, name.length * LETTER.wide)
      ? html`<text x="${x}" y="${y + 38}" text-anchor="middle">${name}</text>`
      : '';
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

function singlePin(pin: MapPin, side: LabelSide): Html {
  const [place] = pin.places;
  const [look] = looksOf(place.events);
  const name = plainText(place.name);
  const text =
    side === undefined
      ? ''
      : side === 'end'
        ? html`<text class="pin-t" x="21" y="-24">${name}</text>`
        : html`<text class="pin-t" x="-21" y="-24" text-anchor="end">${name}</text>`;
  return html`<a class="pin c-${look?.color ?? 'slate'}" href="${idOf(pin)}" aria-label="${name}" lang="${place.language}" transform="translate(${pin.x} ${pin.y})">${text}<path class="pin-b" d="M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z"/><use href="#m-${look?.mark ?? 'disc'}" x="-8" y="-37" width="16" height="16"/></a>`;
}

/** Returns the names of districts with the middle of their places, at the southernmost of them. */
const districtPositions = (places: readonly MapPlace[]) =>
  [...Map.groupBy(places, ({ district }) => district)].flatMap(([name, own]) => {
    if (name === '') return [];
    const lng = own.reduce((sum, { position }) => sum + position.lng, 0) / own.length;
    return [[name, Math.min(...own.map(({ position }) => position.lat)), Number(lng.toFixed(6))] as const];
  });

/**
 * Renders places as points on a map: names, pins that lead to their first event in the list beside, rings around the visitor.
 * @param near the visitor's place, where it is known
 * @param nearAddress the page to which script adds that place, where it isn't
 */
export function mapDrawing(
  call: Call,
  ground: MapGround,
  places: readonly MapPlace[],
  { near, nearAddress }: { readonly near?: Position | undefined; readonly nearAddress: string },
): Html {
  const points = [...places.map(({ position }) => position), ...(near ? [near] : [])];
  const frame = frameOf(points, ground.tiles !== undefined);
  const pins = pinsOf(frame, places).sort((a, b) => a.y - b.y);
  const space = new LabelSpace();
  const sides = placePins(
    space,
    pins.map(({ x, y, places: [place, ...others] }) => ({
      x,
      y,
      isDisc: others.length > 0,
      width: others.length > 0 ? 0 : plainText(place.name).length * LETTER.narrow,
    })),
    1,
  );
  const middle = near && pointOn(frame, near);
  const around = middle ? rings(call, frame, space, middle) : '';
  const me = middle
    ? html`<g class="me" transform="translate(${middle.x} ${middle.y})"><circle r="16" class="me-h"/><circle r="7" class="me-d"/></g>`
    : '';
  const names = ground.tiles ? '' : districtNames(frame, space, places);
  return html`<svg class="mapsvg" viewBox="0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}" preserveAspectRatio="xMidYMid slice" role="group" aria-label="${translateText(call, 'page.map')}"${livingAttributes(ground, frame, { near })}>${drawnGround(ground, frame)}${around}${names}${pins.map((pin, at) => (pin.places.length > 1 ? cluster(call, pin) : singlePin(pin, sides[at])))}${me}</svg>${mapParts(call, ground, districtPositions(places), near ? undefined : nearAddress)}`;
}

/** Pixels of the sheet around one place that its own map shows. */
const SMALL = { width: 420, height: 250 };

/** Renders where one place is, on the ground that the operator set. */
export function placeDrawing(call: Call, ground: MapGround, position: Position, district: string): Html {
  const frame = frameOf([position], ground.tiles !== undefined);
  const { x, y } = pointOn(frame, position);
  const pin = html`<path class="pin-b pin-1" d="M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z"/><circle cy="-29" r="6" class="pin-h"/>`;
  // Tiles have names of their own.
  const shown = (ground.tiles ?? ground.archive) ? '' : district;
  const name = shown
    ? html`<g class="g-name" aria-hidden="true"><text x="${x}" y="${y + 26}" text-anchor="middle">${shown}</text></g>`
    : '';
  return html`<svg class="mapsvg" viewBox="${x - SMALL.width / 2} ${y - SMALL.height / 2} ${SMALL.width} ${SMALL.height}" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${translateText(call, 'page.map')}"${livingAttributes(ground, frame, { place: position, district: shown })}>${drawnGround(ground, frame)}${name}<g transform="translate(${x} ${y})">${pin}</g></svg>${smallMapParts(call, ground, pin)}`;
}
