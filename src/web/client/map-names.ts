import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { type Coords, DomUtil, type Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { boxAround, type LabelSpace, type Pixel, type PixelBox } from '../calendar/reading/map-labels.ts';
import type { LabelLayers } from './label-layers.ts';
import { isNameShown, type NameKind, nameKindOf, nameKinds } from './map-looks.ts';
import type { Palette, TilePart } from './map-vector.ts';

/** A name on the ground. Positions are shares of the world's sheet. */
interface GroundName {
  readonly text: string;
  readonly kind: NameKind;
  readonly at: Pixel;
  /** The straight part of a road along which the name stands: half of it, from its middle to its end; undefined: it has none. */
  readonly along?: Pixel;
}

/** Pixels around the map for which names are drawn too, so that a map that is dragged has some. */
const AROUND = 120;
/** Pixels within which a name stands once. */
const APART = 320;
/** Pixels of the world's sheet at zoom 0. */
const WORLD = 256;
/** The turn between two parts of a road up to which a name runs over both, in radians. */
const STRAIGHT = 0.14;
const LINE = 2;
const HALO = 4;

/** Size in pixels, weight and stretch of names. */
const faces: Readonly<Record<NameKind, readonly [size: number, weight: number, stretch: CanvasFontStretch]>> =
  {
    country: [16, 600, 'normal'],
    region: [14, 500, 'normal'],
    city: [18, 600, 'normal'],
    town: [16, 600, 'normal'],
    village: [14, 500, 'normal'],
    suburb: [17, 400, 'normal'],
    quarter: [16, 400, 'normal'],
    water: [15, 400, 'normal'],
    park: [13, 400, 'condensed'],
    road: [13, 500, 'condensed'],
    street: [12, 400, 'condensed'],
  };

const directionOf = (from: Pixel, to: Pixel): number => Math.atan2(to.y - from.y, to.x - from.x);

/** Returns the longest straight part of a line, as its middle and what leads from there to its end. */
function straightPart(points: readonly Pixel[]): { middle: Pixel; half: Pixel; length: number } | undefined {
  let best: { from: Pixel; to: Pixel; length: number } | undefined;
  let from = points[0];
  let direction = 0;
  points.forEach((to, at) => {
    const before = points[at - 1];
    if (!before || !from) return;
    const next = directionOf(before, to);
    const turn = Math.abs(Math.atan2(Math.sin(next - direction), Math.cos(next - direction)));
    if (at === 1 || turn > STRAIGHT) {
      from = before;
      direction = next;
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!best || length > best.length) best = { from, to, length };
  });
  if (!best) return undefined;
  const { from: first, to: last, length } = best;
  return {
    middle: { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 },
    half: { x: (last.x - first.x) / 2, y: (last.y - first.y) / 2 },
    length,
  };
}

/** Returns boxes that cover a text along a line. */
function boxesAlong({ x, y }: Pixel, angle: number, width: number, height: number): PixelBox[] {
  const count = Math.max(1, Math.ceil(width / height));
  return Array.from({ length: count }, (_, at) => {
    const far = ((at + 0.5) / count - 0.5) * width;
    return boxAround({ x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) }, height, height);
  });
}

/** Returns whether a box lies on the edge of another, so that a part of it alone would be seen. */
function isCut(box: PixelBox, edges: PixelBox): boolean {
  const isIn =
    box.left >= edges.left && box.right <= edges.right && box.top >= edges.top && box.bottom <= edges.bottom;
  const isOut =
    box.right <= edges.left || box.left >= edges.right || box.bottom <= edges.top || box.top >= edges.bottom;
  return !isIn && !isOut;
}

/** The names on the ground, which stand where pins and their names leave space. */
export class GroundNames {
  readonly #map: LeafletMap;
  readonly #labels: LabelLayers;
  readonly #language: string;
  readonly #canvas = document.createElement('canvas');
  readonly #byTile = new Map<string, readonly GroundName[]>();
  readonly #widths = new Map<string, number>();
  #palette: Palette | undefined;
  #awaited: number | undefined;

  constructor(map: LeafletMap, labels: LabelLayers, language: string) {
    this.#map = map;
    this.#labels = labels;
    this.#language = language;
    this.#canvas.className = 'map-names leaflet-zoom-hide';
    map.getPane('overlayPane')?.append(this.#canvas);
    map.on('unload', () => this.#awaited !== undefined && cancelAnimationFrame(this.#awaited));
    labels.add('ground', (space) => this.#place(space));
  }

  /** Adds the names of a part of a tile. */
  add(coords: Coords, tile: VectorTile, part: TilePart, palette: Palette): void {
    this.#palette = palette;
    this.#byTile.set(this.#keyOf(coords), this.#namesOf(tile, part));
    // Tiles come one after the other.
    this.#awaited ??= requestAnimationFrame(() => {
      this.#awaited = undefined;
      this.#labels.place();
    });
  }

  /** Removes the names of a tile that the map has left. */
  remove(coords: Coords): void {
    this.#byTile.delete(this.#keyOf(coords));
  }

  #keyOf({ x, y, z }: Coords): string {
    return `${z}/${x}/${y}`;
  }

