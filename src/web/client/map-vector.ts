import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type Map as LeafletMap,
} from 'leaflet/dist/leaflet-src.esm.js';
import { PbfReader } from 'pbf';
import type { PMTiles } from 'pmtiles';
import { BUILDINGS_FROM, type GroundLook, groundLookOf, groundLooks, lineWidth } from './map-looks.ts';
import type { GroundNames } from './map-names.ts';

/** Pixels of a tile: vector tiles hold what is drawn at twice the size of pictures. */
const TILE = 512;
/** Device pixels of a pixel at most: canvases take memory by their area. */
const MOST_RATIO = 3;
/** Tiles that are kept decoded. */
const MOST_KEPT = 48;
const POLYGON = 3;

/** Colours of the ground, as they are in the page's scheme. */
export type Palette = Readonly<Record<GroundLook | 'land' | 'ink' | 'faint', string>>;

const colours: Palette = {
  land: 'var(--k-block)',
  park: 'var(--k-park)',
  water: 'var(--k-water)',
  stream: 'var(--k-water)',
  pier: 'var(--k-block)',
  building: 'color-mix(in oklab, var(--k-block) 94%, var(--k-ink))',
  path: 'var(--k-street)',
  service: 'var(--k-street)',
  minor: 'var(--k-street)',
  major: 'var(--k-street)',
  highway: 'var(--k-street)',
  rail: 'color-mix(in oklab, var(--k-block) 60%, var(--k-ink-3))',
  border: 'var(--k-line-strong)',
  ink: 'var(--k-ink-2)',
  faint: 'var(--k-ink-3)',
};

