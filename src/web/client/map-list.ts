import { onPage } from './page-events.ts';

/** Returns the drawn pin of a row of the list, which leads to the first event of its place. */
function pinOf(row: Element): Element | null {
  const place = row.getAttribute('data-place');
  const first = place && document.querySelector(`.mp[data-place="${CSS.escape(place)}"]`);
  return first ? document.querySelector(`svg.mapsvg a[href="#${first.id}"]`) : null;
}

function highlight(row: Element | null, pin: Element | null): void {
  for (const one of document.querySelectorAll('.mp.sel, svg.mapsvg .sel')) one.classList.remove('sel');
  row?.classList.add('sel');
  pin?.classList.add('sel');
}

/** Lets the list and the drawn map of places highlight each other, until that map comes to life. */
export function linkListAndMap(): void {
  const onRow = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest('.mp') : null;
    if (row && document.querySelector('svg.mapsvg')) highlight(row, pinOf(row));
  };
  const onPin = ({ target }: Event) => {
    const pin = target instanceof Element ? target.closest('svg.mapsvg a') : null;
    const row = pin && document.querySelector(`.mp${pin.getAttribute('href')}`);
    if (!pin || !row) return;
    highlight(row, pin);
    row.scrollIntoView({ block: 'nearest' });
  };
  for (const kind of ['pointerover', 'focusin']) {
    document.addEventListener(kind, onRow);
    document.addEventListener(kind, onPin);
  }
}

/** Pixels outside of the window within which a map is loaded. */
const NEARBY = '200px';

/** Brings drawn maps to life once they come near the window, by a script that pages without a map never load. */
export function bringMapsToLife(): void {
  let living: (() => void)[] = [];
  const load = async (drawing: SVGSVGElement) => {
    const { showMap }: typeof import('./map.ts') = await import(drawing.dataset['map'] ?? '');
    const remove = drawing.isConnected ? await showMap(drawing) : undefined;
    if (remove) living.push(remove);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof SVGSVGElement)) continue;
        observer.unobserve(target);
        // What is drawn stays where the script doesn't come.
        load(target).catch(() => {});
      }
    },
    { rootMargin: NEARBY },
  );
  onPage(() => {
    observer.disconnect();
    for (const remove of living) remove();
    living = [];
    for (const drawing of document.querySelectorAll('svg[data-map]')) observer.observe(drawing);
  });
}
