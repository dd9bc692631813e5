import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch, serveSite, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, openPage, type PageOptions } from '../support/open-page.ts';
import { type Service, startService } from '../support/service.ts';

/** The zones of visitors, with what their clocks show of New York's 20:00 before and after its change. */
const visitors = [
  ['Pacific/Auckland', 'Sun 1 Nov, 13:00–15:00', 'Mon 2 Nov, 14:00–16:00', '18:30–20:30'],
  ['Asia/Kathmandu', 'Sun 1 Nov, 05:45–07:45', 'Mon 2 Nov, 06:45–08:45', '11:15–13:15'],
  ['America/Sao_Paulo', '21:00–23:00', '22:00–Mon 2 Nov, 00:00', '02:30–04:30'],
] as const;

/** Returns the typeface in which a heading is set: the one whose width it has. */
const typefaceOf = (heading: Locator): Promise<string | undefined> =>
  heading.evaluate((element) => {
    const width = () => element.getBoundingClientRect().width;
    Object.assign(element.style, { display: 'inline-block', whiteSpace: 'nowrap' });
    const shown = width();
    return ['Radio Canada Arial', 'Radio Canada DejaVu', 'sans-serif', 'Radio Canada'].find((font) => {
      element.style.fontFamily = JSON.stringify(font);
      return Math.abs(width() - shown) < 0.1;
    });
  });

/** How far below the edge of the menu its first line begins, and how high that is. */
const FIRST_LINE = `(() => {
  const { top, height } = [...document.querySelectorAll('#share li')].find((line) => line.checkVisibility()).getBoundingClientRect();
  return [top - document.querySelector('#share .pop').getBoundingClientRect().top, height];
})()`;

