import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { shownScreens } from '../support/administration-screens.ts';
import { createExtremes, type StateItems, shownStates } from '../support/administration-states.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertFocus, tabTo, untilFocused } from '../support/focus.ts';
import { assertAccessible, assertFits, openPage, type PageOptions, Tabs } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { PROGRAMME_NAME, startProgramme } from '../support/programme/programme.ts';
import type { Role, Service } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { inTurn, looksOf } from '../support/turns.ts';

/** Widths and themes of screens. */
const looks = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
] as const;

describe('the administration in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;
  let items: StateItems;
  const cookies: Partial<Record<Role, string>> = {};
  let tabs: Tabs;

  before(async () => {
    [service, browser] = await Promise.all([startProgramme(), launch()]);
    tabs = new Tabs(browser);
    const signedIn = new TestBrowser(service);
    (
      await signedIn.send('POST', '/kalends/v1/sessions', { login: 'admin', password: passwordOf('admin') })
    ).expect(201);
    cookie = signedIn.cookie;
    cookies.admin = cookie;
    for (const role of ['author', 'contributor'] as const) {
      const other = new TestBrowser(service);
      await other.signIn(role);
      cookies[role] = other.cookie;
    }
    items = await createExtremes(service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = (address: string, isSignedIn = true, options: PageOptions = {}): Promise<Page> =>
    openPage(browser, service.url + address, isSignedIn ? { ...options, cookie } : options);
  /** Holds that the focus is led through all that can be used, in its order, where one sees it. */
  const assertFocusFromStart = async (page: Page) => {
    // What has the focus at first would else be where the keyboard begins.
    await page.evaluate(
      "document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex')",
    );
    await assertFocus(page);
  };

  describe('each screen', { concurrency: 2 }, () => {
    for (const [place, { name, address, by, ready }] of shownScreens.entries())
      for (const [language, look] of looksOf(place, looks))
        test(`${name} in ${language} is quiet, asks nobody else, fits, and can be used by everybody`, async () => {
          const signedIn = by === null ? {} : { cookie };
          await tabs.look(service.url + address, { ...look, ...signedIn, language }, async (page) => {
            await page.locator(ready).first().waitFor();
            await assertFits(page);
            await assertAccessible(page);
            assert.equal(await page.locator('html').getAttribute('lang'), language);
          });
        });
    for (const { name, address, by, ready } of inTurn(3, shownScreens))
      test(`${name} leads the focus through all that can be used, in its order, where one sees it`, async () => {
        const signedIn = by === null ? {} : { cookie };
        await tabs.look(
          service.url + address,
          { theme: 'dark', ...signedIn, language: 'en' },
          async (page) => {
            await page.locator(ready).first().waitFor();
            await assertFocusFromStart(page);
          },
        );
      });
  });

  describe('each state', { concurrency: 2 }, () => {
    for (const [place, state] of shownStates.entries())
      test(`${state.name} is quiet, fits, has the focus somewhere, and can be used by everybody`, async () => {
        const signedIn = cookies[state.by ?? 'admin'] ?? '';
        for (const [language, look] of looksOf(place, looks)) {
          const address = service.url + state.address(items);
          await tabs.look(address, { ...look, cookie: signedIn, language }, async (page) => {
            await page.locator(state.ready).first().waitFor();
            await state.enter?.(page);
            await assertFits(page, state.status);
            await assertAccessible(page);
            if (state.enter) await page.locator(':focus').waitFor();
          });
        }
      });
  });

  test('without scripts a page says in the reader’s language what is needed, and leads to the calendar', async () => {
    for (const [locale, heading, link] of [
      ['en-GB', 'JavaScript is required', 'View calendar'],
      ['de-DE', 'JavaScript ist erforderlich', 'Kalender ansehen'],
      ['es-ES', 'Se necesita JavaScript', 'Ver calendario'],
    ] as const) {
      const viewport = { width: 390, height: 800 };
      const context = await browser.newContext({ javaScriptEnabled: false, locale, viewport });
      const page = await context.newPage();
      await page.goto(`${service.url}/admin/events`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
      await assertFits(page);
      await page.getByRole('link', { name: link }).click();
      await page.waitForURL(/\/events\/$/);
      await context.close();
    }
  });

  test('whoever signs in gets to where they wanted to go, and nowhere else', async () => {
    const page = await open('/admin/sign-in', false);
    for (const [next, path] of [
      ['/admin/events?q=choir', '/admin/events?q=choir'],
      ['https://elsewhere.example/admin', '/admin/today'],
      ['//elsewhere.example/admin/', '/admin/today'],
      ['/admin//elsewhere.example', '/admin/today'],
      ['/\\elsewhere.example', '/admin/today'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(`${service.url}/admin/sign-in?next=${encodeURIComponent(next)}`);
      await page.locator('input[autocomplete=username]').fill('admin');
      await page.locator('input[type=password]').fill(passwordOf('admin'));
      await page.keyboard.press('Enter');
      await page.waitForURL(`${service.url}${path}`);
    }
    await page.context().close();
  });

  test('a screen that is gone to is named, begins at its content, and tells which of its lists it shows', async () => {
    const page = await open('/admin/events?list=draft');
    const main = page.locator('main');
    await page.locator('.saved a').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await untilFocused(main);
    const current = page.locator('.saved [aria-current=page]');
    await current.filter({ hasText: 'Drafts' }).waitFor();
    assert.equal(await current.count(), 1);
    await tabTo(page.locator('.adm-n nav a', { hasText: 'Proposals' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await untilFocused(main);
    assert.equal(await page.title(), `Proposals · ${PROGRAMME_NAME}`);
    await tabTo(page.locator('.saved a', { hasText: 'Rejected' }));
    await page.keyboard.press('Enter');
    await current.filter({ hasText: 'Rejected' }).waitFor();
    assert.equal(await current.count(), 1);
    await page.goto(`${service.url}/admin/nowhere`);
    await page.getByText('Page not found.').waitFor();
    assert.equal(await page.title(), `Page not found. · ${PROGRAMME_NAME}`);
    assert.equal(await page.locator('.adm-n nav').count(), 1);
    await page.context().close();
  });

  test('events are moved along, trashed and taken back by keys alone', async () => {
    const page = await open('/admin/events');
    await page.locator('tbody tr[data-id]').first().waitFor();
    const rows = () =>
      page.locator('tbody tr[data-id]').evaluateAll((all) => all.map((row) => row.getAttribute('data-id')));
    const before = await rows();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    assert.equal(await page.locator('tr.cur').getAttribute('data-id'), before[1]);
    await page.keyboard.press('x');
    await page.locator('.bulk').waitFor();
    await page.keyboard.press('Delete');
    await page.locator('.toast').waitFor();
    await page.locator(`tr[data-id="${before[1]}"]`).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator(`tr[data-id="${before[1]}"]`).waitFor();
    assert.deepEqual(await rows(), before);
    await page.context().close();
  });

  test('a search is in the address, and its words are in what it finds', async () => {
    const page = await open('/admin/events');
    await page.locator('tbody tr[data-id]').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('market');
    await page.waitForURL(/q=market/);
    await page.locator('[aria-busy=false] tbody tr[data-id]').first().waitFor();
    await page.reload();
    assert.equal(await page.locator('input[type=search]').inputValue(), 'market');
    await page.context().close();
  });
});
