import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { untilFocused } from '../support/focus.ts';
import { assertAccessible, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startProcess, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

const PASSWORD = 'a password of four words';

describe('the door of the administration', { skip: withoutBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(fields))
      await page.locator(`input[autocomplete=${name}]`).first().fill(text);
  };

  test('the link of the first start leads to a password, a name of the calendar, and in', async () => {
    // The link is on standard error.
    const service = await startProcess({ env: { KALENDS_ADMIN_PASSWORD: undefined } });
    try {
      const [link] = /http\S+first-run\S+/.exec(service.log()) ?? [];
      assert.ok(link, service.log());
      const { pathname, search } = new URL(link);
      const page = await openPage(browser, `${service.url}${pathname}${search}`, { status: 200 });
      await fill(page, { name: 'Mira Kowalczyk', 'new-password': 'five5' });
      await page.keyboard.press('Enter');
      const told = page.locator('.f-e', { hasText: 'Must have at least 8 characters' });
      await told.waitFor();
      await untilFocused(page.locator('input[autocomplete=new-password]'));
      assert.equal(await page.locator('select').count(), 0);
      await fill(page, { 'new-password': PASSWORD, email: 'nobody' });
      await page.keyboard.press('Enter');
      await page.locator('.f-e', { hasText: 'email address' }).waitFor();
      await fill(page, { email: 'mira@example.org' });
      await page.keyboard.press('Enter');
      await page.locator('select').first().waitFor();
      await assertAccessible(page);
      await page.locator('input').first().fill('Harbour Programme');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/today');
      await page.locator('.brand', { hasText: 'Harbour Programme' }).first().waitFor();
      await page.context().close();

      const again = await openPage(browser, `${service.url}${pathname}${search}`);
      await again.locator('a[href="/admin/sign-in"]').click();
      await fill(again, { username: 'admin', 'current-password': PASSWORD });
      await again.keyboard.press('Enter');
      await again.waitForURL('**/admin/today');
      await again.context().close();
    } finally {
      await service.stop();
    }
  });

  describe('of a calendar that is set up', () => {
    let service: Service;
    before(async () => {
      service = await startService();
    });
    after(() => service?.stop());

    test('the first pages take less than 200 kB, compressed, the font included', async () => {
      await people(service);
      const [editor, administrator] = [new TestBrowser(service), new TestBrowser(service)];
      await editor.signIn('editor');
      await administrator.signIn('admin');
      for (const [path, options] of [
        ['/admin/sign-in', {}],
        ['/admin', { cookie: editor.cookie }],
        ['/admin', { cookie: administrator.cookie, language: 'de' }],
      ] as const) {
        const page = await openPage(browser, `${service.url}/robots.txt`, options);
        const watch = await page.context().newCDPSession(page);
        await watch.send('Network.enable');
        let bytes = 0;
        watch.on('Network.dataReceived', ({ encodedDataLength }) => {
          bytes += encodedDataLength;
        });
        await page.goto(`${service.url}${path}`, { waitUntil: 'networkidle' });
        await page.locator('h1').first().waitFor();
        assert.ok(bytes > 100_000 && bytes < 200_000, `${path}: ${bytes} bytes`);
        await page.context().close();
      }
    });

    test('an invitation makes an account, of which the administration shows what it may do', async () => {
      const administrator = new TestBrowser(service);
      const login = { login: 'admin', password: passwordOf('admin') };
      (await administrator.send('POST', '/kalends/v1/sessions', login)).expect(201);
      const invited = await administrator.send('POST', '/kalends/v1/invitations', { role: 'subscriber' });
      const { pathname, search } = new URL(String(invited.expect(201).at('url')));
      const page = await openPage(browser, `${service.url}${pathname}${search}`);
      await page.locator('form').waitFor();
      await assertAccessible(page);
      // Said as the field is left.
      await fill(page, { 'new-password': 'five5' });
      const told = page.locator('.f-e', { hasText: 'Must have at least 8 characters' });
      assert.equal(await told.count(), 0);
      await fill(page, { name: 'Ada', username: 'ada' });
      await told.waitFor();
      await assertAccessible(page);
      await fill(page, { 'new-password': PASSWORD });
      assert.equal(await told.count(), 0);
      await page.keyboard.press('Enter');
      // Subscribers write nothing, and have their account alone.
      await page.waitForURL('**/admin/account');
      await page.goto(`${service.url}/admin/today`);
      await page.locator('[role=alert]').waitFor();
      assert.equal(await page.locator('.adm-n nav a[href^="/admin"]').count(), 0);
      await page.context().close();
    });

    test('an invitation is accepted before the page knows whose it is', async () => {
      const administrator = new TestBrowser(service);
      await administrator.signIn('admin');
      const invited = await administrator.send('POST', '/kalends/v1/invitations', { role: 'subscriber' });
      const { pathname, search } = new URL(String(invited.expect(201).at('url')));
      const page = await openPage(browser, `${service.url}/robots.txt`);
      const entered = Promise.withResolvers<void>();
      await page.route('**/invitations/preview', async (route) => {
        await entered.promise;
        await route.continue();
      });
      await page.goto(`${service.url}${pathname}${search}`);
      await fill(page, { name: 'Grace', username: 'grace', 'new-password': PASSWORD });
      const accepted = page.waitForRequest('**/invitations/accept');
      await page.keyboard.press('Enter');
      await accepted;
      entered.resolve();
      await page.waitForURL('**/admin/account');
      await page.context().close();
    });

    test('without a network a sign-in is told at once, and what was typed stays', async () => {
      const page = await openPage(browser, `${service.url}/admin/sign-in`);
      await fill(page, { username: 'editor', 'current-password': passwordOf('editor') });
      await page.context().setOffline(true);
      await page.keyboard.press('Enter');
      await page.getByText('The service isn’t responding').waitFor();
      await page.context().setOffline(false);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/today');
      await page.context().close();
    });

    test('a wrong password is told, and what was typed stays', async () => {
      const page = await openPage(browser, `${service.url}/admin/sign-in`);
      await fill(page, { username: 'admin', 'current-password': 'wrong' });
      await page.keyboard.press('Enter');
      await page.locator('[role=alert]').waitFor();
      assert.equal(await page.locator('input[autocomplete=username]').inputValue(), 'admin');
      await page.context().close();
    });
  });
});
