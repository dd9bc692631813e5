import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page, Request } from 'playwright-core';

/** Widths at which pages are looked at: a phone, a tablet, a desktop. */
export const pageWidths = [390, 820, 1440] as const;
/** Themes in which pages are looked at. */
export const pageThemes = ['light', 'dark'] as const;

/** A window and a theme in which a page is looked at. */
export interface Look {
  readonly width: (typeof pageWidths)[number];
  readonly theme: (typeof pageThemes)[number];
}

/** All windows and themes. */
export const pageLooks: readonly Look[] = pageWidths.flatMap((width) =>
  pageThemes.map((theme) => ({ width, theme })),
);

/** How a page is looked at. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: (typeof pageThemes)[number];
  /** Whether scripts run; true if absent. */
  readonly script?: boolean;
  /** The zone of the visitor; that of the test if absent. */
  readonly zone?: string;
  /** The status of the page, 200 if absent. */
  readonly status?: number;
  /** The value of `Cookie` that the page is asked for with, as a browser has it that is signed in. */
  readonly cookie?: string;
  /** The instant at which the browser's clock stands, in RFC 3339; without it the clock runs. */
  readonly clock?: string;
  /** The language that somebody has chosen for the administration in this browser. */
  readonly language?: string;
  /** A picture that stands for all those of other hosts, which the page may ask for; without one it may ask nobody else. */
  readonly foreignPicture?: Buffer;
}

/** What an open page is held to, and what it did against it. */
interface Watch {
  /** The only host that may be asked. */
  readonly origin: string;
  /** The status that its address answers, which browsers tell of where it is an error. */
  status: number;
  /** What it told the console, and whom it asked without being allowed to. */
  told: string[];
}

const watches = new WeakMap<Page, Watch>();

/** Half as long as what the package's name brings: each page compiles it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Conformance that pages are held to. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing of what pages load is read anew for the sake of sounds, of which they have none. */
const AXE_OPTIONS = JSON.stringify({
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  preload: false,
});

/**
 * Opens a page in a context of its own, which the caller closes, and holds that it tells the console nothing, asks no other
 * host and isn't wider than the window.
 */
export async function openPage(browser: Browser, address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openTab(browser, new URL(address).origin, options);
  await visit(page, address, options.status);
  return page;
}

/** @param begins what each of its pages runs first */
async function openTab(browser: Browser, origin: string, options: PageOptions, begins = ''): Promise<Page> {
  const {
    width = 1440,
    height = 900,
    theme = 'light',
    script = true,
    zone,
    foreignPicture,
    cookie,
    clock,
    language,
  } = options;
  const isForeign = (request: Request): boolean => {
    const asked = new URL(request.url());
    return asked.origin !== origin && asked.protocol !== 'data:';
  };
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    javaScriptEnabled: script,
    ...(zone === undefined ? {} : { timezoneId: zone }),
  });
  for (const pair of cookie?.split('; ') ?? []) {
    const at = pair.indexOf('=');
    await context.addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }]);
  }
  const chosen = `localStorage.setItem('kalends.language', ${JSON.stringify(language)})`;
  const first = [begins, language === undefined ? '' : chosen].filter(Boolean).join(';\n');
  if (first) await context.addInitScript(first);
  if (clock !== undefined) await context.clock.setFixedTime(clock);
  const page = await context.newPage();
  const watch: Watch = { origin, status: 200, told: [] };
  watches.set(page, watch);
  page.on('console', (message) => {
    // What browsers ask for by themselves, and the status that is asked for here.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (watch.status === 200 || !message.text().includes(String(watch.status)))
      watch.told.push(message.text());
  });
  page.on('pageerror', (error) => watch.told.push(String(error)));
  page.on('request', (request) => {
    if (isForeign(request) && !(foreignPicture && request.resourceType() === 'image'))
      watch.told.push(`asks for ${request.url()}`);
  });
  if (foreignPicture)
    await page.route('**/*', (route, request) =>
      isForeign(request)
        ? route.fulfill({ contentType: 'image/png', body: foreignPicture })
        : route.continue(),
    );
  return page;
}

