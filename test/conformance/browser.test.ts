// The interface as scripts of other sites see it, in Chromium: two origins are two names of this machine.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { apiFetchScript, launch, serveSite, withoutBrowser } from '../support/browser.ts';
import { makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

type Options = Record<string, unknown>;
type Outcome = { value?: unknown; error?: { code?: string; message?: string } };

/** What the scripts in a page use. */
declare global {
  var wp: {
    apiFetch: ((options: Options) => Promise<unknown>) &
      Record<string, (text: string) => unknown> & { use(one: unknown): void };
  };
}

describe('other origins, in Chromium', { skip: withoutBrowser }, () => {
  let service: Service;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let browser: Browser;
  let event: number;

  before(async () => {
    site = await serveSite(await apiFetchScript());
    service = await startService({
      clock: '2026-11-20T18:00:00Z',
      env: { KALENDS_CORS_ORIGINS: `http://localhost:${site.port}` },
    });
    await people(service);
    event = (await makeEvent(service.as('admin'), { title: 'Concert' })).id();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await site?.close();
  });

  /** A page of the listed origin, or of one that no setting names. */
  async function open(name: 'localhost' | '127.0.0.1'): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://${name}:${site.port}/`);
    await page.evaluate((root) => {
      wp.apiFetch.use(wp.apiFetch['createRootURLMiddleware']?.(root));
    }, `${service.url}/wp-json/`);
    return page;
  }

  const fetchIn = (page: Page, options: Options): Promise<Outcome> =>
    page.evaluate(async (asked) => {
      try {
        return { value: await wp.apiFetch(asked) };
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        return { error: { ...(code ? { code } : {}), ...(message ? { message } : {}) } };
      }
    }, options);
  const authorization = () => `Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`;

  for (const name of ['localhost', '127.0.0.1'] as const)
    test(`@wordpress/api-fetch reads as it is, from ${name}`, async () => {
      const page = await open(name);
      // From a kept answer, from the browser's own memory with a condition, and after a preflight.
      for (const headers of [{}, {}, { 'X-WP-Nonce': 'abc' }, { 'If-None-Match': '"x"' }]) {
        const path = `/tribe/events/v1/events/${event}`;
        const { value, error } = await fetchIn(page, { path, headers });
        assert.equal((value as { title?: string })?.title, 'Concert', JSON.stringify(error));
      }
      const missing = await fetchIn(page, { path: '/tribe/events/v1/events/987654' });
      assert.equal(missing.error?.code, 'rest-event-not-found');
      const write = await fetchIn(page, {
        path: '/tribe/events/v1/events',
        method: 'POST',
        data: { title: 'x' },
      });
      assert.equal(write.error?.code, 'rest_missing_callback_param');
      const shown = await page.evaluate(async (url) => {
        const answer = await fetch(url, { credentials: 'include' });
        return ['X-TEC-Total', 'ETag', 'Link', 'Allow'].map((header) => answer.headers.has(header));
      }, `${service.url}/wp-json/tribe/events/v1/events`);
      assert.deepEqual(shown, [true, true, true, true]);
      await page.context().close();
    });

  test('with credentials it writes from an origin of the settings', async () => {
    const page = await open('localhost');
    const headers = { Authorization: authorization() };
    const made = await fetchIn(page, {
      path: '/tribe/events/v1/events',
      method: 'POST',
      headers,
      data: { title: 'Made there', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' },
    });
    const { id } = made.value as { id: number };
    const path = `/tribe/events/v1/events/${id}`;
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const changed = await fetchIn(page, { path, method, headers, data: { title: method } });
      assert.equal((changed.value as { id?: number })?.id, id, JSON.stringify(changed));
    }
    const refused = await fetchIn(page, { path, headers: { Authorization: 'Bearer wrong' } });
    assert.equal(refused.error?.code, 'rest_invalid_token');
    await page.context().close();
  });

  test('from others it sees no answer to credentials, unless it sends no cookies along', async () => {
    const page = await open('127.0.0.1');
    const path = `/tribe/events/v1/events/${event}`;
    const headers = { Authorization: authorization() };
    const hidden = await fetchIn(page, { path, headers });
    assert.equal(hidden.value, undefined);
    assert.match(String(hidden.error?.code), /fetch_error|offline_error/);
    const seen = await fetchIn(page, { path, headers, credentials: 'omit' });
    assert.equal((seen.value as { title?: string })?.title, 'Concert');
    await page.context().close();
  });

  test('forms and opaque requests of other sites write nothing', async () => {
    const page = await open('127.0.0.1');
    const status = async (path: string, method: string) => {
      const fields = '<input name="_method" value="DELETE"><input name="title" value="x">';
      await page.setContent(
        `<form action="${service.url}${path}" method="${method}">${fields}<button></form>`,
      );
      const [answer] = await Promise.all([page.waitForNavigation(), page.click('button')]);
      await page.goto(`http://127.0.0.1:${site.port}/`);
      return answer?.status();
    };
    assert.equal(await status('/wp-json/tribe/events/v1/events', 'POST'), 403);
    assert.equal(await status(`/wp-json/tribe/events/v1/events/${event}`, 'GET'), 403);
    const answer = page.waitForResponse((one) => one.url().endsWith('/venues'));
    await page.evaluate(
      (url) =>
        fetch(url, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ venue: 'x' }) }).then(
          () => {},
        ),
      `${service.url}/wp-json/tribe/events/v1/venues`,
    );
    assert.equal((await answer).status(), 403);
    await page.context().close();
  });

  test('answers are shown in no frame of another site', async () => {
    const page = await open('127.0.0.1');
    for (const path of ['/', '/wp-json/tribe/events/v1/events', '/nowhere']) {
      const blocked = page.waitForEvent('console', (one) => /frame-ancestors/.test(one.text()));
      await page.setContent(`<iframe src="${service.url}${path}"></iframe>`);
      assert.ok(await blocked, path);
    }
    await page.context().close();
  });
});
