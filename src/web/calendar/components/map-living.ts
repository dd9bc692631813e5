import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { inspectTileArchive, isShown, isTileArchive, type ShownTiles } from '#store/tile-archive.ts';
import { scriptPath } from '#web/assets/assets.ts';
import { TILE_ARCHIVE_PATH } from '#web/assets/map-tiles.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { MapFrame, Position } from '../reading/map-frame.ts';

/** Where the public part of the site's settings is read, which has the outline. */
const SETTINGS_PATH = '/kalends/v1/settings';

/** The ground of a site's maps: tiles, an outline, or both. */
export interface MapGround {
  /** Address of tiles, with `{z}`, `{x}` and `{y}`; undefined: none, or those of a file. */
  readonly tiles: string | undefined;
  /** The kind of tiles in a file of the service's own; undefined: there is none. */
  readonly archive: ShownTiles | undefined;
  readonly outline: object | null;
  /** Whom the map credits; '' for nobody, or whom the file names. */
  readonly credit: string;
  /** Whether the ground is there without script too. */
  readonly isDrawn: boolean;
}

/** Returns the ground that the operator has set; undefined: none that can be shown, and points alone are no map. */
export function findMapGround({ services }: Call, site: Site): MapGround | undefined {
  const { map_tiles: name, map_credit: credit, map_outline: outline } = site;
  const tiles = /^https?:/.test(name) ? name : undefined;
  const found =
    isTileArchive(name) && scriptPath('map.js') !== undefined
      ? inspectTileArchive(services.config.data, name)
      : undefined;
  const archive = isShown(found) ? found : undefined;
  const isDrawn = tiles !== undefined || outline !== null;
  return isDrawn || archive ? { tiles, archive, outline, credit, isDrawn } : undefined;
}

const written = ({ lat, lng }: Position): string => `${lat},${lng}`;

/** Positions that a living map shows beside its ground. */
export interface LivingMap {
  /** The place of the visitor. */
  readonly near?: Position | undefined;
  /** The one place of a small map. */
  readonly place?: Position | undefined;
  /** The district of that place. */
  readonly district?: string;
}

/** Renders what tells script, on a drawing of a map, how to bring it to life; nothing where there is no script. */
export function livingAttributes(
  { tiles, archive, outline }: MapGround,
  { zoom, left, top }: MapFrame,
  { near, place, district }: LivingMap,
): Html | '' {
  const script = scriptPath('map.js');
  if (script === undefined) return '';
  const source = tiles
    ? html` data-tiles="${tiles}"`
    : archive
      ? html` data-archive="${TILE_ARCHIVE_PATH}" data-kind="${archive}"`
      : '';
  return html` data-map="${script}" data-frame="${zoom} ${left} ${top}"${source}${outline === null ? '' : html` data-outline="${SETTINGS_PATH}"`}${near ? html` data-near="${written(near)}"` : ''}${place ? html` data-place="${written(place)}"` : ''}${district ? html` data-district="${district}"` : ''}`;
}

const COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** Renders whom a map credits for its tiles; OpenStreetMap with the link that it asks for. */
function creditLine({ tiles, archive, credit }: MapGround): Html | '' {
  if (!tiles && !archive) return '';
  // Empty for what the file itself says.
  if (credit === '') return archive ? html`<p class="map-credit" hidden></p>` : '';
  const [before = '', ...after] = credit.split('OpenStreetMap');
  const named =
    after.length === 0
      ? before
      : html`${before}<a href="${COPYRIGHT}" rel="noopener">OpenStreetMap</a>${after.join('OpenStreetMap')}`;
  return html`<p class="map-credit">${named}</p>`;
}

const button = (call: Call, kind: 'in' | 'out'): Html =>
  html`<button type="button" class="ibtn" data-zoom="${kind}" aria-label="${translateText(call, `page.map.${kind}`)}">${icon(kind === 'in' ? 'plus' : 'minus')}</button>`;

/** Renders the texts and buttons of a small map, which script takes out of its template, and its credit. */
export const smallMapParts = (call: Call, ground: MapGround, pin: Html): Html =>
  html`${creditLine(ground)}<template><div class="map-parts"${hints(call)}><div class="map-z">${button(call, 'in')}${button(call, 'out')}</div><p class="map-hint" hidden></p><svg class="pin-1" viewBox="-17 -46 34 46" aria-hidden="true">${pin}</svg></div></template>`;

const hints = (call: Call): Html =>
  html` data-wheel="${translateText(call, 'page.map.wheel')}" data-fingers="${translateText(call, 'page.map.fingers')}"`;

/**
 * Renders the texts, buttons and the card of the page of the map, which script takes out of their template, and its credit.
 * @param districts names with the positions where they stand
 * @param nearAddress the page to which the visitor's place is added; undefined: the page has one
 */
export function mapParts(
  call: Call,
  ground: MapGround,
  districts: readonly (readonly [name: string, lat: number, lng: number])[],
  nearAddress: string | undefined,
): Html {
  const events = (count: number | string) =>
    translateText(call, 'page.events', { count: 2 }).replace('2', String(count));
  // Tiles have names of their own.
  const hasTiles = Boolean(ground.tiles ?? ground.archive);
  const near = translateText(call, nearAddress === undefined ? 'page.map.me' : 'page.near');
  const nearButton =
    nearAddress === undefined
      ? html`<button type="button" class="ibtn" data-zoom="me" aria-label="${near}">${icon('near')}</button>`
      : html`<button type="button" class="ibtn" data-near="${nearAddress}" aria-label="${near}" hidden>${icon('near')}</button>`;
  return html`${creditLine(ground)}<template><div class="map-parts"${hints(call)} data-one="${translateText(call, 'page.events', { count: 1 })}" data-other="${events('%')}" data-from="${translateText(call, 'page.map.from_you', { distance: '%' })}" data-note="${translateText(call, 'page.map.seen')}" data-districts="${JSON.stringify(hasTiles ? [] : districts)}"><div class="map-z">${button(call, 'in')}${button(call, 'out')}${nearButton}</div><p class="map-hint" hidden></p><section class="map-card" aria-label="${translateText(call, 'page.map.chosen')}" hidden><img alt="" width="104" height="78"><div><p></p><h2><a></a></h2><p></p></div><button type="button" class="ibtn" aria-label="${translateText(call, 'page.close')}">${icon('x')}</button></section><span hidden><svg><use href="#m-disc"/></svg></span></div></template>`;
}
