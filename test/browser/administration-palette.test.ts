import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('the palette of the administration in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const organ = { start_date: '2027-03-24 12:30:00', end_date: '2027-03-24 13:00:00', status: 'draft' };
    (await service.as('admin').post('/events', { title: 'Carillon at noon', ...organ })).expect(201);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (login: 'admin' | 'author', width = 1440): Promise<Page> => {
    const signedIn = new TestBrowser(service);
    await signedIn.signIn(login);
    const page = await openPage(browser, `${service.url}/admin/history`, { cookie: signedIn.cookie, width });
    await page.locator('.find').waitFor();
    return page;
  };

  test('an event is found and opened by a few letters, and a screen is gone to', async () => {
    const page = await open('admin');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor();
    // All that it offers is more than it shows at once: it scrolls, and by keys.
    await assertAccessible(page);
    await page.keyboard.type('carill');
    await page.locator('[role=menuitem][data-focused]', { hasText: 'Carillon at noon' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor();
    await page.keyboard.type('venu');
    await page.locator('[role=menuitem][data-focused]', { hasText: 'Venues' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/venues$/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('single letters can be switched off, and on again', async () => {
    const page = await open('admin');
    const letters = page.getByLabel('Use single-letter shortcuts in this browser');
    await page.keyboard.press('?');
    await letters.press('Space');
    await page.keyboard.press('Escape');
    await letters.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click();
    await letters.press('Space');
    await page.keyboard.press('Escape');
    await letters.waitFor({ state: 'detached' });
    assert.match(page.url(), /\/admin\/history$/);
    await page.keyboard.press('n');
    await page.waitForURL(/\/admin\/events\/new$/);
    await page.context().close();
  });

  test('a role is offered what it may do, on a phone too, and the theme stays', async () => {
    const page = await open('author', 390);
    await page.locator('.find').click();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'People' }).count(), 0);
    await assertFits(page);
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.reload();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.context().close();
  });
});
