// `npm run screenshots [-- NAME…]`: writes docs/screenshots/NAME-WIDTH-THEME.png of the public pages of the made-up programme.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { launch } from './browser.ts';
import { openPage, pageThemes, pageWidths } from './open-page.ts';
import { startProgramme } from './programme/programme.ts';
import { shownPages } from './shown-pages.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'screenshots');
/** Pages are cut off below so many pixels, which show all that they have of looks. */
const TALLEST = 1900;

const asked = process.argv.slice(2);
const service = await startProgramme();
const browser = await launch();
try {
  mkdirSync(folder, { recursive: true });
  for (const { name, address, status = 200, ready, pressed } of shownPages) {
    if (asked.length > 0 && !asked.includes(name)) continue;
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
        const tall: unknown = await page.evaluate('document.documentElement.scrollHeight');
        const height = Math.min(TALLEST, typeof tall === 'number' ? tall : TALLEST);
        const file = path.join(folder, `${name}-${width}-${theme}.png`);
        await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height } });
        process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
        await page.context().close();
      }
  }
} finally {
  await browser.close();
  await service.stop();
}
