import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { type Service, startService } from '../support/service.ts';

describe('GET /docs in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startService({});
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Opens the page, and holds that it asks for nothing else and breaks no policy. */
  const open = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('console', (told) => {
      if (!told.text().includes('404')) assert.fail(told.text());
    });
    page.on('pageerror', (error) => assert.fail(error));
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      assert.ok(origin === service.url && /docs|favicon/.test(pathname), request.url());
    });
    await page.goto(`${service.url}${address}`);
    return page;
  };

  test('fields, operations and errors are found by keyboard alone', async () => {
    const page = await open('/docs');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'find-text');
    await page.keyboard.type('Timezone');
    await page.locator('#find-list a').first().waitFor();
    assert.match((await page.locator('#find-told').textContent()) ?? '', /Found: \d+/);
    assert.match((await page.locator('#find-list a').first().textContent()) ?? '', /^timezone/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#createEvent$/);
    const unfolded = page.locator('details.op[open]');
    assert.equal(await unfolded.count(), 1);
    assert.ok(await unfolded.locator('summary').first().isVisible());
    await page.waitForFunction(
      "document.activeElement.closest('details')?.querySelector('.here')?.id === 'createEvent'",
    );

    await page.locator('#find-text').fill('rest_token_invalid_id');
    assert.match((await page.locator('#find-list a').first().textContent()) ?? '', /^rest_token_invalid_id/);
    await page.locator('#find-text').fill('DELETE tags');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#deleteTag$/);
    await page.locator('#find-text').fill('xyzzy');
    assert.match((await page.locator('#find-told').textContent()) ?? '', /Nothing/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#find-text').inputValue(), '');
    assert.equal(await page.locator('#find-list a').count(), 0);
    await page.context().close();
  });

  test('accents and case make no difference, in each language', async () => {
    for (const [language, word, target] of [
      ['de', 'VERANSTALTUNG ANDERN', 'updateEvent'],
      ['es', 'categoria', 'listCategories'],
    ] as const) {
      const page = await open(`/${language}/docs`);
      await page.locator('#find-text').fill(word);
      const found = await page
        .locator('#find-list a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.ok(found.includes(`#${target}`), `${language} ${found.join(' ')}`);
      await page.context().close();
    }
  });

  test('all is there without scripts: links unfold what they lead to, and there is no field that does nothing', async () => {
    const page = await open('/docs#updateVenue', { javaScriptEnabled: false });
    assert.ok(await page.locator('details.op:has(#updateVenue) article').isVisible());
    assert.ok(!(await page.locator('#find').isVisible()));
    await page.locator('.contents a[href="#errors"]').click();
    assert.ok(await page.locator('#errors').isVisible());
    await page.context().close();
  });

  test('it is short while folded, opens as a whole, and is never wider than the window', async () => {
    for (const [width, language, colorScheme] of [
      [390, 'de', 'light'],
      [390, 'es', 'dark'],
      [820, 'de', 'light'],
      [1440, 'en', 'light'],
    ] as const) {
      const page = await open(`/${language}/docs`, { viewport: { width, height: 900 }, colorScheme });
      // What is folded costs a line or two, however much is in it.
      const tall = await page.evaluate(
        "document.documentElement.scrollHeight / document.querySelectorAll('summary, h2').length",
      );
      assert.ok(typeof tall === 'number' && tall < 110, `${tall} px a part at ${width}`);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(typeof wide === 'number' && wide <= width, `${language}: ${wide} px at ${width}`);
      await page.context().close();
    }
    const page = await open('/docs');
    await page.locator('#open-all').click();
    assert.equal(await page.locator('details.op:not([open])').count(), 0);
    await page.locator('#open-all').click();
    assert.equal(await page.locator('details.op[open]').count(), 0);
    await page.context().close();
  });

  test('contents and search stay in view on the way down', async () => {
    for (const [width, target] of [
      [1440, '.contents'],
      [390, '#find'],
    ] as const) {
      const page = await open('/docs#schemas', { viewport: { width, height: 900 } });
      await page.locator('#schemas').waitFor();
      const box = await page.locator(target).boundingBox();
      assert.ok(box && box.y < 900 && box.y + box.height > 0, `${target} at ${box?.y}`);
      await page.context().close();
    }
  });
});
