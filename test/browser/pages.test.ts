import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { languages } from '#foundation/i18n/catalogue.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, openPage, pageThemes, pageWidths } from '../support/open-page.ts';
import { startProgramme } from '../support/programme/programme.ts';
import type { Service } from '../support/service.ts';
import { shownPages } from '../support/shown-pages.ts';

describe('public pages in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startProgramme();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  for (const { name, address, status = 200, isState = false, ready } of shownPages)
    for (const language of languages)
      test(`${name} in ${language} is quiet, asks nobody else, fits, and can be used by everybody`, async () => {
        for (const width of pageWidths)
          for (const theme of pageThemes) {
            if (isState && !['390 light', '1440 dark'].includes(`${width} ${theme}`)) continue;
            const page = await openPage(browser, `${service.url}/${language}${address}`, {
              width,
              theme,
              status,
            });
            if (ready) await page.locator(ready).waitFor();
            await assertAccessible(page);
            await page.context().close();
          }
      });
});
