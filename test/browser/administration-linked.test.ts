import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openPage } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('venues in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    for (const venue of ['Marina', 'Town Hall'])
      (await service.as('admin').post('/venues', { venue, status: 'publish' })).expect(201);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (path: string) => {
    const visitor = new TestBrowser(service);
    await visitor.signIn('editor');
    const page = await openPage(browser, service.url + path, { cookie: visitor.cookie });
    page.setDefaultTimeout(10_000);
    return page;
  };

  test('the search follows the address, also back', async () => {
    const page = await open('/admin/venues?q=hall');
    const search = page.getByRole('searchbox');
    const rows = page.locator('tbody tr[data-id]');
    await rows.filter({ hasText: 'Town Hall' }).waitFor();
    await page.locator('.adm-n a', { hasText: 'Venues' }).click();
    await rows.filter({ hasText: 'Marina' }).waitFor();
    assert.equal(await search.inputValue(), '');
    await page.goBack();
    await rows.filter({ hasText: 'Marina' }).waitFor({ state: 'detached' });
    assert.equal(await search.inputValue(), 'hall');
    assert.match(page.url(), /q=hall$/);
    await page.context().close();
  });

  test('a form that is not saved asks before it is gone, not where the list beside it is searched', async () => {
    const page = await open('/admin/venues?open=new');
    const name = page.locator('.side input').first();
    const asked = page.locator('.side').getByText('What you changed here is not saved.');
    await name.fill('Marina Hall');
    await page.getByRole('searchbox').fill('hall');
    await page.waitForURL(/q=hall/);
    assert.equal(await asked.count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await asked.waitFor();
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Marina Hall');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Discard it' }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
