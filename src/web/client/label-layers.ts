import type { Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { LabelSpace } from '../calendar/reading/map-labels.ts';

/** Names of a map by their rank: each kind stands where it lies on nothing that came before. */
const ranks = ['place', 'pins', 'rings', 'districts', 'ground'] as const;

/** Puts the names of one kind where the map has space for them. Pixels are those of the world at the map's zoom. */
export type PlaceNames = (space: LabelSpace) => void;

/** Lays out the names of a map anew whenever it has been moved. */
export class LabelLayers {
  readonly #layers: { readonly rank: number; readonly place: PlaceNames }[] = [];

  constructor(map: LeafletMap) {
    map.on('zoomend moveend', () => this.place());
  }

  /** Adds names of a kind, and lays out all. */
  add(kind: (typeof ranks)[number], place: PlaceNames): void {
    this.#layers.push({ rank: ranks.indexOf(kind), place });
    this.#layers.sort((one, other) => one.rank - other.rank);
    this.place();
  }

  /** Lays out all names. */
  place(): void {
    const space = new LabelSpace();
    for (const layer of this.#layers) layer.place(space);
  }
}
