// The map of a page, brought to life: Leaflet in the place of what the server has drawn. Loaded by pages with a map alone.
import {
  CRS,
  control,
  type DivIconOptions,
  divIcon,
  type LatLng,
  Map as LeafletMap,
  latLngBounds,
  marker,
  point,
} from 'leaflet/dist/leaflet-src.esm.js';
import { MAP_SIZE } from '../calendar/reading/map-frame.ts';
import { keepInAddress, type MapView, readView } from './map-address.ts';
import { Card } from './map-card.ts';
import { keepPageScrolling } from './map-gestures.ts';
import { addGround, addRings, MOST_ZOOM } from './map-ground.ts';
import { showWithin } from './map-list-filter.ts';
import { type District, type Pin, Pins } from './map-pins.ts';
import { type ListedPlace, positionOf, readPlaces } from './map-places.ts';

const LEAST_ZOOM = 2;
const CALM = '(prefers-reduced-motion)';
/** Zoom up to which a press on a cluster goes; places that are still one there are on one spot. */
const CLOSEST = 18;

/** Returns the part of the map that a drawing shows in the middle of its place, and how large it draws pins. */
function drawnView(
  drawing: SVGSVGElement,
  place: Element,
): MapView & { readonly scale: number; readonly middle: LatLng } {
  const [zoom = 0, left = 0, top = 0] = (drawing.dataset['frame'] ?? '').split(' ').map(Number);
  const matrix = drawing.getScreenCTM();
  const box = place.getBoundingClientRect();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(
    matrix?.inverse(),
  );
  const scale = matrix?.a || 1;
  const at = (x: number, y: number) => CRS.EPSG3857.pointToLatLng(point(left + x, top + y), zoom);
  return {
    zoom: zoom + Math.log2(scale),
    center: at(middle.x, middle.y),
    scale,
    middle: at(MAP_SIZE.width / 2, MAP_SIZE.height / 2),
  };
}

/** Returns the parts that the server gives for a living map, in a template beside the drawing. */
function partsOf(drawing: SVGSVGElement): DocumentFragment {
  const template = drawing.parentElement?.querySelector('template');
  return document.importNode(template?.content ?? document.createDocumentFragment(), true);
}

/** Lets the buttons on the map zoom it, and lead to the visitor's place. */
function connectButtons(map: LeafletMap, buttons: HTMLElement, me: LatLng | undefined): void {
  const zooms = buttons.querySelectorAll<HTMLButtonElement>('[data-zoom]');
  for (const near of buttons.querySelectorAll<HTMLElement>('[data-near]'))
    near.hidden = !('geolocation' in navigator) || !isSecureContext;
  buttons.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-zoom]') : null;
    const kind = button?.getAttribute('aria-disabled') === 'true' ? '' : button?.dataset['zoom'];
    if (kind === 'in') map.zoomIn();
    else if (kind === 'out') map.zoomOut();
    else if (kind === 'me' && me) map.panTo(me);
  });
  const adapt = () => {
    for (const button of zooms) {
      const { zoom } = button.dataset;
      const isEnd =
        (zoom === 'in' && map.getZoom() >= map.getMaxZoom()) ||
        (zoom === 'out' && map.getZoom() <= map.getMinZoom());
      button.setAttribute('aria-disabled', String(isEnd));
    }
  };
  map.on('zoomend', adapt);
  adapt();
}

/** Lets the list and the pins highlight each other, and a chosen pin show the card of its event. */
function connectList(map: LeafletMap, places: readonly ListedPlace[], parts: HTMLElement, scale: number) {
  const { one = '', other = '', from = '', note = '', districts = '[]' } = parts.dataset;
  const count = (events: number) => (events === 1 ? one : other).replace('%', String(events));
  const list = document.querySelector<HTMLElement>('.mps');
  let chosen: HTMLElement | undefined;
  const placeOf = (row: HTMLElement | undefined) => places.find(({ rows }) => row && rows.includes(row));
  const mark = (row: HTMLElement | undefined, pin: Pin | undefined) => {
    for (const one of list?.querySelectorAll('.sel') ?? []) one.classList.remove('sel');
    row?.classList.add('sel');
    pins.select(pin);
  };
  const highlight = (row: HTMLElement | undefined) => {
    const shown = row ?? chosen;
    mark(shown, pins.pinOf(placeOf(shown)));
  };
  const reveal = (row: HTMLElement) => {
    // On narrow windows the list lies below the map, which is to stay where it is.
    if (list && list.scrollHeight > list.clientHeight + 1) row.scrollIntoView({ block: 'nearest' });
  };
  const cardElement = parts.querySelector<HTMLElement>('.map-card');
  const card =
    cardElement &&
    new Card(cardElement, from, () => {
      const place = placeOf(chosen);
      chosen = undefined;
      card?.hide();
      highlight(undefined);
      pins.pinOf(place)?.marker.getElement()?.focus({ preventScroll: true });
    });
  const choose = (pin: Pin) => {
    const bounds = latLngBounds(pin.places.map(({ at }) => at));
    const zoom = Math.min(CLOSEST, map.getBoundsZoom(bounds.pad(0.2)));
    if (pin.places.length > 1 && zoom > map.getZoom()) {
      map.setView(bounds.getCenter(), zoom);
      return;
    }
    const rows = pin.places.flatMap((place) => place.rows);
    const [row] = rows;
    if (!row) return;
    chosen = row;
    mark(row, pin);
    reveal(row);
    card?.show(row, rows.length > 1 ? count(rows.length) : '');
  };
  const pins = new Pins(map, places, JSON.parse(districts) as District[], {
    scale,
    count,
    onChoose: choose,
    onPoint(pin) {
      const row = pin?.places[0].rows.find((one) => !one.hidden);
      if (row) reveal(row);
      highlight(row);
    },
  });
  const rowOf = ({ target }: Event) =>
    target instanceof Element ? (target.closest<HTMLElement>('.mp') ?? undefined) : undefined;
  let [x, y] = [-1, -1];
  const onRow = (event: Event) => {
    const row = rowOf(event);
    // A list that scrolls below a resting pointer is pointed at by nobody.
    const isResting = event instanceof PointerEvent && event.clientX === x && event.clientY === y;
    if (event instanceof PointerEvent) [x, y] = [event.clientX, event.clientY];
    if (row && !isResting) highlight(row);
  };
  for (const kind of ['pointerover', 'pointermove', 'focusin']) list?.addEventListener(kind, onRow);
  list?.addEventListener('pointerleave', () => highlight(undefined));
  map.on('zoomend', () => highlight(undefined));
  // What was pointed at while the map was drawn stays so.
  const before = list?.querySelector<HTMLElement>('.sel, .mp:hover, .mp:target');
  if (before) highlight(before);
  return () => showWithin(map.getBounds(), places, { count, note });
}

