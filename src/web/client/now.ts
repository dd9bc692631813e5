import { onPage } from './page-events.ts';

const MINUTE_MS = 60_000;

/** Moves the line of the present in a list to before the first event that hasn't begun. */
function moveLine(line: HTMLElement, now: number): void {
  const after = line.nextElementSibling;
  const before = line.previousElementSibling;
  if (!after?.matches('ul.evs')) return;
  const begun = [...after.children].filter((row) => {
    const start = row.querySelector('time')?.getAttribute('datetime');
    return start?.includes('T') && Date.parse(start) <= now;
  });
  if (begun.length === 0) return;
  const list = before?.matches('ul.evs') ? before : document.createElement('ul');
  if (list !== before) {
    list.className = 'evs';
    line.before(list);
  }
  list.append(...begun);
  if (after.children.length === 0) after.remove();
}

/** Keeps the line of the present at the present: by the clock of the service, as the page had it, and the time since. */
export function moveNowLine(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  onPage(() => {
    clearInterval(timer);
    const line = document.querySelector<HTMLElement>('main .now, main .wnow, main .dnow');
    const time = line?.querySelector<HTMLTimeElement>('time[datetime]');
    // In a week the time stands behind words for screen readers.
    const text = time ?? line?.querySelector('span')?.lastChild;
    if (!line || !text) return;
    const began = Date.parse(time?.dateTime ?? '');
    const loaded = Date.now();
    const [hours = 0, minutes = 0] = (text.textContent ?? '').trim().split(':').map(Number);
    const [, axis = 'r', quarter] = /\b([rx])(\d+)\b/.exec(line.className) ?? [];
    const lines = document.querySelectorAll<HTMLElement>('main .wnow, main .dnow');
    timer = setInterval(() => {
      const passed = Math.floor((Date.now() - loaded) / MINUTE_MS);
      const total = hours * 60 + minutes + passed;
      // Another day is another page.
      if (passed === 0 || total >= 24 * 60) return;
      if (quarter !== undefined && Number.isNaN(total)) return;
      if (/^\s*\d\d:\d\d$/.test(text.textContent ?? ''))
        text.textContent = ` ${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
      if (quarter !== undefined) {
        const start = hours * 4 + Math.floor(minutes / 15);
        const at = String(Number(quarter) + Math.floor(total / 15) - start);
        for (const one of lines) one.style.setProperty(`--${axis}`, at);
      } else if (!Number.isNaN(began)) moveLine(line, began + passed * MINUTE_MS);
    }, MINUTE_MS / 4);
  });
}

/** Opens month, week and the table of a day at the present, unless the address names a part of the page or the window is scrolled. */
export function openAtNow(): void {
  if (location.hash) return;
  const goal = document.querySelector<HTMLElement>('main .wnow, main .dnow, main .mweek-now');
  if (!goal?.checkVisibility()) return;
  const table = goal.closest('.dtab');
  if (table) {
    const { left } = goal.getBoundingClientRect();
    table.scrollLeft += left - table.getBoundingClientRect().left - table.clientWidth / 3;
  } else if (scrollY === 0 && goal.getBoundingClientRect().bottom > innerHeight * 0.9)
    goal.scrollIntoView({ block: 'center', behavior: 'instant' });
}
