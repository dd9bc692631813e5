import type { Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';

/** Milliseconds for which a hint stays. */
const HINT_MS = 1_600;
const TOUCH = '(pointer:coarse)';

const scrolls = (): boolean => document.documentElement.scrollHeight > innerHeight + 1;

/**
 * Lets the wheel and one finger scroll a page that is longer than the window, as they do beside the map: there the map takes
 * the wheel with Ctrl or while it has the focus, and two fingers.
 * @param hint tells that, where somebody tries without
 */
export function keepPageScrolling(map: LeafletMap, hint: HTMLElement, texts: DOMStringMap): void {
  const container = map.getContainer();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (text: string | undefined) => {
    hint.textContent = text ?? '';
    hint.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      hint.hidden = true;
    }, HINT_MS);
  };
  const onWheel = (event: WheelEvent) => {
    const isMeant =
      event.ctrlKey || event.metaKey || !scrolls() || container.contains(document.activeElement);
    map.scrollWheelZoom[isMeant ? 'enable' : 'disable']();
    if (isMeant) hint.hidden = true;
    else tell(texts['wheel']);
  };
  container.parentElement?.addEventListener('wheel', onWheel, { capture: true, passive: true });
  if (!matchMedia(TOUCH).matches) return;
  const adapt = () => map.dragging[scrolls() ? 'disable' : 'enable']();
  adapt();
  map.on('resize', adapt);
  container.addEventListener(
    'touchmove',
    ({ touches }) => {
      if (touches.length === 1 && !map.dragging.enabled()) tell(texts['fingers']);
      else hint.hidden = true;
    },
    { passive: true },
  );
}
