/** Grids whose links are reached by arrows: the month, the week, the day, and small months. */
const GRIDS = '.mgrid, .month, .wgrid, .whead, .wbody, .dtab, .mini table, .ribbon ol, .k-strip';

interface Box {
  readonly link: HTMLElement;
  readonly x: number;
  readonly y: number;
}

const boxOf = (link: HTMLElement): Box => {
  const { left, top, width, height } = link.getBoundingClientRect();
  return { link, x: left + width / 2, y: top + height / 2 };
};

/** Weight of a way off the direction, so that the next in a row or column wins. */
const ASIDE = 4;

/** Returns the nearest link in a direction; of those that are equally far the first. */
function nearest(from: Box, others: readonly Box[], [dx, dy]: readonly [number, number]): Box | undefined {
  let best: Box | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const box of others) {
    const along = (box.x - from.x) * dx + (box.y - from.y) * dy;
    const aside = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx);
    const way = along + aside * ASIDE;
    if (along > 1 && way < least) {
      best = box;
      least = way;
    }
  }
  return best;
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function targetOf(key: string, link: HTMLElement, grid: Element): HTMLElement | undefined {
  const links = [...grid.querySelectorAll<HTMLElement>('a[href], button')].filter(
    (one) => one.offsetParent !== null,
  );
  if (key === 'Home') return links[0];
  if (key === 'End') return links.at(-1);
  if (key === 'PageUp' || key === 'PageDown') {
    const rel = key === 'PageUp' ? 'prev' : 'next';
    return document.querySelector<HTMLElement>(`main :is(a[rel~=${rel}], [data-rel~=${rel}])`) ?? undefined;
  }
  const direction = directions[key];
  const boxes = links.filter((one) => one !== link).map(boxOf);
  return direction && nearest(boxOf(link), boxes, direction)?.link;
}

/** Lets arrows, Home and End move the focus in grids of days, and Page Up and Page Down turn to what is before and after. */
export function moveInGrids(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target instanceof Element ? target.closest<HTMLElement>('a[href], button') : null;
    const grid = link?.closest(GRIDS);
    if (!link || !grid || link.closest('[popover], .menu')) return;
    const next = targetOf(key, link, grid);
    if (!next) return;
    event.preventDefault();
    if (key.startsWith('Page')) next.click();
    else next.focus();
  });
}