  #textOf(properties: VectorTileFeature['properties']): string {
    const name = properties['name'] ?? '';
    // Protomaps names the script of what is not written in Latin letters.
    const known = properties['script'] === undefined ? name : (properties['name:en'] ?? name);
    return String(properties[`name:${this.#language}`] ?? known).trim();
  }

  #namesOf(tile: VectorTile, { z, x, y, across, column, row }: TilePart): GroundName[] {
    const names: GroundName[] = [];
    for (const [layerName, layer] of Object.entries(tile.layers)) {
      const { extent } = layer;
      const world = (point: Pixel): Pixel => ({
        x: (x + point.x / extent) / 2 ** z,
        y: (y + point.y / extent) / 2 ** z,
      });
      const isWithin = (point: Pixel) =>
        Math.floor((point.x / extent) * across) === column && Math.floor((point.y / extent) * across) === row;
      for (let at = 0; at < layer.length; at++) {
        const feature = layer.feature(at);
        const kind = nameKindOf(layerName, feature.properties, feature.type);
        const text = kind ? this.#textOf(feature.properties) : '';
        if (!kind || text === '') continue;
        for (const points of feature.loadGeometry()) {
          const straight = feature.type === LINE ? straightPart(points) : undefined;
          const point = straight ? straight.middle : points[0];
          if (!point || !isWithin(point)) continue;
          names.push({
            text,
            kind,
            at: world(point),
            ...(straight
              ? { along: { x: straight.half.x / extent / 2 ** z, y: straight.half.y / extent / 2 ** z } }
              : {}),
          });
        }
      }
    }
    return names;
  }

  /** Measures a text in the face that the canvas has. */
  #widthOf(context: CanvasRenderingContext2D, { text, kind }: GroundName): number {
    const key = `${kind} ${text}`;
    const known = this.#widths.get(key) ?? context.measureText(text).width;
    this.#widths.set(key, known);
    return known;
  }

  /** Makes the canvas as large as the map, with what is around. */
  #prepare(): CanvasRenderingContext2D | null {
    const { x, y } = this.#map.getSize();
    const ratio = devicePixelRatio || 1;
    const [width, height] = [x + 2 * AROUND, y + 2 * AROUND];
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    DomUtil.setPosition(this.#canvas, this.#map.containerPointToLayerPoint([-AROUND, -AROUND]));
    const context = this.#canvas.getContext('2d');
    context?.scale(ratio, ratio);
    return context;
  }

  #place(space: LabelSpace): void {
    const context = this.#prepare();
    const palette = this.#palette;
    if (!context || !palette) return;
    const zoom = this.#map.getZoom();
    const size = WORLD * 2 ** zoom;
    const { min } = this.#map.getPixelBounds();
    if (!min) return;
    const [left, top] = [min.x - AROUND, min.y - AROUND];
    const view = this.#map.getSize();
    const isSeen = ({ x, y }: Pixel) =>
      x > left && y > top && x < left + view.x + 2 * AROUND && y < top + view.y + 2 * AROUND;
    const edges = { left: min.x, top: min.y, right: min.x + view.x, bottom: min.y + view.y };
    const names = [...this.#byTile.values()]
      .flat()
      .filter(({ kind }) => isNameShown(kind, zoom))
      .sort(
        (one, other) =>
          nameKinds.indexOf(one.kind) - nameKinds.indexOf(other.kind) || (one.text < other.text ? -1 : 1),
      );
    const placed = new Map<string, Pixel[]>();
    const family = getComputedStyle(this.#map.getContainer()).fontFamily;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    for (const name of names) {
      const at = { x: name.at.x * size, y: name.at.y * size };
      if (!isSeen(at)) continue;
      const others = placed.get(name.text) ?? [];
      if (others.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < APART)) continue;
      const [height, weight, stretch] = faces[name.kind];
      context.font = `${name.kind === 'water' ? 'italic ' : ''}${weight} ${height}px ${family}`;
      context.fontStretch = stretch;
      const width = this.#widthOf(context, name);
      const angle = this.#angleOf(name, width / size);
      if (angle === undefined) continue;
      const boxes =
        angle === 0 ? [boxAround(at, width + 8, height + 6)] : boxesAlong(at, angle, width + 8, height + 4);
      if (boxes.some((box) => isCut(box, edges) || space.overlapOf(box) > 0)) continue;
      for (const box of boxes) space.take(box);
      placed.set(name.text, [...others, at]);
      context.save();
      context.translate(at.x - left, at.y - top);
      context.rotate(angle);
      context.lineWidth = HALO;
      context.strokeStyle = name.kind === 'water' ? palette.water : name.along ? palette.minor : palette.land;
      context.strokeText(name.text, 0, 0);
      context.fillStyle = name.kind === 'street' || name.kind === 'park' ? palette.faint : palette.ink;
      context.fillText(name.text, 0, 0);
      context.restore();
    }
  }

  /** Returns the angle at which a name stands, read from left to right; undefined: its road is too short. @param width as a share of the world */
  #angleOf({ along }: GroundName, width: number): number | undefined {
    if (!along) return 0;
    if (2 * Math.hypot(along.x, along.y) < width) return undefined;
    const angle = Math.atan2(along.y, along.x);
    return Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle;
  }
}
