import { openAtNow } from './now.ts';
import { announce, pageReplaced } from './page-events.ts';

/** Where the focus goes after a page was replaced: the element that stands for the one that had it, or the main part. */
interface Place {
  readonly selector: string;
  readonly text: string;
  /** Selection within a field. */
  readonly caret: readonly [number, number] | undefined;
}

/** Controls of a view, after which what is seen stays where it is. */
const CONTROLS = '.views, .filters, .quick, .bar, .ribbon, .lede, .map-h, .vbar, .mini, form';
const REPLACED = ['main', '.nav', '.langs', '.sprite'];

const bare = (address: string): string => address.split('#')[0] ?? address;
let shown = bare(location.href);
let request: AbortController | undefined;

/** Returns whether an address is that of a view of the calendar; `/` with `rest_route` is one of the interface. */
const isCalendar = ({ origin, pathname, searchParams }: URL): boolean =>
  origin === location.origin &&
  /^\/(?:[a-z]{2}\/)?(?:events(?:\/[^.]*)?)?$/.test(pathname) &&
  !searchParams.has('rest_route') &&
  !searchParams.has('_method');

/** Returns whether our own templates made a link, and not an author, whose texts have no such attributes. */
const isOwn = (link: Element): boolean =>
  link.closest('[data-in-place], [data-authored]')?.hasAttribute('data-in-place') ?? false;

function placeOf(element: Element | null): Place | undefined {
  if (!element || element === document.body) return undefined;
  const field = element instanceof HTMLInputElement && element.name ? element : undefined;
  const group = element.closest('.views, .filters, .quick, .ribbon, .pager, .vnav, .mini');
  return {
    selector: element.id
      ? `#${CSS.escape(element.id)}`
      : field
        ? `main input[type=${field.type}][name="${field.name}"]`
        : group
          ? `.${group.classList[0]} a, .${group.classList[0]} summary`
          : '',
    text: element.textContent ?? '',
    caret: field?.type === 'search' ? [field.selectionStart ?? 0, field.selectionEnd ?? 0] : undefined,
  };
}

/** Moves the focus to what stands in the place of an element that was replaced. */
function restoreFocus(place: Place | undefined): void {
  const same = place?.selector ? [...document.querySelectorAll<HTMLElement>(place.selector)] : [];
  const found = same.find(({ textContent }) => textContent === place?.text) ?? undefined;
  const main = document.querySelector<HTMLElement>('main');
  const target = found ?? (place?.caret ? same[0] : undefined) ?? main;
  if (target === main) main?.setAttribute('tabindex', '-1');
  target?.focus({ preventScroll: true });
  if (place?.caret && target instanceof HTMLInputElement) target.setSelectionRange(...place.caret);
}

/** Puts the parts of another document of the same site in the place of those that are shown. */
function replaceParts(next: Document): boolean {
  if (!next.querySelector('main') || next.documentElement.lang !== document.documentElement.lang)
    return false;
  for (const selector of REPLACED) {
    const [own, other] = [document.querySelector(selector), next.querySelector(selector)];
    if (own && other) own.replaceWith(document.adoptNode(other));
  }
  for (const link of document.querySelectorAll('link[rel=canonical], link[rel=alternate], meta[name=robots]'))
    link.remove();
  document.head.append(
    ...next.querySelectorAll('link[rel=canonical], link[rel=alternate], meta[name=robots]'),
  );
  document.title = next.title;
  return true;
}

/** How a page takes the place of the one before. */
interface PageChange {
  /** A new entry of the history, that of the page before, or one that is there already. */
  readonly history: 'push' | 'replace' | 'keep';
  readonly scroll: 'keep' | 'top' | number;
}

const keepScroll = (): void => history.replaceState({ scroll: scrollY }, '');

