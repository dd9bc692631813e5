import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { tabTo, untilFocused } from '../support/focus.ts';
import { assertAccessible, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('people in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const signedIn = new TestBrowser(service);
    (
      await signedIn.send('POST', '/kalends/v1/sessions', { login: 'admin', password: passwordOf('admin') })
    ).expect(201);
    cookie = signedIn.cookie;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('get another role, and may be invited as administrators, once the password is given', async () => {
    const page = await openPage(browser, `${service.url}/admin/people`, { cookie });
    const role = page.getByLabel('Role of contributor', { exact: true });
    await role.selectOption('editor');
    const dialog = page.getByRole('dialog', { name: 'Role of contributor' });
    const password = dialog.getByLabel('Current password');
    await untilFocused(password);
    await assertAccessible(page);
    await password.fill('something else');
    await page.keyboard.press('Enter');
    await dialog.getByText('Must be your current password').waitFor();
    await password.fill(passwordOf('admin'));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const chosen = (name: string) =>
      role.locator(`option[value=${name}]:checked`).waitFor({ state: 'attached' });
    await chosen('editor');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await chosen('contributor');
    await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
    const form = page.locator('form.invite');
    await form.getByLabel('Role', { exact: true }).selectOption('administrator');
    await form.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
    const asked = form.getByLabel('Current password');
    await untilFocused(asked);
    await asked.fill(passwordOf('admin'));
    await page.keyboard.press('Enter');
    await page.locator('.made').getByText('Administrator', { exact: false }).waitFor();
    await page.context().close();
  });

  test('are signed out, lose a token, and hand over what they own', async () => {
    await new TestBrowser(service).signIn('author');
    const author = service.as('author');
    const venue = (await author.post('/venues', { venue: 'Boathouse' })).expect(201).id();
    const page = await openPage(browser, `${service.url}/admin/people`, { cookie });
    const name = page.getByRole('button', { name: 'author', exact: true });
    await tabTo(name);
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: 'author' });
    await untilFocused(pane.getByRole('heading', { name: 'author' }));
    await tabTo(pane.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await untilFocused(name);
    await page.keyboard.press('Enter');
    await pane.getByText('Boathouse').waitFor();
    await pane.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
    await pane.getByText('No active sessions.').waitFor();
    await assertAccessible(page);
    await pane.getByRole('button', { name: 'Revoke tests' }).press('Enter');
    await pane.getByText('No tokens.').waitFor();
    await pane.getByLabel('Transfer content to').selectOption({ label: 'editor' });
    await pane.getByRole('button', { name: 'Remove and transfer to editor' }).press('Enter');
    await pane.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'author', exact: true }).waitFor({ state: 'detached' });
    const editor = await service.as('editor').get(`${service.url}/kalends/v1/users/me`);
    const kept = (await service.as('editor').get(`/venues/${venue}`)).expect(200);
    if (String(kept.at('author')) !== String(editor.id())) throw new Error('The venue was not handed over.');
    await page.context().close();
  });
});
