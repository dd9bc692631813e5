import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, openPage } from '../support/open-page.ts';
import { photo } from '../support/pictures.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

const SMALL = new URL('../samples/media/small.jpg', import.meta.url);

describe('pictures in the administration', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let cookie: string;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    const visitor = new TestBrowser(service);
    await visitor.signIn('editor');
    cookie = visitor.cookie;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const media = async () =>
    (await service.as('editor').get(`${service.url}/kalends/v1/media`)).expect(200).rows('media');

  test('are uploaded, described in languages, focused by keys, and deleted', async () => {
    const page = await openPage(browser, `${service.url}/admin/media`, { cookie });
    await page.locator('.none-a').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'bridge.png', mimeType: 'image/png', buffer: photo });
    const picture = page.locator('.md button');
    await picture.waitFor();
    const [made] = await media();
    const read = async (language: string) =>
      (
        await service
          .as('editor')
          .get(`${service.url}/kalends/v1/media/${String(made?.['id'])}?translation_language=${language}`)
      ).expect(200);
    await picture.press('Enter');
    const words = page.getByLabel('Alternative text (English)');
    await words.fill('A bridge at night');
    await words.press('Tab');
    const german = page.getByLabel('Alternative text (German)');
    await german.fill('Eine Brücke bei Nacht');
    await german.press('Tab');
    await page.getByLabel('From the left').focus();
    await page.keyboard.press('ArrowRight');
    await assertAccessible(page);
    const isKept = async () =>
      (await read('en')).at('alt_text') === 'A bridge at night' &&
      (await read('de')).at('alt_text') === 'Eine Brücke bei Nacht' &&
      (await read('en')).at('focal_point.x') === 0.51;
    while (!(await isKept()));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.none-a').waitFor();
    assert.deepEqual(await media(), []);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await picture.waitFor();
    assert.equal((await read('de')).at('alt_text'), 'Eine Brücke bei Nacht');
    await page.context().close();
    (await service.as('editor').delete(`${service.url}/kalends/v1/media/${String(made?.['id'])}`)).expect(
      200,
    );
  });

  test('say of a dropped file that its kind isn’t supported, in the library and in the editor', async () => {
    const page = await openPage(browser, `${service.url}/admin/media`, { cookie });
    const drop = async (selector: string, name: string, type: string) => {
      const carried = await page.evaluateHandle(`(() => {
        const carried = new DataTransfer();
        carried.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
        return carried;
      })()`);
      await page.dispatchEvent(selector, 'drop', { dataTransfer: carried });
    };
    await page.locator('.lk').waitFor();
    for (const [name, type] of [
      ['flyer.pdf', 'application/pdf'],
      ['drawing.svg', 'image/svg+xml'],
    ] as const) {
      await drop('.lk', name, type);
      const told = page.locator('.md-u li', { hasText: name });
      await told.getByText('This file type isn’t supported. Use JPEG, PNG, GIF, WebP or AVIF.').waitFor();
      await assertAccessible(page);
      await told.getByRole('button', { name: 'Close' }).press('Enter');
      await told.waitFor({ state: 'detached' });
    }
    await page.goto(`${service.url}/admin/events/new`);
    await page.locator('.es .drop').waitFor();
    await drop('.es .drop', 'notes.txt', 'text/plain');
    await page.getByRole('alert').getByText('This file type isn’t supported.').waitFor();
    assert.deepEqual(await media(), []);
    await page.context().close();
  });

  test('keep what two people write about them in other places, and ask where it is the same', async () => {
    const editor = service.as('editor');
    const form = new FormData();
    form.set('file', new File([photo], 'pier.png', { type: 'image/png' }));
    const id = (await editor.post(`${service.url}/kalends/v1/media`, form)).expect(201).id();
    const url = `${service.url}/kalends/v1/media/${id}`;
    const page = await openPage(browser, `${service.url}/admin/media?open=${id}`, { cookie });
    const words = page.getByLabel('Alternative text (English)');
    await words.fill('A pier');
    (await editor.patch(url, { credit: 'Ada' })).expect(200);
    await words.press('Tab');
    while ((await editor.get(url)).at('alt_text') !== 'A pier');
    await words.fill('A pier at night');
    (await editor.patch(url, { alt_text: 'A pier in the rain' })).expect(200);
    await words.press('Tab');
    await page.getByText('(English): “A pier in the rain”').waitFor();
    assert.equal((await editor.get(url)).at('alt_text'), 'A pier in the rain');
    assert.equal(await words.inputValue(), 'A pier at night');
    await page.getByRole('button', { name: 'Save my version' }).click();
    while ((await editor.get(url)).at('alt_text') !== 'A pier at night');
    assert.equal((await editor.get(url)).at('credit'), 'Ada');
    await page.context().close();
    (await editor.delete(url)).expect(200);
  });

  test('are kept one after the other by whoever types on before the first words are read again', async () => {
    const editor = service.as('editor');
    const form = new FormData();
    form.set('file', new File([photo], 'quay.png', { type: 'image/png' }));
    const id = (await editor.post(`${service.url}/kalends/v1/media`, form)).expect(201).id();
    const url = `${service.url}/kalends/v1/media/${id}`;
    const page = await openPage(browser, `${service.url}/admin/media?open=${id}`, { cookie });
    const words = page.getByLabel('Alternative text (English)');
    await words.waitFor();
    const { promise: isReadAgain, resolve: readAgain } = Promise.withResolvers<void>();
    await page.route(`**/kalends/v1/media/${id}?*`, async (route) => {
      if (route.request().method() === 'GET') await isReadAgain;
      await route.continue();
    });
    await words.fill('A quay');
    await words.press('Tab');
    while ((await editor.get(url)).at('alt_text') !== 'A quay');
    await words.fill('A quay at night');
    await words.press('Tab');
    readAgain();
    while ((await editor.get(url)).at('alt_text') !== 'A quay at night');
    await words.fill('A quay in the morning');
    await words.press('Tab');
    while ((await editor.get(url)).at('alt_text') !== 'A quay in the morning');
    assert.equal(await page.getByText('Save my version').count(), 0);
    await page.context().close();
    (await editor.delete(url)).expect(200);
  });

  test('are cropped by keys and replaced by a file, wherever they are used, and both is taken back', async () => {
    const editor = service.as('editor');
    const id = (
      await editor.post(`${service.url}/kalends/v1/media`, photo, {
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="pier.png"',
      })
    )
      .expect(201)
      .id();
    const sizeOf = async () => {
      const { width, height } = Object(
        (await editor.get(`${service.url}/kalends/v1/media/${id}`)).at('media_details'),
      );
      return `${width} ${height}`;
    };
    const whole = await sizeOf();
    const page = await openPage(browser, `${service.url}/admin/media?open=${id}`, { cookie });
    await page.getByRole('button', { name: 'Crop', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Aspect ratio').selectOption('Square');
    await dialog.getByLabel('From the left').press('Home');
    await dialog.getByText('Result: 800 × 800 pixels').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Crop' }).press('Enter');
    await page.getByText('Picture cropped everywhere it’s used').waitFor();
    assert.equal(await sizeOf(), '800 800');
    await page.keyboard.press('Control+z');
    while ((await sizeOf()) !== whole);
    await page
      .locator('aside input[type=file]')
      .setInputFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer: readFileSync(SMALL) });
    await page.getByText('Picture replaced').waitFor();
    assert.notEqual(await sizeOf(), whole);
    await page.getByRole('button', { name: /^Undo/ }).click();
    while ((await sizeOf()) !== whole);
    await page.context().close();
    (await editor.delete(`${service.url}/kalends/v1/media/${id}`)).expect(200);
  });

  test('tell where they are used, and are found by what they lack', async () => {
    const editor = service.as('editor');
    const send = async (name: string) =>
      (
        await editor.post(`${service.url}/kalends/v1/media`, photo, {
          'content-type': 'image/png',
          'content-disposition': `attachment; filename="${name}.png"`,
        })
      )
        .expect(201)
        .id();
    const [used, spare] = [await send('used'), await send('spare')];
    (await editor.post('/venues', { venue: 'Boathouse', image: used })).expect(201);
    const page = await openPage(browser, `${service.url}/admin/media`, { cookie });
    const unused = page.getByRole('button', { name: /^Unused/ });
    await unused.focus();
    await page.keyboard.press('Enter');
    await page.locator(`.md button[data-id="${used}"]`).waitFor({ state: 'detached' });
    await page.locator(`.md button[data-id="${spare}"]`).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('only'), 'unused');
    await unused.press('Enter');
    await page.locator(`.md button[data-id="${used}"]`).press('Enter');
    await page.getByRole('heading', { name: 'Used once' }).waitFor();
    await page.getByRole('link', { name: 'Boathouse' }).press('Enter');
    await page.waitForURL(/admin\/venues/);
    await page.context().close();
    for (const id of [used, spare])
      (await editor.delete(`${service.url}/kalends/v1/media/${id}`)).expect(200);
  });

  test('are chosen from the library for an event, with the point that stays visible', async () => {
    const id = (
      await service.as('editor').post(`${service.url}/kalends/v1/media`, photo, {
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="quay.png"',
      })
    )
      .expect(201)
      .id();
    const page = await openPage(browser, `${service.url}/admin/events/new`, { cookie });
    await page.getByRole('button', { name: 'Choose from library' }).press('Enter');
    await page.getByRole('dialog').getByRole('searchbox').fill('quay');
    await page.getByRole('dialog').locator(`button[data-id="${id}"]`).press('Enter');
    await page.getByLabel('From the left').press('ArrowRight');
    const placed = async () =>
      (await service.as('editor').get(`${service.url}/kalends/v1/media/${id}`)).at('focal_point.x');
    while ((await placed()) !== 0.51);
    await page.context().close();
    (await service.as('editor').delete(`${service.url}/kalends/v1/media/${id}`)).expect(200);
  });

  test('that are none are told, and can be tried again', async () => {
    const page = await openPage(browser, `${service.url}/admin/media`, { cookie, status: 200 });
    await page.locator('.none-a').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.locator('.md-u .is-bad').waitFor();
    await page.locator('.md-u').getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().close();
  });
});