async function visit(page: Page, address: string, status = 200): Promise<void> {
  const watch = watches.get(page);
  assert.equal(new URL(address).origin, watch?.origin, 'A tab stays with the host that it was opened for.');
  if (watch) Object.assign(watch, { status, told: [] });
  const response = await page.goto(address);
  assert.equal(response?.status(), status, address);
  await page.evaluate('document.fonts.ready.then(() => true)');
  await assertFits(page);
}

/** Has a page know nothing of what was typed into the one before it in the same tab. */
const FORGETS = 'if (self === top) { localStorage.clear(); sessionStorage.clear(); }';

/**
 * Tabs of a browser in which pages are looked at one after the other: a tab that is new, with all that it loads and compiles,
 * costs five times what its next page does. Pages of other options, but for window and theme, have other tabs.
 */
export class Tabs {
  readonly #browser: Browser;
  readonly #idle = new Map<string, Page[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens a page as `openPage` does, in an idle tab where there is one, for as long as `see` looks at it. */
  async look(address: string, options: PageOptions, see: (page: Page) => Promise<void>): Promise<void> {
    const { width = 1440, height = 900, theme = 'light', status, foreignPicture, ...rest } = options;
    const { origin } = new URL(address);
    const kind = JSON.stringify([origin, foreignPicture !== undefined, rest]);
    const idle = this.#idle.get(kind) ?? [];
    this.#idle.set(kind, idle);
    const known = idle.pop();
    const page = known ?? (await openTab(this.#browser, origin, options, FORGETS));
    try {
      if (known) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme });
      }
      await visit(page, address, status);
      await see(page);
    } catch (error) {
      await page.context().close();
      throw error;
    }
    idle.push(page);
  }
}

/** Ends transitions and scrolls to the top, so that nothing is seen on its way from one look to another. */
const SETTLED = `(async () => {
  scrollTo({ top: 0, behavior: 'instant' });
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
})()`;

/** Shows an open page in another window and theme. */
export async function showIn(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(SETTLED);
}

/**
 * Holds that a page has told the console nothing until now, asked no other host, and isn't wider than its window.
 * @param refusals the statuses of answers that it was meant to get, which browsers tell by themselves
 */
export async function assertFits(page: Page, ...refusals: readonly (number | undefined)[]): Promise<void> {
  const told = watches.get(page)?.told ?? [];
  const isRefusal = (text: string) =>
    refusals.some((status) => status !== undefined && text.includes(`status of ${status}`));
  assert.deepEqual(
    told.filter((text) => !isRefusal(text)),
    [],
    page.url(),
  );
  const width = page.viewportSize()?.width ?? 0;
  const wide: unknown = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(typeof wide === 'number' && wide <= width, `${page.url()} is ${wide} px wide at ${width}`);
}

/**
 * Names that controls and headings have by their content in which two parts run together, since no blank stands between them. Parts
 * that are matches of a search within a word are none.
 */
const JOINED_NAMES = `(() => {
  const NAMED = 'a, button, summary, label, legend, caption, th, h1, h2, h3, h4, option, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=radio], [role=checkbox], [role=switch]';
  const partsIn = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return [{ text: node.data, parent: node.parentElement }];
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === 'true') return [];
    if (['SCRIPT', 'STYLE', 'TEMPLATE', 'INPUT', 'SELECT', 'TEXTAREA', 'svg'].includes(node.nodeName) || getComputedStyle(node).display === 'none') return [];
    const label = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    return label === null ? [...node.childNodes].flatMap(partsIn) : [{ text: label, parent: node }];
  };
  return [...document.querySelectorAll(NAMED)].flatMap((element) => {
    if (element.ariaLabel || element.hasAttribute('aria-labelledby') || element.closest('[aria-hidden=true]')) return [];
    const parts = [...element.childNodes].flatMap(partsIn).filter(({ text }) => text !== '');
    const joined = parts.some(({ text, parent }, at) => {
      const before = parts[at - 1];
      return before && before.parent !== parent && ![before.parent, parent].some((one) => one.matches('mark, u')) &&
        /[\\p{L}\\p{N}.,:;!?%)]$/u.test(before.text) && /^[\\p{L}\\p{N}(]/u.test(text);
    });
    return joined ? [parts.map(({ text }) => text).join('|') + ' in ' + element.outerHTML.slice(0, 160)] : [];
  });
})()`;

