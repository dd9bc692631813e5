import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { queueMail } from '#api/mail/queue.ts';
import { readConfig } from '#config.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openCalendar } from '../support/engine.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

/** A day some days from the browser's own, `YYYY-MM-DD`. */
/** Of the moment at which it begins: midnight may come meanwhile. */
const beganMs = Date.now();
const inDays = (days: number): string => new Date(beganMs + days * 86_400_000).toISOString().slice(0, 10);

describe('the day in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let mails: MailServer;
  let env: Record<string, string>;

  before(async () => {
    mails = await startMailServer();
    env = { KALENDS_SMTP_URL: mails.url, KALENDS_MAIL_FROM: 'post@club.example' };
    [service, browser] = await Promise.all([startService({ env }), launch()]);
    await people(service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await mails?.stop();
  });

  async function open(role: Role, zone?: string): Promise<Page> {
    const signedIn = new TestBrowser(service);
    await signedIn.signIn(role);
    const options = { cookie: signedIn.cookie, ...(zone === undefined ? {} : { zone }) };
    return openPage(browser, `${service.url}/admin`, options);
  }

  test('an empty calendar says so', async () => {
    const page = await open('editor');
    await page.waitForURL('**/admin/today');
    await page.locator('.ad-need .ad-0').waitFor();
    await page.locator('.ad-log .ad-0').waitFor();
    assert.equal(await page.locator('.ad-wk ol > li').count(), 7);
    await page.context().close();
  });

  test('what waits leads to its list, and a change is taken back by keys', async () => {
    const day = inDays(2);
    const event = { title: 'Without a place', start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` };
    const made = await service.as('editor').post('/events', { ...event, status: 'publish' });
    const id = Number(made.expect(201).at('id'));
    const page = await open('editor');
    await page.locator(`.ad-wk [data-day="${day}"] a`, { hasText: 'Without a place' }).waitFor();
    assert.equal(await page.locator('[data-about=no_venue] b').textContent(), '1');
    await page.locator('[data-about=no_venue] a').press('Enter');
    await page.waitForURL(/\/admin\/events\?list=no_venue/);
    await page.locator('tbody tr[data-id]').first().waitFor();
    assert.equal(await page.locator('tbody tr[data-id]').count(), 1);
    await page.goBack();
    await page
      .locator('.ad-log li', { hasText: 'Without a place' })
      .getByRole('button', { name: 'Undo' })
      .press('Enter');
    await page.locator('.toast', { hasText: 'Change undone' }).waitFor();
    await page.locator('.ad-need .ad-0').waitFor();
    // It is in the trash.
    (await service.as('editor').get(`/events/${id}`)).expect(403);
    await page.context().close();
  });

  test('times are on the clock of the calendar, whose zone is named where the browser has another', async () => {
    const editor = service.as('editor');
    const [start_date, end_date] = [`${inDays(20)} 10:00:00`, `${inDays(20)} 11:00:00`];
    const far = { title: 'Far away', start_date, end_date, timezone: 'America/New_York', status: 'publish' };
    const id = (await editor.post('/events', far)).expect(201).id();
    const history = `${service.url}/kalends/v1/history?kind=event&id=${id}`;
    const at = String((await editor.get(history)).at('history.0.at'));
    const [near, tokyo] = await Promise.all([open('editor', 'UTC'), open('editor', 'Asia/Tokyo')]);
    for (const page of [near, tokyo]) {
      await page.goto(`${service.url}/admin/history?kind=event&id=${id}&span=day`);
      assert.equal(await page.locator('.hi time').first().textContent(), at.slice(11, 16));
      await page.locator('.hi-g h2', { hasText: 'Today' }).waitFor();
      assert.equal(await page.locator('.zone').count(), page === tokyo ? 1 : 0);
    }
    await tokyo.getByText('Time zone: UTC').waitFor();
    await tokyo.setViewportSize({ width: 390, height: 800 });
    await tokyo.getByText('Time zone: UTC').waitFor();
    await assertFits(tokyo);
    await assertAccessible(tokyo);
    await near.goto(`${service.url}/admin/events?q=far`);
    await near.getByRole('row', { name: 'Far away' }).getByText('Time zone: America/New York').waitFor();
    (await editor.delete(`/events/${id}`)).expect(200);
    await Promise.all([near.context().close(), tokyo.context().close()]);
  });

  test('a day has what ends on it, and neither what runs for weeks nor the day after the seventh', async () => {
    const editor = service.as('editor');
    const today = inDays(0);
    const make = async (title: string, start_date: string, end_date: string) =>
      (await editor.post('/events', { title, start_date, end_date, status: 'publish' })).expect(201);
    await make('Over by midnight', `${today} 00:00:00`, `${today} 23:50:00`);
    await make('Seven weeks', `${inDays(-9)} 10:00:00`, `${inDays(40)} 18:00:00`);
    const page = await open('editor');
    await page.locator(`.ad-wk [data-day="${today}"] a`, { hasText: 'Over by midnight' }).waitFor();
    assert.match((await page.locator(`.ad-wk [data-day="${today}"] .n`).textContent()) ?? '', /^1 event$/);
    assert.equal(await page.locator('.ad-wk a', { hasText: 'Seven weeks' }).count(), 0);
    assert.equal(await page.locator('.ad-wk .n', { hasText: '1 event' }).count(), 1);
    await page.context().close();
  });

  test('contributors see what they may see alone, and ask for nothing else', async () => {
    const asked: string[] = [];
    const signedIn = new TestBrowser(service);
    await signedIn.signIn('contributor');
    const page = await openPage(browser, `${service.url}/admin/sign-in`, { cookie: signedIn.cookie });
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${service.url}/admin/today`);
    await page.locator('.ad-wk ol > li').first().waitFor();
    assert.equal(await page.locator('.ad-need').count(), 0);
    assert.deepEqual(
      asked.filter((path) => /imports|submissions|duplicates/.test(path)),
      [],
    );
    await page.context().close();
  });

  test('a mail that was not sent is told to administrators, with the reason, and goes out once that is mended', async () => {
    mails.refusals.set('grace', '554 relaying is off');
    const db = await openCalendar(service.data);
    const services = { config: readConfig(env), now: () => Temporal.Now.instant() };
    for (const to of ['grace@example.org', 'grace@other.example'])
      await db.write((trx) =>
        queueMail(trx, services, { to, language: 'en', subject: { key: 'cli.doctor' }, paragraphs: ['x'] }),
      );
    await db.close();
    const page = await open('admin');
    const need = page.locator('[data-about=mails]');
    while ((await need.count()) === 0 || (await need.locator('b').textContent()) !== '2') {
      await page.reload();
      await page.locator('.ad-need[aria-busy=false]').waitFor();
    }
    await need.locator('a').press('Enter');
    await page.waitForURL('**/admin/mails');
    const mail = page.locator('[data-mail]', { hasText: 'grace@other.example' });
    await mail.locator('text=554 relaying is off').waitFor();
    await mail.getByRole('button', { name: 'Discard email to grace@other.example' }).press('Enter');
    await mail.waitFor({ state: 'detached' });
    mails.refusals.clear();
    await page.getByRole('button', { name: 'Resend email to grace@example.org' }).press('Enter');
    assert.deepEqual(
      (await mails.received(1)).map(({ to }) => to),
      [['grace@example.org']],
    );
    await page.locator('[data-mail]').waitFor({ state: 'detached' });
    await page.context().close();
    const others = await open('editor');
    await others.locator('.ad-need[aria-busy=false]').waitFor();
    assert.equal(await others.locator('[data-about=mails]').count(), 0);
    await others.goto(`${service.url}/admin/mails`);
    await others.locator('[role=alert]').waitFor();
    await others.context().close();
  });
});
