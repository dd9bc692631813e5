// The map of a page, brought to life: Leaflet in the place of what the server has drawn. Loaded by pages with a map alone.
import {
  CRS,
  control,
  type DivIconOptions,
  divIcon,
  type LatLng,
  Map as LeafletMap,
  marker,
  point,
} from 'leaflet/dist/leaflet-src.esm.js';
import { MAP_SIZE } from '../calendar/reading/map-frame.ts';
import { keepInAddress, type MapView, readView } from './map-address.ts';
import { connectButtons, uncoverPins } from './map-buttons.ts';
import { keepPageScrolling } from './map-gestures.ts';
import { addGround, addRings, MOST_ZOOM } from './map-ground.ts';
import { positionOf, readPlaces } from './map-places.ts';
import { connectList } from './map-selection.ts';

const LEAST_ZOOM = 2;
const CALM = '(prefers-reduced-motion)';

/** Pins of small drawings are drawn no smaller than this part of their size. */
const LEAST_SCALE = 0.65;

/** The part of the world that a drawing shows, with the middle of its sheet. */
interface DrawnView extends MapView {
  /** Size of pins. */
  readonly scale: number;
  readonly middle: LatLng;
}

/** Returns the part of the map that a drawing shows in the middle of its place, and how large it draws pins. */
function drawnView(drawing: SVGSVGElement, place: Element): DrawnView {
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
    scale: drawing.dataset['place'] ? 1 : Math.min(1, Math.max(LEAST_SCALE, scale)),
    middle: at(MAP_SIZE.width / 2, MAP_SIZE.height / 2),
  };
}

/** Returns the parts that the server gives for a living map, in a template beside the drawing. */
function partsOf(drawing: SVGSVGElement): DocumentFragment {
  const template = drawing.parentElement?.querySelector('template');
  return document.importNode(template?.content ?? document.createDocumentFragment(), true);
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

/** Makes the map of a container, at the part of the world that the drawing or the address shows. */
function makeMap(container: HTMLElement, { center, zoom }: MapView, isTiled: boolean): LeafletMap {
  const isCalm = matchMedia(CALM).matches;
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
  map.setView(center, zoom, { animate: false });
  map.options.zoomSnap = isTiled ? 1 : 0.5;
  return map;
}

/** Puts everything on the map of a drawing. @returns what ends it */
async function fillMap(
  map: LeafletMap,
  drawing: SVGSVGElement,
  { place, view, kept }: { place: Element; view: DrawnView; kept: MapView | undefined },
): Promise<() => void> {
  const { dataset } = drawing;
  const [me, only] = [positionOf(dataset['near']), positionOf(dataset['place'])];
  const parts = partsOf(drawing).querySelector<HTMLElement>('.map-parts') ?? document.createElement('div');
  await addGround(map, dataset, place.querySelector<HTMLElement>('.map-credit'));
  const isBare = only === undefined || drawing.classList.contains('bare');
  if (isBare) addRings(map, () => me ?? only ?? view.middle, document.documentElement.lang);
  if (me) addMark(map, me, { className: 'me', iconSize: [32, 32] });
  if (only) showPlace(map, only, parts.querySelector('svg.pin-1'), dataset['district'] ?? '');
  const places = only ? [] : readPlaces();
  const filter = places.length > 0 ? connectList(map, places, parts, view.scale) : undefined;
  const buttons = parts.querySelector<HTMLElement>('.map-z');
  const hint = parts.querySelector<HTMLElement>('.map-hint');
  if (buttons) connectButtons(map, buttons, me);
  if (hint) keepPageScrolling(map, hint, parts.dataset);
  place.append(parts);
  if (only) return () => {};
  control.scale({ imperial: false, position: 'bottomright', maxWidth: 110 }).addTo(map);
  if (buttons && !kept) uncoverPins(map, buttons);
  if (kept) filter?.();
  return keepInAddress(map, () => filter?.());
}

/**
 * Puts a living map in the place of a drawn one, which stays until the living one has its ground, and where it fails.
 * @returns what removes it, when the page is replaced
 */
export async function showMap(drawing: SVGSVGElement): Promise<() => void> {
  const place = drawing.parentElement ?? document.body;
  const { dataset } = drawing;
  const view = drawnView(drawing, place);
  const container = document.createElement('div');
  container.className = 'mapsvg live is-coming';
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', drawing.getAttribute('aria-label') ?? '');
  container.style.setProperty('--pin', String(view.scale));
  place.append(container);
  const kept = dataset['place'] ? undefined : readView(location.hash);
  const map = makeMap(container, kept ?? view, Boolean(dataset['tiles'] || dataset['archive']));
  try {
    const end = await fillMap(map, drawing, { place, view, kept });
    drawing.remove();
    container.classList.remove('is-coming');
    return () => {
      end();
      map.remove();
    };
  } catch (error) {
    map.remove();
    container.remove();
    throw error;
  }
}
