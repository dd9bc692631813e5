import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertFocus } from '../support/focus.ts';
import { fillWithLongWords } from '../support/long-words.ts';
import {
  assertAccessible,
  assertFits,
  assertMenusFit,
  assertPrintsWithoutControls,
  type Look,
  openPage,
  type PageOptions,
  pageLooks,
  pageWidths,
  showIn,
  Tabs,
} from '../support/open-page.ts';
import { startProgramme } from '../support/programme/programme.ts';
import { hugePicture, realPages, startRealCalendar } from '../support/real-calendar.ts';
import { type Service, startService } from '../support/service.ts';
import { type ShownPage, shownPages } from '../support/shown-pages.ts';
import { inTurn, languagesAt, looksOf } from '../support/turns.ts';

/** Pages that the site shows as it is. */
const pages = shownPages.filter(({ settings }) => settings === undefined);

/** States of a page are looked at in these alone. */
const isOfState = ({ width, theme }: Look) =>
  (width === 390 && theme === 'light') || (width === 1440 && theme === 'dark');

/** Widths between those of `pageWidths` and beyond them: large phones, small tablets and windows, wide screens. */
const widthsBetween = [600, 720, 1024, 1200, 1920] as const;

/** Opens a page in a window and theme, and holds it to the rules. */
function lookAt(
  tabs: Tabs,
  origin: string,
  language: Language,
  { address, status = 200, ready }: ShownPage,
  options: PageOptions,
): Promise<void> {
  return tabs.look(`${origin}/${language}${address}`, { ...options, status }, async (page) => {
    if (ready) await page.locator(ready).waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });
}

