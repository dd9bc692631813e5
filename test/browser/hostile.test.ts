import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { fillHostile, HAS_RUN, hostile, hostileAddress, hostilePicture } from '../support/hostile.ts';
import { type Service, startService } from '../support/service.ts';

/* Scripts in every text run nowhere, though the policy that would stop them is set aside. */

describe('hostile texts in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  const paths = [
    '/',
    '/de/',
    '/events/list/?eventDisplay=past',
    '/events/month/',
    '/events/week/',
    '/events/today/',
    '/events/map/',
  ];

  before(async () => {
    service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'UTC' });
    const made = Object.values(await fillHostile(service));
    for (const one of made) paths.push(String(one.at('url')).replace(service.url, ''));
    for (const name of ['search', 'categories', 'tags', 'venue', 'tribe-bar-date', 'accessibility'])
      paths.push(`/events/list/?${name}=${encodeURIComponent(hostile('Asked'))}`);
    paths.push(`/${encodeURIComponent(hostile('Path').replaceAll('/', ''))}/`, '/docs');
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('run on no page', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    let asked = 0;
    page.on('dialog', () => asked++);
    for (const path of paths) {
      await page.goto(service.url + path);
      assert.equal(await page.evaluate(HAS_RUN), false, path);
    }
    assert.equal(asked, 0);
    await context.close();
  });

  test('are no addresses, and no pictures', async () => {
    const admin = service.as('admin');
    for (const imprint_url of ['javascript:alert(1)', 'data:text/html,x', hostileAddress])
      (await admin.post(`${service.url}/kalends/v1/settings`, { imprint_url })).expect(400);
    const form = new FormData();
    form.set('file', new Blob([hostilePicture], { type: 'image/svg+xml' }), 'logo.svg');
    const refused = await admin.post(`${service.url}/wp/v2/media`, form);
    assert.ok(refused.status >= 400 && refused.status < 500, String(refused.status));
    form.set('file', new Blob([hostilePicture], { type: 'image/png' }), 'logo.png');
    assert.ok((await admin.post(`${service.url}/wp/v2/media`, form)).status >= 400);
  });
});
