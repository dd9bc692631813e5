import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

describe('categories and tags in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  const cookies = new Map<'admin' | 'author', string>();

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    for (const login of ['admin', 'author'] as const) {
      const signedIn = new TestBrowser(service);
      const body = { login, password: passwordOf(login) };
      (await signedIn.send('POST', '/kalends/v1/sessions', body)).expect(201);
      cookies.set(login, signedIn.cookie);
    }
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (path: string, by: 'admin' | 'author' = 'admin'): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie: cookies.get(by) ?? '' });
    return page;
  };
  const makeTerm = async (kind: 'categories' | 'tags', body: object) =>
    (await service.as('admin').post(`/${kind}`, body)).expect(201).id();
  const read = (path: string) => service.as('admin').get(path);
  const toldThat = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

  test('a category is made with its translations, moved and renamed by keys alone, and each is taken back', async () => {
    const page = await open('/admin/categories');
    await page.locator('.none-a').waitFor();
    await makeTerm('categories', { name: 'Music' });
    await page.reload();
    await page.getByRole('button', { name: 'New category' }).press('Enter');
    await page.getByRole('textbox', { name: 'English' }).waitFor();
    await page.keyboard.type('Opera');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Oper');
    await page.keyboard.press('Control+s');
    await toldThat(page, 'Saved');
    const opera = page.getByRole('button', { name: 'Opera', exact: true });
    const id = Number(await page.locator('.tree-r', { has: opera }).getAttribute('data-id'));
    assert.equal((await read(`/categories/${id}?translation_language=de`)).at('name'), 'Oper');

    await opera.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await toldThat(page, '“Opera” moved to “Music”');
    // The row is drawn anew in its place, and keeps the focus.
    await page.locator('.tree ul .link:focus').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.tree > li > .tree-r', { hasText: 'Opera' }).waitFor();
    assert.equal((await read(`/categories/${id}`)).at('parent'), 0);

    await opera.press('Enter');
    await page.getByRole('textbox', { name: 'URL slug' }).fill('opera-house');
    await page.getByRole('textbox', { name: 'Español' }).fill('Ópera');
    await page.getByRole('radio', { name: 'Violet' }).press('Space');
    await assertAccessible(page);
    await assertFits(page);
    await page.keyboard.press('Control+s');
    await toldThat(page, 'Saved');
    const saved = await read(`/categories/${id}?translation_language=es`);
    assert.deepEqual(
      ['name', 'slug', 'color'].map((member) => saved.at(member)),
      ['Ópera', 'opera-house', 'violet'],
    );
    await page.locator('.link:focus').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.toast').waitFor({ state: 'detached' });
    while ((await read(`/categories/${id}`)).at('slug') !== 'opera');
    assert.equal((await read(`/categories/${id}?translation_language=es`)).at('name'), 'Opera');
    await page.context().close();
  });

  test('a category is dragged below another one, never below itself', async () => {
    const [jazz, dance] = [
      await makeTerm('categories', { name: 'Jazz' }),
      await makeTerm('categories', { name: 'Dance' }),
    ];
    const page = await open('/admin/categories');
    const row = (id: number) => page.locator(`.tree-r[data-id="${id}"]`);
    await row(jazz).locator('.drag').dragTo(row(dance));
    await toldThat(page, '“Jazz” moved to “Dance”');
    await page.locator(`ul ul .tree-r[data-id="${jazz}"]`).waitFor();
    await row(dance).locator('.drag').dragTo(row(jazz));
    assert.equal((await read(`/categories/${dance}`)).at('parent'), 0);
    await row(jazz).locator('.drag').dragTo(page.locator('.tree-h'));
    await toldThat(page, '“Jazz” moved to the top level');
    await page.context().close();
  });

  test('removing says what becomes of the events, and brings all back', async () => {
    const id = await makeTerm('categories', { name: 'Readings' });
    const below = await makeTerm('categories', { name: 'Poetry', parent: id });
    const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 11:00:00' };
    const event = { title: 'Verse', ...dates, status: 'publish', categories: [id] };
    const made = (await service.as('admin').post('/events', event)).expect(201).id();
    const page = await open('/admin/categories');
    await page.getByRole('button', { name: 'Actions for Readings' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const asked = page.locator('.rmv');
    await asked.getByText('1 published event uses this category').waitFor();
    await asked.getByText('Its subcategory moves up').waitFor();
    await asked.getByRole('button', { name: 'Delete' }).press('Enter');
    await toldThat(page, '“Readings” deleted');
    assert.equal((await read(`/categories/${below}`)).at('parent'), 0);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Readings', exact: true }).waitFor();
    assert.equal((await read(`/categories/${below}`)).at('parent'), id);
    assert.equal((await read(`/events/${made}`)).at('categories.0.id'), id);
    await page.context().close();
  });

  test('tags are searched and merged by keys alone, and parted again', async () => {
    const [one, other] = [
      await makeTerm('tags', { name: 'open air' }),
      await makeTerm('tags', { name: 'openair' }),
    ];
    const page = await open('/admin/tags');
    await page.getByText('Possible duplicates:').waitFor();
    await page.getByRole('searchbox').fill('nothing of it');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('searchbox').fill('open air');
    await page.waitForURL(/q=open/);
    await page.locator('[aria-busy=false] tbody tr').first().waitFor();
    assert.equal(await page.locator('tbody tr').count(), 1);
    await page.getByRole('button', { name: 'Actions for open air' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Merge with…' }).press('Enter');
    await page.getByRole('combobox').focus();
    await page.keyboard.type('openair');
    await page.getByRole('option', { name: 'openair' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Remains openair' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
    await toldThat(page, '“open air” merged into “openair”');
    (await read(`/tags/${one}`)).expect(301);
    await page.keyboard.press('Control+z');
    while ((await read(`/tags/${one}`)).status !== 200);
    (await read(`/tags/${other}`)).expect(200);
    await page.context().close();
  });

  test('nobody saves over what somebody else has saved meanwhile, nor leaves what is typed without being asked', async () => {
    const id = await makeTerm('tags', { name: 'late' });
    const page = await open(`/admin/tags?open=${id}`);
    const name = page.getByRole('textbox', { name: 'English' });
    await name.fill('very late');
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await name.inputValue(), 'very late');
    (await service.as('editor').patch(`/tags/${id}`, { slug: 'too-late' })).expect(200);
    await page.keyboard.press('Control+s');
    await toldThat(page, 'Saved');
    const both = await read(`/tags/${id}`);
    assert.deepEqual([both.at('name'), both.at('slug')], ['very late', 'too-late'], 'both changes are kept');

    await page.goto(`${service.url}/admin/tags?open=${id}`);
    await name.fill('latest');
    (await service.as('editor').patch(`/tags/${id}`, { name: 'late again' })).expect(200);
    await page.keyboard.press('Control+s');
    await page.getByText('Someone else changed this in the meantime').waitFor();
    await page.keyboard.press('Control+s');
    assert.equal((await read(`/tags/${id}`)).at('name'), 'late again');
    await page.getByRole('button', { name: 'Save my version' }).click();
    await toldThat(page, 'Saved');
    assert.equal((await read(`/tags/${id}`)).at('name'), 'latest');
    await page.context().close();
  });

  test('a new tag whose answer is lost is made once, with what was typed since', async () => {
    const page = await open('/admin/tags?open=new');
    await loseAnswers(page, /\/tags\?/);
    await page.getByRole('textbox', { name: 'English' }).fill('once');
    await page.getByRole('textbox', { name: 'Deutsch' }).fill('einmal');
    await page.keyboard.press('Enter');
    await page.locator('.term-s .strip, .term-s [role=alert]').first().waitFor();
    await page.getByRole('textbox', { name: 'English' }).fill('only once');
    await page.keyboard.press('Enter');
    await toldThat(page, 'Saved');
    const found = (await service.as('editor').get('/tags?search=once&hide_empty=false'))
      .expect(200)
      .rows('tags');
    assert.deepEqual(
      found.map(({ name }) => name),
      ['only once'],
    );
    assert.equal(
      (await service.as('editor').get(`/tags/${found[0]?.['id']}?translation_language=de`)).at('name'),
      'einmal',
    );
    await page.context().close();
  });

  test('a name or an address that is taken is told beside its field', async () => {
    await makeTerm('tags', { name: 'indoor', slug: 'indoor' });
    const page = await open('/admin/tags?open=new');
    await page.getByRole('textbox', { name: 'English' }).fill('indoor');
    await page.keyboard.press('Enter');
    await page.locator('.f.is-bad', { hasText: 'English' }).waitFor();
    await page.context().close();
  });

  test('authors keep categories, not tags, and take back what they did to one', async () => {
    const id = await makeTerm('categories', { name: 'Brunch' });
    const page = await open(`/admin/categories?open=${id}&removing=true`, 'author');
    await page.getByRole('button', { name: 'Delete', exact: true }).first().press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.locator('.tree-r', { hasText: 'Brunch' }).waitFor();
    (await service.as('admin').get(`/categories/${id}`)).expect(200);
    assert.equal(await page.locator('nav a[href="/admin/tags"]').count(), 0);
    await page.goto(`${service.url}/admin/tags`);
    await page.locator('.strip-bad').waitFor();
    await page.context().close();
  });
});
