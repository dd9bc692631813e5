import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, openPage } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

/** A day some days from the browser's own, `YYYY-MM-DD`. */
/** Of the moment at which it begins: midnight may come meanwhile. */
const beganMs = Date.now();
const inDays = (days: number): string => new Date(beganMs + days * 86_400_000).toISOString().slice(0, 10);

const titles = (page: Page): Promise<string[]> =>
  page.locator('.at-w[aria-busy=false] tbody tr[data-id] .c-t a > span').allTextContents();

/** Waits until the table has these rows in their order. */
async function assertTitles(page: Page, wanted: readonly string[]): Promise<void> {
  await page
    .locator(`.at-w[aria-busy=false]:not(:has(tbody tr[data-id]:nth-child(${wanted.length + 1})))`)
    .waitFor();
  assert.deepEqual(await titles(page), wanted);
}

describe('the table of events in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  const ids = new Map<string, number>();

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const editor = service.as('editor');
    const hall = (await editor.post('/venues', { venue: 'Town Hall' })).expect(201).at('id');
    const talks = (await editor.post('/categories', { name: 'Talks' })).expect(201).at('id');
    await editor.post('/categories', { name: 'Walks' });
    const events = [
      ['Morning talk', 2, { venue: [hall], categories: [talks], cost: '4' }],
      ['Evening talk', 9, { categories: [talks] }],
      ['Harbour walk', 40, { venue: [hall], status: 'draft' }],
      ['Weekly choir', 3, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } }],
    ] as const;
    for (const [title, days, more] of events) {
      const [start_date, end_date] = [`${inDays(days)} 10:00:00`, `${inDays(days)} 11:00:00`];
      const made = await editor.post('/events', { title, start_date, end_date, status: 'publish', ...more });
      ids.set(title, Number(made.expect(201).at('id')));
    }
    const signedIn = new TestBrowser(service);
    await signedIn.signIn('editor');
    page = await openPage(browser, `${service.url}/admin/events`, { cookie: signedIn.cookie, width: 1440 });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('keeps the rule below its head where that stays in view', async () => {
    await page.setViewportSize({ width: 1440, height: 320 });
    const strip = async () => {
      const { x, y, height } = (await page.locator('.at thead th').nth(2).boundingBox()) ?? assert.fail();
      return page.screenshot({ clip: { x, y: y + height - 3, width: 60, height: 3 } });
    };
    const before = await strip();
    await page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })");
    assert.ok(Number(await page.evaluate('scrollY')) > 40);
    assert.ok(before.equals(await strip()));
    await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('filters by dates, links and status, which the address holds', async () => {
    await assertTitles(page, ['Morning talk', 'Weekly choir', 'Evening talk', 'Harbour walk']);
    await page.getByRole('button', { name: 'Category', exact: true }).press('Enter');
    await page.getByRole('combobox', { name: 'Category' }).fill('talk');
    await page.getByRole('option', { name: 'Talks' }).waitFor();
    await page.keyboard.press('Enter');
    await assertTitles(page, ['Morning talk', 'Evening talk']);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Category: Talks' }).waitFor();
    await page.locator('.at-f').getByRole('button', { name: 'Date' }).press('Enter');
    await page.getByRole('button', { name: 'Next 7 days' }).press('Enter');
    await assertTitles(page, ['Morning talk']);
    await page.keyboard.press('Escape');
    await page.reload();
    await assertTitles(page, ['Morning talk']);
    await page.getByRole('button', { name: 'Category: Talks' }).waitFor();
    await page.getByRole('link', { name: 'Upcoming' }).press('Enter');
    await page.locator('.at-f').getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Draft' }).press('Enter');
    await assertTitles(page, ['Harbour walk']);
    await page.goBack();
    await assertTitles(page, ['Morning talk', 'Weekly choir', 'Evening talk', 'Harbour walk']);
  });

  const FILTERS = () => `${service.url}/kalends/v1/saved-filters`;
  const saved = async () =>
    (await service.as('editor').get(FILTERS()))
      .expect(200)
      .rows('saved_filters')
      .map(({ name }) => name);
  const undo = async () => page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
  const heads = async () =>
    (await page.locator('thead th').allTextContents()).filter((text) => !['', 'Actions'].includes(text));

  test('keeps a list under a name wherever one signs in, with its columns', async () => {
    await page.locator('.field-s input').fill('talk');
    await page.waitForURL(/q=talk/);
    await assertTitles(page, ['Morning talk', 'Evening talk']);
    await page.getByRole('button', { name: 'Save filter' }).press('Enter');
    await page.getByLabel('Filter name').fill('All talks');
    await page.keyboard.press('Enter');
    await page.locator('.saved [aria-current]', { hasText: 'All talks' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const written = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('checkbox', { name: 'Price' }).press('Space');
    assert.equal((await written).status(), 200);
    await page.keyboard.press('Escape');
    const phone = new TestBrowser(service);
    await phone.signIn('editor');
    const there = await openPage(browser, `${service.url}/admin/events`, {
      cookie: phone.cookie,
      width: 1440,
    });
    await there.getByRole('link', { name: 'All talks' }).press('Enter');
    await assertTitles(there, ['Morning talk', 'Evening talk']);
    await there.locator('thead', { hasText: 'Price' }).waitFor();
    await there.context().close();
    await page.goto(`${service.url}/admin/events`);
    await assertTitles(page, ['Morning talk', 'Weekly choir', 'Evening talk', 'Harbour walk']);
    assert.deepEqual(await heads(), ['Date', 'Title', 'Venue', 'Languages', 'Status']);
  });

  test('renames a list and removes it, and takes both back', async () => {
    await page.getByRole('button', { name: 'Save filter' }).press('Enter');
    await page.getByRole('button', { name: 'Rename All talks' }).press('Enter');
    await page.getByLabel('New name').fill('Talks');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Talks', exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await saved(), ['Talks']);
    await undo();
    await page.getByRole('link', { name: 'All talks' }).waitFor();
    await page.getByRole('button', { name: 'Save filter' }).press('Enter');
    await page.getByRole('button', { name: 'Remove All talks' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.toast', { hasText: 'Filter removed' }).waitFor();
    assert.deepEqual(await saved(), []);
    await undo();
    await page.getByRole('link', { name: 'All talks' }).press('Enter');
    await assertTitles(page, ['Morning talk', 'Evening talk']);
    assert.deepEqual(await heads(), ['Date', 'Title', 'Venue', 'Languages', 'Status', 'Price']);
  });

  test('loses no list without the network', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save filter' }).press('Enter');
    await page.getByRole('button', { name: 'Remove All talks' }).press('Enter');
    await page.locator('.toast', { hasText: 'The service isn’t responding' }).waitFor();
    await page.getByRole('link', { name: 'All talks' }).waitFor();
    await page.getByRole('button', { name: 'Save filter' }).press('Enter');
    await page.getByLabel('Filter name').fill('Found again');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('The service isn’t responding').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.locator('.saved [aria-current]', { hasText: 'All talks' }).waitFor();
    await page.getByRole('link', { name: 'Found again' }).waitFor();
    assert.deepEqual(await saved(), ['All talks', 'Found again']);
  });

  test('takes over the lists that a browser has kept by itself, and shows what a program has saved', async () => {
    const program = { name: 'By a program', query: 'status=draft&featured=false' };
    (await service.as('editor').post(FILTERS(), program)).expect(201);
    await page.evaluate(() =>
      localStorage.setItem(
        'kalends.lists.2',
        JSON.stringify([
          { name: 'Drafts of mine', address: { status: 'draft', sort: 'title' } },
          { name: 'All talks', address: { q: 'walk' } },
          { name: 'Gone', address: { category: '987654' } },
        ]),
      ),
    );
    await page.goto(`${service.url}/admin/events`);
    await page.getByRole('link', { name: 'Drafts of mine' }).press('Enter');
    await assertTitles(page, ['Harbour walk']);
    await page.getByRole('link', { name: 'All talks 2' }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('kalends.lists.2')), null);
    await page.getByRole('link', { name: 'By a program' }).press('Enter');
    await page.getByRole('button', { name: 'Remove featured=false' }).press('Enter');
    await assertTitles(page, ['Harbour walk']);
    await page.getByRole('button', { name: 'Remove featured=false' }).waitFor({ state: 'detached' });
  });

  test('shows the columns that are chosen, also after a reload', async () => {
    await page.goto(`${service.url}/admin/events`);
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Price' }).press('Space');
    await page.getByRole('checkbox', { name: 'Languages' }).press('Space');
    await page.keyboard.press('Escape');
    await page.reload();
    await assertTitles(page, ['Morning talk', 'Weekly choir', 'Evening talk', 'Harbour walk']);
    assert.deepEqual(await heads(), ['Date', 'Title', 'Venue', 'Status', 'Price']);
    await page
      .locator('tbody tr', { hasText: 'Morning talk' })
      .getByText('4', { exact: false })
      .first()
      .waitFor();
  });

  test('changes many at once, and takes it back', async () => {
    const editor = service.as('editor');
    const nameOf = async (title: string) =>
      (await editor.get(`/events/${ids.get(title)}`)).rows('categories').map(({ name }) => name);
    const startOf = async (title: string) => (await editor.get(`/events/${ids.get(title)}`)).at('start_date');
    const select = async () => {
      for (const title of ['Morning talk', 'Weekly choir', 'Harbour walk'])
        await page.getByRole('checkbox', { name: `Select ${title}` }).press('Space');
    };
    await select();
    await page.locator('.bulk').getByRole('button', { name: 'Category' }).press('Enter');
    // Before it is found: the first choice is still that of no words.
    await page.getByRole('combobox', { name: 'Add categories' }).fill('walk');
    await page.keyboard.press('Enter');
    await page.locator('.pop-f .token', { hasText: 'Walks' }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.locator('.toast', { hasText: 'Categories added to 3 events' }).waitFor();
    assert.deepEqual((await nameOf('Morning talk')).toSorted(), ['Talks', 'Walks']);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await select();
    await page.locator('.bulk').getByRole('button', { name: 'Move dates' }).press('Enter');
    await page.getByRole('dialog').getByText('1 series isn’t moved').waitFor();
    await page.getByRole('button', { name: 'A week later' }).press('Enter');
    await page.locator('.toast', { hasText: '2 events moved. 1 series isn’t moved' }).waitFor();
    assert.deepEqual(await nameOf('Morning talk'), ['Talks']);
    assert.equal(await startOf('Morning talk'), `${inDays(9)} 10:00:00`);
    assert.equal(await startOf('Harbour walk'), `${inDays(47)} 10:00:00`);
    assert.equal(await startOf('Weekly choir'), `${inDays(3)} 10:00:00`);
  });

  test('sets organisers, tags and the event status of many, and moves them by any number of days', async () => {
    const editor = service.as('editor');
    const [choir, band] = await Promise.all(
      ['Choir of the town', 'Band of the harbour'].map(async (organizer) =>
        (await editor.post('/organizers', { organizer })).expect(201).id(),
      ),
    );
    (await editor.post('/tags', { name: 'Outside' })).expect(201);
    const names = ['Morning talk', 'Evening talk'];
    for (const name of names)
      (await editor.patch(`/events/${ids.get(name)}`, { organizer: [choir], tags: ['Free seats'] })).expect(
        200,
      );
    const read = async (name: string) =>
      (await editor.get(`/events/${ids.get(name)}?context=edit`)).expect(200);
    await page.goto(`${service.url}/admin/events`);
    const select = async () => {
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space');
    };
    const press = (name: string) =>
      page.locator('.bulk').getByRole('button', { name, exact: true }).press('Enter');
    const choose = async (label: string, text: string) => {
      await page.getByRole('combobox', { name: label }).fill(text);
      await page.keyboard.press('Enter');
      await page.locator('.pop-f .token').waitFor();
      await page.getByRole('button', { name: 'Apply' }).press('Enter');
    };
    const done = async (text: string) => {
      await page.locator('.toast', { hasText: text }).waitFor();
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
      await page.locator('.toast').waitFor({ state: 'detached' });
    };
    /** Waits until a read gives what is wanted: what is taken back is so a moment after it is told. */
    const until = async (get: () => Promise<unknown>, wanted: unknown) => {
      while (JSON.stringify(await get()) !== JSON.stringify(wanted));
    };
    const organizersOf = async (name: string) => (await read(name)).rows('organizer').map(({ id }) => id);
    const tagsOf = async (name: string) => (await read(name)).rows('tags').map(({ name: tag }) => tag);

    await select();
    await press('Organizer');
    await choose('Set organizer', 'band');
    await page.locator('.toast', { hasText: 'Organizer set for 2 events' }).waitFor();
    assert.deepEqual(await organizersOf('Evening talk'), [band]);
    await done('Organizer set for 2 events');
    await until(() => organizersOf('Evening talk'), [choir]);

    await select();
    await press('Tags');
    await choose('Add tags', 'outside');
    await page.locator('.toast', { hasText: 'Tags added to 2 events' }).waitFor();
    assert.deepEqual((await tagsOf('Morning talk')).toSorted(), ['Free seats', 'Outside']);
    await done('Tags added to 2 events');
    await until(() => tagsOf('Morning talk'), ['Free seats']);

    await select();
    await press('Event status');
    await page.locator('.pop-f select').selectOption('postponed');
    await page.getByLabel('Reason').fill('Storm');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.locator('.toast', { hasText: 'Event status changed for 2 events' }).waitFor();
    const statusOf = async (name: string) => {
      const event = await read(name);
      return [event.at('event_status'), event.at('raw.event_status_reason')];
    };
    assert.deepEqual(await statusOf('Evening talk'), ['postponed', 'Storm']);
    await done('Event status changed for 2 events');
    await until(() => statusOf('Evening talk'), ['scheduled', '']);

    const before = String((await read('Evening talk')).at('start_date'));
    await select();
    await press('Move dates');
    const days = page.getByLabel('Custom number of days');
    await days.fill('1.5');
    await page.getByText('Enter a whole number').waitFor();
    await days.fill('-3');
    await page.getByText('3 days earlier').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: '2 events moved' }).waitFor();
    const moved = new Date(Date.parse(`${before.replace(' ', 'T')}Z`) - 3 * 86_400_000);
    assert.equal(
      (await read('Evening talk')).at('start_date'),
      moved.toISOString().slice(0, 19).replace('T', ' '),
    );
    await done('2 events moved');
    await until(async () => (await read('Evening talk')).at('start_date'), before);
  });

  test('opens the menu of a row by the keyboard, and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Actions for Evening talk' });
    await button.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Actions for Evening talk',
    );
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
    await page.locator('.toast', { hasText: 'moved to the trash' }).waitFor();
  });

  test('what began before today is in a list of its own until it is over', async () => {
    const make = async (title: string, from: number, to: number) => {
      const [start_date, end_date] = [`${inDays(from)} 10:00:00`, `${inDays(to)} 11:00:00`];
      const made = await service
        .as('editor')
        .post('/events', { title, start_date, end_date, status: 'publish' });
      return made.expect(201);
    };
    await make('Long show', -50, 50);
    await make('Over', -2, -1);
    await make('Ends today', -1, 0);
    await make('Far away', 900, 900);
    const list = async (name: string) => {
      await page.goto(`${service.url}/admin/events?${name}`);
      await page.locator('.at-w[aria-busy=false] tbody tr[data-id]').first().waitFor();
    };
    await list('list=running');
    await assertTitles(page, ['Long show', 'Ends today']);
    await list('list=past');
    await assertTitles(page, ['Over']);
    await list(`list=past&to=${inDays(60)}`);
    await assertTitles(page, ['Over']);
    await list('q=Far');
    await assertTitles(page, ['Far away']);
    await list(`to=${inDays(60)}&from=${inDays(-60)}&q=Long`);
    await assertTitles(page, ['Long show']);
  });
});
