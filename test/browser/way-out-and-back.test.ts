// From the administration to the public pages, and from there back.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { makeEvent } from '../support/events.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('the way out of the administration and back', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let url: string;
  let id: number;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const event = await makeEvent(service.as('admin'), { title: 'Harbour choir', status: 'publish' });
    url = String(event.at('url'));
    id = event.id();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const signIn = async (login: Role | 'admin') => {
    const signedIn = new TestBrowser(service);
    const body = { login, password: passwordOf(login) };
    (await signedIn.send('POST', '/kalends/v1/sessions', body)).expect(201);
    return signedIn.cookie;
  };
  const openAs = async (login: Role | 'admin', path: string): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie: await signIn(login) });
    return page;
  };
  const opened = async (page: Page, press: () => Promise<void>): Promise<string> => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
    await popup.waitForLoadState();
    const address = popup.url();
    await popup.close();
    return address;
  };

  test('a published event is looked at from the toast, its head and its menu, which also copies and trashes it', async () => {
    const page = await openAs('admin', '/admin/events/new');
    await page.locator('.rt-t').first().waitFor();
    await page.keyboard.type('Lantern walk');
    await page.getByRole('radio', { name: 'Published' }).check({ force: true });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const toast = page.locator('.toast');
    await toast.getByText('Event published').waitFor();
    const wanted = `${service.url}/event/lantern-walk/`;
    assert.equal(await opened(page, () => toast.getByRole('link', { name: 'View page' }).click()), wanted);
    const head = page.locator('.ed-h');
    assert.equal(await opened(page, () => head.getByRole('link', { name: 'View page' }).click()), wanted);
    await assertAccessible(page);
    await assertFits(page);
    const made = Number(page.url().split('/').at(-1));

    const choose = async (name: string) => {
      await head.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('History');
    await page.waitForURL(new RegExp(`/admin/history\\?.*id=${made}`));
    await page.goBack();
    await choose('Copy as draft');
    await page.waitForURL(/\/admin\/events\/new\?copy=/);
    await page.getByRole('heading', { name: 'Copy of “Lantern walk”' }).waitFor();
    await page.getByText('This is a copy of “Lantern walk”.').waitFor();
    await page.getByRole('link', { name: 'Open original' }).click();
    await page.waitForURL(new RegExp(`/admin/events/${made}$`));
    await page.getByRole('heading', { name: 'Lantern walk', exact: true, level: 1 }).waitFor();
    await choose('Move to trash');
    await page.waitForURL(/\/admin\/events(\?.*)?$/);
    const status = async () => (await service.as('admin').get(`/events/${made}?context=edit`)).at('status');
    while ((await status()) !== 'trash');
    await toast.getByRole('button', { name: /Undo/ }).click();
    while ((await status()) !== 'publish');
    await page.context().close();
  });

  test('the calendar is opened from the side bar, the palette and the sheet of a phone', async () => {
    const page = await openAs('admin', '/admin/today');
    const calendar = `${service.url}/events/`;
    const link = page.locator('.adm-n').getByRole('link', { name: 'View calendar' });
    assert.equal(await opened(page, () => link.click()), calendar);
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: 'View calendar' }).waitFor();
    await page.keyboard.type('view cal');
    const offer = page.getByRole('menuitem', { name: 'View calendar' });
    assert.equal(await opened(page, () => offer.click()), calendar);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.adm-b').getByRole('button', { name: 'More' }).click();
    const below = page.locator('.adm-more').getByRole('link', { name: 'View calendar' });
    assert.equal(await opened(page, () => below.click()), calendar);
    await page.context().close();
  });

  test('public pages offer to edit only what somebody signed in may edit, and are the same bytes for all', async () => {
    const venue = (await service.as('admin').post('/venues', { venue: 'Quay' })).expect(201);
    const page = await openAs('editor', '/admin/today');
    await page.locator('.adm-n').waitFor();
    await page.goto(url);
    await page.locator('.top').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL(`${service.url}/admin/events/${id}`);
    await page.goto(String(venue.at('url')));
    await page.locator('.top').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL(`${service.url}/admin/venues?open=${venue.id()}`);
    await page.goto(`${service.url}/events/`);
    await page.locator('.top').getByRole('link', { name: 'Administration' }).waitFor();
    await assertAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(url);
    await page.locator('.top').getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await assertFits(page);
    await page.context().close();

    const cookie = await signIn('editor');
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    const anonymous = (await service.anonymous.get(url, undefined, headers)).expect(200);
    const signedIn = (await service.anonymous.get(url, undefined, { ...headers, cookie })).expect(200);
    assert.equal(signedIn.text, anonymous.text);
    assert.match(String(anonymous.headers['cache-control']), /public/);
  });

  test('public pages offer nothing to visitors, to those who may not edit, and after signing out', async () => {
    const asked: string[] = [];
    const anonymous = await openPage(browser, url);
    anonymous.on('request', (request) => asked.push(request.url()));
    await anonymous.reload();
    await anonymous.evaluate('document.fonts.ready');
    assert.deepEqual(
      asked.filter((address) => address.includes('/wp-json/') || address.includes('sessions')),
      [],
    );
    assert.equal(await anonymous.locator('.top').getByRole('link', { name: 'Edit' }).count(), 0);
    await anonymous.context().close();

    // An author may write, but not what somebody else has made.
    const page = await openAs('author', '/admin/today');
    await page.locator('.adm-n').waitFor();
    const answered = page.waitForResponse((response) => response.url().endsWith(`/events/${id}`));
    await page.goto(url);
    await answered;
    await page.locator('.top').getByRole('link', { name: 'Administration' }).waitFor();
    assert.equal(await page.locator('.top').getByRole('link', { name: 'Edit' }).count(), 0);

    await page.goto(`${service.url}/admin/today`);
    await page.locator('.adm-u').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    await page.goto(url);
    assert.equal(await page.locator('.top [data-return]').count(), 0);
    await page.context().close();
  });
});
