// Maps in a browser: they move, keep their place in the address, and ask nobody but whom the operator named.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TOWN_MAP } from '#transfer/seed/town-map.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits } from '../support/open-page.ts';
import { startProgramme } from '../support/programme/programme.ts';
import type { Service } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { shownPages } from '../support/shown-pages.ts';
import { tileArchive, tilePicture } from '../support/tile-archive.ts';

const OUTLINE = {
  type: 'LineString',
  coordinates: [
    [9.9, 53.5],
    [10.1, 53.6],
  ],
};
const DAY = '/events/map/2026-09-17/?geoloc_lat=53.549&geoloc_lng=9.982&geoloc_radius=20';
const MAP = '/events/map/?geoloc_lat=53.549&geoloc_lng=9.982&geoloc_radius=20';
/** Sums up how far anything on the page has moved by itself. */
const WATCH_SHIFTS = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: 'layout-shift' });`;

describe('maps in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let tiles: Server;
  let tilesAsked: string[] = [];

  before(async () => {
    service = await startProgramme();
    browser = await launch();
    tiles = createServer((request, response) => {
      tilesAsked.push(request.url ?? '');
      response.setHeader('Content-Type', 'image/png').end(tilePicture());
    });
    tiles.listen(0, '127.0.0.1');
    await once(tiles, 'listening');
  });
  afterEach(async () => {
    tilesAsked = [];
    await set({ map_tiles: TOWN_MAP, map_credit: null, map_outline: null });
  });
  after(async () => {
    await browser?.close();
    tiles?.closeAllConnections();
    tiles?.close();
    await service?.stop();
  });

  const set = async (settings: object) =>
    (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, settings)).expect(200);

  /** Opens a page, does something with it, and holds that it told the console nothing and asked no host but these. */
  async function look(
    address: string,
    work: (page: Page) => Promise<unknown>,
    { hosts = [], ...options }: BrowserContextOptions & { hosts?: string[] } = {},
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const told: string[] = [];
    const known = [service.url, ...hosts];
    page.on('console', (message) => {
      // Browsers advise those who read many pixels, as these tests do.
      const isAdvice = message.text().startsWith('Canvas2D: Multiple readback');
      if (!isAdvice && !message.location().url.endsWith('/favicon.ico')) told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!known.includes(origin) && protocol !== 'data:') told.push(`asks for ${request.url()}`);
    });
    try {
      await page.goto(service.url + address);
      await work(page);
      assert.deepEqual(told, []);
    } finally {
      await context.close();
    }
  }

  const living = (page: Page) => page.locator('.live:not(.is-coming)').waitFor();
  const hash = (page: Page) => new URL(page.url()).hash;
  const zoomOf = (page: Page) => Number(/^#([\d.]+)\//.exec(hash(page))?.[1]);
  /** Waits until something holds on a page; the page's policy lets no expression wait in it. */
  async function until(page: Page, holds: string): Promise<void> {
    while (!(await page.evaluate(holds))) await page.waitForTimeout(50);
  }
  const AT_REST = "!document.querySelector('.leaflet-zoom-anim, .leaflet-pan-anim')";
  async function moved(page: Page, before: string): Promise<string> {
    await until(page, `location.hash !== ${JSON.stringify(before)}`);
    // Until it has come to rest.
    let was: string;
    do {
      was = hash(page);
      await page.waitForTimeout(400);
      await until(page, AT_REST);
    } while (hash(page) !== was);
    return hash(page);
  }
  const pin = (page: Page, name: string) => page.locator('.live .pin').filter({ hasText: name });

  test('the drawn map stays until the living one is there, and nothing is shifted', async () => {
    await look(MAP, async (page) => {
      // Fonts that come may shift the list; the living map may not.
      const { promise: fontsAreThere, resolve } = Promise.withResolvers<void>();
      await page.route('**/assets/map-*.js', async (route) => {
        await fontsAreThere;
        await route.continue();
      });
      await page.reload();
      await page.evaluate('document.fonts.ready.then(() => true)');
      await page.evaluate(WATCH_SHIFTS);
      assert.ok(await page.locator('svg.mapsvg').isVisible());
      resolve();
      await living(page);
      assert.equal(await page.locator('svg.mapsvg').count(), 0);
      assert.equal(hash(page), '');
      assert.equal(await page.evaluate('window.shifted'), 0);
      assert.ok((await page.locator('.live .pin, .live .clus').count()) > 5);
      await assertAccessible(page);
    });
    await set({ map_tiles: null, map_outline: OUTLINE });
    await look(
      MAP,
      async (page) => {
        await page.locator('svg.mapsvg .pin').first().waitFor();
        assert.equal(await page.locator('.live, .map-z').count(), 0);
      },
      { javaScriptEnabled: false },
    );
  });

  test('it is dragged, zoomed by wheel, buttons and keys, and the address keeps the place', async () => {
    await look(MAP, async (page) => {
      await living(page);
      await page.mouse.move(1000, 300);
      await page.mouse.down();
      await page.mouse.move(900, 380, { steps: 5 });
      await page.mouse.up();
      let at = await moved(page, '');
      assert.match(at, /^#\d+(\.\d+)?\/53\.\d+\/(9|10)\.\d+$/);
      const first = zoomOf(page);
      await page.mouse.wheel(0, -240);
      at = await moved(page, at);
      assert.ok(zoomOf(page) > first);
      const byWheel = zoomOf(page);
      await page.getByRole('button', { name: 'Zoom out' }).click();
      at = await moved(page, at);
      assert.ok(zoomOf(page) < byWheel);
      await page.locator('.live').focus();
      await page.keyboard.press('ArrowRight');
      at = await moved(page, at);
      await page.keyboard.press('+');
      at = await moved(page, at);
      // The list has what the map shows.
      assert.match((await page.locator('.map-n').textContent()) ?? '', /in the visible area/);
      const shown = await page.locator('.mp:visible').count();
      assert.equal(await page.locator('.map-n b').textContent(), shown === 1 ? '1 event' : `${shown} events`);
      await page.reload();
      await living(page);
      assert.equal(hash(page), at);
      assert.equal(await page.locator('.mp:visible').count(), shown);
      await page.locator('.nav a').first().click();
      await until(page, "!document.querySelector('.mapv')");
      await page.goBack();
      await living(page);
      assert.equal(hash(page), at);
      await page.evaluate("location.hash = '#15/53.549/9.982'");
      await until(page, AT_REST);
      assert.equal(zoomOf(page), 15);
    });
  });

  test('list and map highlight each other, and the chosen event has a card', async () => {
    await look(MAP, async (page) => {
      await living(page);
      await page.locator('.mp', { hasText: 'Granary 4' }).first().hover();
      await page.locator('.live .pin.sel', { hasText: 'Granary 4' }).waitFor();
      assert.equal(await page.locator('.live .sel').count(), 1);
      await pin(page, 'Fish Market').focus();
      await page.locator('.mp.sel', { hasText: 'Fish Market' }).waitFor();
      assert.ok(await page.locator('.map-card').isHidden());
      await page.keyboard.press('Enter');
      const card = page.locator('.map-card');
      await card.waitFor();
      assert.match((await card.textContent()) ?? '', /Fish Market, .*away/);
      assert.match((await card.locator('a').getAttribute('href')) ?? '', /\/event\//);
      await assertAccessible(page);
      await card.getByRole('button', { name: 'Close' }).click();
      assert.ok(await card.isHidden());
      assert.match(String(await page.evaluate('document.activeElement.textContent')), /Fish Market/);
      // A cluster opens.
      const before = await page.locator('.live .clus').count();
      assert.ok(before > 0);
      const at = hash(page);
      await page.locator('.live .clus').first().click();
      await moved(page, at);
      assert.ok((await page.locator('.live .pin').count()) > 0);
    });
  });

  test('tiles come from the host that the operator named, and from no other', async () => {
    const host = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
    const credit = '© OpenStreetMap contributors';
    await set({ map_tiles: `${host}/{z}/{x}/{y}.png`, map_credit: credit });
    // From the list too, whose policy the page then has.
    await look(
      '/events/',
      async (page) => {
        await page.locator('.views a', { hasText: 'Map' }).click();
        await living(page);
        await page.locator('.leaflet-tile-loaded').first().waitFor();
        assert.equal(await page.locator('.map-credit').textContent(), credit);
        await assertAccessible(page);
      },
      { hosts: [host] },
    );
    assert.ok(tilesAsked.length > 4);
    for (const url of tilesAsked) assert.match(url, /^\/\d+\/\d+\/\d+\.png$/);
  });

  test('tiles of a PMTiles file are painted, with what it says of itself and an outline above', async () => {
    writeFileSync(path.join(service.data, 'city.pmtiles'), tileArchive());
    const line = {
      type: 'LineString',
      coordinates: [
        [9.9, 53.5],
        [10.1, 53.6],
      ],
    };
    await set({ map_tiles: 'city.pmtiles', map_outline: line });
    for (const address of [MAP, '/venue/granary-4/'])
      await look(address, async (page) => {
        const whole: string[] = [];
        page.on('response', (response) => {
          if (response.url().endsWith('.pmtiles') && response.status() !== 206) whole.push(response.url());
        });
        await page.locator('.map-m, .v-map').scrollIntoViewIfNeeded();
        await living(page);
        await page.locator('canvas.leaflet-tile-loaded').first().waitFor();
        const painted = await page.evaluate(
          "[...document.querySelector('canvas.leaflet-tile-loaded').getContext('2d').getImageData(9, 9, 1, 1).data].join()",
        );
        assert.equal(painted, '208,208,208,255');
        assert.equal(await page.locator('.map-credit').textContent(), 'Tile makers');
        assert.equal(await page.locator('.live path.g-line').count(), 1);
        assert.deepEqual(whole, []);
      });
  });

  test('a page longer than the window scrolls over a small map, which takes the wheel with Ctrl', async () => {
    await look('/venue/granary-4/', async (page) => {
      await page.locator('.v-map').scrollIntoViewIfNeeded();
      await living(page);
      const box = await page.locator('.live').boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 40, box.y + 40);
      const before = await page.evaluate('scrollY');
      const SCALE =
        "[...document.querySelectorAll('.v-map .leaflet-tile')].map((tile) => tile.style.transform).join()";
      const scale = () => page.evaluate(SCALE);
      const drawn = await scale();
      await page.mouse.wheel(0, -60);
      await until(page, `scrollY !== ${before}`);
      await page.locator('.map-hint', { hasText: 'Hold Ctrl' }).waitFor();
      assert.equal(await scale(), drawn);
      await page.locator('.v-map [data-zoom=in]').click();
      await until(page, `${SCALE} !== ${JSON.stringify(drawn)}`);
      assert.equal(hash(page), '');
      await assertAccessible(page);
    });
  });

  test('on a phone two fingers zoom, one scrolls the page, and a touch chooses', async () => {
    await look(
      MAP,
      async (page) => {
        await living(page);
        const session = await page.context().newCDPSession(page);
        const touch = (type: string, points: [number, number][]) =>
          session.send('Input.dispatchTouchEvent', {
            type: type as 'touchStart',
            touchPoints: points.map(([x, y], id) => ({ x, y, id })),
          });
        const box = await page.locator('.live').boundingBox();
        assert.ok(box);
        const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        const fingers = (apart: number): [number, number][] => [
          [middle.x - apart, middle.y],
          [middle.x + apart, middle.y],
        ];
        await touch('touchStart', fingers(30));
        for (const apart of [50, 70, 90, 110]) await touch('touchMove', fingers(apart));
        await touch('touchEnd', []);
        await moved(page, '');
        const top = await page.evaluate('scrollY');
        await touch('touchStart', [[middle.x, middle.y]]);
        for (const up of [20, 60, 100, 140]) await touch('touchMove', [[middle.x, middle.y - up]]);
        await touch('touchEnd', []);
        await until(page, `scrollY > ${top}`);
        await page.evaluate('scrollTo(0, 0)');
        await page.evaluate("location.hash = '#14/53.549/9.982'");
        await until(page, AT_REST);
        await page.locator('.live .pin').first().tap();
        await page.locator('.map-card').waitFor();
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    );
  });

  test('it asks where the visitor is only when that is pressed', async () => {
    const geolocation = { latitude: 53.5501, longitude: 9.9812 };
    await look(
      '/events/map/',
      async (page) => {
        await living(page);
        assert.equal(await page.locator('.live .me').count(), 0);
        await page.locator('.map-z [data-near]').click();
        await page.locator('.live .me').waitFor();
        assert.equal(new URL(page.url()).searchParams.get('geoloc_lat'), '53.550');
      },
      { geolocation, permissions: ['geolocation'] },
    );
  });

  /** Records what is written on canvases, and where. */
  const WATCH_NAMES = `window.written = []; {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      written.push(text);
      return fillText.call(this, text, x, y);
    };
  }`;
  /** Returns the colour of the ground at a position, as numbers, and those of the page's tokens. */
  const groundAt = (lat: number, lng: number) => `(() => {
    const [zoom, atLat, atLng] = location.hash.slice(1).split('/').map(Number);
    const live = document.querySelector('.live').getBoundingClientRect();
    const world = 256 * 2 ** zoom;
    const y = (degrees) => {
      const sine = Math.sin((degrees * Math.PI) / 180);
      return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world;
    };
    const left = live.x + live.width / 2 + ((${lng} - atLng) / 360) * world;
    const top = live.y + live.height / 2 + y(${lat}) - y(atLat);
    for (const canvas of document.querySelectorAll('canvas.leaflet-tile-loaded')) {
      const box = canvas.getBoundingClientRect();
      if (left < box.left || left >= box.right || top < box.top || top >= box.bottom) continue;
      const scale = canvas.width / box.width;
      const at = [Math.floor((left - box.left) * scale), Math.floor((top - box.top) * scale)];
      return [...canvas.getContext('2d').getImageData(...at, 1, 1).data].join();
    }
    return '';
  })()`;
  /** Returns a token's colour as a canvas paints it. */
  const tokenColour = (token: string) => `(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(${token})';
    document.querySelector('.live').append(probe);
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].join();
  })()`;

  test('vector tiles are painted in the colours of the page, by day and by night, with names in its language', async () => {
    for (const [language, theme, width, name] of [
      ['en', 'light', 1440, 'Cemetery'],
      ['de', 'dark', 1440, 'Friedhof'],
      ['es', 'light', 390, 'Cementerio'],
    ] as const) {
      const options = {
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce' as const,
        ...(width === 390 ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
      };
      await look(
        `/${language}${MAP}#14/53.5455/9.998`,
        async (page) => {
          await page.addInitScript(WATCH_NAMES);
          await page.reload();
          await living(page);
          await until(page, `${groundAt(53.5358, 9.9882)} === ${tokenColour('--k-water')}`);
          await until(page, `written.includes(${JSON.stringify(name)})`);
          // Beyond the file's last zoom it is as sharp.
          await page.evaluate("location.hash = '#17/53.5365/9.988'");
          await until(page, `${groundAt(53.5372, 9.9872)} === ${tokenColour('--k-park')}`);
          await assertAccessible(page);
        },
        options,
      );
    }
    // Another scheme is painted anew.
    await look(MAP, async (page) => {
      await living(page);
      await page.evaluate("location.hash = '#14/53.548/9.97'");
      await until(page, AT_REST);
      await page.emulateMedia({ colorScheme: 'dark' });
      await until(page, `${groundAt(53.547, 9.978)} === ${tokenColour('--k-water')}`);
    });
  });

  test('names lie on no pin and on no other name, whichever pin is chosen', async () => {
    const OVERLAPS = `(() => {
      const seen = (one) => one.offsetParent !== null || one instanceof SVGElement;
      const boxOf = (one) => one.getBoundingClientRect();
      const names = [...document.querySelectorAll('.live :is(.pin-n, .ring-n span, .district span)')].filter(seen);
      const pins = [...document.querySelectorAll('.live :is(.pin-b, .clus-o)')];
      const found = [];
      for (const [at, name] of names.entries())
        for (const other of [...names.slice(at + 1), ...pins]) {
          if (other.closest('.pin') === name.closest('.pin') && name.closest('.pin')) continue;
          const [a, b] = [boxOf(name), boxOf(other)];
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 1) found.push(name.textContent + ' on ' + (other.textContent || 'a pin'));
        }
      return found;
    })()`;
    /** Finds ink of names on the ground where a pin or its name is. */
    const INK = `(() => {
      const canvas = document.querySelector('.map-names');
      if (!canvas) return [];
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const context = canvas.getContext('2d');
      return [...document.querySelectorAll('.live :is(.pin-n, .ring-n span, .pin-b)')].filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        if (width < 1 || left < box.left || top < box.top) return false;
        const part = [left - box.left, top - box.top, width, height].map((pixels) => Math.round(pixels * scale));
        return context.getImageData(...part).data.some((value, at) => at % 4 === 3 && value > 128);
      }).map((one) => one.textContent || 'a pin');
    })()`;
    for (const ground of [
      { map_tiles: null, map_outline: OUTLINE },
      { map_tiles: TOWN_MAP, map_outline: null },
    ]) {
      await set(ground);
      await look(
        DAY,
        async (page) => {
          await living(page);
          for (const zoom of [13, 14, 16]) {
            await page.evaluate(`location.hash = '#${zoom}/53.549/9.982'`);
            await until(page, "document.querySelector('.live .pin') !== null");
            assert.deepEqual(await page.evaluate(OVERLAPS), [], `zoom ${zoom}`);
            for (const row of await page.locator('.mp:visible').all()) {
              await row.hover();
              assert.deepEqual(await page.evaluate(OVERLAPS), [], `zoom ${zoom}, ${await row.textContent()}`);
            }
            assert.deepEqual(await page.evaluate(INK), [], `zoom ${zoom}`);
          }
        },
        { reducedMotion: 'reduce' },
      );
    }
  });

  test('without a ground the list by district is accessible and fits, and tells administrators alone why', async () => {
    await set({ map_tiles: null });
    const { address = '' } = shownPages.find(({ name }) => name === 'map-list') ?? {};
    for (const [language, { width, theme }] of [
      ['en', { width: 1440, theme: 'light' }],
      ['de', { width: 390, theme: 'dark' }],
      ['es', { width: 820, theme: 'light' }],
    ] as const)
      await look(
        `/${language}${address}`,
        async (page) => {
          await page.locator('.pl').first().waitFor();
          assert.equal(await page.locator('.mapsvg, .live').count(), 0);
          assert.equal(await page.locator('.pl-n').count(), 0);
          await assertFits(page);
          await assertAccessible(page);
        },
        { viewport: { width, height: 900 }, colorScheme: theme },
      );
    const visitor = new TestBrowser(service);
    for (const [role, count] of [
      ['admin', 1],
      ['editor', 0],
    ] as const) {
      await visitor.signIn(role);
      const context = await browser.newContext();
      try {
        for (const pair of visitor.cookie.split('; ')) {
          const at = pair.indexOf('=');
          await context.addCookies([
            { name: pair.slice(0, at), value: pair.slice(at + 1), url: service.url },
          ]);
        }
        await context.addInitScript(`localStorage.setItem('kalends.editor', '1')`);
        const page = await context.newPage();
        await page.goto(`${service.url}/events/map/`);
        await page.locator('.top-e').waitFor();
        if (count === 1) {
          await page.locator('.pl-n').waitFor();
          assert.equal(await page.locator('.pl-n a').getAttribute('href'), '/admin/settings#se-map');
          await assertAccessible(page);
        } else {
          await page.waitForLoadState('networkidle');
          assert.equal(await page.locator('.pl-n').count(), 0);
        }
      } finally {
        await context.close();
      }
    }
  });

  test('a map of a file shows no empty plane where no script runs', async () => {
    for (const address of [
      '/events/map/',
      '/venue/granary-4/',
      '/event/season-opening-nielsen-grieg-madetoja/2026-09-17/',
    ])
      await look(
        address,
        async (page) => {
          assert.ok((await page.locator('.mapsvg').count()) > 0, address);
          assert.equal(await page.locator('.mapsvg:visible').count(), 0, address);
        },
        { javaScriptEnabled: false },
      );
  });
});
