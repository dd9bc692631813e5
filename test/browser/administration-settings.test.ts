import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
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
    return page;
  };
  const stored = async () => (await service.anonymous.get(`${service.url}/kalends/v1/settings`)).expect(200);

  test('are tried while one types, saved together, and taken back', async () => {
    const page = await open('admin', '/admin/settings');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Programm Brückhafen');
    await page.locator('.pv').getByText('Programm Brückhafen').waitFor();
    await page.getByLabel(/^Accent/).fill('#ffd23f');
    await page.getByText('The contrast on white is 1.3:1. Kalends uses').waitFor();
    assert.equal((await stored()).at('name'), 'Kalends');
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    assert.equal((await stored()).at('name'), 'Programm Brückhafen');
    assert.equal((await stored()).at('accent'), '#ffd23f');
    await page.locator('.toast').getByRole('button', { name: /Undo/ }).click();
    await page.locator('.toast').getByText('Change undone').waitFor();
    assert.equal(await name.inputValue(), 'Kalends');
    assert.equal((await stored()).at('accent'), '#cc291f');
    // Nobody had set them, and nobody has.
    assert.deepEqual((await service.as('admin').get(`${service.url}/kalends/v1/settings`)).at('stored'), []);
    await page.context().close();
  });

  test('choose the languages and the zone, and say before what that moves', async () => {
    const event = { title: 'Choir', start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };
    (await service.as('admin').post('/events', { ...event, status: 'publish' })).expect(201);
    const page = await open('admin', '/admin/settings');
    await page.getByRole('checkbox', { name: 'Spanish' }).press('Space');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByText('1 of 1 published events uses another time zone').waitFor();
    await page.getByLabel('Site language').selectOption('de');
    await page.getByText('0 of 1 published events are translated into German').waitFor();
    await page.getByLabel('Site language').selectOption('en');
    await assertAccessible(page);
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    assert.deepEqual((await stored()).at('languages'), ['en', 'de']);
    assert.equal((await stored()).at('timezone'), 'Asia/Tokyo');
    await page.locator('.adm-new').click();
    await page.locator('.tr-tabs').waitFor();
    assert.deepEqual(await page.locator('.tr-tabs button > span').allTextContents(), ['English', 'Deutsch']);
    await page
      .locator('.ed-mi')
      .getByText(/German/)
      .waitFor();
    assert.equal(await page.getByText(/Spanish/).count(), 0);
    await page.context().close();
    const back = { languages: null, timezone: null };
    (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, back)).expect(200);
  });

  test('name a mail server whose password is not shown again, and try it', async () => {
    const page = await open('admin', '/admin/settings');
    const section = page.locator('#se-mail');
    await section.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await section.getByLabel('Password', { exact: true }).fill('of the post');
    await section.getByLabel('Sender', { exact: true }).fill('post@town.example');
    await section.getByRole('button', { name: 'Save mail server' }).press('Enter');
    await section.getByLabel('Current password', { exact: true }).fill(passwordOf('admin'));
    await section.getByRole('button', { name: 'Save mail server' }).press('Enter');
    await section.getByText('127.0.0.1:587 isn’t a public mail server.').waitFor();
    await section.getByLabel('Server', { exact: true }).fill('9.9.9.9');
    await section.getByRole('button', { name: 'Save mail server' }).press('Enter');
    await page.locator('.toast').getByText('Mail server saved').waitFor();
    assert.equal(await section.getByLabel('Password', { exact: true }).inputValue(), '');
    await section.getByText('A password is stored.').waitFor();
    await section.getByRole('button', { name: 'Send test email' }).press('Enter');
    await section.getByText('Your account has no email address.').waitFor();
    await assertAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    // The password is asked for by a refusal, as the other server is.
    await assertFits(page, 403, 400);
    await page.context().close();
  });

  test('switch OpenStreetMap’s tiles on by one click, and say what is sent to whom', async () => {
    const page = await open('admin', '/admin/settings');
    const section = page.locator('#se-map');
    await section.getByText('No background. The map view lists events by district').waitFor();
    await section.getByText(/tile\.openstreetmap\.org.*OpenStreetMap Foundation.*IP address/).waitFor();
    await section.getByText(/No addresses are sent/).waitFor();
    await section.getByRole('button', { name: 'Use OpenStreetMap tiles' }).press('Enter');
    await section.getByText('Background: tiles from tile.openstreetmap.org.').waitFor();
    await section.getByRole('button', { name: 'Use Photon (photon.komoot.io)' }).press('Enter');
    await section.getByText(/sends the venue’s name and address.* to photon\.komoot\.io/).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    const { at } = (await service.as('admin').get(`${service.url}/kalends/v1/settings`)).expect(200);
    assert.equal(at('map_tiles'), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png');
    assert.equal(at('map_credit'), '© OpenStreetMap contributors');
    assert.equal(at('geocoder'), 'https://photon.komoot.io/api');
    // Another host is named too, and so is a file that isn't there.
    await section.getByLabel('Map background').fill('https://tiles.example.org/{z}/{x}/{y}.png');
    await section.getByText(/load the map from tiles\.example\.org\./).waitFor();
    await section.getByLabel('Map background').fill('city.pmtiles');
    await section.getByText('city.pmtiles isn’t in the data folder').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await assertFits(page);
    await section.getByRole('button', { name: 'Remove background' }).press('Enter');
    await section.getByText('No background').waitFor();
    await section.getByRole('button', { name: 'Turn off' }).press('Enter');
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    await page.context().close();
  });

  test('show on the next screen, and on the way back', async () => {
    const page = await open('admin', '/admin/settings');
    const brand = page.locator('.adm-n .brand');
    await page.getByLabel('Name', { exact: true }).fill('Brückhafen');
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    await page.locator('.adm-n a[href="/admin/venues"]').click();
    await page.waitForURL('**/admin/venues');
    await brand.getByText('Brückhafen').waitFor();
    await page.goBack();
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await brand.innerText(), 'Brückhafen');
    (await service.as('admin').post(`${service.url}/kalends/v1/settings`, { name: null })).expect(200);
    await page.context().close();
  });

  test('what is typed while they are saved, or before they are taken back, stays unsaved', async () => {
    const page = await open('admin', '/admin/settings');
    const name = page.getByLabel('Name', { exact: true });
    const home = page.getByLabel('Home page');
    const count = page.locator('.se-f [role=status]');
    const held = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname.endsWith('/settings') && !url.searchParams.has('dry_run'),
      async (route) => {
        if (route.request().method() === 'POST') await held.promise;
        await route.continue();
      },
    );
    await name.fill('Saved');
    const [saving] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && !sent.url().includes('dry_run')),
      page.keyboard.press('Control+s'),
    ]);
    assert.deepEqual(saving.postDataJSON(), { name: 'Saved' });
    await name.fill('Saved, and more');
    held.resolve();
    await page.locator('.toast').getByText('Settings saved').waitFor();
    assert.equal(await name.inputValue(), 'Saved, and more');
    await count.getByText('1 unsaved change').waitFor();
    // Its sections are places of the same page.
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.waitForURL(/#se-map$/);
    assert.equal(await page.getByText('You have unsaved changes.').count(), 0);
    await home.fill('/events/week/');
    await page.locator('.toast').getByRole('button', { name: /Undo/ }).click();
    await page.locator('.toast').getByText('Change undone').waitFor();
    await count.getByText('2 unsaved changes').waitFor();
    assert.deepEqual(
      [(await stored()).at('name'), await name.inputValue(), await home.inputValue()],
      ['Kalends', 'Saved, and more', '/events/week/'],
    );
    await page.getByRole('link', { name: 'Events', exact: true }).first().click();
    await page.getByText('You have unsaved changes.').waitFor();
    await page.context().close();
  });

  test('nobody saves over, nor takes back, what somebody else has set meanwhile without being told', async () => {
    const admin = service.as('admin');
    const settings = `${service.url}/kalends/v1/settings`;
    const page = await open('admin', '/admin/settings');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Mine');
    (await admin.post(settings, { name: 'Theirs', home: '/events/month/' })).expect(200);
    await page.keyboard.press('Control+s');
    await page.getByText('Name: “Theirs”').waitFor();
    assert.equal((await stored()).at('name'), 'Theirs');
    assert.equal(await name.inputValue(), 'Mine');
    await page.keyboard.press('Control+s');
    await page.locator('.toast').getByText('Settings saved').waitFor();
    assert.deepEqual([(await stored()).at('name'), (await stored()).at('home')], ['Mine', '/events/month/']);
    (await admin.post(settings, { name: 'Theirs again' })).expect(200);
    await page.locator('.toast').getByRole('button', { name: /Undo/ }).click();
    await page.locator('.toast').getByText('Can’t undo: it was changed later').waitFor();
    assert.equal((await stored()).at('name'), 'Theirs again');
    (await admin.post(settings, { name: null, home: null })).expect(200);
    await page.context().close();
  });

  test('what cannot be tried says so, and is tried again', async () => {
    const page = await open('admin', '/admin/settings');
    await page.route('**/kalends/v1/settings?dry_run=true', (route) => route.abort());
    await page.getByLabel(/^Accent/).fill('#ffd23f');
    const told = page.locator('.pv [role=alert]');
    await told.getByText('The preview isn’t available').waitFor();
    await page.unroute('**/kalends/v1/settings?dry_run=true');
    await told.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('The contrast on white is 1.3:1. Kalends uses').waitFor();
    await told.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('tell at the field what is wrong, and what the server sets is nobody else’s', async () => {
    const page = await open('admin', '/admin/settings');
    const imprint = page.getByLabel('Legal notice URL');
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
