import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { photo } from '../support/pictures.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

const PASSWORD = 'a long and quiet evening';
const SAMPLE = path.join(import.meta.dirname, '..', 'samples', 'tec', 'det_community_education.json');

/* The way of somebody who starts a calendar, from the printed link to an editor who helps them. */

describe('a newcomer', { skip: withoutBrowser }, () => {
  let service: ServiceProcess;
  let browser: Browser;
  let own: BrowserContext;
  const told: string[] = [];

  before(async () => {
    [service, browser] = await Promise.all([
      // As much work as by default takes a busy processor any time.
      startProcess({ env: { KALENDS_ADMIN_PASSWORD: undefined, KALENDS_PROOF_OF_WORK: '8' } }),
      launch(),
    ]);
    own = await browser.newContext({ timezoneId: 'UTC' });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('console', (message) => told.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => told.push(`${page.url()}: ${String(error)}`));
    await page.goto(service.url + address);
    return page;
  };
  const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(fields))
      await page.locator(`input[autocomplete=${name}]`).first().fill(text);
  };
  /** Saves what the editor shows, and waits until it is. */
  const save = async (page: Page) => {
    await page.keyboard.press('Control+s');
    await page.locator('.ed-st:not(.is-dirty)', { hasText: 'All changes saved' }).waitFor();
  };
  /** Reads a public page as a visitor. */
  const seen = async (address: string): Promise<string> =>
    (await service.anonymous.get(service.url + address)).expect(200).text;

  test('starts a calendar, fills it, and is helped', async (t) => {
    const [link = ''] = /http\S+first-run\S+/.exec(service.log()) ?? [];
    const { pathname, search } = new URL(link);
    const page = await open(own, pathname + search);

    await t.test('chooses a password by the link of the first start', async () => {
      await fill(page, { name: 'Mira Kowalczyk', 'new-password': PASSWORD });
      await page.keyboard.press('Enter');
      await page.locator('select').first().waitFor();
      // The name that it had is gone with the first letter.
      await page.keyboard.type('Harbour Programme');
      assert.equal(await page.locator('input').first().inputValue(), 'Harbour Programme');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/today');
    });

    let id = 0;
    await t.test('publishes an event with a new venue and a picture', async () => {
      await page.getByRole('link', { name: 'New event' }).first().click();
      await page.locator('.rt-t').first().waitFor();
      await page.locator('.ti').first().fill('Organ at Half Past Twelve');
      await page.getByRole('combobox', { name: 'Venue' }).fill('St. Marien');
      await page.getByRole('option', { name: 'Create “St. Marien”' }).click();
      await page.locator('.token').waitFor();
      await page.getByLabel('District').fill('Old Harbour');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'organ.png', mimeType: 'image/png', buffer: photo });
      await page.locator('.pc img').waitFor();
      await page.getByText('Published', { exact: true }).first().click();
      await page.keyboard.press('Control+s');
      await page.waitForURL(/\/admin\/events\/\d+$/);
      await page.locator('.ed-st', { hasText: 'All changes saved' }).waitFor();
      id = Number(page.url().split('/').at(-1));
      const event = (await service.anonymous.get(`/events/${id}`)).expect(200);
      const day = String(event.at('start_date')).slice(0, 10);
      const list = await seen(`/events/list/?tribe-bar-date=${day}`);
      assert.match(list, /Organ at Half Past Twelve/);
      assert.match(list, /St\. Marien/);
      assert.match(list, /Old Harbour/);
      assert.match(await seen(new URL(String(event.at('url'))).pathname), /<img/);
    });

    await t.test('repeats it weekly, and moves one date', async () => {
      await page.goto(`${service.url}/admin/events/${id}`);
      await page.getByRole('button', { name: 'Repeat', exact: true }).click();
      await page.locator('.rm .on').first().waitFor();
      await save(page);
      const dates = async () =>
        (await service.anonymous.get(`/events?post_parent=${id}&per_page=5&start_date=2000-01-01`))
          .expect(200)
          .rows('events');
      const [, second] = await dates();
      await page.goto(`${service.url}/admin/events/${String(second?.['id'])}`);
      await page.getByRole('group', { name: 'From' }).getByRole('spinbutton').first().focus();
      await page.keyboard.type('2030');
      await save(page);
      const starts = (await dates()).map((date) => String(date['start_date']).slice(11));
      assert.deepEqual(starts.slice(0, 3), ['19:00:00', '20:30:00', '19:00:00']);
    });

    await t.test('translates it into German', async () => {
      await page.goto(`${service.url}/admin/events/${id}`);
      await page.getByRole('button', { name: /Deutsch/ }).click();
      await page.locator('.ti').nth(1).fill('Orgel um halb eins');
      await save(page);
      const german = (
        await service.anonymous.get(`/events/${id}`, undefined, { 'accept-language': 'de' })
      ).expect(200);
      assert.equal(german.at('title'), 'Orgel um halb eins');
    });

    const events = async () =>
      Number((await service.anonymous.get('/events?start_date=1990-01-01')).expect(200).at('total'));
    await t.test('imports the saved answer of another site, and takes it back', async () => {
      const before = await events();
      await page.goto(`${service.url}/admin/imports`);
      await page.locator('input[type=file]').setInputFiles(SAMPLE);
      await page.getByRole('button', { name: 'Import without preview' }).click();
      const undo = page.getByRole('button', { name: 'Undo import' });
      await undo.waitFor();
      assert.ok((await events()) > before);
      await undo.click();
      await page.locator('.im-v .strip', { hasText: 'Import undone' }).waitFor();
      assert.equal(await events(), before);
    });

    await t.test('lets visitors propose, and accepts what one has proposed', async () => {
      await page.goto(`${service.url}/admin/settings`);
      await page.getByText('Allow visitors to propose events').click();
      await page.keyboard.press('Control+s');
      await page.locator('.toast').waitFor();
      const visitor = await open(await browser.newContext(), '/submit');
      await visitor.locator('[name=title]').fill('Breakfast on the bridge');
      await visitor.locator('[name=day]').fill('2030-06-01');
      await visitor.locator('[name=begin]').fill('10:00');
      await visitor.locator('[name=end]').fill('12:00');
      await visitor.locator('[name=contact_name]').fill('Ada');
      await visitor.locator('[name=contact_email]').fill('ada@example.org');
      await visitor.locator('form[data-submit] button').last().click();
      await visitor.waitForURL(/\/submit\/.+/);
      await page.goto(`${service.url}/admin/submissions`);
      await page.locator('.sub-h h2', { hasText: 'Breakfast on the bridge' }).waitFor();
      await page.getByRole('button', { name: /^Accept/ }).click();
      await page.locator('.toast').waitFor();
      await visitor.reload();
      assert.match(await seen('/events/list/?tribe-bar-date=2030-06-01'), /Breakfast on the bridge/);
      await visitor.context().close();
    });

    await t.test('invites an editor, who may not see settings', async () => {
      await page.goto(`${service.url}/admin/people`);
      await page.getByRole('button', { name: 'Invite' }).first().click();
      await page.getByLabel('Role', { exact: true }).selectOption('editor');
      await page.locator('form.invite').getByRole('button', { name: 'Invite' }).click();
      const invitation = new URL(await page.getByLabel('Invitation link').inputValue());
      const editor = await open(await browser.newContext(), invitation.pathname + invitation.search);
      await fill(editor, { name: 'Jonas', username: 'jonas', 'new-password': PASSWORD });
      await editor.keyboard.press('Enter');
      await editor.waitForURL('**/admin/today');
      await editor.getByRole('link', { name: 'Events' }).first().waitFor();
      assert.equal(await editor.locator('.adm-n nav a', { hasText: 'Settings' }).count(), 0);
      await editor.goto(`${service.url}/admin/settings`);
      await editor.locator('.adm-m [role=alert]').waitFor();
      assert.equal(await editor.locator('.se').count(), 0);
      await editor.context().close();
    });

    await t.test('is told nothing in the console on the whole way', () => {
      assert.deepEqual(told, []);
    });
  });
});