/** Adds a mark that nobody can press. */
function addMark(map: LeafletMap, at: LatLng, options: DivIconOptions): void {
  marker(at, { interactive: false, keyboard: false, icon: divIcon(options) }).addTo(map);
}

/** Marks the one place of a small map, with its district. */
function showPlace(map: LeafletMap, at: LatLng, drawn: Element | null, district: string): void {
  const [pin, name] = [document.createElement('div'), document.createElement('span')];
  if (drawn) pin.append(drawn);
  name.textContent = district;
  addMark(map, at, { className: 'district', html: name, iconSize: [0, 0] });
  addMark(map, at, { className: 'pin', html: pin, iconSize: [34, 46], iconAnchor: [17, 46] });
}

/**
 * Puts a living map in the place of a drawn one, which stays until the living one has its ground.
 * @returns what removes it, when the page is replaced
 */
export async function showMap(drawing: SVGSVGElement): Promise<() => void> {
  const place = drawing.parentElement ?? document.body;
  const view = drawnView(drawing, place);
  const fragment = partsOf(drawing);
  const parts = fragment.querySelector<HTMLElement>('.map-parts') ?? document.createElement('div');
  const { dataset } = drawing;
  const [me, only] = [positionOf(dataset['near']), positionOf(dataset['place'])];
  const isTiled = Boolean(dataset['tiles'] || dataset['archive']);
  const isCalm = matchMedia(CALM).matches;
  const container = document.createElement('div');
  container.className = 'mapsvg live';
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', drawing.getAttribute('aria-label') ?? '');
  const scale = Math.min(1, Math.max(0.65, only ? 1 : view.scale));
  container.style.setProperty('--pin', String(scale));
  place.append(container);
  const map = new LeafletMap(container, {
    attributionControl: false,
    zoomControl: false,
    boxZoom: false,
    minZoom: LEAST_ZOOM,
    maxZoom: MOST_ZOOM,
    zoomSnap: 0,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    inertia: !isCalm,
  });
  const kept = only ? undefined : readView(location.hash);
  map.setView(kept?.center ?? view.center, kept?.zoom ?? view.zoom, { animate: false });
  map.options.zoomSnap = isTiled ? 1 : 0.5;
  container.classList.add('is-coming');
  await addGround(map, dataset, place.querySelector('.map-credit'));
  const isBare = only === undefined || drawing.classList.contains('bare');
  const ringed = me ?? only ?? view.middle;
  if (isBare) addRings(map, ringed, document.documentElement.lang);
  if (me) addMark(map, me, { className: 'me', iconSize: [32, 32] });
  if (only) showPlace(map, only, parts.querySelector('svg.pin-1'), dataset['district'] ?? '');
  const places = only ? [] : readPlaces();
  const filter = places.length > 0 ? connectList(map, places, parts, scale) : undefined;
  const buttons = parts.querySelector<HTMLElement>('.map-z');
  const hint = parts.querySelector<HTMLElement>('.map-hint');
  if (buttons) connectButtons(map, buttons, me);
  if (hint) keepPageScrolling(map, hint, parts.dataset);
  if (!only) control.scale({ imperial: false, position: 'bottomright', maxWidth: 110 }).addTo(map);
  place.append(parts);
  const ended = only ? undefined : keepInAddress(map, () => filter?.());
  if (kept) filter?.();
  drawing.remove();
  container.classList.remove('is-coming');
  return () => {
    ended?.();
    map.remove();
  };
}
