import type { LatLng, Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';

/** Lets the buttons on the map zoom it, and lead to the visitor's place. */
export function connectButtons(map: LeafletMap, buttons: HTMLElement, me: LatLng | undefined): void {
  const zooms = buttons.querySelectorAll<HTMLButtonElement>('[data-zoom]');
  for (const near of buttons.querySelectorAll<HTMLElement>('[data-near]'))
    near.hidden = !('geolocation' in navigator) || !isSecureContext;
  buttons.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-zoom]') : null;
    const kind = button?.getAttribute('aria-disabled') === 'true' ? '' : button?.dataset['zoom'];
    if (kind === 'in') map.zoomIn();
    else if (kind === 'out') map.zoomOut();
    else if (kind === 'me' && me) map.panTo(me);
  });
  const adapt = () => {
    for (const button of zooms) {
      const { zoom } = button.dataset;
      const isEnd =
        (zoom === 'in' && map.getZoom() >= map.getMaxZoom()) ||
        (zoom === 'out' && map.getZoom() <= map.getMinZoom());
      button.setAttribute('aria-disabled', String(isEnd));
    }
  };
  map.on('zoomend', adapt);
  adapt();
}

/** Pixels between pins and the buttons, and how far the map goes aside for them at most. */
const ASIDE = { gap: 6, most: 160 };

/** Moves the map a little aside where its buttons lie on pins, before it is seen. */
export function uncoverPins(map: LeafletMap, buttons: Element): void {
  const cover = buttons.getBoundingClientRect();
  let aside = 0;
  for (const pin of map.getContainer().querySelectorAll('.pin, .clus')) {
    const { left, right, top, bottom } = pin.getBoundingClientRect();
    // What has moved so far counts: the next pin may have come below the buttons by it.
    const isCovered = left - aside < cover.right && right - aside > cover.left - ASIDE.gap;
    if (isCovered && top < cover.bottom && bottom > cover.top)
      aside = Math.max(aside, right - cover.left + ASIDE.gap);
  }
  if (aside > 0 && aside <= ASIDE.most) map.panBy([aside, 0], { animate: false });
}
