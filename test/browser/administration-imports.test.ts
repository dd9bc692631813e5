import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage, showIn } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

const SAMPLE = path.join(import.meta.dirname, '..', 'samples', 'tec', 'det_community_education.json');

describe('imports in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;
  let author: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const signedIn = new TestBrowser(service);
    await signedIn.signIn('editor');
    cookie = signedIn.cookie;
    const another = new TestBrowser(service);
    await another.signIn('author');
    author = another.cookie;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = (address: string, by = cookie): Promise<Page> =>
    openPage(browser, service.url + address, { cookie: by });
  const events = async (): Promise<number> => {
    const answer = await service.as('editor').get('/events?start_date=1990-01-01&status=publish,draft');
    return Number(answer.expect(200).at('total'));
  };
  const state = (page: Page, words: string) => page.locator('.im-v .strip', { hasText: words }).waitFor();

  test('a saved answer of another site is dropped, tried out, imported and taken back', async () => {
    const page = await open('/admin/imports');
    await page.locator('.im-new .drop').waitFor();
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    await page.locator('.f-e', { hasText: 'Choose a file' }).waitFor();
    const carried = await page.evaluateHandle(
      `(() => {
        const carried = new DataTransfer();
        carried.items.add(new File([${JSON.stringify(readFileSync(SAMPLE, 'utf8'))}], 'events.json'));
        return carried;
      })()`,
    );
    await page.dispatchEvent('.im-new .drop', 'drop', { dataTransfer: carried });
    await page.locator('.im-c', { hasText: 'events.json' }).waitFor();
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    await state(page, 'Nothing has changed yet');
    const told = Number(await page.locator('.im-n b').first().textContent());
    assert.ok(told > 0);
    assert.equal(await events(), 0);

    await page.getByRole('button', { name: 'Import now' }).press('Enter');
    await page.locator('.toast', { hasText: 'events.json' }).waitFor();
    assert.equal(Number(await page.locator('.im-n b').first().textContent()), told);
    const made = await events();
    assert.ok(made > 0);
    await page.locator('tr[data-outcome=created] a').first().waitFor();

    // Its address shows the same again, and one may narrow the report.
    await page.reload();
    await page.locator('.im-n a', { hasText: 'new' }).press('Enter');
    await page.waitForURL(/outcome=created/);
    await page.locator('tr[data-outcome=created]').first().waitFor();
    for (const theme of ['light', 'dark'] as const)
      for (const width of [390, 1440] as const) {
        await showIn(page, { width, theme });
        await assertFits(page);
        await assertAccessible(page);
      }
    // Each kind has its counts, which narrow the report to it.
    const venues = page.locator('.im-k [data-kind=venue]');
    const ofVenues = Number(await venues.locator('b').first().textContent());
    await venues.getByRole('link', { name: 'new' }).press('Enter');
    await page.waitForURL(/kind=venue/);
    await page.locator('.im-t[aria-busy=true]').waitFor({ state: 'detached' });
    await page.locator('tr[data-outcome]', { hasText: 'Event' }).first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('tr[data-outcome=created]').count(), ofVenues);
    // The history has it as one entry, which is unfolded where that is asked.
    const imported = page.url();
    await page.goto(`${service.url}/admin/history`);
    const entry = page.locator('.hi[data-import]');
    await entry.getByText('events.json').waitFor();
    assert.equal(await page.locator('.hi').count(), 1);
    await entry.getByRole('button', { name: 'Changes of this import' }).press('Enter');
    await entry.locator('.hi').nth(2).waitFor();
    for (const width of [390, 1440] as const) {
      await showIn(page, { width, theme: 'light' });
      await assertFits(page);
      await assertAccessible(page);
    }
    await page.goto(`${service.url}/admin/today`);
    await page
      .locator('.ad-log li')
      .getByRole('link', { name: /^\d+ changes$/ })
      .press('Enter');
    await page.waitForURL(/imports\?run=/);
    await page.goto(imported);
    await page.getByRole('button', { name: 'Undo import' }).press('Enter');
    await state(page, 'Import undone');
    assert.equal(await events(), 0);
    await page.context().close();
  });

  test('what is no calendar is told, and can be begun again as long as the file is at hand', async () => {
    const page = await open('/admin/imports');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('no calendar') });
    await page.getByRole('button', { name: 'Import without preview' }).press('Enter');
    await page.getByText('The file is of no known kind').waitFor();
    await page.getByLabel('Source').selectOption('tec');
    await page.getByRole('button', { name: 'Import without preview' }).press('Enter');
    await state(page, 'The import failed');
    await page.getByRole('button', { name: 'Start over' }).waitFor();
    await page.reload();
    await page.getByText('choose it again').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Start over' }).count(), 0);
    await page.context().close();
  });

  test('an address that may not be asked is told beside its field, and stays', async () => {
    const page = await open('/admin/imports');
    const field = page.getByRole('textbox', { name: 'Or website address' });
    await field.fill('http://192.168.0.1/');
    await page.keyboard.press('Enter');
    await page.locator('.f.is-bad .f-e', { hasText: 'public http or https address' }).waitFor();
    assert.equal(await field.inputValue(), 'http://192.168.0.1/');
    await page.context().close();
  });

  test('authors see their own imports alone', async () => {
    const page = await open('/admin/imports', author);
    await page.locator('.im-0').waitFor();
    assert.equal(await page.locator('.im-r li').count(), 0);
    await page.context().close();
  });
});
