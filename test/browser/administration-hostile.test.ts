import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { shownScreens } from '../support/administration-screens.ts';
import { launch, withoutBrowser } from '../support/browser.ts';
import type { Answer } from '../support/client.ts';
import { fillHostile, HAS_RUN, hostile, hostileName } from '../support/hostile.ts';
import { passwordOf } from '../support/passwords.ts';
import { photo } from '../support/pictures.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { workFor } from '../support/submissions.ts';

/* Whatever others have written runs nowhere in the administration, though the policy that would stop it is set aside. */

describe('the administration among hostile people', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let visitor: TestBrowser;
  let proposal = '';
  const addresses: string[] = [];

  before(async () => {
    service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'UTC' });
    await people(service);
    const items = await fillHostile(service);
    const admin = service.as('admin');
    const ours = (path: string) => `${service.url}/kalends/v1${path}`;
    for (const [kind, id] of [
      ['events', items.event.id()],
      ['venues', items.venue.id()],
      ['categories', items.category.id()],
    ] as const)
      (await admin.put(`/${kind}/${id}?translation_language=de`, textsOf(kind))).expect(200);
    (await admin.post('/venues', { venue: hostile('Site'), address: hostile('address') })).expect(201);
    const form = new FormData();
    form.set('file', new File([photo], 'photo"><script>1</script>.png', { type: 'image/png' }));
    for (const name of ['title', 'alt_text', 'caption']) form.set(name, hostile(name));
    (await admin.post(ours('/media'), form)).expect(201);
    (await admin.post(ours('/users/3/tokens'), { name: hostileName('Token'), ...withPassword })).expect(201);
    (await admin.put(ours('/users/3'), { name: hostileName('Author') })).expect(200);
    (await admin.post(ours('/settings'), { submissions: true })).expect(200);
    proposal = new URL(String((await propose(service)).expect(201).at('url'))).pathname;
    visitor = new TestBrowser(service);
    await visitor.signIn('admin');
    for (const { address, by } of shownScreens) if (by !== null) addresses.push(address);
    for (const item of [items.event, items.series, items.locked])
      addresses.push(`/admin/events/${item.id()}`);
    addresses.push(
      `/admin/venues?open=${items.venue.id()}`,
      `/admin/organizers?open=${items.organizer.id()}`,
    );
    addresses.push(
      `/admin/history?kind=event&id=${items.event.id()}`,
      `/admin/events?q=${encodeURIComponent(hostile('q'))}`,
    );
    addresses.push(`/admin/${encodeURIComponent(hostile('path').replaceAll('/', ''))}`);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('runs nothing that they have written', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    for (const pair of visitor.cookie.split('; ')) {
      const at = pair.indexOf('=');
      await context.addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url: service.url }]);
    }
    const page = await context.newPage();
    let asked = 0;
    page.on('dialog', () => asked++);
    for (const address of addresses) {
      await page.goto(service.url + address, { waitUntil: 'networkidle' });
      assert.equal(await page.evaluate(HAS_RUN), false, address);
    }
    assert.equal(asked, 0);
    // An address may hold what a link to it would take for further recipients.
    await page.goto(`${service.url}/admin/submissions`);
    const mail = await page.locator('a[href^="mailto:"]').first().getAttribute('href');
    assert.equal(mail, 'mailto:someone%3Fbcc%3Devil%26body%3Dx@example.org');
    await context.close();
  });

  test('is shown in no frame of anybody', async () => {
    for (const [address, ancestors] of [
      ...addresses.map((one) => [one, 'none'] as const),
      ...shownScreens.map((one) => [one.address, 'none'] as const),
      ['/submit', 'self'],
      [proposal, 'self'],
    ] as const) {
      const { headers } = await visitor.send('GET', address, undefined, { accept: 'text/html' });
      const policy = headers['content-security-policy'] ?? '';
      assert.ok(policy.includes(`frame-ancestors '${ancestors}'`), address);
      assert.match(policy, /default-src 'none'.*base-uri 'none'/, address);
      assert.doesNotMatch(policy, /unsafe|script-src [^;]*(\*|https:|data:)/, address);
      assert.match(headers['cache-control'] ?? '', /no-store/, address);
      assert.match(
        headers['referrer-policy'] ?? '',
        address === '/submit' ? /./ : /^(same-origin|no-referrer)$/,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff', address);
    }
    const page = await browser.newPage();
    await page.route('https://elsewhere.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${service.url}/admin/sign-in"></iframe>`,
      }),
    );
    await page.goto('https://elsewhere.example/', { waitUntil: 'networkidle' });
    const framed = page.frames().find((frame) => frame.parentFrame() !== null);
    assert.equal(await framed?.locator('form').count(), 0);
    await page.close();
  });
});

const withPassword = { current_password: passwordOf('admin') };

const textsOf = (kind: 'events' | 'venues' | 'categories'): object => ({
  [kind === 'events' ? 'title' : kind === 'venues' ? 'venue' : 'name']: hostile('Titel'),
  description: hostile('Text'),
});

/** Proposes an event whose every text is hostile. */
async function propose(service: Service): Promise<Answer> {
  const { anonymous, url } = service;
  return anonymous.post(`${url}/kalends/v1/submissions`, {
    ...(await workFor(anonymous, url)),
    title: hostileName('Title'),
    description: hostile('Description'),
    start_date: '2026-12-20 20:00:00',
    end_date: '2026-12-20 22:00:00',
    contact_name: hostileName('Name'),
    contact_email: 'someone?bcc=evil&body=x@example.org',
  });
}
