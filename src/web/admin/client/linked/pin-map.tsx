import '../styles/pin-map.css';
import { divIcon, Map as LeafletMap, latLng, type Marker, marker } from 'leaflet/dist/leaflet-src.esm.js';
import { useEffect, useRef } from 'react';
import { boxAround, type LabelSpace } from '#web/calendar/reading/map-labels.ts';
import { LabelLayers } from '#web/client/label-layers.ts';
import { addGround, addRings, MOST_ZOOM } from '#web/client/map-ground.ts';
import { IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type MapPoint, movedBy } from './coordinates.ts';

/** The ground of a map: addresses of tiles, of a file of them, and of the settings with an outline. */
export type MapSource = Readonly<Partial<Record<'tiles' | 'archive' | 'outline', string>>>;

/** A venue near by, for orientation. */
export interface NearVenue extends MapPoint {
  readonly name: string;
}

/** Zooms at which streets, and at which a town is seen. */
const ZOOM = { placed: 15, offered: 12 } as const;
const LEAST_ZOOM = 3;
/** Metres of an arrow key, and with Shift. */
const STEP = { short: 10, long: 100 } as const;
const arrows: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const SVG = 'http://www.w3.org/2000/svg';

/** Pixels of the pin, of a letter and a line of a venue's name, and of its dot. */
const PIN = { width: 40, height: 100 } as const;
const NAME = { before: 8, letter: 6, line: 16 } as const;
const DOT = 10;

/** A venue near by, with its mark on the map. */
interface NearMark {
  readonly venue: NearVenue;
  readonly marker: Marker;
}

/** Shows the names of venues where they lie on nothing else. */
function placeNames(space: LabelSpace, map: LeafletMap, marks: readonly NearMark[]): void {
  for (const { venue } of marks) space.take(boxAround(map.project(at(venue)), DOT, DOT));
  for (const { venue, marker: mark } of marks) {
    const { x, y } = map.project(at(venue));
    const left = x + NAME.before;
    const box = {
      left,
      right: left + venue.name.length * NAME.letter,
      top: y - NAME.line / 2,
      bottom: y + NAME.line / 2,
    };
    mark.getElement()?.classList.toggle('is-bare', space.takeFree([box]) === undefined);
  }
}

const at = ({ geo_lat, geo_lng }: MapPoint) => latLng(geo_lat, geo_lng);
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function drawPin(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-18 -48 36 50');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('class', 'pin-b pin-1');
  shape.setAttribute('d', 'M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z');
  const hole = document.createElementNS(SVG, 'circle');
  hole.setAttribute('class', 'pin-h');
  hole.setAttribute('cy', '-29');
  hole.setAttribute('r', '6');
  svg.append(shape, hole);
  return svg;
}

function nameOf(name: string): HTMLElement {
  const text = document.createElement('span');
  text.textContent = name;
  return text;
}

/**
 * A map on the ground that the operator has set, else of points alone: a pin that is moved by the pointer, by a press on the map or
 * by arrow keys, rings of distance, and the calendar's other venues.
 */
export default function PinMap({
  point,
  isPlaced,
  venues,
  ground,
  onMove,
}: {
  /** Where the pin is, or would be. */
  readonly point: MapPoint;
  /** Whether the venue has this place; without one the pin is offered. */
  readonly isPlaced: boolean;
  readonly venues: readonly NearVenue[];
  readonly ground: MapSource;
  onMove(point: MapPoint): void;
}) {
  const { say, language } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap>(undefined);
  const pin = useRef<Marker>(undefined);
  const credit = useRef<HTMLParagraphElement>(null);
  const labels = useRef<LabelLayers>(undefined);
  const shownVenues = useRef<readonly NearMark[]>([]);
  const drawRings = useRef<() => void>(undefined);
  const now = useRef(point);
  now.current = point;
  const move = useRef(onMove);
  move.current = onMove;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once, and told what changes
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    const made = new LeafletMap(container, {
      attributionControl: false,
      zoomControl: false,
      boxZoom: false,
      keyboard: false,
      scrollWheelZoom: false,
      minZoom: LEAST_ZOOM,
      maxZoom: MOST_ZOOM,
      zoomAnimation: false,
      fadeAnimation: false,
      inertia: false,
    });
    map.current = made;
    made.setView(at(point), isPlaced ? ZOOM.placed : ZOOM.offered, { animate: false });
    const layers = new LabelLayers(made);
    labels.current = layers;
    layers.add('place', (space) =>
      space.take(boxAround(made.project(at(now.current)), PIN.width, PIN.height)),
    );
    void addGround(made, { ...ground }, layers, credit.current);
    drawRings.current = addRings(made, () => at(now.current), language, layers);
    layers.add('pins', (space) => placeNames(space, made, shownVenues.current));
    const moved = marker(at(point), {
      draggable: true,
      keyboard: true,
      icon: divIcon({ className: 'pin', html: drawPin(), iconSize: [36, 50], iconAnchor: [18, 48] }),
    }).addTo(made);
    pin.current = moved;
    const tell = () => {
      const { lat, lng } = moved.getLatLng().wrap();
      move.current({ geo_lat: rounded(lat), geo_lng: rounded(lng) });
    };
    moved.on('dragend', tell);
    made.on('click', ({ latlng }) => {
      moved.setLatLng(latlng);
      tell();
    });
    moved.getElement()?.addEventListener('keydown', (event) => {
      const way = arrows[event.key];
      if (!way) return;
      event.preventDefault();
      const step = event.shiftKey ? STEP.long : STEP.short;
      move.current(movedBy(now.current, way[0] * step, way[1] * step));
    });
    return () => {
      made.remove();
      map.current = undefined;
    };
  }, []);
  const { geo_lat, geo_lng } = point;
  useEffect(() => {
    const shown = map.current;
    const moved = pin.current;
    if (!shown || !moved) return;
    const to = latLng(geo_lat, geo_lng);
    moved.setLatLng(to);
    const element = moved.getElement();
    element?.setAttribute(
      'aria-label',
      say(isPlaced ? 'admin.place.pin' : 'admin.place.pin_offered', {
        lat: geo_lat.toLocaleString(language, { maximumFractionDigits: 5 }),
        lng: geo_lng.toLocaleString(language, { maximumFractionDigits: 5 }),
      }),
    );
    element?.classList.toggle('is-offered', !isPlaced);
    drawRings.current?.();
    if (!shown.getBounds().pad(-0.1).contains(to)) shown.setView(to, shown.getZoom(), { animate: false });
  }, [geo_lat, geo_lng, isPlaced, say, language]);
  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    const marks = venues.map((venue) => ({
      venue,
      marker: marker(at(venue), {
        interactive: false,
        keyboard: false,
        icon: divIcon({ className: 'near-v', html: nameOf(venue.name), iconSize: [0, 0] }),
      }).addTo(shown),
    }));
    shownVenues.current = marks;
    labels.current?.place();
    return () => {
      for (const mark of marks) mark.marker.remove();
    };
  }, [venues]);
  return (
    <div className="pin-map">
      <div className="live" ref={place} />
      <p className="map-credit" ref={credit} hidden />
      <span className="map-z">
        <IconButton name="plus" label={say('admin.place.nearer')} onPress={() => map.current?.zoomIn()} />
        <IconButton name="minus" label={say('admin.place.farther')} onPress={() => map.current?.zoomOut()} />
      </span>
    </div>
  );
}
