import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { type FakeGeocoder, geocoderAnswers, startGeocoder } from '../support/geocoder.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { assertAccessible, openPage, type PageOptions } from '../support/open-page.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('venues in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let geocoder: FakeGeocoder;

  before(async () => {
    geocoder = await startGeocoder();
    [service, browser] = await Promise.all([
      startService({ env: { KALENDS_FETCH_ALLOW: geocoder.host } }),
      launch(),
    ]);
    await people(service);
    for (const venue of ['Marina', 'Town Hall'])
      (await service.as('admin').post('/venues', { venue, status: 'publish' })).expect(201);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    geocoder?.stop();
  });

  const open = async (path: string, options: PageOptions = {}) => {
    const visitor = new TestBrowser(service);
    await visitor.signIn('editor');
    const page = await openPage(browser, service.url + path, { ...options, cookie: visitor.cookie });
    return page;
  };

  test('a venue tells how many events are coming, and leads to them', async () => {
    const editor = service.as('editor');
    const { id } = (await editor.get('/venues?search=Marina')).expect(200).rows('venues')[0] ?? {};
    const dates = { start_date: '2090-03-01 10:00:00', end_date: '2090-03-01 11:00:00' };
    for (const fields of [
      { title: 'Regatta' },
      { title: 'Night of sails', status: 'draft' },
      { title: 'Over', start_date: '2020-03-01 10:00:00', end_date: '2020-03-01 11:00:00' },
    ])
      (await editor.post('/events', { status: 'publish', ...dates, ...fields, venue: [Number(id)] })).expect(
        201,
      );
    const page = await open('/admin/venues');
    await page.getByRole('link', { name: 'Town Hall: 0 upcoming events' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Marina: 2 upcoming events' }).press('Enter');
    await page.locator('.at-w[aria-busy=false] tbody tr', { hasText: 'Night of sails' }).waitFor();
    assert.deepEqual(await page.locator('tbody .c-t a > span').allTextContents(), [
      'Regatta',
      'Night of sails',
    ]);
    await page.context().close();
  });

  test('the search follows the address, also back', async () => {
    const page = await open('/admin/venues?q=hall');
    const search = page.getByRole('searchbox');
    const rows = page.locator('tbody tr[data-id]');
    await rows.filter({ hasText: 'Town Hall' }).waitFor();
    await page.locator('.adm-n a', { hasText: 'Venues' }).click();
    await rows.filter({ hasText: 'Marina' }).waitFor();
    assert.equal(await search.inputValue(), '');
    await page.goBack();
    await rows.filter({ hasText: 'Marina' }).waitFor({ state: 'detached' });
    assert.equal(await search.inputValue(), 'hall');
    assert.match(page.url(), /q=hall$/);
    await page.context().close();
  });

  test('a venue gets its place by what is pasted, by keys and by a press, and keeps its name in another language', async () => {
    const page = await open('/admin/venues?open=new', { language: 'de' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    await page.getByLabel('Breitengrad').fill('https://www.openstreetmap.org/#map=17/53.55/9.99');
    assert.equal(await page.getByLabel('Längengrad').inputValue(), '9.99');
    const pin = page.getByRole('button', { name: /^Markierung bei 53,5/ });
    await pin.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.getByLabel('Breitengrad').inputValue(), '53.550988');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Speichern' }).press('Enter');
    await page.locator('tbody tr', { hasText: 'Lighthouse' }).waitFor();
    const [made] = (await service.as('editor').get('/venues?search=Lighthouse')).expect(200).rows('venues');
    assert.deepEqual([made?.['geo_lat'], made?.['geo_lng']], [53.550988, 9.99]);
    const id = Number(made?.['id']);

    await page.getByRole('button', { name: 'Lighthouse', exact: true }).press('Enter');
    await pin.waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Lighthouse');
    const before = await page.getByLabel('Längengrad').inputValue();
    const map = page.locator('.pin-map .live');
    const box = await map.boundingBox();
    await map.click({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) * 0.75 } });
    assert.ok(Number(await page.getByLabel('Längengrad').inputValue()) < Number(before));
    await page.getByRole('button', { name: 'Speichern' }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    const moved = (await service.as('editor').get(`/venues/${id}`)).expect(200);
    assert.ok(Number(moved.at('geo_lng')) < 9.99);
    assert.equal(moved.at('venue'), 'Lighthouse');

    // Half a place isn't sent, and none at all takes it away.
    await page.getByRole('button', { name: 'Lighthouse', exact: true }).press('Enter');
    await pin.waitFor();
    await page.getByLabel('Breitengrad').fill('');
    await page.getByRole('button', { name: 'Speichern' }).press('Enter');
    await page.getByLabel('Längengrad').fill('');
    await page.getByRole('button', { name: 'Speichern' }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    assert.equal((await service.as('editor').get(`/venues/${id}`)).at('geo_lat'), undefined);
    await page.context().close();
  });

  test('an address is looked up where the settings name a geocoder, only when that is pressed, and fills what is empty', async () => {
    const settings = `${service.url}/kalends/v1/settings`;
    const off = await open('/admin/venues?open=new');
    await off.getByLabel('Latitude').waitFor();
    assert.equal(await off.getByRole('button', { name: 'Find address' }).count(), 0);
    await off.context().close();
    (await service.as('admin').patch(settings, { geocoder: geocoder.photon })).expect(200);
    try {
      const page = await open('/admin/venues?open=new');
      const find = page.getByRole('button', { name: 'Find address' });
      await find.waitFor();
      assert.ok(await find.isDisabled());
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Granary 4');
      await page.getByLabel('City', { exact: true }).fill('Alt Fleet');
      await page.getByText(`Sends the name and address above to ${geocoder.host}.`).waitFor();
      assert.equal(geocoder.asked.length, 0, 'nothing is sent while one types');
      geocoder.answer((response) => response.writeHead(503).end());
      await find.press('Enter');
      await page.getByText(/^Address search failed: the service rejected/).waitFor();
      geocoder.answer((response) => response.end(JSON.stringify({ features: [] })));
      await find.press('Enter');
      await page.getByText('No address found.').waitFor();
      geocoder.answer((response) => response.end(JSON.stringify(geocoderAnswers.photon)));
      await find.press('Enter');
      await page.getByText('Choose an address to fill').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: /^Granary 4, Timber Quay 4/ }).press('Enter');
      assert.equal(geocoder.asked.at(-1)?.query['q'], 'Granary 4, Alt Fleet');
      assert.equal(await page.getByLabel('Street address', { exact: true }).inputValue(), 'Timber Quay 4');
      assert.equal(
        await page.getByLabel('City', { exact: true }).inputValue(),
        'Alt Fleet',
        'what was typed stays',
      );
      assert.equal(await page.getByLabel('Latitude').inputValue(), '53.5461');
      await page.locator('.pin-map .pin').waitFor();
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await page.locator('tbody tr', { hasText: 'Granary 4' }).waitFor();
      const [made] = (await service.as('editor').get('/venues?search=Granary')).expect(200).rows('venues');
      assert.deepEqual([made?.['geo_lng'], made?.['district']], [9.982, 'Lock Quarter']);
      await page.context().close();
    } finally {
      (await service.as('admin').patch(settings, { geocoder: null })).expect(200);
    }
  });

  test('a private venue comes back private, a change is taken back, and two are merged by name', async () => {
    const admin = service.as('admin');
    const made = await admin.post('/venues', { venue: 'Secret cellar', status: 'private' });
    const id = made.expect(201).id();
    (await admin.post('/venues', { venue: 'Other cellar' })).expect(201);
    const page = await open('/admin/venues?q=cellar');
    const row = page.locator(`tr[data-id="${id}"]`);
    const menu = row.getByRole('button', { name: 'Actions for Secret cellar' });
    const undo = page.getByRole('button', { name: 'Undo' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await undo.press('Enter');
    await row.waitFor();
    assert.equal((await admin.get(`/venues/${id}`)).expect(200).at('status'), 'private');
    await row.locator('button.link').press('Enter');
    await page.locator('.side [contenteditable=true]').pressSequentially('Three steps down.');
    await page.getByLabel('District').fill('Old town');
    await page.locator('.side').getByRole('button', { name: 'Save' }).press('Enter');
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    const saved = (await admin.get(`/venues/${id}`)).expect(200);
    assert.deepEqual(
      [saved.at('district'), saved.at('description')],
      ['Old town', '<p>Three steps down.</p>'],
    );
    await undo.press('Enter');
    await page.locator('.toast', { hasText: 'Change undone' }).waitFor();
    assert.equal((await admin.get(`/venues/${id}`)).expect(200).at('district'), undefined);
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Merge with…' }).press('Enter');
    await page.getByRole('combobox', { name: 'Other venue' }).fill('other cell');
    await page.getByRole('option', { name: 'Other cellar' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await undo.press('Enter');
    await row.waitFor();
    await page.context().close();
  });

  test('a form that is not saved asks before it is gone, not where the list beside it is searched', async () => {
    const page = await open('/admin/venues?open=new');
    const name = page.locator('.side input').first();
    const asked = page.locator('.side').getByText('You have unsaved changes.');
    await name.fill('Marina Hall');
    await page.getByRole('searchbox').fill('hall');
    await page.waitForURL(/q=hall/);
    assert.equal(await asked.count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await asked.waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Marina Hall');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('two venues that are one are compared, merged into the one that was made later, and parted again', async () => {
    const editor = service.as('editor');
    const place = { address: 'Quay 7', city: 'Altenfleet' };
    const kept = (await editor.post('/venues', { venue: 'Ropewalk', ...place })).expect(201).id();
    const made = (await editor.post('/venues', { venue: 'The Ropewalk', ...place, phone: '0421 555' })).id();
    const event = { title: 'Splicing', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' };
    (await editor.post('/events', { ...event, venue: kept })).expect(201);
    const page = await open('/admin/venues');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Compare and merge' }).press('Enter');
    await dialog.getByText('No events move from “The Ropewalk”').waitFor();
    // What is empty in the one that stays is taken from the other.
    await dialog.locator('.mrg-f b', { hasText: '0421 555' }).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('radio').nth(1).focus();
    await page.keyboard.press('Space');
    await dialog.getByText('1 event moves from “Ropewalk” to “The Ropewalk”').waitFor();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
    await page.locator('.toast', { hasText: '“Ropewalk” merged into “The Ropewalk”' }).waitFor();
    const now = (await editor.get(`/events?venue=${made}&start_date=2027-01-01`)).expect(200);
    assert.equal(now.at('total'), 1);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('button', { name: 'Ropewalk', exact: true }).waitFor();
    assert.equal((await editor.get(`/venues/${kept}`)).expect(200).at('venue'), 'Ropewalk');
    await page.context().close();
  });

  test('what two people change in one venue is kept of both, and they are asked where it is the same field', async () => {
    const editor = service.as('editor');
    const id = (await editor.post('/venues', { venue: 'Shared Hall', city: 'Bonn' })).expect(201).id();
    const page = await open(`/admin/venues?open=${id}`);
    const street = page.getByLabel('Street address');
    await street.fill('Long Row 5');
    (await editor.patch(`/venues/${id}`, { phone: '0228 1' })).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    const both = (await editor.get(`/venues/${id}`)).expect(200);
    assert.deepEqual([both.at('address'), both.at('phone')], ['Long Row 5', '0228 1']);

    await page.goto(`${service.url}/admin/venues?open=${id}`);
    await street.fill('Long Row 6');
    await page.getByLabel('Phone').fill('0228 2');
    (await editor.patch(`/venues/${id}`, { address: 'Short Row 1', city: 'Trier' })).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Street address: “Short Row 1”').waitFor();
    assert.equal((await editor.get(`/venues/${id}`)).at('phone'), '0228 1', 'nothing is saved before that');
    await page.getByRole('button', { name: 'Save my version' }).press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    const chosen = (await editor.get(`/venues/${id}`)).expect(200);
    assert.deepEqual(
      [chosen.at('address'), chosen.at('phone'), chosen.at('city')],
      ['Long Row 6', '0228 2', 'Trier'],
    );
    await page.context().close();
  });

  test('what is typed while a venue is being saved stays, and is saved too', async () => {
    const editor = service.as('editor');
    const id = (await editor.post('/venues', { venue: 'Slow Hall' })).expect(201).id();
    const page = await open(`/admin/venues?open=${id}`);
    await page.getByLabel('Street address').fill('Long Row 7');
    const answered = Promise.withResolvers<void>();
    await page.route(/\/venues\/\d+/, async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.press('Enter');
    await sent;
    await page.getByLabel('Phone').fill('0228 7');
    answered.resolve();
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    assert.equal(await page.getByLabel('Phone').inputValue(), '0228 7');
    await save.press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    const saved = (await editor.get(`/venues/${id}`)).expect(200);
    assert.deepEqual([saved.at('address'), saved.at('phone')], ['Long Row 7', '0228 7']);
    await page.context().close();
  });

  test('what cannot be taken back is told, and can be tried again', async () => {
    const id = (await service.as('editor').post('/venues', { venue: 'Back Hall' })).expect(201).id();
    const page = await open('/admin/venues?q=back');
    const row = page.locator(`tr[data-id="${id}"]`);
    await row.getByRole('button', { name: 'Actions for Back Hall' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await undo.press('Enter');
    await page.locator('.toast', { hasText: 'The service isn’t responding' }).waitFor();
    await page.context().setOffline(false);
    await undo.press('Enter');
    await row.waitFor();
    await page.context().close();
  });

  test('a new venue whose answer is lost is made once, with what was typed since', async () => {
    const page = await open('/admin/venues?open=new');
    await loseAnswers(page, /\/venues\?/);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Only Hall');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.press('Enter');
    await page.locator('.side .strip, .side [role=alert]').first().waitFor();
    await name.fill('Only Hall at last');
    await save.press('Enter');
    await page.locator('.side').waitFor({ state: 'detached' });
    const found = (await service.as('editor').get('/venues?search=only')).expect(200).rows('venues');
    assert.deepEqual(
      found.map(({ venue }) => venue),
      ['Only Hall at last'],
    );
    await page.context().close();
  });
});
