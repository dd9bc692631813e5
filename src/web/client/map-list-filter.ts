import type { LatLngBounds } from 'leaflet/dist/leaflet-src.esm.js';
import type { ListedPlace } from './map-places.ts';

/** Leaves the rows of those places in the list that a part of the map shows, and says how many events these are. */
export function showWithin(
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
