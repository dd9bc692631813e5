import {
  divIcon,
  type LatLng,
  type Map as LeafletMap,
  type Marker,
  marker,
  type Point,
} from 'leaflet/dist/leaflet-src.esm.js';
import { type LabelSpace, LETTER, placePins, takeDistrict } from '../calendar/reading/map-labels.ts';
import type { LabelLayers } from './label-layers.ts';
import { type ListedPlace, looksOf } from './map-places.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels within which places are one, as the drawn map has it. */
const NEAR = 52;
/** Pixels of a pin, and of a cluster, and the part below which a pin is hard to hit. */
const SIZE = [34, 46] as const;
const DISC = 72;
const LEAST_SCALE = 0.71;
/** Pixels from the edges of the map within which a pin with the focus comes. */
const INSIDE: [number, number] = [40, 60];
/** By how much the name of the chosen pin is wider. */
const CHOSEN_WIDTH = 1.18;

/** Places that are too near to each other to be told apart, or one, with its marker. */
export interface Pin {
  readonly places: readonly [ListedPlace, ...ListedPlace[]];
  readonly marker: Marker;
  /** The element with its name; undefined: it stands for several places. */
  readonly name: HTMLElement | undefined;
}

/** Returns an element of SVG. */
function drawn(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Draws how many events are on one spot, with a ring of the shares of their categories. */
function drawCluster(places: readonly ListedPlace[], count: number): SVGElement {
  const [outer, r] = count > 9 ? [34, 30] : [29, 25];
  const around = 2 * Math.PI * r;
  let before = 0;
  const shares = looksOf(places).map((look) => {
    const length = (around * look.count) / count;
    const shown = Math.max(1, length - 2);
    const share = drawn('circle', {
      r,
      class: `${look.color} clus-s`,
      'stroke-dasharray': `${shown} ${around - shown}`,
      'stroke-dashoffset': -before,
      transform: 'rotate(-90)',
    });
    before += length;
    return share;
  });
  const text = drawn('text', { y: 7 });
  text.textContent = String(count);
  const svg = drawn('svg', { viewBox: '-36 -36 72 72', 'aria-hidden': 'true' });
  svg.append(drawn('circle', { r: outer, class: 'clus-o' }), ...shares, text);
  return svg;
}

/** Draws a pin of a mark, whose point is where its place is. */
function drawPin(mark: string): SVGElement {
  const svg = drawn('svg', { viewBox: '-17 -46 34 46', 'aria-hidden': 'true' });
  svg.append(
    drawn('path', { class: 'pin-b', d: 'M0 0C-5-8-17-16-17-29a17 17 0 0 1 34 0C17-16 5-8 0 0z' }),
    drawn('use', { href: mark, x: -8, y: -37, width: 16, height: 16 }),
  );
  return svg;
}

function nameOf({ name, language }: ListedPlace): HTMLElement {
  const shown = document.createElement('span');
  shown.className = 'pin-n';
  shown.lang = language;
  shown.textContent = name;
  return shown;
}

/** The size of pins, their words, and what happens at them. */
export interface PinOptions {
  /** Part of the size in which pins are on wide windows. */
  readonly scale: number;
  readonly labels: LabelLayers;
  /** Returns in words how many events there are. */
  readonly count: (events: number) => string;
  readonly onChoose: (pin: Pin) => void;
  readonly onPoint: (pin: Pin | undefined) => void;
}

/** Groups places that are nearer to each other than pins are wide. */
function grouped(
  map: LeafletMap,
  places: readonly ListedPlace[],
  scale: number,
): [ListedPlace, ...ListedPlace[]][] {
  const groups: { at: Point; places: [ListedPlace, ...ListedPlace[]] }[] = [];
  for (const place of places) {
    const at = map.project(place.at);
    const near = groups.find((group) => group.at.distanceTo(at) < NEAR * scale);
    if (near) near.places.push(place);
    else groups.push({ at, places: [place] });
  }
  return groups.map((group) => group.places);
}

function makePin(
  map: LeafletMap,
  places: readonly [ListedPlace, ...ListedPlace[]],
  options: PinOptions,
): Pin {
  const [place] = places;
  const isOne = places.length === 1;
  const events = places.reduce((sum, { rows }) => sum + rows.length, 0);
  const [look] = looksOf(places);
  const root = document.createElement('div');
  const [width, height] = SIZE.map((pixels) => pixels * Math.max(options.scale, LEAST_SCALE)) as [
    number,
    number,
  ];
  const side = DISC * options.scale;
  const shown = isOne ? nameOf(place) : undefined;
  if (shown) root.append(drawPin(look?.mark ?? '#m-disc'), shown);
  else root.append(drawCluster(places, events));
  const icon = divIcon({
    className: isOne ? `pin ${look?.color ?? 'c-slate'}` : 'clus',
    html: root,
    iconSize: isOne ? [width, height] : [side, side],
    iconAnchor: isOne ? [width / 2, height] : [side / 2, side / 2],
  });
  const own = marker(place.at, { icon, riseOnHover: true, autoPanOnFocus: false });
  const pin: Pin = { places, marker: own, name: shown };
  own.on('add', () => {
    const element = own.getElement();
    if (!element) return;
    const names = places.map(({ name }) => name).join(', ');
    element.setAttribute('aria-label', `${names}: ${options.count(events)}`);
    if (isOne && place.language) element.lang = place.language;
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      options.onChoose(pin);
    });
    // At once: who goes on by keys sees where the focus is.
    element.addEventListener('focus', () => map.panInside(place.at, { padding: INSIDE, animate: false }));
    for (const kind of ['pointerenter', 'focus']) element.addEventListener(kind, () => options.onPoint(pin));
    for (const kind of ['pointerleave', 'blur'])
      element.addEventListener(kind, () => options.onPoint(undefined));
  });
  own.on('click', () => options.onChoose(pin));
  return pin;
}

