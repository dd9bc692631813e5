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
import { boxAround } from '../calendar/reading/map-labels.ts';
import { LabelLayers } from './label-layers.ts';
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

/** The part of a zoom that may lack to the next whole one: so much less of the world is then shown than was drawn. */
const ROUNDED_UP = 0.25;

/** The part of the world that a drawing shows. */
interface DrawnView extends MapView {
  /** Size of pins. */
  readonly scale: number;
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
  const exact = zoom + Math.log2(scale);
  // Pictures are sharp at whole zooms alone.
  const isOfPictures = drawing.dataset['tiles'] !== undefined || drawing.dataset['kind'] === 'pictures';
  return {
    zoom: isOfPictures ? Math.floor(exact + ROUNDED_UP) : exact,
    center: at(middle.x, middle.y),
    scale: drawing.dataset['place'] ? 1 : Math.min(1, Math.max(LEAST_SCALE, scale)),
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

/** Pixels of the visitor's mark, and of the pin of a small map with the name of its district. */
const ME = 32;
const ONLY = { width: 40, height: 92 } as const;

/** Marks the one place of a small map, with its district. */
function showPlace(
  map: LeafletMap,
  at: LatLng,
  labels: LabelLayers,
  { drawn, district }: { readonly drawn: Element | null; readonly district: string },
): void {
  const [pin, name] = [document.createElement('div'), document.createElement('span')];
  if (drawn) pin.append(drawn);
  name.textContent = district;
  if (district) addMark(map, at, { className: 'district', html: name, iconSize: [0, 0] });
  addMark(map, at, { className: 'pin', html: pin, iconSize: [34, 46], iconAnchor: [17, 46] });
  labels.add('place', (space) => space.take(boxAround(map.project(at), ONLY.width, ONLY.height)));
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
  const labels = new LabelLayers(map);
  await addGround(map, dataset, labels, place.querySelector<HTMLElement>('.map-credit'));
  if (me) {
    addRings(map, () => me, document.documentElement.lang, labels);
    addMark(map, me, { className: 'me', iconSize: [ME, ME] });
    labels.add('place', (space) => space.take(boxAround(map.project(me), ME, ME)));
  }
  const [drawn, district] = [parts.querySelector('svg.pin-1'), dataset['district'] ?? ''];
  if (only) showPlace(map, only, labels, { drawn, district });
  const places = only ? [] : readPlaces();
  const filter =
    places.length > 0 ? connectList(map, places, parts, { scale: view.scale, labels }) : undefined;
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