describe('what script makes better', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startService({ clock: '2026-10-30T12:00:00Z', timezone: 'America/New_York' });
    const add = (title: string, start: string, end: string, more: object = {}) =>
      service
        .as('admin')
        .post('/events', { title, start_date: start, end_date: end, ...more })
        .then((made) => made.expect(201));
    await add('Before the change', '2026-10-31 20:00:00', '2026-10-31 22:00:00', { categories: ['Music'] });
    await add('In the night of the change', '2026-11-01 01:30:00', '2026-11-01 02:30:00');
    await add('After the change', '2026-11-01 20:00:00', '2026-11-01 22:00:00', { categories: ['Film'] });
    await add('All day', '2026-11-02 00:00:00', '2026-11-02 23:59:59', { all_day: true });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function look<T>(path: string, options: PageOptions, work: (page: Page) => Promise<T>): Promise<T> {
    const page = await openPage(browser, service.url + path, options);
    try {
      return await work(page);
    } finally {
      await page.context().close();
    }
  }

  const localOf = (page: Page, title: string) =>
    page.locator('.ev', { hasText: title }).locator('.t-local').allTextContents();

  for (const [zone, before, after, night] of visitors)
    test(`visitors in ${zone} see their time of events in New York around the change of its clock`, async () => {
      const shown = await look('/events/', { zone }, async (page) => [
        await localOf(page, 'Before the change'),
        await localOf(page, 'After the change'),
        await localOf(page, 'All day'),
      ]);
      const start = (text: string) => [`Your time: ${text.split('–')[0]}`];
      assert.deepEqual(shown, [start(before), start(after), []]);
      const band = (slug: string) =>
        look(`/event/${slug}/`, { zone }, (page) => page.locator('.band .t-local').allTextContents());
      assert.deepEqual(await band('before-the-change'), [`Your time: ${before}`]);
      assert.deepEqual(await band('after-the-change'), [`Your time: ${after}`]);
      assert.deepEqual(await band('in-the-night-of-the-change'), [`Your time: ${night}`]);
    });

  test('visitors in the zone of an event, and those without script, see its time alone', async () => {
    for (const options of [{ zone: 'America/New_York' }, { zone: 'Asia/Kathmandu', script: false }])
      assert.deepEqual(await look('/events/', options, (page) => page.locator('.t-local').count()), 0);
  });

  test('views, filters and a search change in place, and the way back leads through them', async () => {
    await look('/events/', {}, async (page) => {
      await page.evaluate('window.stayed = true');
      await page.locator('.ev-h', { hasText: 'All day' }).waitFor();
      await page.locator('.filters summary').first().focus();
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.evaluate('document.activeElement.type'), 'checkbox');
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
      assert.equal(await page.locator('details.menu[open]').count(), 0);
      await page.keyboard.press('ArrowDown');
      await page.getByLabel('Music').first().check();
      await page.locator('.filters details[open] button').click();
      await page.waitForURL(/categories=music/);
      await page.locator('.ev-h', { hasText: 'After the change' }).waitFor({ state: 'detached' });
      await page.goBack();
      await page.locator('.ev-h', { hasText: 'After the change' }).waitFor();
      await page.locator('.bar button[name=free]').click();
      await page.waitForURL(/free=true/);
      await page.goBack();
      await page.locator('.ev-h', { hasText: 'After the change' }).waitFor();
      const field = page.locator('main [type=search]').first();
      await field.pressSequentially('night', { delay: 20 });
      await page.waitForURL(/search=night/);
      await page.locator('.ev-h', { hasText: 'After the change' }).waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('document.activeElement.value'), 'night');
      assert.match(await page.title(), /night/);
      assert.match((await page.locator('#told').textContent()) ?? '', /night/);
      assert.equal(await page.evaluate('window.stayed'), true, 'the page was not loaded again');
      await assertAccessible(page);
      await page.goBack();
      await page.waitForURL((url) => url.search === '');
    });
  });

  test('keys lead through a month, and Page Down to the next one', async () => {
    await look('/events/month/2026-10/', {}, async (page) => {
      const link = page.locator('.mgrid a[href]', { hasText: 'Before the change' });
      await link.focus();
      await page.keyboard.press('Home');
      assert.equal(await page.evaluate("document.activeElement.closest('.mgrid') !== null"), true);
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.evaluate("document.activeElement.closest('.mgrid') !== null"), true);
      await page.keyboard.press('PageDown');
      await page.waitForURL(/month\/2026-11/);
    });
  });

  test('a place is asked for when that is pressed, and sent to about 100 metres', async () => {
    await look('/events/', {}, async (page) => {
      const context = page.context();
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 40.712776, longitude: -74.005974 });
      await page.locator('.bar [data-near]').click();
      await page.waitForURL(/geoloc_lat=40\.713&geoloc_lng=-74\.006/);
      await page.locator('.bar .chip.is-on', { hasText: 'Within 2 km' }).waitFor();
    });
  });

  test('links are copied', async () => {
    await look('/event/before-the-change/', {}, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('#share summary').click();
      await page.locator('#share [data-copy]').click();
      await page.locator('#told', { hasText: 'Copied' }).waitFor({ state: 'attached' });
      assert.equal(
        await page.evaluate('navigator.clipboard.readText()'),
        `${service.url}/event/before-the-change/`,
      );
    });
  });

  test('the system’s own sharing comes first where there is one, and leaves no gap where there is none', async () => {
    const address = `${service.url}/event/before-the-change/`;
    for (const has of [true, false]) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      await context.addInitScript(
        has
          ? 'navigator.share = async (data) => { globalThis.shared = data; }'
          : "Object.defineProperty(navigator, 'share', { value: undefined })",
      );
      const page = await context.newPage();
      await page.goto(address);
      await page.locator('#share summary').click();
      const lines = page.locator('#share li:visible');
      assert.deepEqual(
        (await lines.allTextContents()).map((text) => text.trim()),
        [...(has ? ['Share via…'] : []), 'Email'],
      );
      // At one moment: the menu still moves as it opens.
      const [lead = 0, height = 0] = await page.evaluate<number[]>(FIRST_LINE);
      assert.ok(lead < 12 && height >= 44, `${lead} ${height}`);
      if (has) {
        await page.getByRole('button', { name: 'Share via…' }).click();
        assert.deepEqual(await page.evaluate('shared'), { title: 'Before the change', url: address });
      }
      await context.close();
    }
  });

  test('a calendar and an event stand on a page of another site, as tall as they are', async () => {
    const { port, close } = await serveSite(
      await (await fetch(`${service.url}/embed.js`)).text().then(
        (script) => `${script};addEventListener('DOMContentLoaded', () => {
          document.body.innerHTML = '<kalends-calendar src="${service.url}/" filter="categories=music" lang="de"></kalends-calendar><kalends-event src="${service.url}/event/after-the-change/"></kalends-event>';
        });`,
      ),
    );
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`http://localhost:${port}/`);
      const [calendar, event] = [0, 1].map((at) => page.locator('iframe').nth(at));
      assert.ok(calendar && event);
      await calendar.contentFrame().getByText('Before the change').waitFor();
      assert.equal(await calendar.contentFrame().getByText('After the change').count(), 0);
      assert.equal(await calendar.contentFrame().locator('html').getAttribute('lang'), 'de');
      await event.contentFrame().getByRole('link', { name: 'After the change' }).waitFor();
      for (const frame of [calendar, event])
        assert.equal(await typefaceOf(frame.contentFrame().locator('h1')), 'Radio Canada');
      for (const [frame, first] of [
        [calendar, '480px'],
        [event, '180px'],
      ] as const)
        await page.waitForFunction(
          ([element, height]) =>
            element instanceof Object && Reflect.get(Reflect.get(element, 'style'), 'height') !== height,
          [await frame.elementHandle(), first],
        );
    } finally {
      await context.close();
      await close();
    }
  });

  test('the list and the map highlight each other', async () => {
    const venue = { venue: 'Pier', geo_lat: 40.7, geo_lng: -74 };
    const sent = {
      title: 'At the pier',
      start_date: '2026-10-31 09:00:00',
      end_date: '2026-10-31 10:00:00',
      venue,
    };
    (await service.as('admin').post('/events', sent)).expect(201);
    const map_outline = {
      type: 'LineString',
      coordinates: [
        [-74.1, 40.6],
        [-73.9, 40.8],
      ],
    };
    (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, { map_outline })).expect(200);
    await look('/events/map/', {}, async (page) => {
      await page.locator('.mp', { hasText: 'At the pier' }).hover();
      await page.locator('.mapsvg .pin.sel').waitFor();
      await page.locator('h1').hover({ force: true });
      await page.locator('.mapsvg .pin').focus();
      await page.locator('.mp.sel').waitFor();
    });
  });
});
