import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openCalendar } from '../support/engine.ts';
import { untilFocused } from '../support/focus.ts';
import { assertAccessible } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';

describe('one’s own account in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let origin: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    // Passkeys are not made for an address of numbers.
    origin = service.url.replace('127.0.0.1', 'localhost');
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const signIn = async (page: Page) => {
    await page.goto(`${origin}/admin/sign-in?next=/admin/account`);
    await page.locator('input[autocomplete=username]').fill('editor');
    await page.locator('input[type=password]').fill(passwordOf('editor'));
    await page.keyboard.press('Enter');
  };
  const open = async (): Promise<Page> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    return page;
  };
  const section = (page: Page, name: string) =>
    page.locator('.es', { has: page.getByRole('heading', { name }) });

  test('a token is made with the password, shown once, and revoked', async () => {
    const page = await open();
    await signIn(page);
    const tokens = section(page, 'Tokens');
    await tokens.getByLabel('Token name').fill('Newsletter');
    await tokens.getByLabel('Scope').selectOption('read');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const shown = tokens.getByLabel('Token created');
    const asked = tokens.getByLabel('Current password');
    await shown.or(asked).first().waitFor();
    if (await asked.isVisible()) {
      await asked.fill(passwordOf('editor'));
      await tokens.getByRole('button', { name: 'Create token' }).click();
    }
    const secret = await shown.inputValue();
    const use = () =>
      service.anonymous.get('/events', undefined, {
        authorization: `Basic ${Buffer.from(`editor:${secret}`).toString('base64')}`,
      });
    (await use()).expect(200);
    await page.reload();
    await tokens.getByText('Newsletter').waitFor();
    assert.equal(await shown.count(), 0);
    await tokens.getByRole('button', { name: 'Revoke Newsletter' }).click();
    await tokens.getByText('Newsletter').waitFor({ state: 'detached' });
    (await use()).expect(401);
    await page.context().close();
  });

  test('a new password that is too short is refused where it is typed', async () => {
    const page = await open();
    await signIn(page);
    const password = section(page, 'Password');
    await password.getByLabel('New password').fill('five5');
    await password.getByRole('checkbox').focus();
    await password.getByText('Must have at least 8 characters').waitFor();
    await password.getByLabel('New password').fill('five words and more');
    await password.getByText('19 characters, long enough').waitFor();
    await page.context().close();
  });

  test('a session elsewhere is seen, and ended', async () => {
    const [here, there] = await Promise.all([open(), open()]);
    await signIn(there);
    await section(there, 'Sessions').locator('li').first().waitFor();
    await signIn(here);
    const sessions = section(here, 'Sessions');
    await sessions.getByText('this session').waitFor();
    await sessions.getByRole('button', { name: 'Sign out other sessions' }).click();
    await here.locator('.toast').waitFor();
    await sessions.locator('li').nth(1).waitFor({ state: 'detached' });
    await there.reload();
    await there.waitForURL(/sign-in/);
    await Promise.all([here.context().close(), there.context().close()]);
  });

  test('a passkey signs in without a password, and stands for it later', async () => {
    const page = await open();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signIn(page);
    const passkeys = section(page, 'Passkeys');
    await passkeys.getByLabel('Passkey name').fill('Laptop');
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    const made = passkeys.locator('.acc-l li');
    const asked = passkeys.getByLabel('Current password');
    await made.or(asked).first().waitFor();
    if (await asked.isVisible()) {
      await asked.fill(passwordOf('editor'));
      await passkeys.getByRole('button', { name: 'Add passkey' }).click();
      await made.waitFor();
    }
    await page.context().clearCookies();
    await page.goto(`${origin}/admin/sign-in?next=/admin/account`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${origin}/admin/account`);
    await made.waitFor();
    const db = await openCalendar(service.data);
    const created_utc = '2020-01-01 00:00:00';
    await db.write((trx) => trx.updateTable('sessions').set({ created_utc }).execute());
    await db.close();
    const tokens = section(page, 'Tokens');
    await tokens.getByLabel('Token name').fill('Poster');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await tokens.getByLabel('Current password').waitFor();
    await tokens.getByRole('button', { name: 'Use passkey' }).click();
    await tokens.getByText('Confirmed with your passkey').waitFor();
    await assertAccessible(page);
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await tokens.getByLabel('Token created').waitFor();
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    await made.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('an authenticator app is turned on by its code, asked for, and turned off', async () => {
    const page = await open();
    await signIn(page);
    const app = section(page, 'Authenticator app');
    await app.getByRole('button', { name: 'Set up', disabled: false }).press('Enter');
    const key = app.locator('code');
    const asked = app.getByLabel('Current password');
    await untilFocused(asked);
    await page.keyboard.type('not this one');
    assert.equal(await app.getByRole('alert').count(), 0);
    await page.keyboard.press('Enter');
    await app.getByText('Must be your current password').waitFor();
    await asked.fill(passwordOf('editor'));
    await page.keyboard.press('Enter');
    const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
    await app
      .getByLabel('Code from the app')
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await app.getByRole('button', { name: 'Turn on' }).click();
    await app.locator('.codes li').first().waitFor();
    assert.equal(await app.locator('.codes li').count(), 10);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Recovery codes for editor').waitFor();
    assert.equal(await page.getByRole('heading').count(), 0);
    assert.equal(await page.getByRole('button').count(), 0);
    assert.ok(await page.locator('.codes li').first().isVisible());
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('globalThis.print = () => { document.title = "printed"; }');
    await app.getByRole('button', { name: 'Print' }).press('Enter');
    while ((await page.title()) !== 'printed');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.getByRole('button', { name: 'Copy' }).press('Enter');
    await page.locator('.toast').getByText('Copied').waitFor();
    assert.equal((await page.evaluate<string>('navigator.clipboard.readText()')).split('\n').length, 10);
    const code = (await app.locator('.codes li').first().textContent()) ?? '';
    await page.context().clearCookies();
    await signIn(page);
    await page.locator('input[autocomplete=one-time-code]').fill(code);
    await page.keyboard.press('Enter');
    await app.getByText('9 recovery codes left').waitFor();
    await app.getByRole('button', { name: 'Turn off' }).click();
    const begin = app.getByRole('button', { name: 'Set up' });
    await begin.or(asked).first().waitFor();
    if (await asked.isVisible()) {
      await asked.fill(passwordOf('editor'));
      await app.getByRole('button', { name: 'Turn off' }).click();
      await begin.waitFor();
    }
    await page.context().close();
  });
});
