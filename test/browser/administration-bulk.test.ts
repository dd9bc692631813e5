import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, openPage } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

/** More than two pages of the table, and than one batch takes. */
const EVENTS = 130;
/** Each tenth of them repeats. */
const REPEATING = EVENTS / 10;
/** Each fifth of them has this word. */
const ODD = EVENTS / 5;
/** A day some days from the browser's own, `YYYY-MM-DD`. */
/** Of the moment at which it begins: midnight may come meanwhile. */
const beganMs = Date.now();
const inDays = (days: number): string => new Date(beganMs + days * 86_400_000).toISOString().slice(0, 10);
/** The day on which all begin, and the one after it: within the two years that lists of drafts reach. */
const DAY = inDays(100);
const NEXT = inDays(101);

describe('changes of a whole list of events in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const editor = service.as('editor');
    (await editor.post('/categories', { name: 'Walks' })).expect(201);
    const events = Array.from({ length: EVENTS }, (_, at) => ({
      title: `${at % 5 === 0 ? 'Odd' : 'Even'} row ${at + 1}`,
      start_date: `${DAY} ${String(at % 24).padStart(2, '0')}:00:00`,
      end_date: `${NEXT} 10:00:00`,
      status: 'draft',
      ...(at % 10 === 1 ? { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } } : {}),
    }));
    for (const part of [events.slice(0, 100), events.slice(100)]) {
      const requests = part.map((body) => ({ path: '/calendar/events/v1/events', body }));
      for (const { status } of (await editor.post(`${service.url}/batch/v1`, { requests })).rows('responses'))
        assert.equal(status, 201);
    }
    const signedIn = new TestBrowser(service);
    await signedIn.signIn('editor');
    page = await openPage(browser, `${service.url}/admin/events`, { cookie: signedIn.cookie, width: 1440 });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('the bar of a selection is one line in every language', async () => {
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const language of ['en', 'de', 'es']) {
      const shown = await openPage(browser, `${service.url}/admin/events?list=draft`, {
        cookie,
        width: 1440,
        language,
      });
      await shown.locator('tbody tr[data-id] input').first().press('Space');
      const box = await shown.locator('.bulk').boundingBox();
      assert.ok(box && box.height < 60, `${language}: ${box?.height} px`);
      await shown.context().close();
    }
  });

  /** How many events there are of a kind. */
  const count = async (query: Record<string, string>) =>
    (await service.as('editor').get('/events', { condense: 'true', per_page: '1', ...query }))
      .expect(200)
      .at('total');
  /** Selects all events of a list. */
  async function selectAll(query: string, total: number): Promise<void> {
    await page.goto(`${service.url}/admin/events?${query}`);
    await page.locator('.at-w[aria-busy=false] tbody tr[data-id]').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await page.locator('.bulk b', { hasText: '50 selected' }).waitFor();
    await page.getByRole('button', { name: `Select all ${total} events in this list` }).press('Enter');
    await page.locator('.bulk b', { hasText: `All ${total} selected` }).waitFor();
  }
  /** What is moved by a day. */
  const moved = {
    status: 'draft',
    starts_after: `${DAY} 23:59:59`,
    starts_before: `${inDays(102)} 00:00:00`,
  };
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) =>
    dialog().getByRole('button', { name, exact: true, disabled: false }).press('Enter');
  const toast = (text: string) => page.locator('.toast', { hasText: text }).waitFor();
  const undo = () => page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');

  test('goes over all pages once it is confirmed, and is taken back by one toast', async () => {
    await selectAll('list=draft', EVENTS);
    await page.getByRole('button', { name: 'Select this page only' }).press('Enter');
    await page.locator('.bulk b', { hasText: '50 selected' }).waitFor();
    await page.getByRole('button', { name: `Select all ${EVENTS} events` }).press('Enter');
    await page.locator('.bulk').getByRole('button', { name: 'Publish' }).press('Enter');
    await dialog()
      .getByRole('heading', { name: `Publish ${EVENTS} events?` })
      .waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await count({ status: 'draft' }), EVENTS);
    await page.locator('.bulk').getByRole('button', { name: 'Publish' }).press('Enter');
    await confirm('Publish');
    await toast(`${EVENTS} events published`);
    assert.equal(await count({ status: 'publish' }), EVENTS);
    await undo();
    await toast(`${EVENTS} events restored`);
    assert.equal(await count({ status: 'draft' }), EVENTS);
    assert.equal(await page.locator('.run').count(), 0);
  });
  test('reaches those of the filter alone, and says what it leaves out', async () => {
    await selectAll('list=draft&q=even', EVENTS - ODD);
    await page.locator('.bulk').getByRole('button', { name: 'Category' }).press('Enter');
    await page.getByRole('combobox', { name: 'Add categories' }).fill('walk');
    await page.keyboard.press('Enter');
    await page.locator('.pop-f .token', { hasText: 'Walks' }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await dialog()
      .getByRole('heading', { name: `Add the categories Walks to ${EVENTS - ODD} events?` })
      .waitFor();
    await confirm('Add categories');
    await toast(`Categories added to ${EVENTS - ODD} events`);
    assert.equal(await count({ status: 'draft', categories: 'walks' }), EVENTS - ODD);
    await undo();
    await toast(`${EVENTS - ODD} events restored`);
    assert.equal(await count({ status: 'draft', categories: 'walks' }), 0);

    await selectAll('list=draft', EVENTS);
    await page.locator('.bulk').getByRole('button', { name: 'Move dates' }).press('Enter');
    await page.getByText('To move a series, open it in the editor').waitFor();
    await page.getByRole('button', { name: 'A day later' }).press('Enter');
    await dialog()
      .getByRole('heading', { name: `Move ${EVENTS - REPEATING} events 1 day later?` })
      .waitFor();
    await dialog().getByText(`${REPEATING} series aren’t moved`).waitFor();
    await confirm('Move dates');
    await toast(`${EVENTS - REPEATING} events moved. ${REPEATING} series aren’t moved`);
    assert.equal(await count(moved), EVENTS - REPEATING);
    await undo();
    await toast(`${EVENTS - REPEATING} events restored`);
    assert.equal(await count(moved), 0);
  });

  test('can be stopped, and tells how far it came', async () => {
    await selectAll('list=draft', EVENTS);
    await page.locator('.bulk').getByRole('button', { name: 'Trash' }).press('Enter');
    await dialog()
      .getByRole('heading', { name: `Move ${EVENTS} events to the trash?` })
      .waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/batch/v1', async (route) => {
      await held.promise;
      await route.continue();
    });
    await confirm('Move to trash');
    const run = page.getByRole('region', { name: 'Move to trash' });
    await run.getByText(`0 of ${EVENTS}`, { exact: true }).waitFor();
    await assertAccessible(page);
    // Another screen is looked at meanwhile.
    await page.locator('.adm-n').getByRole('link', { name: 'History' }).press('Enter');
    await page.waitForURL(/history/);
    await run.getByRole('button', { name: 'Stop' }).press('Enter');
    held.resolve();
    await run.getByText(`100 of ${EVENTS}`, { exact: true }).waitFor();
    await run.getByText(`${EVENTS - 100} events weren’t changed`).waitFor();
    await page.unroute('**/batch/v1');
    assert.equal(await count({ status: 'trash' }), 100);
    await assertAccessible(page);
    await run.getByRole('button', { name: 'Continue' }).press('Enter');
    await toast(`${EVENTS} events moved to the trash`);
    assert.equal(await count({ status: 'trash' }), EVENTS);
    await undo();
    await toast(`${EVENTS} events restored`);
    assert.equal(await count({ status: 'draft' }), EVENTS);
  });

  test('names what is refused and what got no answer, and does the rest', async () => {
    const last = { title: 'Last row', start_date: '9999-12-31 10:00:00', end_date: '9999-12-31 11:00:00' };
    (await service.as('editor').post('/events', { ...last, status: 'draft' })).expect(201);
    await selectAll('', EVENTS + 1);
    await page.locator('.bulk').getByRole('button', { name: 'Move dates' }).press('Enter');
    await page.getByRole('button', { name: 'A day later' }).press('Enter');
    await dialog().getByText(`${REPEATING} series aren’t moved`).waitFor();
    const meant = EVENTS + 1 - REPEATING;
    let batches = 0;
    await page.route('**/batch/v1', (route) => {
      batches += 1;
      return batches === 2 ? route.abort() : route.continue();
    });
    await confirm('Move dates');
    const run = page.getByRole('region', { name: 'Move dates' });
    await run.getByText(`100 of ${meant}`, { exact: true }).waitFor();
    await run.getByText('The service isn’t responding').waitFor();
    await run.getByText(`The service didn’t respond for ${meant - 100} events`).waitFor();
    await toast(`100 events moved. ${meant - 100} of ${meant} failed`);
    await page.unroute('**/batch/v1');
    await run.getByRole('button', { name: 'Continue' }).press('Enter');
    await run.getByText(`${meant - 1} of ${meant}`, { exact: true }).waitFor();
    await run.getByRole('link', { name: 'Last row' }).waitFor();
    await assertAccessible(page);
    assert.equal(await count(moved), meant - 1);
    await run.getByRole('button', { name: 'Undo' }).press('Enter');
    await toast(`${meant - 1} events restored`);
    assert.equal(await count(moved), 0);
    assert.equal(await page.locator('.run').count(), 0);
  });
});
