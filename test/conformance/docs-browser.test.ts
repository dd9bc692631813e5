import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('GET /docs in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startService({});
    await people(service);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Opens the page, and holds that it asks for nothing else and breaks no policy. */
  const open = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('console', (told) => {
      // Browsers tell of answers that are errors.
      if (!told.text().startsWith('Failed to load resource')) assert.fail(told.text());
    });
    page.on('pageerror', (error) => assert.fail(error));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      assert.ok(origin === service.url || request.url().startsWith('data:'), request.url());
    });
    await page.goto(`${service.url}${address}`);
    return page;
  };

  test('fields, operations and errors are found by keyboard alone', async () => {
    const page = await open('/docs');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'find-text');
    await page.keyboard.type('Timezone');
    await page.locator('#find-list a').first().waitFor();
    assert.match((await page.locator('#find-told').textContent()) ?? '', /Results: \d+/);
    assert.match((await page.locator('#find-list a').first().textContent()) ?? '', /^timezone/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#createEvent$/);
    const unfolded = page.locator('details.op[open]');
    assert.equal(await unfolded.count(), 1);
    assert.ok(await unfolded.locator('summary').first().isVisible());
    await page.waitForFunction(
      "document.activeElement.closest('details')?.querySelector('.here')?.id === 'createEvent'",
    );

    await page.locator('#find-text').fill('rest_token_invalid_id');
    assert.match((await page.locator('#find-list a').first().textContent()) ?? '', /^rest_token_invalid_id/);
    await page.locator('#find-text').fill('DELETE tags');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#deleteTag$/);
    await page.locator('#find-text').fill('xyzzy');
    assert.match((await page.locator('#find-told').textContent()) ?? '', /No results/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#find-text').inputValue(), '');
    assert.equal(await page.locator('#find-list a').count(), 0);
    await page.context().close();
  });

  /** Opens the form of a request. */
  const tryOperation = async (page: Page, operation: string) => {
    const op = page.locator(`details.op:has(#${operation})`);
    await op.evaluate((details) => details.setAttribute('open', ''));
    await op.locator('button[data-try]').click();
    const form = op.locator('form.try');
    await form.waitFor();
    return form;
  };
  const signIn = async (form: Locator, login: Role) => {
    const [name = '', token = ''] = service.credentials(login).split(/:(.*)/s);
    await form.locator('[data-credential=login]').fill(name);
    await form.locator('[data-credential=token]').fill(token);
  };
  const answerTo = async (form: Locator) => {
    await form.locator('.btn').click();
    await form.locator('.try-s .btn:not([aria-disabled])').waitFor();
    return form.locator('.try-r');
  };

  test('a request is tried without a token, and shows status, headers of interest and the body in lines', async () => {
    const page = await open('/docs');
    const form = await tryOperation(page, 'listEvents');
    await form.locator('summary').click();
    await form.getByLabel('per_page').fill('1');
    const answer = await answerTo(form);
    assert.equal(await answer.locator('h5').textContent(), '200 OK');
    assert.match((await answer.locator('p code').textContent()) ?? '', /^GET http.*\/events\?per_page=1$/);
    const shown = await answer.locator('dl').textContent();
    for (const name of ['Content-Type', 'X-WP-Total', 'ETag', 'Content-Language'])
      assert.ok(shown?.includes(name), name);
    assert.match((await answer.locator('pre').textContent()) ?? '', /^\{\n {2}"events": \[/);
    await page.locator('button[aria-expanded=true]').click();
    assert.equal(await form.count(), 0);
    await page.context().close();
  });

  test('a write is sent with the token that was typed, and its dry run changes nothing', async () => {
    const page = await open('/docs');
    const form = await tryOperation(page, 'createTag');
    await signIn(form, 'admin');
    await form.locator('textarea').fill('{"name": "Tried out"}');
    await form.locator('.check').click();
    const answer = await answerTo(form);
    assert.match((await answer.locator('h5').textContent()) ?? '', /^20\d /);
    assert.ok((await answer.locator('pre').textContent())?.includes('"dry_run": true'));
    assert.ok(!(await service.as('admin').get('/tags?hide_empty=false')).text.includes('Tried out'));
    await form.locator('.check').click();
    await answerTo(form);
    assert.equal(await answer.locator('h5').textContent(), '201 Created');
    const made = JSON.parse((await answer.locator('pre').textContent()) ?? '');
    assert.ok((await service.as('admin').get('/tags?hide_empty=false')).text.includes('Tried out'));

    // Another form has the token too, and a method of several may be chosen.
    const update = await tryOperation(page, 'updateTag');
    assert.equal(await update.locator('[data-credential=login]').inputValue(), 'admin');
    await update
      .locator('fieldset', { has: page.locator('code', { hasText: /^id$/ }) })
      .locator('input')
      .fill(String(made.id));
    await update.locator('select').first().selectOption('PATCH');
    await update.locator('textarea').fill('{"name": "Changed"}');
    assert.equal(await (await answerTo(update)).locator('h5').textContent(), '200 OK');
    assert.ok((await service.as('admin').get('/tags?hide_empty=false')).text.includes('Changed'));
    await page.context().close();
  });

  test('a picture is uploaded from a form', async () => {
    const page = await open('/docs');
    const form = await tryOperation(page, 'uploadMedia');
    await signIn(form, 'editor');
    await form.locator('input[type=file]').setInputFiles('test/recordings/fixtures/small.jpg');
    await form.locator('textarea').fill('{"alt_text": "A small picture"}');
    const answer = await answerTo(form);
    assert.equal(await answer.locator('h5').textContent(), '201 Created');
    assert.ok((await answer.locator('pre').textContent())?.includes('A small picture'));
    await page.context().close();
  });

  test('a session of the browser gives requests no rights, and its cookie is never sent', async () => {
    const visitor = new TestBrowser(service);
    await visitor.signIn('admin');
    const page = await open('/docs');
    for (const pair of visitor.cookie.split('; ')) {
      const at = pair.indexOf('=');
      const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), url: service.url };
      await page.context().addCookies([cookie]);
    }
    const form = await tryOperation(page, 'createTag');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const answer = await answerTo(form);
    assert.equal((await (await sent).allHeaders())['cookie'], undefined);
    assert.equal(await answer.locator('h5').textContent(), '401 Unauthorized');
    assert.ok((await answer.textContent())?.includes('Enter your username and a token above'));
    await page.context().close();
  });

  test('a token stays in memory: neither address, storage, cookies nor a page that is loaded again have it', async () => {
    const page = await open('/docs');
    const form = await tryOperation(page, 'listUsers');
    await signIn(form, 'admin');
    assert.equal(await (await answerTo(form)).locator('h5').textContent(), '200 OK');
    const [, token = ''] = service.credentials('admin').split(/:(.*)/s);
    const kept = await page.evaluate(
      '(async () => JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie, history.state, await indexedDB.databases(), await caches.keys(), document.documentElement.outerHTML]))()',
    );
    assert.ok(!String(kept).includes(token) && token.length > 10);
    assert.deepEqual(await page.context().cookies(), []);
    // Browsers offer to keep what is typed into a field for passwords.
    assert.equal(await form.locator('input[type=password], input[name]').count(), 0);
    const style = 'getComputedStyle(document.querySelector("[data-credential=token]"))';
    assert.equal(await page.evaluate(`${style}.getPropertyValue('-webkit-text-security')`), 'disc');
    await page.reload();
    const again = await tryOperation(page, 'listUsers');
    assert.equal(await again.locator('[data-credential=token]').inputValue(), '');
    await page.context().close();
  });

  test('what goes wrong is said: a broken body before it is sent, a wrong token, an address without an answer', async () => {
    for (const [language, broken, silent] of [
      ['en', 'The body is not valid JSON: Unexpected token', 'No response.'],
      ['de', 'Der Body ist kein gültiges JSON: Unexpected token', 'Keine Antwort.'],
      ['es', 'El cuerpo no es JSON válido: Unexpected token', 'No hay respuesta.'],
    ] as const) {
      const page = await open(`/${language}/docs`);
      const form = await tryOperation(page, 'createEvent');
      await form.locator('textarea').fill('{\n"title": }');
      await form.locator('.btn').click();
      await form.getByRole('alert').filter({ hasText: broken }).waitFor();
      assert.equal(await form.locator('.try-r').textContent(), '');
      await form.locator('textarea').fill('{"title": "Nothing else"}');
      await form.locator('[data-credential=login]').fill('admin');
      await form.locator('[data-credential=token]').fill('wrong');
      const answer = await answerTo(form);
      assert.equal(await answer.locator('h5').textContent(), '401 Unauthorized');
      assert.ok(await answer.locator('.try-e').textContent());
      await page.context().setOffline(true);
      await answerTo(form);
      assert.ok((await answer.textContent())?.startsWith(silent));
      await page.context().setOffline(false);
      await page.context().close();
    }
  });

  test('a form with its answer fits a phone and can be used by everybody, in light and dark', async () => {
    for (const [width, theme, language] of [
      [390, 'dark', 'de'],
      [1440, 'light', 'es'],
    ] as const) {
      const page = await openPage(browser, `${service.url}/${language}/docs`, { width, theme });
      const form = await tryOperation(page, 'updateEvent');
      await form.locator('summary').click();
      await answerTo(form);
      await assertFits(page, 401);
      await assertAccessible(page);
      await page.context().close();
    }
  });

  test('accents and case make no difference, in each language', async () => {
    for (const [language, word, target] of [
      ['de', 'VERANSTALTUNG ANDERN', 'updateEvent'],
      ['es', 'categoria', 'listCategories'],
    ] as const) {
      const page = await open(`/${language}/docs`);
      await page.locator('#find-text').fill(word);
      const found = await page
        .locator('#find-list a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.ok(found.includes(`#${target}`), `${language} ${found.join(' ')}`);
      await page.context().close();
    }
  });

  test('all is there without scripts: links unfold what they lead to, and there is no field that does nothing', async () => {
    const page = await open('/docs#updateVenue', { javaScriptEnabled: false });
    assert.ok(await page.locator('details.op:has(#updateVenue) article').isVisible());
    assert.ok(!(await page.locator('#find').isVisible()));
    await page.locator('.contents a[href="#errors"]').click();
    assert.ok(await page.locator('#errors').isVisible());
    await page.context().close();
  });

  test('it is short while folded, opens as a whole, and is never wider than the window', async () => {
    for (const [width, language, colorScheme] of [
      [390, 'de', 'light'],
      [390, 'es', 'dark'],
      [820, 'de', 'light'],
      [1440, 'en', 'light'],
    ] as const) {
      const page = await open(`/${language}/docs`, { viewport: { width, height: 900 }, colorScheme });
      // What is folded costs a line or two, however much is in it.
      const tall = await page.evaluate(
        "document.documentElement.scrollHeight / document.querySelectorAll('summary, h2').length",
      );
      assert.ok(typeof tall === 'number' && tall < 110, `${tall} px a part at ${width}`);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(typeof wide === 'number' && wide <= width, `${language}: ${wide} px at ${width}`);
      await page.context().close();
    }
    const page = await open('/docs');
    await page.locator('#open-all').click();
    assert.equal(await page.locator('details.op:not([open])').count(), 0);
    await page.locator('#open-all').click();
    assert.equal(await page.locator('details.op[open]').count(), 0);
    await page.context().close();
  });

  test('contents and search stay in view on the way down', async () => {
    for (const [width, target] of [
      [1440, '.contents'],
      [390, '#find'],
    ] as const) {
      const page = await open('/docs#schemas', { viewport: { width, height: 900 } });
      await page.locator('#schemas').waitFor();
      const box = await page.locator(target).boundingBox();
      assert.ok(box && box.y < 900 && box.y + box.height > 0, `${target} at ${box?.y}`);
      await page.context().close();
    }
  });
});
