import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { untilFocused } from '../support/focus.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('the calendar of the administration in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    const signedIn = new TestBrowser(service);
    const body = { login: 'admin', password: passwordOf('admin') };
    (await signedIn.send('POST', '/kalends/v1/sessions', body)).expect(201);
    cookie = signedIn.cookie;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const create = async (fields: Readonly<Record<string, unknown>>): Promise<number> =>
    (await service.as('admin').post('/events', { status: 'publish', ...fields })).expect(201).id();
  const startOf = async (id: number) =>
    (await service.as('admin').get(`/events/${id}`)).expect(200).at('start_date');
  const open = async (month: string, width = 1440): Promise<Page> => {
    const page = await openPage(browser, `${service.url}/admin/calendar?month=${month}`, { cookie, width });
    await page.locator('.cal-w[aria-busy=false]').waitFor();
    return page;
  };
  const onDay = (page: Page, day: string) => page.locator(`.mgrid [data-day="${day}"] [data-event]`);

  test('a week shows all of its events, of a category alone where one is chosen, and moves them like a month', async () => {
    const day = '2027-06-16';
    const ids: number[] = [];
    for (let hour = 10; hour < 17; hour++)
      ids.push(
        await create({
          title: `Hour ${hour}`,
          start_date: `${day} ${hour}:00:00`,
          end_date: `${day} ${hour}:30:00`,
          ...(hour === 12 ? { categories: ['Noon'] } : {}),
        }),
      );
    const [firstDay, before] = ['2027-06-14', '2027-06-13'];
    await create({
      title: 'First of all',
      start_date: `${firstDay} 10:00:00`,
      end_date: `${firstDay} 11:00:00`,
    });
    await create({ title: 'Before', start_date: `${before} 00:00:00`, end_date: `${before} 23:59:59` });
    const page = await open('2027-06');
    assert.equal(await onDay(page, day).count(), 3);
    await page.locator(`[data-day="${day}"] h2 a`).click();
    await page.getByRole('link', { name: 'Week' }).click();
    await page.getByRole('heading', { level: 1, name: /14\s?–\s?20 June 2027/ }).waitFor();
    assert.equal(await onDay(page, day).count(), ids.length);
    assert.equal(await onDay(page, firstDay).count(), 1);
    assert.equal(await page.locator('.mgrid [data-day]').count(), 7);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Category' }).click();
    await page.getByRole('combobox', { name: 'Category' }).fill('noon');
    await page.keyboard.press('Enter');
    await page.waitForURL(/category=/);
    await page.locator('.cal-w[aria-busy=false]').waitFor();
    await onDay(page, day).nth(1).waitFor({ state: 'detached' });
    assert.equal(await onDay(page, day).count(), 1);
    await page.keyboard.press('Escape');
    await onDay(page, day).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { level: 1, name: /21\s?–\s?27 June 2027/ }).waitFor();
    await page.keyboard.press('Enter');
    await onDay(page, '2027-06-23').waitFor();
    await page.locator('.toast').waitFor();
    assert.equal(await startOf(ids[2] ?? 0), '2027-06-23 12:00:00');
    await page.context().close();
  });

  test('an event is moved by keys, its time stays, and Ctrl Z takes it back', async () => {
    const id = await create({
      title: 'Organ at noon',
      start_date: '2027-03-24 12:30:00',
      end_date: '2027-03-24 13:00:00',
    });
    const page = await open('2027-03');
    await onDay(page, '2027-03-24').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await page.locator('[data-day="2027-04-01"].drop-on .held').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('.held').waitFor({ state: 'detached' });
    assert.equal(await startOf(id), '2027-03-24 12:30:00');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.toast').waitFor();
    await onDay(page, '2027-03-25').waitFor();
    assert.equal(await startOf(id), '2027-03-25 12:30:00');
    await page.locator(`:focus[data-event="${id}"]`).waitFor();
    await page.keyboard.press('Control+z');
    await onDay(page, '2027-03-24').waitFor();
    assert.equal(await startOf(id), '2027-03-24 12:30:00');
    // Into a month that it isn't in yet: the grid has the focus meanwhile.
    await onDay(page, '2027-03-24').focus();
    for (const _ of 'abc') await page.keyboard.press('Alt+ArrowDown');
    await page.locator('[data-day="2027-04-14"].drop-on').waitFor();
    await untilFocused(page.locator('.mgrid'));
    await page.keyboard.press('Enter');
    await page.locator(`:focus[data-event="${id}"]`).waitFor();
    await page.locator('.toast').waitFor();
    assert.equal(await startOf(id), '2027-04-14 12:30:00');
    await page.context().close();
  });

  test('a date of a series is dragged, asks how far, and an undo of the rest leaves all as it was', async () => {
    await create({
      title: 'Choir',
      start_date: '2027-05-03 19:00:00',
      end_date: '2027-05-03 21:00:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const page = await open('2027-05');
    const from = await onDay(page, '2027-05-10').boundingBox();
    const to = await page.locator('[data-day="2027-05-12"]').boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 30, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 60, { steps: 4 });
    await page.locator('[data-day="2027-05-12"].drop-on').waitFor();
    await page.mouse.up();
    await page.getByRole('group', { name: /Choir/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'This and later dates' }).click();
    for (const day of ['2027-05-12', '2027-05-19', '2027-05-26']) await onDay(page, day).waitFor();
    await onDay(page, '2027-05-03').waitFor();
    await page.locator('.toast').waitFor();
    await page.keyboard.press('Control+z');
    for (const day of ['2027-05-03', '2027-05-10', '2027-05-17', '2027-05-24'])
      await onDay(page, day).waitFor();
    assert.equal(await page.locator('.mgrid [data-event]').count(), 4);
    await page.context().close();
  });

  test('what somebody else has moved meanwhile stays where they put it, and is shown there', async () => {
    const id = await create({
      title: 'Reading',
      status: 'draft',
      start_date: '2027-07-06 18:00:00',
      end_date: '2027-07-06 19:00:00',
    });
    const page = await open('2027-07');
    await page.locator('[data-day="2027-07-06"] .draft').focus();
    const other = { start_date: '2027-07-08 18:00:00', end_date: '2027-07-08 19:00:00' };
    (await service.as('admin').patch(`/events/${id}`, other)).expect(200);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'it was changed in the meantime' }).waitFor();
    await onDay(page, '2027-07-08').waitFor();
    assert.equal(await startOf(id), '2027-07-08 18:00:00');
    await page.context().close();
  });

  test('on a phone an event of the chosen day is moved from its menu', async () => {
    const id = await create({
      title: 'Swimming',
      start_date: '2027-09-01 08:00:00',
      end_date: '2027-09-01 09:00:00',
    });
    const page = await open('2027-09', 390);
    await page.getByRole('button', { name: /Swimming/ }).click();
    await page.getByRole('menuitem', { name: 'Move to another day' }).click();
    await page.locator('.cal-mv [role=spinbutton]').first().focus();
    await page.keyboard.type('17');
    await assertFits(page);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.locator('.toast').waitFor();
    assert.equal(await startOf(id), '2027-09-17 08:00:00');
    await page.context().close();
  });
});