/** Reads the colours of the ground from the page's style. */
export function readPalette(container: HTMLElement): Palette {
  const probe = document.createElement('span');
  container.append(probe);
  const read = Object.entries(colours).map(([name, colour]) => {
    probe.style.color = colour;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(read);
}

/** A tile of the file that has what a tile of the map shows, and where in it that is. */
export interface TilePart {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** How many tiles of the map lie beside each other in it. */
  readonly across: number;
  readonly column: number;
  readonly row: number;
}

/** Returns the tile of a file for a tile of the map, which beyond the file's last zoom is a part of one. */
export function partOf({ x, y, z }: { x: number; y: number; z: number }, mostZoom: number): TilePart {
  // Tiles of 512 pixels are those of one zoom before.
  const own = Math.max(0, z - 1);
  const beyond = Math.max(0, own - mostZoom);
  const across = 2 ** beyond;
  const [fileX, fileY] = [Math.floor(x / across), Math.floor(y / across)];
  return {
    z: own - beyond,
    x: fileX,
    y: fileY,
    across,
    column: x - fileX * across,
    row: y - fileY * across,
  };
}

function trace(path: Path2D, feature: VectorTileFeature): void {
  for (const ring of feature.loadGeometry()) {
    ring.forEach(({ x, y }, at) => void (at === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    if (feature.type === POLYGON) path.closePath();
  }
}

/** Gathers the shapes of a tile by their look, in the units of each layer. */
function shapesOf(tile: VectorTile, zoom: number): Map<GroundLook, { path: Path2D; extent: number }[]> {
  const shapes = new Map<GroundLook, { path: Path2D; extent: number }[]>();
  for (const [name, layer] of Object.entries(tile.layers)) {
    const own = new Map<GroundLook, Path2D>();
    for (let at = 0; at < layer.length; at++) {
      const feature = layer.feature(at);
      const look = groundLookOf(name, feature.properties, feature.type);
      if (!look || (look === 'building' && zoom < BUILDINGS_FROM)) continue;
      const path = own.get(look) ?? new Path2D();
      own.set(look, path);
      trace(path, feature);
    }
    for (const [look, path] of own) {
      const others = shapes.get(look) ?? [];
      shapes.set(look, [...others, { path, extent: layer.extent }]);
    }
  }
  return shapes;
}

const areas: ReadonlySet<GroundLook> = new Set(['park', 'water', 'pier', 'building']);
/** Dashes of lines, in their widths. */
const dashes: Readonly<Partial<Record<GroundLook, readonly number[]>>> = {
  rail: [5, 3],
  border: [4, 3],
};

/** Paints a part of a tile. @param ratio device pixels of a pixel */
function paint(
  context: CanvasRenderingContext2D,
  tile: VectorTile,
  { across, column, row }: TilePart,
  { zoom, ratio, palette }: { readonly zoom: number; readonly ratio: number; readonly palette: Palette },
): void {
  const shapes = shapesOf(tile, zoom);
  context.lineJoin = 'round';
  for (const look of groundLooks) {
    const isArea = areas.has(look);
    const width = isArea ? 0 : lineWidth(look, zoom);
    if (!isArea && width === 0) continue;
    for (const { path, extent } of shapes.get(look) ?? []) {
      const scale = (TILE * across * ratio) / extent;
      context.setTransform(scale, 0, 0, scale, -column * TILE * ratio, -row * TILE * ratio);
      if (isArea) {
        context.fillStyle = palette[look];
        context.fill(path);
        continue;
      }
      const unit = ratio / scale;
      context.strokeStyle = palette[look];
      context.lineWidth = width * unit;
      context.lineCap = dashes[look] ? 'butt' : 'round';
      context.setLineDash((dashes[look] ?? []).map((dash) => dash * Math.max(1, width) * unit));
      context.stroke(path);
    }
  }
}

/** The ground from the vector tiles of a file, painted in the colours of the page, sharp at every zoom. */
export class VectorLayer extends GridLayer {
  readonly #archive: PMTiles;
  readonly #mostZoom: number;
  readonly #names: GroundNames;
  readonly #decoded = new Map<string, Promise<VectorTile | undefined>>();
  #palette: Palette | undefined;

  constructor(
    archive: PMTiles,
    names: GroundNames,
    zooms: { readonly most: number; readonly ofMap: number },
  ) {
    super({ tileSize: TILE, maxZoom: zooms.ofMap });
    this.#archive = archive;
    this.#mostZoom = zooms.most;
    this.#names = names;
    this.on('tileunload', ({ coords }) => names.remove(coords));
  }

  override onAdd(map: LeafletMap): this {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => {
      this.#palette = undefined;
      this.redraw();
    };
    scheme.addEventListener('change', repaint);
    this.once('remove', () => scheme.removeEventListener('change', repaint));
    return super.onAdd(map);
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const map: LeafletMap = this._map;
    const ratio = Math.min(
      MOST_RATIO,
      (devicePixelRatio || 1) * Math.max(1, map.getZoomScale(map.getZoom(), coords.z)),
    );
    canvas.width = Math.ceil(TILE * ratio);
    canvas.height = canvas.width;
    const part = partOf(coords, this.#mostZoom);
    const work = async () => {
      const tile = await this.#decode(part);
      const context = canvas.getContext('2d');
      if (!tile || !context) return;
      this.#palette ??= readPalette(map.getContainer());
      paint(context, tile, part, { zoom: coords.z, ratio, palette: this.#palette });
      this.#names.add(coords, tile, part, this.#palette);
    };
    work().then(
      () => done(undefined, canvas),
      (error) => done(error, canvas),
    );
    return canvas;
  }

  #decode({ z, x, y }: TilePart): Promise<VectorTile | undefined> {
    const key = `${z}/${x}/${y}`;
    const known = this.#decoded.get(key);
    if (known) return known;
    const read = this.#archive
      .getZxy(z, x, y)
      .then((tile) => tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))));
    this.#decoded.set(key, read);
    // What failed may come the next time.
    read.catch(() => this.#decoded.delete(key));
    for (const oldest of this.#decoded.keys()) {
      if (this.#decoded.size <= MOST_KEPT) break;
      this.#decoded.delete(oldest);
    }
    return read;
  }
}