/** Holds that axe-core finds no violation of WCAG 2.2 AA on a page whose scripts run, and that no names run together. */
export async function assertAccessible(page: Page): Promise<void> {
  // What still comes would change what is there to be read, and where.
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  // Bars at the head and foot of the window lie above whatever is there by chance, until it is scrolled away from under
  // them: of the administration and the reference all is looked at in a window that is high enough. What a button has opened would close, and
  // is all there is meanwhile.
  const window = page.viewportSize() ?? { width: 1440, height: 900 };
  const height: unknown = await page.evaluate(
    "document.querySelector('.adm-b, .docs') ? document.documentElement.scrollHeight : 0",
  );
  // Parts that come later than the rest have room.
  if (typeof height === 'number' && height > window.height)
    await page.setViewportSize({ width: window.width, height: height + 400 });
  await page.evaluate(
    "document.querySelector('.stick, .at-k, .se-f') && !document.querySelector('.pop[data-trigger]') && scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })",
  );
  // Runs past the policy of the page, which lets no inline script run.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${AXE_OPTIONS})`);
  const joined = await page.evaluate<string[]>(JOINED_NAMES);
  await page.setViewportSize(window);
  assert.deepEqual(joined, [], `names that run together on ${page.url()}`);
  const found = results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 200)} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`,
    ),
  );
  assert.deepEqual(found, [], `${page.url()} at ${page.viewportSize()?.width}`);
}

/** Opens each menu by itself, and returns those that leave the window at its sides, and those that begin with an empty line. */
const MENUS_OUTSIDE = `[...document.querySelectorAll('details.menu')].filter((menu) => menu.checkVisibility()).flatMap((menu) => {
  const wasOpen = menu.open;
  menu.open = true;
  const pop = menu.querySelector('.pop');
  const { left, right, top } = pop.getBoundingClientRect();
  const name = menu.querySelector('summary').textContent.trim();
  const first = [...pop.querySelectorAll('a, button, label, p')].find((one) => one.checkVisibility())?.getBoundingClientRect().top ?? top;
  menu.open = wasOpen;
  return [
    ...(left < 0 || right > document.documentElement.clientWidth ? [name + ' from ' + Math.round(left) + ' to ' + Math.round(right)] : []),
    ...(first - top > 24 ? [name + ' begins ' + Math.round(first - top) + ' px lower'] : []),
  ];
})`;

/** Holds that each menu opens within the window, and begins with its first line. */
export async function assertMenusFit(page: Page): Promise<void> {
  const outside = await page.evaluate<string[]>(MENUS_OUTSIDE);
  assert.deepEqual(outside, [], `${page.url()} at ${page.viewportSize()?.width}`);
}

/** Returns what a sheet of paper shows of controls; how many more events a cell has is told by a button, and days are links or buttons. */
const PRINTED_CONTROLS = `[...document.querySelectorAll('button, .btn, .ibtn, .chip, .menu, [type=search]')]
  .filter((one) => !one.matches('.mbtn, [formaction]') && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** Holds that no button, menu or filter is printed. */
export async function assertPrintsWithoutControls(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate<string[]>(PRINTED_CONTROLS);
  await page.emulateMedia({ media: 'screen' });
  assert.deepEqual(printed, [], `${page.url()} on paper`);
}
