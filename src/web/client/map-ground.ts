import {
  type Circle,
  type Coords,
  circle,
  type DoneCallback,
  divIcon,
  GridLayer,
  geoJSON,
  type LatLng,
  type Layer,
  type Map as LeafletMap,
  layerGroup,
  marker,
  tileLayer,
} from 'leaflet/dist/leaflet-src.esm.js';
import { PMTiles, TileType } from 'pmtiles';
import { distanceIn, ringMetres } from '../calendar/reading/map-frame.ts';
import { placeRingText } from '../calendar/reading/map-labels.ts';
import type { LabelLayers } from './label-layers.ts';
import { GroundNames } from './map-names.ts';
import { VectorLayer } from './map-vector.ts';

/** Zooms beyond which no map goes. */
export const MOST_ZOOM = 19;
const TILE = 256;
/** Pixels over which the scale is measured. */
const SPAN = 100;

/** Tiles that are read from a file by its parts, and painted, so that the page's policy needs no further source of pictures. */
class ArchiveLayer extends GridLayer {
  readonly #archive: PMTiles;

  constructor(archive: PMTiles, mostZoom: number) {
    super({ maxNativeZoom: mostZoom, maxZoom: MOST_ZOOM, tileSize: TILE });
    this.#archive = archive;
  }

  override createTile({ z, x, y }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    canvas.width = TILE;
    canvas.height = TILE;
    const paint = async () => {
      const tile = await this.#archive.getZxy(z, x, y);
      if (!tile) return;
      const picture = await createImageBitmap(new Blob([tile.data]));
      canvas.getContext('2d')?.drawImage(picture, 0, 0, TILE, TILE);
    };
    paint().then(
      () => done(undefined, canvas),
      (error) => done(error, canvas),
    );
    return canvas;
  }
}

/** Hosts of tiles may serve known sites alone: they are told which it is, and no more. */
const TILES = {
  subdomains: 'a',
  maxZoom: MOST_ZOOM,
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const;

/** Milliseconds for which the drawn map waits for tiles. */
const TILES_WAIT_MS = 3_000;

/** Adds tiles; resolves when those that are seen are there, or take too long. */
async function addTiles(map: LeafletMap, layer: GridLayer): Promise<void> {
  const { promise: loaded, resolve } = Promise.withResolvers<void>();
  layer.once('load', () => resolve());
  layer.addTo(map);
  setTimeout(resolve, TILES_WAIT_MS);
  await loaded;
}

/** Adds the tiles of a PMTiles file; resolves with whom its metadata credit. */
async function addArchive(map: LeafletMap, address: string, labels: LabelLayers): Promise<string> {
  const archive = new PMTiles(new URL(address, location.href).href);
  const { maxZoom, tileType } = await archive.getHeader();
  const layer =
    tileType === TileType.Mvt
      ? new VectorLayer(archive, new GroundNames(map, labels, document.documentElement.lang), {
          most: maxZoom,
          ofMap: MOST_ZOOM,
        })
      : new ArchiveLayer(archive, maxZoom);
  await addTiles(map, layer);
  const metadata: unknown = await archive.getMetadata().catch(() => undefined);
  const credit =
    typeof metadata === 'object' && metadata !== null && 'attribution' in metadata
      ? metadata.attribution
      : '';
  return typeof credit === 'string'
    ? (new DOMParser().parseFromString(credit, 'text/html').body.textContent ?? '').trim()
    : '';
}

const COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** Shows whom a file credits; OpenStreetMap with the link that it asks for. */
function showCredit(credit: HTMLElement, text: string): void {
  const [before = '', ...after] = text.split('OpenStreetMap');
  credit.textContent = before;
  if (after.length > 0) {
    const link = document.createElement('a');
    link.href = COPYRIGHT;
    link.rel = 'noopener';
    link.textContent = 'OpenStreetMap';
    credit.append(link, after.join('OpenStreetMap'));
  }
  credit.hidden = false;
}

async function addOutline(map: LeafletMap, address: string): Promise<void> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  const { map_outline: outline } = await response.json();
  if (!outline || !map.getContainer().isConnected) return;
  geoJSON(outline, {
    interactive: false,
    style: (feature) => ({
      className: feature?.geometry.type.endsWith('Polygon') ? 'g-area' : 'g-line',
    }),
  })
    .addTo(map)
    .bringToBack();
}

/** Adds the ground that the operator set: tiles, an outline, both or none. Resolves when what others have to wait for is there. */
export async function addGround(
  map: LeafletMap,
  { tiles, archive, outline }: DOMStringMap,
  labels: LabelLayers,
  credit: HTMLElement | null,
): Promise<void> {
  const work: Promise<unknown>[] = [];
  if (tiles) work.push(addTiles(map, tileLayer(tiles, TILES)));
  if (archive)
    work.push(
      addArchive(map, archive, labels).then((text) => {
        if (credit && !credit.textContent && text) showCredit(credit, text);
      }),
    );
  if (outline) work.push(addOutline(map, outline));
  // A ground that doesn't come leaves the points.
  await Promise.allSettled(work);
}

/**
 * Draws rings of distance around a place, which stay round numbers at each zoom. Returns what draws them anew, where the place has
 * moved.
 */
export function addRings(
  map: LeafletMap,
  placeOf: () => LatLng,
  language: string,
  labels: LabelLayers,
): () => void {
  const rings = layerGroup().addTo(map);
  labels.add('rings', (space) => {
    rings.clearLayers();
    const around = placeOf();
    const { x, y } = map.latLngToContainerPoint(around);
    const metres =
      map.distance(map.containerPointToLatLng([x, y]), map.containerPointToLatLng([x + SPAN, y])) / SPAN;
    const inner = ringMetres({ metres });
    for (const radius of [inner, inner * 2]) {
      const ring: Circle = circle(around, {
        radius,
        interactive: false,
        fill: false,
        className: 'ring',
      });
      rings.addLayer(ring);
      const at = placeRingText(space, map.project(around), radius / metres);
      if (!at) continue;
      const label: Layer = marker(map.unproject([at.x, at.y]), {
        interactive: false,
        keyboard: false,
        icon: divIcon({
          className: 'ring-n',
          html: `<span>${distanceIn(language, radius)}</span>`,
          iconSize: [0, 0],
        }),
      });
      rings.addLayer(label);
    }
  });
  return () => labels.place();
}
