import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { startProgramme } from '../support/programme/programme.ts';
import type { Service } from '../support/service.ts';
import { shownPages } from '../support/shown-pages.ts';
import { looksOf } from '../support/turns.ts';

/** Views and things; their states look alike. */
const pages = shownPages.filter(({ isState }) => isState !== true);
const WIDTHS = [390, 1440] as const;
/** Gathers what has moved without a visitor's doing, and by how much; what rounds to nothing nobody sees. */
const OBSERVE = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    if (value >= 0.00005) shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.parentElement?.innerHTML?.slice(0, 80)).join(', '));
}).observe({ type: 'layout-shift', buffered: true });`;

/** Waits for the first paint and two more. */
const PAINTED = `new Promise((done) => {
  const next = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  const look = () =>
    performance.getEntriesByName('first-contentful-paint').length > 0 ? next() : setTimeout(look, 20);
  look();
})`;

describe('layout shift in a browser four times as slow', { skip: withoutBrowser }, () => {
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

  for (const [place, { name, address }] of pages.entries())
    test(`nothing of ${name} moves once it is seen`, async () => {
      for (const [, width] of looksOf(place, WIDTHS)) {
        // A visitor elsewhere is told times of their own.
        const viewport = { width, height: 844 };
        const context = await browser.newContext({ viewport, timezoneId: 'America/New_York' });
        await context.addInitScript(OBSERVE);
        const page = await context.newPage();
        const devtools = await context.newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        await page.goto(service.url + address, { waitUntil: 'load' });
        await page.evaluate('document.fonts.ready.then(() => true)');
        // What is painted then is all that comes without a visitor's doing.
        await page.evaluate(PAINTED);
        assert.deepEqual(await page.evaluate('shifts'), [], `${address} at ${width} px`);
        await context.close();
      }
    });
});
