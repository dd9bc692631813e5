import { element } from './dom.ts';

/** Something on the page that can be found: an operation, a schema, an error or a section. */
interface ReferenceEntry {
  readonly id: string;
  readonly label: string;
  /** Method and address, or what an error means. */
  readonly place: string;
  readonly main: string;
  readonly rest: string;
  /** Names of parameters and members. */
  readonly fields: readonly string[];
}

/** An entry that has all words of a search, and the field that a word named. */
interface Hit {
  readonly entry: ReferenceEntry;
  readonly score: number;
  readonly field: string;
}

/** Entries that the list shows. */
const MOST = 30;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const textOf = (node: Node | null | undefined): string => node?.textContent ?? '';
const textsOf = (nodes: Iterable<Node>): string[] => [...nodes].map(textOf);

function entryOf(entry: Omit<ReferenceEntry, 'fields'>, fields: readonly string[] = []): ReferenceEntry {
  return { ...entry, main: fold(entry.main), rest: fold(entry.rest), fields };
}

function readEntries(): ReferenceEntry[] {
  const operations = [...document.querySelectorAll('.op')].map((op) => {
    const ids = [...op.querySelectorAll('.here')].map(({ id }) => id);
    const [label, place] = [textOf(op.querySelector('h3')), textOf(op.querySelector('.call'))];
    const main = [label, place, ...ids].join(' ');
    const fields = textsOf(op.querySelectorAll('tbody th code'));
    return entryOf({ id: ids[0] ?? '', label, place, main, rest: textOf(op) }, fields);
  });
  const errors = [...document.querySelectorAll('.errors tbody tr')].map((row) => {
    const [label, place] = [textOf(row.querySelector('th')), textOf(row.lastElementChild)];
    return entryOf({ id: row.id, label, place, main: row.id, rest: textOf(row) });
  });
  const sections = [...document.querySelectorAll('.told > section')].map((section) => {
    const head = section.querySelector('h2');
    const label = textOf(head);
    const own = [...section.children].filter((child) => !child.matches('.op, h2'));
    const id = head?.id ?? '';
    const rest = id === 'errors' ? '' : textsOf(own).join(' ');
    const tables = [...section.children].filter((child) => child.matches('.tbl'));
    const fields = tables.flatMap((table) => textsOf(table.querySelectorAll('tbody th code')));
    return entryOf({ id, label, place: '', main: label, rest }, fields);
  });
  return [...operations, ...errors, ...sections];
}

/** Returns how well an entry fits the words of a search; undefined: it lacks one. */
function hitOf(entry: ReferenceEntry, words: readonly string[]): Hit | undefined {
  let [score, field] = [0, ''];
  for (const word of words) {
    const exact = entry.fields.find((one) => fold(one) === word);
    const name = exact ?? entry.fields.find((one) => fold(one).includes(word));
    if (entry.main.includes(word)) score += 100;
    else if (name !== undefined) score += exact === undefined ? 30 : 60;
    else if (entry.rest.includes(word)) score += 5;
    else return undefined;
    if (name !== undefined && !entry.main.includes(word)) field = name;
  }
  return { entry, score, field };
}

/** Unfolds what an ID lies in, and shows it. */
function unfold(id: string): void {
  const target = id ? document.getElementById(id) : null;
  if (!target) return;
  for (let at = target.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true;
  target.scrollIntoView();
}

function markSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const link = links.get(target.querySelector('h2')?.id ?? '');
        if (!link || !isIntersecting) continue;
        for (const other of links.values()) other.removeAttribute('aria-current');
        link.setAttribute('aria-current', 'true');
      }
    },
    { rootMargin: '-15% 0px -80% 0px' },
  );
  for (const section of document.querySelectorAll('.told > section')) observer.observe(section);
}

function openAll(toggle: HTMLButtonElement): void {
  const isOpen = toggle.getAttribute('aria-pressed') !== 'true';
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.op, .fold')) part.open = isOpen;
  toggle.setAttribute('aria-pressed', String(isOpen));
  toggle.textContent = toggle.dataset[isOpen ? 'close' : 'open'] ?? '';
}

/** Lets the reference be searched, unfolds what links lead to, and marks in the contents the section that is read. */
export function searchReference(): void {
  const form = document.querySelector<HTMLFormElement>('#find');
  const field = document.querySelector<HTMLInputElement>('#find-text');
  const list = document.querySelector<HTMLElement>('#find-list');
  const status = document.querySelector<HTMLElement>('#find-told');
  const toggle = document.querySelector<HTMLButtonElement>('#open-all');
  if (!form || !field || !list || !status || !toggle) return;
  const entries = readEntries();

  const itemOf = ({ entry, field: name }: Hit): HTMLLIElement => {
    const place = entry.place ? ` · ${entry.place}` : '';
    const small = name ? `${form.dataset['in']} ${entry.label}${place}` : entry.place;
    const link = element('a', { href: `#${entry.id}` }, name || entry.label);
    if (small) link.append(element('small', {}, small));
    return element('li', {}, link);
  };
  const show = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    const hits = words.length === 0 ? [] : entries.flatMap((entry) => hitOf(entry, words) ?? []);
    hits.sort((a, b) => b.score - a.score);
    list.replaceChildren(...hits.slice(0, MOST).map(itemOf));
    const said = hits.length > 0 ? `${form.dataset['found']} ${hits.length}` : form.dataset['none'];
    status.textContent = words.length === 0 ? '' : (said ?? '');
  };
  const clear = () => {
    field.value = '';
    show();
  };
  const onKey = (event: KeyboardEvent) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.findIndex((link) => link.matches(':focus'));
    if (event.key === 'Escape') {
      clear();
      field.focus();
    } else if (event.key === 'ArrowDown' && links.length > 0)
      links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? field).focus();
    else return;
    event.preventDefault();
  };
  field.addEventListener('input', show);
  form.addEventListener('keydown', onKey);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  toggle.addEventListener('click', () => openAll(toggle));

  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.matches('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (!field.isConnected) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (!link) return;
    const id = link.hash.slice(1);
    unfold(id);
    if (!list.contains(link)) return;
    // Following the link takes the focus away, so that it comes after that.
    const summary = document.getElementById(id)?.closest('.op')?.querySelector('summary');
    if (summary) setTimeout(() => summary.focus({ preventScroll: true }));
    if (matchMedia('(max-width:68rem)').matches) clear();
  });
  const here = () => unfold(decodeURIComponent(location.hash.slice(1)));
  addEventListener('hashchange', here);
  markSection();
  form.classList.remove('is-coming');
  here();
}
