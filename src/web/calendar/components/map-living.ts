import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { inspectTileArchive, isTileArchive } from '#store/tile-archive.ts';
import { scriptPath } from '#web/assets/assets.ts';
import { TILE_ARCHIVE_PATH } from '#web/assets/map-tiles.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { MapFrame, Position } from '../reading/map-frame.ts';

/** Returns whether the map of a site has tiles that browsers can show: an address, which needs no script. */
export const isTiled = ({ map_tiles }: Site): boolean => /^https?:/.test(map_tiles);

/** Where the public part of the site's settings is read, which has the outline. */
const SETTINGS_PATH = '/kalends/v1/settings';

/** Returns whether the PMTiles file that the settings name can be shown. */
const hasArchive = (call: Call, { map_tiles }: Site): boolean =>
  isTileArchive(map_tiles) && inspectTileArchive(call.deps.config.data, map_tiles) === 'pictures';

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
  call: Call,
  site: Site,
  { zoom, left, top }: MapFrame,
  { near, place, district }: LivingMap,
): Html | '' {
  const script = scriptPath('map.js');
  if (script === undefined) return '';
  const tiles = isTiled(site)
    ? html` data-tiles="${site.map_tiles}"`
    : hasArchive(call, site)
      ? html` data-archive="${TILE_ARCHIVE_PATH}"`
      : '';
  return html` data-map="${script}" data-frame="${zoom} ${left} ${top}"${tiles}${site.map_outline === null ? '' : html` data-outline="${SETTINGS_PATH}"`}${near ? html` data-near="${written(near)}"` : ''}${place ? html` data-place="${written(place)}"` : ''}${district ? html` data-district="${district}"` : ''}`;
}

const COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** Renders whom a map credits for its tiles; OpenStreetMap with the link that it asks for. */
function credit(call: Call, site: Site): Html | '' {
  const isArchived = hasArchive(call, site);
  if (!isTiled(site) && !isArchived) return '';
  const [before = '', ...after] = site.map_credit.split('OpenStreetMap');
  const named =
    after.length === 0
      ? before
      : html`${before}<a href="${COPYRIGHT}" rel="noopener">OpenStreetMap</a>${after.join('OpenStreetMap')}`;
  // Empty for what the file itself says.
  if (site.map_credit === '') return isArchived ? html`<p class="map-credit" hidden></p>` : '';
  return html`<p class="map-credit">${named}</p>`;
}

const button = (call: Call, kind: 'in' | 'out'): Html =>
  html`<button type="button" class="ibtn" data-zoom="${kind}" aria-label="${translateText(call, `page.map.${kind}`)}">${icon(kind === 'in' ? 'plus' : 'minus')}</button>`;

/** Renders the texts and buttons of a small map, which script takes out of its template, and its credit. */
export const smallMapParts = (call: Call, site: Site, pin: Html): Html =>
  html`${credit(call, site)}<template><div class="map-parts"${hints(call)}><div class="map-z">${button(call, 'in')}${button(call, 'out')}</div><p class="map-hint" hidden></p><svg class="pin-1" viewBox="-17 -46 34 46" aria-hidden="true">${pin}</svg></div></template>`;

const hints = (call: Call): Html =>
  html` data-wheel="${translateText(call, 'page.map.wheel')}" data-fingers="${translateText(call, 'page.map.fingers')}"`;

/**
 * Renders the texts, buttons and the card of the page of the map, which script takes out of their template, and its credit.
 * @param districts names with the positions where they stand
 * @param nearAddress the page to which the visitor's place is added; undefined: the page has one
 */
export function mapParts(
  call: Call,
  site: Site,
  districts: readonly (readonly [name: string, lat: number, lng: number])[],
  nearAddress: string | undefined,
): Html {
  const events = (count: number | string) =>
    translateText(call, 'page.events', { count: 2 }).replace('2', String(count));
  // Tiles have names of their own.
  const hasTiles = isTiled(site) || hasArchive(call, site);
  const near = translateText(call, nearAddress === undefined ? 'page.map.me' : 'page.near');
  const nearButton =
    nearAddress === undefined
      ? html`<button type="button" class="ibtn" data-zoom="me" aria-label="${near}">${icon('near')}</button>`
      : html`<button type="button" class="ibtn" data-near="${nearAddress}" aria-label="${near}" hidden>${icon('near')}</button>`;
  return html`${credit(call, site)}<template><div class="map-parts"${hints(call)} data-one="${translateText(call, 'page.events', { count: 1 })}" data-other="${events('%')}" data-from="${translateText(call, 'page.map.from_you', { distance: '%' })}" data-note="${translateText(call, 'page.map.seen')}" data-districts="${JSON.stringify(hasTiles ? [] : districts)}"><div class="map-z">${button(call, 'in')}${button(call, 'out')}${nearButton}</div><p class="map-hint" hidden></p><section class="map-card" aria-label="${translateText(call, 'page.map.chosen')}" hidden><img alt="" width="104" height="78"><div><p></p><h2><a></a></h2><p></p></div><button type="button" class="ibtn" aria-label="${translateText(call, 'page.close')}">${icon('x')}</button></section><span hidden><svg><use href="#m-disc"/></svg></span></div></template>`;
}
