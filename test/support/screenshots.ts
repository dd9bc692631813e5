// `npm run screenshots [-- NAME…]`: writes docs/screenshots/NAME-WIDTH-THEME.png of the public pages of the made-up programme, and
// admin-NAME-WIDTH-THEME.png of the screens of its administration.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { TOWN_MAP } from '#transfer/seed/town-map.ts';
import { keptScreens, type ShownScreen, shownScreens } from './administration-screens.ts';
import { launch } from './browser.ts';
import { type DailyScreen, dailyScreens } from './daily-screens.ts';
import { openPage, pageThemes, pageWidths } from './open-page.ts';
import { addDailyWork } from './programme/daily-work.ts';
import { PROGRAMME_CLOCK, startProgramme } from './programme/programme.ts';
import { fillProposal, proposeBreakfast } from './proposal-pages.ts';
import { startProcess } from './service.ts';
import { TestBrowser } from './session.ts';
import { shownPages } from './shown-pages.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'screenshots');
/** Pages are cut off below so many pixels, which show all that they have of looks. */
const TALLEST = 1900;

/** Looks of the administration's screens. */
const screenLooks = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const;

/** Takes pictures of the two steps of a first start. */
async function shootFirstRun(): Promise<void> {
  // Only a process prints the link.
  const fresh = await startProcess({ env: { KALENDS_ADMIN_PASSWORD: undefined } });
  try {
    const [link = ''] = /http\S+first-run\S+/.exec(fresh.log()) ?? [];
    const { pathname, search } = new URL(link);
    const address = fresh.url + pathname + search;
    for (const { width, theme } of screenLooks) {
      const page = await openPage(browser, address, {
        width,
        theme,
        zone: 'Europe/Berlin',
        clock: PROGRAMME_CLOCK,
      });
      await page.locator('[autocomplete=new-password]').fill('correct horse battery');
      for (const name of ['first-run', 'first-run-2']) {
        if (name === 'first-run-2') await page.locator('.btn-l').dispatchEvent('click');
        await page.locator(name === 'first-run' ? '.mono' : '.ways').waitFor();
        await page.evaluate('document.activeElement?.blur()');
        const file = path.join(folder, `admin-${name}-${width}-${theme}.png`);
        await page.screenshot({ path: file });
        process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
      }
      await page.context().close();
    }
  } finally {
    await fresh.stop();
  }
}

const putSettings = async (settings: object) =>
  (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, settings)).expect(200);

const asked = process.argv.slice(2);
const service = await startProgramme();
const browser = await launch();
try {
  mkdirSync(folder, { recursive: true });
  for (const { name, address, status = 200, ready, pressed, settings } of shownPages) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (settings) await putSettings(settings);
    for (const width of pageWidths)
      for (const theme of pageThemes) {
        const page = await openPage(browser, service.url + address, {
          width,
          theme,
          status,
          zone: 'Europe/Berlin',
        });
        if (ready) await page.locator(ready).waitFor();
        if (pressed) {
          await page.locator(pressed).dispatchEvent('click');
          await page.waitForLoadState('networkidle');
        }
        // Pictures below the window would come later.
        await page.evaluate("for (const image of document.images) image.loading = 'eager'");
        await page.waitForLoadState('networkidle');
        const tall: unknown = await page.evaluate('document.documentElement.scrollHeight');
        const height = Math.min(TALLEST, typeof tall === 'number' ? tall : TALLEST);
        const file = path.join(folder, `${name}-${width}-${theme}.png`);
        await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height } });
        process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
        await page.context().close();
      }
    if (settings) await putSettings({ map_tiles: TOWN_MAP });
  }
  const isAsked = ({ name }: ShownScreen) => asked.length === 0 || asked.includes(`admin-${name}`);
  const visitor = new TestBrowser(service);
  async function show(screen: ShownScreen & { pressed?: string; key?: string } & DailyScreen): Promise<void> {
    const { name, address, by, ready, pressed, key, steps } = screen;
    for (const { width, theme } of screenLooks) {
      const page = await openPage(browser, service.url + address, {
        width,
        theme,
        zone: 'Europe/Berlin',
        clock: PROGRAMME_CLOCK,
        ...(by === null ? {} : { cookie: visitor.cookie }),
      });
      await page.locator(ready).first().waitFor();
      if (pressed) await page.locator(pressed).first().dispatchEvent('click');
      if (key) await page.keyboard.press(key);
      await steps?.(page);
      await page.waitForLoadState('networkidle');
      const file = path.join(folder, `admin-${name}-${width}-${theme}.png`);
      await page.screenshot({ path: file });
      process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
      await page.context().close();
    }
  }
  if (asked.length === 0 || asked.some((name) => name.startsWith('admin-'))) {
    const work = await addDailyWork(service);
    await visitor.signIn('admin');
    for (const screen of [...shownScreens, ...keptScreens, ...dailyScreens(work)])
      if (isAsked(screen)) await show(screen);
  }
  const isFirstStart = asked.length === 0 || asked.includes('admin-first-run');
  if (isFirstStart) await shootFirstRun();
  const proposals = ['submit', 'submit-sent'].filter((name) => asked.length === 0 || asked.includes(name));
  if (proposals.length > 0) {
    const sent = await proposeBreakfast(service);
    for (const name of proposals)
      for (const { width, theme } of screenLooks) {
        const address = service.url + (name === 'submit' ? '/submit' : sent);
        const page = await openPage(browser, address, { width, theme, zone: 'Europe/Berlin' });
        if (name === 'submit') await fillProposal(page);
        await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
        const file = path.join(folder, `${name}-${width}-${theme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
        await page.context().close();
      }
  }
} finally {
  await browser.close();
  await service.stop();
}
