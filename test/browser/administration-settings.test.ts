import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openPage } from '../support/open-page.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('settings in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    [service, browser] = await Promise.all([startService({ env: { KALENDS_CURRENCY: 'EUR' } }), launch()]);
    await people(service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (role: Role, path: string) => {
    const visitor = new TestBrowser(service);
    await visitor.signIn(role);
    const page = await openPage(browser, service.url + path, { cookie: visitor.cookie });
    page.setDefaultTimeout(10_000);
    return page;
  };
  const stored = async () => (await service.anonymous.get(`${service.url}/kalends/v1/settings`)).expect(200);

  test('are tried while one types, saved together, and taken back', async () => {
    const page = await open('admin', '/admin/settings');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Programm Brückhafen');
    await page.locator('.pv').getByText('Programm Brückhafen').waitFor();
    await page.getByLabel(/^Accent/).fill('#ffd23f');
    await page.getByText('On white the contrast is 1.3:1. The fill').waitFor();
    assert.equal((await stored()).at('name'), 'Kalends');
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    assert.equal((await stored()).at('name'), 'Programm Brückhafen');
    assert.equal((await stored()).at('accent'), '#ffd23f');
    await page.locator('.toast').getByRole('button', { name: /Undo/ }).click();
    await page.locator('.se-f').getByText('All saved').waitFor();
    assert.equal(await name.inputValue(), 'Kalends');
    assert.equal((await stored()).at('accent'), '#cc291f');
    await page.context().close();
  });

  test('tell at the field what is wrong, and what the server sets is nobody else’s', async () => {
    const page = await open('admin', '/admin/settings');
    const imprint = page.getByLabel('Address of the imprint');
    await imprint.fill('nowhere');
    await page.locator('.f.is-bad').waitFor();
    assert.equal(await imprint.getAttribute('aria-invalid'), 'true');
    assert.ok(await page.getByLabel('Currency').isDisabled());
    await page.getByText('Set by KALENDS_CURRENCY on the server').waitFor();
    await page.context().close();
  });

  test('are not for editors', async () => {
    const page = await open('editor', '/admin/settings');
    await page.getByRole('link', { name: 'Events' }).first().waitFor();
    assert.equal(await page.locator('.se').count(), 0);
    assert.equal(await page.locator('nav').getByText('Settings').count(), 0);
    await page.context().close();
  });
});
