/** Returns the pin of a row of the list, which leads to the first event of its place. */
function pinOf(row: Element): Element | null {
  const place = row.getAttribute('data-place');
  const first = place && document.querySelector(`.mp[data-place="${CSS.escape(place)}"]`);
  return first ? document.querySelector(`.mapsvg a[href="#${first.id}"]`) : null;
}

function highlight(row: Element | null, pin: Element | null): void {
  for (const one of document.querySelectorAll('.mp.sel, .mapsvg .sel')) one.classList.remove('sel');
  row?.classList.add('sel');
  pin?.classList.add('sel');
}

/** Lets the list and the map of places highlight each other. */
export function linkListAndMap(): void {
  const onRow = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest('.mp') : null;
    if (row) highlight(row, pinOf(row));
  };
  const onPin = ({ target }: Event) => {
    const pin = target instanceof Element ? target.closest('.mapsvg a') : null;
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
