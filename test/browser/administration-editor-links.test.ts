import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { type Service, startService } from '../support/service.ts';
import { passwordOf, TestBrowser } from '../support/session.ts';

describe('what the editor says of venues and dates, in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    const signedIn = new TestBrowser(service);
    const body = { login: 'admin', password: passwordOf('admin') };
    (await signedIn.send('POST', '/kalends/v1/sessions', body)).expect(201);
    cookie = signedIn.cookie;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (path: string, width: 390 | 1440 = 1440): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie, width });
    page.setDefaultTimeout(15_000);
    await page.locator('.rt-t').first().waitFor();
    return page;
  };
  const make = async (path: string, body: Record<string, unknown>): Promise<number> =>
    (await service.as('admin').post(path, body)).expect(201).id();

  test('a venue that is spelt another way is offered, and taken in place of the new one', async () => {
    const id = await make('/venues', {
      venue: 'Speicher 9',
      address: 'Kaistraße 4',
      city: 'Brückhafen',
      country: 'Germany',
    });
    const page = await open('/admin/events/new', 390);
    await page.keyboard.type('Readings');
    await page.getByRole('combobox', { name: 'Venue' }).focus();
    await page.keyboard.type('9 Speicher');
    await page.getByRole('option', { name: 'Speicher 9' }).getByText('Kaistraße 4, Brückhafen').waitFor();
    await page.keyboard.press('Control+Enter');
    assert.equal(await page.getByLabel('Country').inputValue(), 'Germany');
    const take = page.getByRole('button', { name: 'Take that: Speicher 9' });
    await page.locator('.nl .ov').waitFor();
    await page.keyboard.press('Tab');
    await take.and(page.locator(':focus')).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.keyboard.press('Enter');
    await page.locator('.nl').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const event = (await service.as('admin').get(`/events/${page.url().split('/').at(-1)}`)).expect(200);
    assert.equal(event.at('venue.id'), id);
    await page.context().close();
  });

  test('a new venue is made with its address, and not with half a place', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Concert');
    await page.getByRole('combobox', { name: 'Venue' }).focus();
    await page.keyboard.type('Lighthouse');
    await page.getByRole('option', { name: 'Create “Lighthouse”' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Street').fill('Mole 1');
    await page.getByLabel('Latitude').fill('53,54');
    await page.keyboard.press('Control+s');
    await page.locator('[aria-invalid=true]:focus').waitFor();
    assert.equal(page.url(), `${service.url}/admin/events/new`);
    await page.getByLabel('Longitude').fill('-9.98');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const event = (await service.as('admin').get(`/events/${page.url().split('/').at(-1)}`)).expect(200);
    assert.equal(event.at('venue.venue'), 'Lighthouse');
    assert.equal(event.at('venue.address'), 'Mole 1');
    assert.equal(event.at('venue.geo_lat'), 53.54);
    assert.equal(event.at('venue.geo_lng'), -9.98);
    await page.context().close();
  });
});
