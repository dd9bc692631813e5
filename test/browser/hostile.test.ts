import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { type Service, startService } from '../support/service.ts';

/* Scripts in every text run nowhere, though the policy that would stop them is set aside. */

const RUN = 'document.documentElement.dataset.ran=1';
/** Markup that runs wherever a text isn't escaped: in elements, attributes, scripts, styles and addresses. */
const hostile = (name: string) =>
  `${name}</title></style></textarea>"'><svg onload=${RUN}><img src=x onerror=${RUN}></script><script>${RUN}</script>\u2028<a href="javascript:${RUN}">x</a>`;
const ADDRESS = 'https://example.org/"><script>document.documentElement.dataset.ran=1</script>';

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
    const admin = service.as('admin');
    (await admin.post(`${service.url}/kalends/v1/settings`, { name: hostile('Site') })).expect(200);
    const texts = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, hostile(name)]));
    const category = (await admin.post('/categories', texts(['name', 'description']))).expect(201);
    const tag = (await admin.post('/tags', texts(['name', 'description']))).expect(201);
    const venueTexts = [
      'venue',
      'description',
      'excerpt',
      'address',
      'city',
      'zip',
      'country',
      'province',
      'phone',
      'district',
    ];
    const venue = (await admin.post('/venues', { ...texts(venueTexts), geo_lat: 1, geo_lng: 1 })).expect(201);
    const organizer = (await admin.post('/organizers', texts(['organizer', 'description', 'phone']))).expect(
      201,
    );
    const fields = {
      ...texts(['title', 'description', 'excerpt', 'cost', 'event_status_reason', 'accessibility_note']),
      event_status: 'postponed',
      categories: [category.id()],
      tags: [tag.id()],
      venue: venue.id(),
      organizer: [organizer.id()],
      tickets: [{ name: `"><img src=x onerror=${RUN}><script>${RUN}</script>`, price: 5 }],
      featured: true,
    };
    const dates = { start_date: '2026-11-20 20:00:00', end_date: '2026-11-20 21:00:00' };
    const event = (await admin.post('/events', { ...fields, ...dates })).expect(201);
    const over = { start_date: '2026-11-19 20:00:00', end_date: '2026-11-19 21:00:00' };
    (await admin.post('/events', { ...fields, ...over })).expect(201);
    const series = { ...fields, ...dates, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
    const repeated = (await admin.post('/events', series)).expect(201);
    const locked = (await admin.post('/events', { ...fields, ...dates, password: 'sesame' })).expect(201);
    for (const made of [event, repeated, locked, venue, organizer, category, tag])
      paths.push(String(made.at('url')).replace(service.url, ''));
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
      const ran: unknown = await page.evaluate('document.documentElement.dataset.ran ?? ""');
      assert.equal(ran, '', path);
      const links: unknown = await page.evaluate(
        `[...document.querySelectorAll('[href],[src],[action]')].filter((one) => /^\\s*(javascript|data:text)/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action'))).length`,
      );
      assert.equal(links, 0, path);
    }
    assert.equal(asked, 0);
    await context.close();
  });

  test('are no addresses, and no pictures', async () => {
    const admin = service.as('admin');
    for (const imprint_url of ['javascript:alert(1)', 'data:text/html,x', ADDRESS])
      (await admin.post(`${service.url}/kalends/v1/settings`, { imprint_url })).expect(400);
    const form = new FormData();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`;
    form.set('file', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg');
    const refused = await admin.post(`${service.url}/wp/v2/media`, form);
    assert.ok(refused.status >= 400 && refused.status < 500, String(refused.status));
    form.set('file', new Blob([svg], { type: 'image/png' }), 'logo.png');
    assert.ok((await admin.post(`${service.url}/wp/v2/media`, form)).status >= 400);
  });
});