describe('public pages in a browser', { skip: withoutBrowser }, () => {
  let programme: Service;
  let real: Service;
  let browser: Browser;
  let tabs: Tabs;

  before(async () => {
    [programme, real, browser] = await Promise.all([startProgramme(), startRealCalendar(), launch()]);
    tabs = new Tabs(browser);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([programme?.stop(), real?.stop()]);
  });

  // Two at once: while one waits for the server, the other is looked at.
  describe('each', { concurrency: 2 }, () => {
    for (const [place, shown] of pages.entries())
      for (const [language, look] of looksOf(
        place,
        pageLooks.filter((one) => !shown.isState || isOfState(one)),
      ))
        test(`${shown.name} in ${language} is quiet, asks nobody else, fits, and can be used by everybody`, () =>
          lookAt(tabs, programme.url, language, shown, look));
    // Its texts are in one language, and are as long in each.
    for (const [place, shown] of realPages.entries())
      for (const [language, look] of looksOf(place, pageLooks))
        test(`${shown.name} of a real calendar in ${language} is so too`, () =>
          lookAt(tabs, real.url, language, shown, { ...look, foreignPicture: hugePicture }));
    for (const [place, { name, address, status = 200, ready }] of inTurn(3, [...pages.entries()]))
      for (const language of languagesAt(place))
        test(`${name} in ${language} fits windows of all widths with each of its menus, and prints without controls`, () =>
          tabs.look(`${programme.url}/${language}${address}`, { status }, async (page) => {
            if (ready) await page.locator(ready).waitFor();
            for (const width of [...pageWidths, ...widthsBetween].sort((a, b) => a - b)) {
              await page.setViewportSize({ width, height: 900 });
              await assertFits(page);
              await assertMenusFit(page);
            }
            await assertPrintsWithoutControls(page);
          }));
    for (const { name, address, status = 200, isState = false, ready } of inTurn(3, pages))
      test(`${name} leads the focus through all that can be used, in its order, where one sees it`, async () => {
        // A state has the places of its page, and some of its own, which stand in each width.
        for (const width of isState ? [390] : [390, 1440])
          await tabs.look(programme.url + address, { width, status }, async (page) => {
            if (ready) await page.locator(ready).waitFor();
            await assertFocus(page);
          });
      });
  });

  test('names that are one long word break within their page, in windows of all widths', async () => {
    const service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'UTC' });
    try {
      for (const path of await fillWithLongWords(service))
        await tabs.look(service.url + path, {}, async (page) => {
          for (const width of pageWidths) {
            await showIn(page, { width, theme: 'light' });
            await assertFits(page);
          }
        });
    } finally {
      await service.stop();
    }
  });

  test('the table of today opens at the present, without the focus, and the days around it at their beginnings', async () => {
    const opened = async (path: string): Promise<unknown> => {
      const page = await openPage(browser, programme.url + path, { width: 820 });
      const state = await page.evaluate(
        "[document.querySelector('.dtab').scrollLeft > 0, document.activeElement.tagName]",
      );
      await page.context().close();
      return state;
    };
    assert.deepEqual(await opened('/events/today/'), [true, 'BODY']);
    assert.deepEqual(await opened('/events/today/#tools'), [false, 'BODY']);
    assert.deepEqual(await opened('/events/2026-09-19/'), [false, 'BODY']);
  });

  test('a month opens with today’s week in view, wherever that stands in it', async () => {
    for (const [clock, isScrolled] of [
      ['2026-09-03T12:00:00Z', false],
      ['2026-09-28T12:00:00Z', true],
    ] as const) {
      const service = await startProgramme(clock);
      try {
        for (const width of [820, 1440]) {
          const page = await openPage(browser, `${service.url}/events/month/`, { width, height: 800 });
          const week = await page.locator('.mweek:has(> .today)').boundingBox();
          assert.ok(week && week.y >= 0 && week.y + week.height <= 800, `${clock} ${width}: ${week?.y}`);
          assert.equal(await page.evaluate('scrollY > 0'), isScrolled, `${clock} ${width}`);
          assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY');
          await page.context().close();
        }
      } finally {
        await service.stop();
      }
    }
  });

  test('a series without a text leaves no hole: what stands beside a text begins at the side of the page', async () => {
    for (const width of [820, 1440])
      await tabs.look(`${programme.url}/event/choral-vespers/`, { width }, async (page) => {
        const [side, band] = [page.locator('.ev-side > section').first(), page.locator('.band')];
        const [left, start] = [(await side.boundingBox())?.x, (await band.boundingBox())?.x];
        assert.ok(left !== undefined && left === start, `${left} ${start} at ${width}`);
      });
  });

  test('titles of a month take two lines, and end on whole ones', async () => {
    await tabs.look(`${programme.url}/events/month/`, {}, async (page) => {
      const heights = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.ml > li > a')].map((row) => row.clientHeight / parseFloat(getComputedStyle(row).lineHeight))",
      );
      assert.ok(heights.some((lines) => lines >= 2) && heights.every((lines) => lines < 2.5), `${heights}`);
    });
  });

  test('the heading of a day and its number of events stand apart on a phone', async () => {
    const covered = `[...document.querySelectorAll('.day-r')].flatMap((head) => {
      const count = head.querySelector('.day-c').getBoundingClientRect();
      return [...head.querySelectorAll('h2 > *, h3 > *')].filter((part) => {
        const { right, left, top, bottom } = part.getBoundingClientRect();
        return right > count.left && left < count.right && bottom > count.top && top < count.bottom;
      }).map((part) => part.textContent);
    })`;
    for (const path of ['/events/tonight/', '/de/events/tonight/', '/es/events/weekend/'])
      await tabs.look(programme.url + path, { width: 390 }, async (page) => {
        assert.ok((await page.locator('.day-r .day-c').count()) > 0);
        assert.deepEqual(await page.evaluate(covered), [], path);
      });
  });

  test('a month and a week print on one sheet', async () => {
    for (const path of ['/events/month/', '/events/week/']) {
      const page = await openPage(browser, programme.url + path, { theme: 'dark' });
      const sheets = await page.pdf({ preferCSSPageSize: true, format: 'A4' });
      assert.equal(sheets.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, path);
      await page.context().close();
    }
  });
});
