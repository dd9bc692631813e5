const ITEMS = 'a[href], button:not([disabled]), input:not([type=hidden])';
const OPEN = 'details.menu[open]';

const itemsOf = (menu: Element): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.offsetParent !== null);

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** Returns the item to which a key leads from another one; undefined: the key has another meaning. */
function itemFor(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const last = items.length - 1;
  if (key === 'ArrowDown') return items[at < last ? at + 1 : 0];
  if (key === 'ArrowUp') return items[at > 0 ? at - 1 : last];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[last];
  return undefined;
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const menu = target.closest<HTMLDetailsElement>('details.menu');
  const popover = target.closest<HTMLElement>('[popover]');
  if (menu && key === 'Escape' && menu.open) {
    event.preventDefault();
    close(menu);
    return;
  }
  const around = popover ?? menu;
  if (!around) return;
  const isSummary = target.tagName === 'SUMMARY';
  if (menu && isSummary && !menu.open) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    menu.open = true;
  }
  const isField = target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
  if (isField && (key === 'Home' || key === 'End')) return;
  const items = itemsOf(around);
  const next = itemFor(key, items, items.indexOf(target));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Lets menus and popovers be used by arrows, Home, End and Escape, and closes a menu that is left. */
export function openMenusByKeyboard(): void {
  document.addEventListener('keydown', onKey);
  const closeOthers = (target: EventTarget | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN))
      if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  document.addEventListener('pointerdown', ({ target }) => closeOthers(target));
  document.addEventListener('focusin', ({ target }) => closeOthers(target));
}