/** Shows another page of the calendar without loading all of it; loads it where that doesn't go. */
export async function showPage(address: string, change: PageChange): Promise<void> {
  request?.abort();
  const own = new AbortController();
  request = own;
  try {
    const response = await fetch(bare(address), { signal: own.signal, headers: { accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (own.signal.aborted) return;
    // Another version of the service brings other scripts and styles, and so does a page of another kind.
    const isSame = partsOf(next) === partsOf(document);
    const final = new URL(response.url);
    final.hash = new URL(address, location.href).hash;
    if (!response.ok || !isSame) throw new Error('not to be shown here');
    const place = placeOf(document.activeElement);
    if (change.history === 'push') keepScroll();
    if (!replaceParts(next)) throw new Error('not to be shown here');
    if (change.history === 'push') history.pushState({ scroll: 0 }, '', final.href);
    else if (change.history === 'replace') history.replaceState(history.state, '', final.href);
    shown = bare(final.href);
    pageReplaced();
    restoreFocus(place);
    const goal = final.hash ? document.getElementById(decodeURIComponent(final.hash.slice(1))) : undefined;
    if (goal) goal.scrollIntoView();
    else if (change.scroll !== 'keep') scrollTo(0, change.scroll === 'top' ? 0 : change.scroll);
    if (change.history !== 'keep') openAtNow();
    announce(document.title);
  } catch {
    if (!own.signal.aborted) location.assign(address);
  } finally {
    if (request === own) request = undefined;
  }
}

/** Returns the addresses of the scripts and styles with which a page begins. */
const partsOf = ({ head }: Document): string =>
  [...head.querySelectorAll('script[src], link[rel=stylesheet]')]
    .map((part) => part.getAttribute('src') ?? part.getAttribute('href'))
    .join(' ');

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!(link instanceof HTMLAnchorElement) || !link.href || link.target || link.download || !isOwn(link))
    return;
  if (link.lang && link.hreflang) return;
  const url = new URL(link.href);
  if (!isCalendar(url) || (url.hash && bare(url.href) === shown)) return;
  event.preventDefault();
  const isControl = link.closest(CONTROLS) && document.querySelector('main')?.contains(link);
  showPage(link.href, { history: 'push', scroll: isControl ? 'keep' : 'top' });
}

/** Returns the address that a form leads to, with the button that sends it, without fields that say nothing. */
function formAddress(form: HTMLFormElement, button: HTMLElement | null = null): string {
  // Another day of a part of the calendar is a button with an address of its own.
  const own = button?.hasAttribute('formaction') && button instanceof HTMLButtonElement;
  const url = new URL(own ? button.formAction : form.action);
  const values = new Map<string, string[]>();
  for (const [name, value] of new FormData(form, button))
    if (typeof value === 'string' && value.trim())
      values.set(name, [...(values.get(name) ?? []), value.trim()]);
  url.search = '';
  for (const [name, all] of values) url.searchParams.set(name, all.join(','));
  return url.href.replaceAll('%2C', ',');
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'get' || !isCalendar(new URL(form.action)))
    return;
  event.preventDefault();
  const isControl = !form.hidden || event.submitter?.closest(CONTROLS);
  showPage(formAddress(form, event.submitter), { history: 'push', scroll: isControl ? 'keep' : 'top' });
}

/** Milliseconds without a key after which a search begins. */
const PAUSE_MS = 250;
let pause: ReturnType<typeof setTimeout> | undefined;
/** The search that is being typed, which has one entry in the history. */
let typing = false;

function onInput(event: Event): void {
  const field = event.target;
  if (
    !(field instanceof HTMLInputElement) ||
    field.type !== 'search' ||
    !field.form?.matches('main [role=search]')
  )
    return;
  const { form } = field;
  // Letters that are still being put together are no words yet.
  if (event instanceof InputEvent && event.isComposing) return;
  clearTimeout(pause);
  pause = setTimeout(async () => {
    const address = formAddress(form);
    if (bare(address) === shown || !isCalendar(new URL(address))) return;
    const isFirst = !typing;
    typing = true;
    await showPage(address, { history: isFirst ? 'push' : 'replace', scroll: 'keep' });
  }, PAUSE_MS);
}

/** Changes views, filters and pages of the calendar in place, with the history, the scroll and the focus kept. */
export function changePagesInPlace(): void {
  history.scrollRestoration = 'manual';
  document.addEventListener('click', onClick);
  document.addEventListener('submit', onSubmit);
  document.addEventListener('input', onInput);
  document.addEventListener('focusout', () => {
    if (!request) typing = false;
  });
  addEventListener('pagehide', keepScroll);
  addEventListener('popstate', (event) => {
    if (bare(location.href) === shown) return;
    const state: unknown = event.state;
    const scroll = state && typeof state === 'object' && 'scroll' in state ? Number(state.scroll) : 0;
    showPage(location.href, { history: 'keep', scroll });
  });
  const state: unknown = history.state;
  if (state && typeof state === 'object' && 'scroll' in state) scrollTo(0, Number(state.scroll));
  else openAtNow();
}
