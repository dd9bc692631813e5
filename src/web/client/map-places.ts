import { type LatLng, latLng } from 'leaflet/dist/leaflet-src.esm.js';

/** The look of a category: its colour's class and the symbol of its mark, with the number of events that have it. */
export interface Look {
  readonly color: string;
  readonly mark: string;
  count: number;
}

/** A place of the list, with the rows of its events. */
export interface ListedPlace {
  readonly at: LatLng;
  readonly name: string;
  readonly language: string;
  readonly rows: HTMLElement[];
}

/** Returns a position that is written as `lat,lng`; undefined where it is none. */
export function positionOf(text: string | undefined): LatLng | undefined {
  const [lat, lng] = (text ?? '').split(',').map(Number);
  return text && Number.isFinite(lat) && Number.isFinite(lng) ? latLng(lat ?? 0, lng ?? 0) : undefined;
}

/** Returns the places of the list's rows, in the order of their first ones. */
export function readPlaces(): ListedPlace[] {
  const places = new Map<string, ListedPlace>();
  for (const row of document.querySelectorAll<HTMLElement>('.mp[data-at]')) {
    const at = positionOf(row.dataset['at']);
    if (!at) continue;
    const key = `${row.dataset['place']} ${row.dataset['at']}`;
    const known = places.get(key);
    if (known) known.rows.push(row);
    else {
      const name = row.querySelector<HTMLElement>('p span');
      places.set(key, { at, name: name?.textContent ?? '', language: name?.lang ?? '', rows: [row] });
    }
  }
  return [...places.values()];
}

/** Returns the looks of the events of places, the most frequent first. */
export function looksOf(places: readonly ListedPlace[]): Look[] {
  const looks = new Map<string, Look>();
  for (const row of places.flatMap(({ rows }) => rows)) {
    const drawn = row.querySelector('h3 .m');
    const color = /\bc-\w+/.exec(drawn?.getAttribute('class') ?? '')?.[0] ?? 'c-slate';
    const known = looks.get(color);
    const mark = drawn?.querySelector('use')?.getAttribute('href') ?? '#m-disc';
    if (known) known.count++;
    else looks.set(color, { color, mark, count: 1 });
  }
  return [...looks.values()].sort((a, b) => b.count - a.count);
}
