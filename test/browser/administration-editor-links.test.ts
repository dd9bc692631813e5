import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('what the editor says of venues and dates, in a browser', { skip: withoutBrowser }, () => {
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

  const open = async (path: string, width: 390 | 1440 = 1440): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie, width });
    await page.locator('.rt-t').first().waitFor();
    return page;
  };
  const make = async (path: string, body: Record<string, unknown>): Promise<number> =>
    (await service.as('admin').post(path, body)).expect(201).id();

  test('a venue that is spelt another way is offered, and taken in place of the new one', async () => {
    const id = await make('/venues', {
      venue: 'Speicher 9',
      address: 'Kaistraße 4',
      city: 'Brückhafen',
      country: 'Germany',
    });
    const page = await open('/admin/events/new', 390);
    await page.keyboard.type('Readings');
    await page.getByRole('combobox', { name: 'Venue' }).focus();
    await page.keyboard.type('9 Speicher');
    await page.getByRole('option', { name: 'Speicher 9' }).getByText('Kaistraße 4, Brückhafen').waitFor();
    await page.keyboard.press('Control+Enter');
    assert.equal(await page.getByLabel('Country').inputValue(), 'Germany');
    const take = page.getByRole('button', { name: 'Use existing: Speicher 9' });
    await page.locator('.nl .ov').waitFor();
    await page.keyboard.press('Tab');
    await take.and(page.locator(':focus')).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.keyboard.press('Enter');
    await page.locator('.nl').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const event = (await service.as('admin').get(`/events/${page.url().split('/').at(-1)}`)).expect(200);
    assert.equal(event.at('venue.id'), id);
    await page.context().close();
  });

  test('a new venue is made with its address, and not with half a place', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Concert');
    await page.getByRole('combobox', { name: 'Venue' }).focus();
    await page.keyboard.type('Lighthouse');
    await page.getByRole('option', { name: 'Create “Lighthouse”' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Street address').fill('Mole 1');
    await page.getByLabel('Latitude').fill('53,54');
    await page.keyboard.press('Control+s');
    await page.locator('[aria-invalid=true]:focus').waitFor();
    assert.equal(page.url(), `${service.url}/admin/events/new`);
    await page.getByLabel('Longitude').fill('-9.98');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const event = (await service.as('admin').get(`/events/${page.url().split('/').at(-1)}`)).expect(200);
    assert.equal(event.at('venue.venue'), 'Lighthouse');
    assert.equal(event.at('venue.address'), 'Mole 1');
    assert.equal(event.at('venue.geo_lat'), 53.54);
    assert.equal(event.at('venue.geo_lng'), -9.98);
    await page.context().close();
  });

  /** A day so many from today, near enough for dates of series to be laid out. */
  const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test('what is in the way is gone around by one press, and that is taken back', async () => {
    const venue = await make('/venues', { venue: 'St. Marien', city: 'Marienstadt' });
    await make('/venues', { venue: 'Chapel', city: 'Marienstadt' });
    const taken = {
      start_date: `${dayIn(20)} 12:00:00`,
      end_date: `${dayIn(20)} 14:00:00`,
      timezone: 'UTC',
      venue: [venue],
    };
    await make('/events', { title: 'Memorial service', ...taken, status: 'publish' });
    const single = await make('/events', {
      ...{ title: 'Organ', timezone: 'UTC', venue: [venue], status: 'draft' },
      ...{ start_date: `${dayIn(20)} 12:30:00`, end_date: `${dayIn(20)} 13:00:00` },
    });
    const page = await open(`/admin/events/${single}`);
    await page.getByRole('button', { name: 'Start at 14:00' }).press('Enter');
    await page.locator('.ov').waitFor({ state: 'detached' });
    assert.match((await page.locator('#ed-when').innerText()).replace(/\s/g, ''), /14:00.*14:30/);
    await page.locator('#ed-when :focus').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.ov').waitFor();
    const free = page.getByRole('group', { name: 'Available instead of St. Marien:' });
    await free.getByRole('button', { name: 'Chapel' }).press('Enter');
    await page.locator('#ed-venue .token', { hasText: 'Chapel' }).waitFor();
    await page.locator('.ov').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('#ed-venue .token', { hasText: 'St. Marien' }).waitFor();
    await page.locator('.ov').waitFor();
    await page.getByRole('button', { name: 'Choose another venue' }).press('Enter');
    await page.locator('#ed-venue .token').waitFor({ state: 'detached' });
    await page.locator('#ed-venue input:focus').waitFor();
    await page.context().close();

    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(`${dayIn(20)}T00:00:00Z`),
    );
    const weekly = await make('/events', {
      ...{ title: 'Organ each week', timezone: 'UTC', venue: [venue], status: 'draft' },
      ...{ start_date: `${dayIn(6)} 12:30:00`, end_date: `${dayIn(6)} 13:00:00` },
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
    });
    const series = await open(`/admin/events/${weekly}`);
    await series.getByRole('button', { name: `Skip ${day}` }).press('Enter');
    await series.locator('.ov').waitFor({ state: 'detached' });
    await series.keyboard.press('Control+s');
    await series.locator('.ed-st:not(.is-dirty)').waitFor();
    const event = (await service.as('admin').get(`/events/${weekly}`)).expect(200);
    assert.deepEqual(event.at('recurrence.exdate'), [dayIn(20)]);
    await series.context().close();
  });

  test('what is in the way of one date of a series is told, and gone around', async () => {
    const venue = await make('/venues', { venue: 'Heiliggeist' });
    const times = (day: number, from: string, to: string) => ({
      ...{ start_date: `${dayIn(day)} ${from}`, end_date: `${dayIn(day)} ${to}` },
      ...{ timezone: 'UTC', venue: [venue], status: 'publish' },
    });
    await make('/events', { title: 'Rehearsal', ...times(20, '12:00', '14:00') });
    const series = await make('/events', {
      title: 'Organ each week',
      ...times(13, '12:30', '13:00'),
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    });
    const dates = (await service.as('admin').get(`/events?post_parent=${series}`)).expect(200).rows('events');
    const date = Number(dates[1]?.['id']);
    const page = await open(`/admin/events/${date}`);
    await page.locator('.ov', { hasText: 'Rehearsal' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Leave/ }).count(), 0);
    await page.getByRole('button', { name: 'Start at 14:00' }).press('Enter');
    await page.locator('.ov').waitFor({ state: 'detached' });
    await assertFits(page);
    await page.keyboard.press('Control+s');
    await page.locator('.ed-st:not(.is-dirty)').waitFor();
    const moved = (await service.as('admin').get(`/events/${date}`)).expect(200);
    assert.equal(moved.at('start_date'), `${dayIn(20)} 14:00:00`);
    await page.context().close();
  });

  test('links lead to what is missing, and the history tells who changed what', async () => {
    const id = await make('/events', {
      ...{ title: 'Choir', start_date: '2031-03-01 19:00:00', end_date: '2031-03-01 21:00:00' },
      status: 'draft',
    });
    (await service.as('admin').post(`/events/${id}`, { website: 'https://choir.example/' })).expect(200);
    const page = await open(`/admin/events/${id}`);
    const missing = page.locator('.ed-mi');
    await missing.getByRole('link', { name: 'German translation' }).press('Enter');
    await page.locator('.ti[lang=de]:focus, [lang=de] .ti:focus').waitFor();
    await page.keyboard.type('Chor');
    await missing.getByRole('link', { name: 'German translation' }).waitFor({ state: 'detached' });
    await missing.getByRole('link', { name: 'Venue' }).press('Enter');
    await page.locator('#ed-venue input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ed-hi li', { hasText: 'Website' }).waitFor();
    await assertAccessible(page);
    await page.context().close();
  });

  test('tickets are typed, told what is wrong of them, and saved with what the editor has no field for', async () => {
    const id = await make('/events', {
      ...{ title: 'Gala', start_date: '2031-04-01 19:00:00', end_date: '2031-04-01 21:00:00' },
      tickets: [{ name: 'Early', price: 8, sales_end: '2031-03-01 12:00:00' }],
      status: 'draft',
    });
    const page = await open(`/admin/events/${id}`, 390);
    await page.getByRole('button', { name: 'Add ticket' }).press('Enter');
    await page.locator('.tk:nth-of-type(2) .tk-name input:focus').waitFor();
    await page.keyboard.type('Evening');
    await page.locator('.tk-price input').nth(1).fill('free');
    await page.keyboard.press('Control+s');
    await page.locator('.tk-price input[aria-invalid=true]:focus').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('12,50');
    await page.locator('.tk-currency input').nth(1).fill('eur');
    await assertAccessible(page);
    await assertFits(page);
    await page.keyboard.press('Control+s');
    await page.locator('.ed-st:not(.is-dirty)').waitFor();
    const event = (await service.as('admin').get(`/events/${id}`)).expect(200);
    assert.deepEqual(event.at('tickets'), [
      { name: 'Early', price: 8, sales_end: '2031-03-01 12:00:00' },
      { name: 'Evening', price: 12.5, currency: 'EUR' },
    ]);
    await page.context().close();
  });
});
