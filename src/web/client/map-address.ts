import { type LatLng, type Map as LeafletMap, latLng } from 'leaflet/dist/leaflet-src.esm.js';

/** Pixels by which nobody moves a map. */
const NO_MOVE = 2;
const DEGREES = /^#(\d{1,2}(?:\.\d{1,2})?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/;

/** The part of the world that a map shows. */
export interface MapView {
  readonly zoom: number;
  readonly center: LatLng;
}

/** Returns the part of the map that an address names as `#zoom/lat/lng`; undefined: it names none. */
export function readView(hash: string): MapView | undefined {
  const [, zoom, lat, lng] = (DEGREES.exec(hash) ?? []).map(Number);
  if (zoom === undefined || lat === undefined || lng === undefined) return undefined;
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? { zoom, center: latLng(lat, lng) } : undefined;
}

function writeView({ zoom, center }: MapView): string {
  const { lat, lng } = center.wrap();
  return `#${Number(zoom.toFixed(2))}/${lat.toFixed(5)}/${lng.toFixed(5)}`;
}

/**
 * Keeps what the map shows in the address, so that a reload and the way back find it again; another part that the address is
 * changed to is shown.
 * @param onMove called whenever the map has been moved
 * @returns what ends it
 */
export function keepInAddress(map: LeafletMap, onMove: () => void): () => void {
  let last: MapView = { zoom: map.getZoom(), center: map.getCenter() };
  const onEnd = () => {
    const now: MapView = { zoom: map.getZoom(), center: map.getCenter() };
    const moved = map.project(now.center, now.zoom).distanceTo(map.project(last.center, now.zoom));
    // A window of another size moves it by parts of a pixel alone.
    if (now.zoom === last.zoom && moved < NO_MOVE) return;
    last = now;
    history.replaceState(history.state, '', writeView(now));
    onMove();
  };
  const onHash = () => {
    const view = readView(location.hash);
    if (view && location.hash !== writeView(last)) map.setView(view.center, view.zoom);
  };
  map.on('moveend', onEnd);
  addEventListener('hashchange', onHash);
  return () => removeEventListener('hashchange', onHash);
}
