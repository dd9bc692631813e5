import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { assertInSight } from '../support/sight.ts';

describe('several people in one event', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  const cookies = new Map<Role, string>();

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    for (const role of ['admin', 'editor'] as const) {
      const visitor = new TestBrowser(service);
      await visitor.signIn(role);
      cookies.set(role, visitor.cookie);
    }
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const makeEvent = async (title: string): Promise<number> =>
    (
      await service.as('admin').post('/events', {
        title,
        description: '<p>As it was.</p>',
        website: 'https://first.example/',
        start_date: '2030-03-01 19:00:00',
        end_date: '2030-03-01 21:00:00',
        status: 'draft',
      })
    )
      .expect(201)
      .id();
  const read = async (id: number) =>
    (await service.as('admin').get(`/events/${id}?context=edit`)).expect(200);
  const open = async (role: Role, path: string): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie: cookies.get(role) ?? '' });
    await page.locator('.rt-t').first().waitFor();
    return page;
  };
  const title = (page: Page) => page.locator('.ti').first();
  const isSaved = (page: Page) => page.locator('.ed-st:not(.is-dirty)').waitFor();
  /** Waits until the browser keeps a text that was typed. */
  const untilKept = async (page: Page, text: string) => {
    const kept = () =>
      page.evaluate<string>(
        "Object.entries(localStorage).filter(([name]) => name.startsWith('kalends.typed.')).join()",
      );
    while (!(await kept()).includes(text));
  };
  const website = (page: Page) => page.getByLabel('Website');

  test('what two people change in other fields is kept of both, without a question', async () => {
    const id = await makeEvent('Choir');
    const [one, other] = await Promise.all([
      open('admin', `/admin/events/${id}`),
      open('editor', `/admin/events/${id}`),
    ]);
    await title(one).fill('Choir and organ');
    await website(other).fill('https://second.example/');
    await one.keyboard.press('Control+s');
    await isSaved(one);
    await other.keyboard.press('Control+s');
    await isSaved(other);
    assert.equal(await title(other).inputValue(), 'Choir and organ');
    const event = await read(id);
    assert.equal(event.at('raw.title'), 'Choir and organ');
    assert.equal(event.at('website'), 'https://second.example/');
    await Promise.all([one.context().close(), other.context().close()]);
  });

  test('a stale tab shows field by field what both have changed, and saves what is chosen', async () => {
    const id = await makeEvent('Choir');
    const stale = await open('admin', `/admin/events/${id}`);
    const other = await open('editor', `/admin/events/${id}`);
    await title(other).fill('Choir in the dark');
    await website(other).fill('https://theirs.example/');
    await other.getByLabel('Prices').fill('12');
    await other.keyboard.press('Control+s');
    await isSaved(other);
    await title(stale).fill('Choir at noon');
    await website(stale).fill('https://mine.example/');
    await stale.evaluate('scrollTo(0, document.body.scrollHeight)');
    await stale.keyboard.press('Control+s');
    const panel = stale.locator('.cx');
    await panel.waitFor();
    await assertInSight(panel.getByRole('heading'));
    assert.equal((await read(id)).at('raw.title'), 'Choir in the dark');
    assert.equal(await title(stale).inputValue(), 'Choir at noon');
    await panel.getByText('editor changed the same fields').waitFor();
    assert.equal(await panel.locator('fieldset').count(), 2);
    await assertFits(stale).catch((error: unknown) => {
      // The refusal itself is told to the console.
      assert.match(String(error), /412/);
    });
    await assertAccessible(stale);
    // Nothing is saved before something is chosen, and what was typed outlives the tab.
    await stale.keyboard.press('Control+s');
    await untilKept(stale, 'Choir at noon');
    await stale.goto(`${service.url}/admin/events/${id}`).catch(() => undefined);
    await panel.waitFor();
    assert.equal(await title(stale).inputValue(), 'Choir at noon');
    await panel.locator('fieldset', { hasText: 'Title' }).getByRole('radio').nth(1).check();
    await panel.getByRole('button', { name: 'Save selection' }).click();
    await isSaved(stale);
    const event = await read(id);
    assert.equal(event.at('raw.title'), 'Choir in the dark');
    assert.equal(event.at('website'), 'https://mine.example/');
    assert.deepEqual(event.at('raw.cost'), ['12']);
    await Promise.all([stale.context().close(), other.context().close()]);
  });

  test('who has changed the same in another tab is told that it was they', async () => {
    const id = await makeEvent('Choir');
    const stale = await open('admin', `/admin/events/${id}`);
    const other = await stale.context().newPage();
    await other.goto(`${service.url}/admin/events/${id}`);
    await title(other).fill('Choir in the dark');
    await other.keyboard.press('Control+s');
    await isSaved(other);
    await title(stale).fill('Choir at noon');
    await stale.keyboard.press('Control+s');
    const panel = stale.locator('.cx');
    await panel.getByText('You changed the same fields in another tab').waitFor();
    await panel.getByRole('radio', { name: 'This tab' }).waitFor();
    await panel.getByRole('radio', { name: 'Saved elsewhere' }).check();
    await panel.getByRole('button', { name: 'Save selection' }).click();
    await isSaved(stale);
    assert.equal((await read(id)).at('raw.title'), 'Choir in the dark');

    const venue = (await service.as('admin').post('/venues', { venue: 'Hall' })).expect(201).id();
    await stale.goto(`${service.url}/admin/venues?open=${venue}`);
    const city = stale.getByLabel('City');
    await city.waitFor();
    (await service.as('admin').patch(`/venues/${venue}`, { city: 'Bonn' })).expect(200);
    await city.fill('Trier');
    await stale.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await stale.getByText('You changed the same fields in another tab').waitFor();
    await stale.context().close();
  });

  test('a network that goes in the middle of typing loses nothing, is told, and what was typed is sent later', async () => {
    const id = await makeEvent('Choir');
    const page = await open('admin', `/admin/events/${id}`);
    await title(page).fill('Choir and all');
    await page.keyboard.press('Control+s');
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    await title(page).fill('Choir and ');
    await page.context().setOffline(true);
    await page.getByText('You’re offline').waitFor();
    await title(page).pressSequentially('organ');
    await page.keyboard.press('Control+s');
    await page.getByText(/Your changes (are safe in this browser|stay here)/).waitFor();
    assert.equal(await page.locator('.toast').count(), 0, 'an older "Saved" stands beside what is not saved');
    await title(page).pressSequentially(' at noon');
    await untilKept(page, 'organ at noon');
    assert.equal((await read(id)).at('raw.title'), 'Choir and all');
    await page.context().setOffline(false);
    await isSaved(page);
    assert.equal((await read(id)).at('raw.title'), 'Choir and organ at noon');
    await page.context().close();
  });

  test('whoever is signed out meanwhile keeps what they typed, signs in beside it, and saves it', async () => {
    const id = await makeEvent('Choir');
    const author = new TestBrowser(service);
    await author.signIn('author');
    (await service.as('admin').post(`/events/${id}`, { author: 3 })).expect(200);
    const page = await openPage(browser, `${service.url}/admin/events/${id}`, { cookie: author.cookie });
    await title(page).fill('Choir by candlelight');
    const sessions = `${service.url}/kalends/v1/sessions?user=3`;
    (await service.as('admin').send('DELETE', sessions)).expect(200);
    await page.keyboard.press('Control+s');
    const strip = page.getByRole('alert').filter({ hasText: 'Your session has expired' });
    await strip.waitFor();
    // Once the session is asked for again, too, all stays as it is, and one place says why.
    await page.locator('.ended').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.strip:visible').count(), 1);
    assert.equal(await title(page).inputValue(), 'Choir by candlelight');
    const [beside] = await Promise.all([
      page.context().waitForEvent('page'),
      strip.getByRole('link', { name: 'Sign in' }).press('Enter'),
    ]);
    await beside.locator('input[autocomplete=username]').fill('author');
    await beside.locator('input[type=password]').fill(passwordOf('author'));
    await beside.keyboard.press('Enter');
    await beside.waitForURL('**/admin/today');
    await beside.close();
    // As a browser tells a page that somebody has come back to.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.locator('.ended').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await isSaved(page);
    assert.equal((await read(id)).at('raw.title'), 'Choir by candlelight');
    await page.context().close();
  });

  test('a new event whose answer is lost is made once', async () => {
    const page = await open('admin', '/admin/events/new');
    await title(page).fill('Once and only once');
    await loseAnswers(page, /\/events(\?|$)/);
    await page.keyboard.press('Control+s');
    await page.getByText(/Your changes (are safe in this browser|stay here)/).waitFor();
    await title(page).fill('Once and only once, at noon');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await page.locator('.rt-t').first().waitFor();
    assert.equal(await title(page).inputValue(), 'Once and only once, at noon');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const found = (
      await service.as('admin').get('/events?search=once&status=draft&start_date=2000-01-01')
    ).expect(200);
    assert.deepEqual(
      found.rows('events').map((event) => event['title']),
      ['Once and only once, at noon'],
    );
    await page.context().close();
  });
  test('a new event whose answer is lost is made once, though its tab is loaded again', async () => {
    const page = await open('admin', '/admin/events/new');
    await title(page).fill('Reloaded');
    await loseAnswers(page, /\/events(\?|$)/);
    await untilKept(page, 'Reloaded');
    await page.keyboard.press('Control+s');
    await page.getByText(/Your changes (are safe in this browser|stay here)/).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${service.url}/admin/events/new`).catch(() => undefined);
    await page.locator('.rt-t').first().waitFor();
    assert.equal(await title(page).inputValue(), 'Reloaded');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const found = (
      await service.as('admin').get('/events?search=reloaded&status=draft&start_date=2000-01-01')
    ).expect(200);
    assert.deepEqual(
      found.rows('events').map((event) => event['title']),
      ['Reloaded'],
    );
    await page.context().close();
  });

  test('a new event whose answer a proxy has given up on is made once, and saved as soon as it may be', async () => {
    const page = await open('admin', '/admin/events/new');
    await title(page).fill('Through a proxy');
    await loseAnswers(page, /\/events(\?|$)/, 'proxy');
    await page.keyboard.press('Control+s');
    await page.getByText(/Your changes (are safe in this browser|stay here)/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const path = '/events?search=proxy&status=draft&start_date=2000-01-01';
    const found = (await service.as('admin').get(path)).expect(200);
    assert.deepEqual(
      found.rows('events').map((event) => event['title']),
      ['Through a proxy'],
    );
    await page.context().close();
  });

  test('who writes in an event that is thrown away meanwhile is asked, and brings it back', async () => {
    const id = await makeEvent('Choir');
    const page = await open('admin', `/admin/events/${id}`);
    await title(page).fill('Choir at noon');
    (await service.as('editor').delete(`/events/${id}`)).expect(200);
    await page.keyboard.press('Control+s');
    const panel = page.locator('.cx');
    await panel.locator('fieldset', { hasText: 'Status' }).getByText('Trash', { exact: true }).waitFor();
    assert.equal((await read(id)).at('raw.title'), 'Choir');
    await panel.getByRole('button', { name: 'Save selection' }).click();
    await isSaved(page);
    const event = await read(id);
    assert.deepEqual([event.at('raw.title'), event.at('status')], ['Choir at noon', 'draft']);
    await page.context().close();
  });
});
