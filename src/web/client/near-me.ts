import { showPage } from './navigation.ts';
import { announce, onPage, textOf } from './page-events.ts';

/** Kilometres around a visitor. */
const RADIUS_KM = 2;

/** Returns a coordinate to about 100 metres, which is as near as anybody has to know. */
const rounded = (degrees: number): string => degrees.toFixed(3);

/** Offers to show what is near; asks for the place only when that is pressed, and sends it rounded. */
export function findNearMe(): void {
  onPage(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-near]'))
      button.hidden = !('geolocation' in navigator) || !isSecureContext;
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-near]') : null;
    if (!button) return;
    const url = new URL(button.dataset['near'] || location.href, location.href);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        url.searchParams.set('geoloc_lat', rounded(coords.latitude));
        url.searchParams.set('geoloc_lng', rounded(coords.longitude));
        url.searchParams.set('geoloc_radius', String(RADIUS_KM));
        showPage(url.href, { history: 'push', scroll: 'keep' });
      },
      () => announce(textOf('noPlace')),
      { maximumAge: 300_000, timeout: 10_000 },
    );
  });
}
