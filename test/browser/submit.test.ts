import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage, pageThemes, showIn } from '../support/open-page.ts';
import { photo } from '../support/pictures.ts';
import { type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { workFor } from '../support/submissions.ts';

/* The form of a proposal: its draft, its preview, and that what is sent twice is there once. */

describe('the form of a proposal', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let context: BrowserContext;

  before(async () => {
    [service, browser] = await Promise.all([
      startService({ env: { KALENDS_SUBMISSIONS: 'true', KALENDS_PROOF_OF_WORK: '8' } }),
      launch(),
    ]);
    context = await browser.newContext({ timezoneId: 'UTC', locale: 'en-GB' });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => assert.fail(error.message));
    await page.goto(`${service.url}/submit`);
    await page.locator('.preview:not([hidden])').waitFor({ state: 'attached' });
    return page;
  };
  const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
  const fill = async (page: Page, texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
  };
  const kept = (page: Page) => page.evaluate("localStorage.getItem('kalends.submission')");
  const queue = async () =>
    (await service.as('admin').get(`${service.url}/kalends/v1/submissions`)).expect(200).rows('submissions');
  const send = async (page: Page) => {
    await page.locator('button', { hasText: 'Send proposal' }).press('Enter');
    await page.waitForURL(/\/submit\/\w{24}$/);
  };

  test('keeps a draft over a closed tab, and leaves out what is broken or old', async () => {
    const first = await open();
    await fill(first, { title: 'Breakfast', day: '2027-03-07', begin: '10:00', end: '12:30' });
    assert.equal(await first.locator('.preview .ev-h').textContent(), 'Breakfast');
    assert.match((await first.locator('.preview .ev').textContent()) ?? '', /Sunday, 7 March/);
    for (const theme of pageThemes) {
      await showIn(first, { width: 390, theme });
      await assertFits(first);
      await assertAccessible(first);
    }
    assert.match((await first.locator('.steps a').nth(1).getAttribute('class')) ?? '', /is-done/);
    await first.close();
    const second = await open();
    assert.equal(await field(second, 'begin').inputValue(), '10:00');
    assert.match((await second.locator('.kept').first().textContent()) ?? '', /Draft saved in this browser/);
    await second.locator('[data-discard]').first().press('Enter');
    await second.waitForLoadState('load');
    await second.locator('.kept').first().waitFor({ state: 'hidden' });
    assert.equal(await kept(second), null);
    const old = { savedMs: Date.now() - 8 * 24 * 3600 * 1000, values: { title: 'Old' } };
    for (const text of ['{"values":', '[]', '{"values":{"title":1},"savedMs":"x"}', JSON.stringify(old)]) {
      await second.evaluate(`localStorage.setItem('kalends.submission', ${JSON.stringify(text)})`);
      await second.reload();
      await second.locator('.preview:not([hidden])').waitFor({ state: 'attached' });
      assert.equal(await field(second, 'title').inputValue(), '', text);
      assert.equal(await kept(second), null, text);
    }
    await second.close();
  });

  /**
   * Types into the form while the work goes on, six times as slow. Returns the milliseconds of the longest task as the page observes
   * it, and of the processor's time that the longest task and the longest call of the page's own scripts took. Other work on the
   * machine makes the first longer, and the commands of this test, which run in the page, the second; the third is the page's alone.
   */
  const longestTask = async (): Promise<Readonly<Record<'observed' | 'spent' | 'own', number>>> => {
    const page = await open();
    const begun = page.waitForEvent('worker');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    // The work never ends, and no task of the page's beginning counts.
    await page.evaluate(`(async () => {
      document.querySelector('form[data-submit]').dataset.difficulty = '60';
      await new Promise((rested) => requestIdleCallback(rested));
      globalThis.tasks = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    })()`);
    const events: Record<string, unknown>[] = [];
    devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    await devtools.send('Tracing.start', {
      categories: 'toplevel,devtools.timeline',
      transferMode: 'ReportEvents',
    });
    await field(page, 'title').pressSequentially('Breakfast under the chestnut', { delay: 30 });
    assert.match((await begun).url(), /\/assets\/proof-of-work-[\w-]{8}\.js$/);
    await page.locator('textarea').pressSequentially('Bring bread and jam, and somebody.', { delay: 30 });
    await field(page, 'day').fill('2027-03-07');
    await field(page, 'begin').fill('10:00');
    await field(page, 'contact_name').pressSequentially('Ada Lovelace', { delay: 30 });
    assert.equal(page.workers().length, 1);
    const tasks = await page.evaluate<number[]>('tasks');
    const ended = new Promise((end) => devtools.once('Tracing.tracingComplete', end));
    await devtools.send('Tracing.end');
    await ended;
    await page.close();
    const threadOf = ({ pid, tid }: Record<string, unknown>) => `${String(pid)} ${String(tid)}`;
    const main = new Set(
      events.filter(({ args }) => Object(args)['name'] === 'CrRendererMain').map((event) => threadOf(event)),
    );
    const spent = events.filter((event) => main.has(threadOf(event)) && event['tdur'] !== undefined);
    const scripts = new RegExp(`^${service.url}/assets/`);
    const own = spent.filter(({ args }) => scripts.test(String(Object(Object(args)['data'])['url'])));
    assert.ok(own.length > 50, 'the scripts of the page were not traced');
    const longest = (of: readonly Record<string, unknown>[]) =>
      Math.max(...of.map(({ tdur }) => Number(tdur) / 1000));
    return { observed: Math.max(0, ...tasks), spent: longest(spent), own: longest(own) };
  };

  test('is typed into while a worker does the work', async (t) => {
    const longest = await longestTask();
    t.diagnostic(
      `longest task ${longest.observed} ms, of the processor's time ${longest.spent} ms, in own scripts ${longest.own} ms`,
    );
    assert.ok(longest.own < 50, `a call of the page's own scripts takes ${longest.own} ms`);
    const forgotten = await open();
    await forgotten.locator('[data-discard]').first().press('Enter');
    await forgotten.locator('.kept').first().waitFor({ state: 'hidden' });
    await forgotten.close();
  });

  test('is sent once, however often, and forgets its draft when that has come', async () => {
    const page = await open();
    const sent = { title: 'Choir', day: '2027-03-08', begin: '19:00', end: '21:00' };
    await fill(page, { ...sent, contact_name: 'Ada', contact_email: 'ada@example.org' });
    // The service takes it, and its answer is lost.
    await page.route('**/submit', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    const lost = page.waitForEvent('requestfailed');
    await page.locator('button', { hasText: 'Send proposal' }).press('Enter');
    await lost;
    assert.equal((await queue()).length, 1);
    await page.unroute('**/submit');
    await page.goto(`${service.url}/submit`);
    await page.locator('.preview:not([hidden])').waitFor({ state: 'attached' });
    assert.equal(await field(page, 'title').inputValue(), 'Choir');
    await send(page);
    assert.equal((await queue()).length, 1);
    assert.equal(await kept(page), null);
    const address = page.url();
    for (const theme of pageThemes) {
      await showIn(page, { width: 390, theme });
      await assertFits(page);
      await assertAccessible(page);
    }

    // Back at the form it can be sent again: as it was it's the same, changed another one.
    await page.goBack();
    await page.locator('.preview:not([hidden])').waitFor({ state: 'attached' });
    await fill(page, { ...sent, title: 'Choir II', contact_name: 'Ada', contact_email: 'ada@example.org' });
    await send(page);
    assert.notEqual(page.url(), address);
    assert.equal((await queue()).length, 2);

    await page.locator('summary', { hasText: 'Withdraw' }).press('Enter');
    await page.locator('button', { hasText: 'Withdraw' }).press('Enter');
    await page.getByRole('heading', { name: 'You withdrew your proposal' }).waitFor();
    await page.close();
  });

  test('is rejected in place with a reason in the language of whoever sent it, and put at a venue that is known', async () => {
    const { anonymous, url } = service;
    (await service.as('admin').post('/venues', { venue: 'Town Hall', city: 'Altenfleet' })).expect(201);
    const propose = async (title: string, more: object) => {
      const contact = {
        contact_name: 'Ada',
        contact_email: 'ada@example.org',
        ...(await workFor(anonymous, url)),
      };
      const dates = { start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' };
      const body = { title, ...dates, ...contact, ...more };
      return (await anonymous.send('POST', `${url}/kalends/v1/submissions`, body)).expect(201);
    };
    await propose('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz', { language: 'de' });
    await propose('Chess', { venue_name: 'Townhall', venue_city: 'Altenfleet' });
    const visitor = new TestBrowser(service);
    await visitor.signIn('admin');
    const waiting = await queue();
    const idOf = (title: string) =>
      waiting.find(({ event }) => Object(event).title.startsWith(title))?.['id'];
    const look = { cookie: visitor.cookie, width: 820 } as const;
    const page = await openPage(browser, `${url}/admin/submissions?id=${idOf('Rind')}`, look);
    await page.locator('.sub-p h2', { hasText: 'Rind' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Not public' }).press('Enter');
    const letter = page.getByRole('textbox', { name: 'Message to Ada, in German' });
    await page.locator('textarea', { hasText: 'die allen offenstehen' }).waitFor();
    await letter.press('Escape');
    await letter.waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Advertising' }).press('Enter');
    await page.locator('textarea', { hasText: 'keine Werbung' }).waitFor();
    for (const width of [390, 1440] as const) {
      await showIn(page, { width, theme: 'light' });
      await assertFits(page);
      await assertAccessible(page);
    }
    await page.getByRole('button', { name: 'Reject and send' }).press('Enter');
    await page.locator('.toast', { hasText: 'Rejected' }).waitFor();

    await page.goto(`${url}/admin/submissions?id=${idOf('Chess')}`);
    await page.getByRole('button', { name: 'Use “Town Hall” instead' }).press('Enter');
    await page.getByText('Venue: “Town Hall”').waitFor();
    await page.getByRole('button', { name: 'Accept and publish' }).press('Enter');
    await page.locator('.toast', { hasText: 'Accepted' }).waitFor();
    const chess = (await anonymous.get('/events?search=chess&start_date=2027-01-01')).expect(200);
    assert.equal(chess.at('events.0.venue.venue'), 'Town Hall');
    await page.context().close();
  });

  test('takes a picture, which editors see in the queue, and everybody once it is accepted', async () => {
    const page = await open();
    const sent = { title: 'Street party', day: '2027-03-09', begin: '15:00', end: '21:00' };
    await fill(page, { ...sent, contact_name: 'Ada', contact_email: 'ada@example.org' });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      field(page, 'image').setInputFiles({ name, mimeType, buffer });
    const problem = () => page.evaluate("document.getElementById('image').validationMessage");
    await choose('notes.txt', 'text/plain', Buffer.from('notes'));
    assert.match(String(await problem()), /JPEG/);
    await choose('street.png', 'image/png', photo);
    assert.equal(await problem(), '');
    await field(page, 'alt_text').fill('A long table in the street');
    for (const theme of pageThemes) {
      await showIn(page, { width: 390, theme });
      await assertFits(page);
      await assertAccessible(page);
    }
    await send(page);
    const shown = page.getByRole('img', { name: 'A long table in the street' });
    const isLoaded = () => shown.evaluate((image) => 'naturalWidth' in image && image.naturalWidth);
    await shown.waitFor();
    assert.ok(Number(await isLoaded()) > 0);
    await assertAccessible(page);
    await page.locator('a', { hasText: 'Edit' }).press('Enter');
    await page.getByLabel('Remove picture').waitFor();
    await assertAccessible(page);
    await page.close();

    const id = (await queue()).find(({ event }) => Object(event).title === 'Street party')?.['id'];
    const visitor = new TestBrowser(service);
    await visitor.signIn('admin');
    const read = await openPage(browser, `${service.url}/admin/submissions?id=${String(id)}`, {
      cookie: visitor.cookie,
    });
    const picture = read.locator('.sub-i').getByRole('img', { name: 'A long table in the street' });
    await picture.waitFor();
    await assertAccessible(read);
    await read.getByRole('button', { name: 'Accept and publish' }).press('Enter');
    await read.locator('.toast', { hasText: 'Accepted' }).waitFor();
    await read.goto(`${service.url}/admin/submissions?state=asked`);
    const form = read.getByRole('link', { name: 'Open form' });
    assert.equal(await form.getAttribute('href'), '/submit');
    await read.context().close();
    const event = (await service.anonymous.get('/events?search=street&start_date=2027-01-01')).expect(200);
    assert.equal(event.at('events.0.image.alt_text'), 'A long table in the street');
  });
});
