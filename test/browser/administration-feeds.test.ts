import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

/** The titles of the events that an iCalendar file has. */
const titlesIn = (file: string): string[] =>
  [...file.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title]) => title ?? '');

describe('feeds in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const event = (fields: object) =>
      service.as('editor').post('/events', {
        status: 'publish',
        start_date: `${start} 19:00:00`,
        end_date: `${start} 21:00:00`,
        ...fields,
      });
    for (const fields of [
      { title: 'Organ recital', categories: ['Music'] },
      { title: 'Harbour tour' },
      { title: 'Choir rehearsal', categories: ['Music'], status: 'draft' },
    ])
      (await event(fields)).expect(201);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('what is chosen is in the public address, and, with drafts, in a secret one until that is revoked', async () => {
    const editor = new TestBrowser(service);
    await editor.signIn('editor');
    const page = await openPage(browser, `${service.url}/admin/feeds`, { cookie: editor.cookie });
    const address = page.getByRole('textbox', { name: 'Public address' });
    assert.equal(await address.inputValue(), `${service.url}/events.ics`);
    await page.getByRole('combobox', { name: 'Category' }).fill('mus');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Music' }).waitFor();
    const known = new URL(await address.inputValue());
    const fetched = await (await fetch(known)).text();
    assert.deepEqual(titlesIn(fetched), ['Organ recital']);

    await page.getByLabel('Name', { exact: true }).fill('Phone');
    await page.getByText('Include unpublished events').click();
    await page.getByRole('button', { name: 'Create address' }).click();
    const made = page.getByLabel('New address');
    const asked = page.getByLabel('Current password');
    await made.or(asked).first().waitFor();
    if (await asked.isVisible()) {
      await asked.fill(passwordOf('editor'));
      await page.keyboard.press('Enter');
    }
    const secret = await made.inputValue();
    assert.deepEqual(titlesIn(await (await fetch(secret)).text()).sort(), [
      'Choir rehearsal',
      'Organ recital',
    ]);
    await page.getByText('iCalendar (calendars) · Music · with unpublished events').waitFor();
    await page.getByRole('button', { name: 'Revoke Phone' }).click();
    await page.getByText('No secret addresses yet.').waitFor();
    assert.equal((await fetch(secret)).status, 404);
    await page.context().close();
  });
});