/** Returns whether two pins stand for the same places. */
const isSame = (pin: Pin, places: readonly ListedPlace[]): boolean =>
  pin.places.length === places.length && pin.places.every((place, at) => place === places[at]);

/** Names of parts of the place, each where it is, which give way to pins. */
export type District = readonly [name: string, lat: number, lng: number];

/** The pins of a map: grouped anew at each zoom, with the focus kept where it was. */
export class Pins {
  readonly #map: LeafletMap;
  readonly #places: readonly ListedPlace[];
  readonly #options: PinOptions;
  readonly #districts: readonly {
    readonly at: LatLng;
    /** Pixels that the name takes, about. */
    readonly width: number;
    readonly marker: Marker;
  }[];
  /** Pixels that names take, as they were measured. */
  readonly #widths = new Map<HTMLElement, number>();
  #pins: Pin[] = [];
  #chosen: Pin | undefined;

  constructor(
    map: LeafletMap,
    places: readonly ListedPlace[],
    districts: readonly District[],
    options: PinOptions,
  ) {
    this.#map = map;
    this.#places = places;
    this.#options = options;
    this.#districts = districts.map(([name, lat, lng]) => {
      const text = document.createElement('span');
      text.textContent = name;
      const icon = divIcon({ className: 'district', html: text, iconSize: [0, 0] });
      const own = marker([lat, lng], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 });
      return { at: own.getLatLng(), width: name.length * LETTER.wide, marker: own.addTo(map) };
    });
    const { labels } = options;
    labels.add('pins', (space) => this.#label(space));
    labels.add('districts', (space) => this.#labelDistricts(space));
    map.on('zoomend', () => this.#group());
    this.#group();
  }

  /** Returns the pin that stands for a place. */
  pinOf(place: ListedPlace | undefined): Pin | undefined {
    return place && this.#pins.find(({ places }) => places.includes(place));
  }

  /** Marks one pin as chosen or pointed at, and no other. */
  select(chosen: Pin | undefined): void {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    for (const pin of this.#pins) {
      const element = pin.marker.getElement();
      element?.classList.toggle('sel', pin === chosen);
      pin.marker.setZIndexOffset(pin === chosen ? 1000 : 0);
    }
    this.#options.labels.place();
  }

  #group(): void {
    const focused = this.#pins.find(({ marker: own }) => own.getElement() === document.activeElement);
    const groups = grouped(this.#map, this.#places, this.#options.scale);
    const before = this.#pins;
    this.#pins = groups.map(
      (places) => before.find((pin) => isSame(pin, places)) ?? makePin(this.#map, places, this.#options),
    );
    for (const pin of before) if (!this.#pins.includes(pin)) pin.marker.remove();
    for (const pin of this.#pins) if (!before.includes(pin)) pin.marker.addTo(this.#map);
    if (this.#chosen && !this.#pins.includes(this.#chosen)) this.#chosen = undefined;
    this.#options.labels.place();
    if (focused && !this.#pins.includes(focused))
      this.pinOf(focused.places[0])?.marker.getElement()?.focus({ preventScroll: true });
  }

  /** Returns how many pixels a name takes; 0: it isn't shown. */
  #widthOf({ name, places }: Pin, isChosen: boolean): number {
    if (!name) return 0;
    const measured = this.#widths.get(name) ?? name.offsetWidth;
    if (measured > 0) this.#widths.set(name, measured);
    // On narrow windows the chosen pin alone has its name.
    const width = measured || (isChosen ? places[0].name.length * LETTER.narrow : 0);
    return isChosen ? width * CHOSEN_WIDTH : width;
  }

  /** Puts names where they lie on no other pin or name. */
  #label(space: LabelSpace): void {
    const pins = this.#pins.map((pin) => {
      const { x, y } = this.#map.project(pin.places[0].at);
      const isChosen = pin === this.#chosen;
      return { x, y, isDisc: pin.places.length > 1, isChosen, width: this.#widthOf(pin, isChosen) };
    });
    const sides = placePins(space, pins, this.#options.scale);
    this.#pins.forEach(({ marker: own }, index) => {
      const element = own.getElement();
      if (element) element.dataset['side'] = sides[index] ?? 'none';
    });
  }

  #labelDistricts(space: LabelSpace): void {
    for (const { at, width, marker: own } of this.#districts)
      own.getElement()?.classList.toggle('is-bare', !takeDistrict(space, this.#map.project(at), width));
  }
}
