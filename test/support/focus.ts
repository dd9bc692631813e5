import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** What the focus shows after a press of Tab; undefined: it has left the page. */
interface FocusStep {
  /** The place of the element among those that can have the focus, in document order. */
  readonly place: number;
  readonly shown: string;
  readonly isMarked: boolean;
  /** The bar that lies over the element; '': none. */
  readonly under: string;
}

// A group of radio buttons is one stop, and what stands in a closed part is none.
const STOPS = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex]')];
  const isReached = (one) => !one.disabled && one.tabIndex >= 0 && !one.closest('[inert]')
    && one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && one.getClientRects().length > 0
    && !(one.type === 'radio' && [...document.getElementsByName(one.name)].some((other) => other !== one && (other.checked || (!one.checked && one.compareDocumentPosition(other) & 2))));
  const name = (one) => one.outerHTML.slice(0, 160).replace(/\\s+/g, ' ');
  // Looked for anew where something has come or gone: of each of the thousands that a page may have the style is asked for.
  const isBar = (one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position);
  let bars = [];
  let seen = -1;
  const listBars = () => {
    const now = document.body.getElementsByTagName('*');
    if (now.length !== seen) { seen = now.length; bars = [...now].filter(isBar); }
    return bars;
  };
  globalThis.focusTest = { all, isReached, name, listBars };
  return all.filter(isReached).map((one) => [all.indexOf(one), name(one)]);
})()`;

const STEP = `(() => {
  const { all, name, listBars } = globalThis.focusTest;
  const at = document.activeElement;
  if (!at || at === document.body || at === document.documentElement) return undefined;
  const box = at.getBoundingClientRect();
  const isOutlined = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  // A link that fills its row shows the focus around the row, a field by what stands around it, a hidden box by its label.
  const around = [at.firstElementChild, at.labels?.[0], at.nextElementSibling];
  for (let one = at.parentElement, levels = 0; one && levels < 6; one = one.parentElement, levels++) around.push(one);
  const marked = getComputedStyle(at).boxShadow !== 'none' || at.tagName === 'IFRAME'
    || [...around, at].filter(Boolean).some((one) => isOutlined(getComputedStyle(one)))
    || ['::before', '::after'].some((part) => isOutlined(getComputedStyle(at, part)));
  const bars = listBars().filter((one) => !one.contains(at) && !at.contains(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  const over = bars.find((bar) => { const r = bar.getBoundingClientRect();
    const wide = Math.min(r.right, box.right) - Math.max(r.left, box.left);
    const high = Math.min(r.bottom, box.bottom) - Math.max(r.top, box.top);
    const top = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, middle[0])), Math.max(r.top, box.top) + high / 2);
    return wide > 1 && high > 2 && bar.contains(top); });
  const isOut = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth;
  return { place: all.indexOf(at), shown: name(at), isMarked: marked, under: over ? name(over) : isOut && box.width > 2 ? 'the window' : '' };
})()`;

/** Places that appear with the focus, and those within frames. */
const MORE = 120;

/** Holds that Tab goes once through all that can have the focus, in document order, and that one sees where it is. */
export async function assertFocus(page: Page): Promise<void> {
  const stops = await page.evaluate<[number, string][]>(STOPS);
  const wrong: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  for (let pressed = 0; pressed < stops.length + MORE; pressed++) {
    // Held down, as whoever goes far holds it: each release would be drawn, too.
    await page.keyboard.down('Tab');
    const step = await page.evaluate<FocusStep | undefined>(STEP);
    // Boxes that scroll have the focus too, and lie in no list; what a frame shows has it while the frame has it here.
    if (!step || (step.place >= 0 && step.place !== last && reached.has(step.place))) break;
    const { place, shown, isMarked, under } = step;
    if (place >= 0 && place < last) wrong.push(`jumps back: ${shown}`);
    if (!isMarked) wrong.push(`not seen: ${shown}`);
    if (under) wrong.push(`under ${under}: ${shown}`);
    if (place >= 0) last = place;
    reached.add(place);
  }
  await page.keyboard.up('Tab');
  for (const [place, shown] of stops) if (!reached.has(place)) wrong.push(`not reached: ${shown}`);
  assert.deepEqual(wrong, [], `${page.url()} at ${page.viewportSize()?.width}`);
}

/** More stops than any screen has. */
const STOPS_OF_A_SCREEN = 400;

/** Presses Tab until something has the focus, as whoever uses no pointer comes there from where they are. */
export async function tabTo(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await what.first().waitFor();
  for (let pressed = 0; pressed < STOPS_OF_A_SCREEN; pressed++) {
    if ((await what.and(what.page().locator(':focus')).count()) > 0) return;
    await what.page().keyboard.press(key);
  }
  assert.fail(`${String(what)} is not reached by ${key}`);
}

/** Waits until something has the focus. */
export async function untilFocused(what: Locator): Promise<void> {
  await what.and(what.page().locator(':focus')).waitFor();
}
