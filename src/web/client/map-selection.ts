import { type LatLngBounds, type Map as LeafletMap, latLngBounds } from 'leaflet/dist/leaflet-src.esm.js';
import type { LabelLayers } from './label-layers.ts';
import { Card } from './map-card.ts';
import { type District, type Pin, Pins } from './map-pins.ts';
import type { ListedPlace } from './map-places.ts';

/** Zoom up to which a press on a cluster goes; places that are still one there are on one spot. */
const CLOSEST = 18;

/**
 * Lets the list and the pins highlight each other, and a chosen pin show the card of its event.
 * @returns what leaves those events in the list that the map shows
 */
export function connectList(
  map: LeafletMap,
  places: readonly ListedPlace[],
  parts: HTMLElement,
  { scale, labels }: { readonly scale: number; readonly labels: LabelLayers },
): () => void {
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
    labels,
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

/** Leaves the rows of those places in the list that a part of the map shows, and says how many events these are. */
function showWithin(
  bounds: LatLngBounds,
  places: readonly ListedPlace[],
  { count, note }: { readonly count: (events: number) => string; readonly note: string },
): void {
  let shown = 0;
  for (const { at, rows } of places) {
    const isWithin = bounds.contains(at);
    if (isWithin) shown += rows.length;
    for (const row of rows) row.hidden = !isWithin;
  }
  const [number, words] = [document.querySelector('.map-n b'), document.querySelector('.map-n span')];
  if (number) number.textContent = count(shown);
  if (words) words.textContent = note;
}
