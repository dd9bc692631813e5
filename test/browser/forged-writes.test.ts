import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { openCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

/* What others have written makes an administrator who is signed in write nothing, looked at or clicked (contract D49). */

/** A write: method, path below a base, and parameters. */
type Write = readonly [method: string, path: string, parameters: string];

/** Returns the addresses by which a browser might ask for a write, with any method on the wire. */
function addressesOf(service: Service, [method, path, parameters]: Write): string[] {
  const query = [parameters, `_method=${method}`].filter(Boolean).join('&');
  const encoded = query.replace('_method', '%5Fmethod');
  const alias = path.replace('/calendar/', '/tribe/');
  const { host } = new URL(service.url);
  return [
    `${path}?${query}`,
    `${service.url}/wp-json${alias}?${encoded}`,
    `//${host}/de${path}/?${query}`,
    `/de/wp-json${path}?_method=${method.toLowerCase()}&${parameters}`,
    `/?rest_route=${path}&${query}`,
    `${service.url}/?rest_route=${encodeURIComponent(alias)}&${encoded}`,
    `/wp-json/?rest_route=${path}&${query}`,
    `/es/?rest_route=${path}&${query}`,
    `/index.php?rest_route=${path}&${query}`,
  ];
}

/** Makes markup of an address, as an attribute has it. */
type Carrier = (address: string) => string;

const named = (name: string, attributes: string, content?: string): string =>
  `<${name} ${attributes}>${content === undefined ? '' : `${content}</${name}>`}`;

/** What the markup of an author may have that loads something or leads somewhere. */
const allowed: readonly Carrier[] = [
  (to) => named('img', `src="${to}"`),
  (to) => named('img', `srcset="${to.replaceAll(',', '%2C')} 1x"`),
  (to) => named('picture', '', `<source srcset="${to.replaceAll(',', '%2C')}"><img src="/x">`),
  (to) => named('audio', `src="${to}" preload="auto"`, ''),
  (to) => named('audio', 'preload="auto"', `<source src="${to}">`),
  (to) => named('video', `src="${to}" preload="auto" muted`, ''),
  (to) => named('video', 'preload="auto"', `<source src="${to}" type="video/mp4">`),
  (to) => named('video', `poster="${to}"`, ''),
  (to) => named('a', `href="${to}"`, 'Read on'),
  (to) => named('a', `href="${to}" download`, 'Take it'),
  (to) => named('a', `href="${to}" target="_blank" rel="opener"`, 'Open event'),
  (to) => named('blockquote', `cite="${to}"`, 'Said'),
  (to) => named('q', `cite="${to}"`, 'said'),
  (to) => named('del', `cite="${to}"`, 'gone'),
  (to) => named('ins', `cite="${to}"`, 'new'),
];

/** What no author may have, and a calendar may hold from before it was refused. */
const refused: readonly Carrier[] = [
  (to) => named('video', 'muted', `<track default kind="subtitles" src="${to}">`),
  (to) => named('iframe', `src="${to}"`, ''),
  (to) => named('object', `data="${to}"`, ''),
  (to) => named('embed', `src="${to}"`),
  (to) => named('input', `type="image" src="${to}"`),
  (to) => named('form', `action="${to}" method="post"`, '<button>Send</button>'),
  (to) => named('form', `action="${to}" method="get"`, '<button>Look</button>'),
  (to) => named('form', '', `<button formaction="${to}" formmethod="post">Send</button>`),
  (to) => named('link', `rel="stylesheet" href="${to}"`),
  (to) => named('link', `rel="prefetch" href="${to}"`),
  (to) => named('link', `rel="modulepreload" href="${to}"`),
  (to) => named('link', `rel="preload" as="font" crossorigin href="${to}"`),
  (to) => named('link', `rel="manifest" href="${to}"`),
  (to) => named('img', `crossorigin src="${to}"`),
  (to) => named('svg', '', `<image href="${to}"/><use href="${to}#x"/>`),
  (to) => named('p', `style="background:url('${to}')"`, 'x'),
  (to) => named('table', `background="${to}"`, ''),
  (to) => named('a', `href="#there" ping="${to}"`, 'Ping'),
  (to) => named('script', `src="${to}"`, ''),
  (to) => named('script', `type="module" src="${to}"`, ''),
  (to) => named('style', '', `@import "${to.replaceAll('&amp;', '&')}";`),
];

const carriers: readonly Carrier[] = [...allowed, ...refused];
const inAttribute = (address: string) => address.replaceAll('&', '&amp;');

/** Has scripts of the page answer a click on all links, and nothing else; returns how many they would have followed. */
const CLICK_ALL = `(() => {
  let followed = 0;
  const count = (event) => { if (event.defaultPrevented) followed++; event.preventDefault(); };
  addEventListener('click', count);
  for (const link of document.querySelectorAll('[data-authored] a')) link.click();
  removeEventListener('click', count);
  return followed;
})()`;

describe('a signed-in administrator among forged addresses', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let context: BrowserContext;
  const writes: Write[] = [];
  let victim = 0;

  before(async () => {
    service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'UTC' });
    await people(service);
    const admin = service.as('admin');
    victim = (await makeEvent(admin, { title: 'Concert' })).id();
    (await admin.patch(`/events/${victim}`, { title: 'The concert' })).expect(200);
    const history = (await admin.get(`${service.url}/kalends/v1/history`)).expect(200);
    const entry = history.at('history.0.id');
    const author = (await admin.get(`${service.url}/kalends/v1/users`))
      .rows('users')
      .find(({ role }) => role === 'author')?.['id'];
    const events = '/calendar/events/v1/events';
    writes.push(
      ['PATCH', `/kalends/v1/users/${author}`, 'role=administrator'],
      ['POST', '/kalends/v1/users', 'login=mallory&role=administrator&password=long+enough+for+it'],
      ['DELETE', `/kalends/v1/users/${author}`, ''],
      ['POST', '/kalends/v1/users/1/tokens', 'name=x&scope=admin'],
      ['POST', '/kalends/v1/invitations', 'role=administrator'],
      ['PATCH', '/kalends/v1/settings', 'name=Pwned'],
      ['POST', `/kalends/v1/history/${entry}/undo`, ''],
      ['DELETE', `${events}/${victim}`, ''],
      ['PUT', `${events}/${victim}`, 'title=Pwned'],
      ['POST', events, 'title=Pwned&start_date=2026-12-01&end_date=2026-12-02'],
      ['DELETE', '/kalends/v1/sessions', ''],
    );
    const visitor = new TestBrowser(service);
    await visitor.signIn('admin');
    browser = await launch();
    context = await browser.newContext();
    const [, value = ''] = visitor.cookie.split('=');
    await context.addCookies([{ name: 'kalends-session', value, url: service.url }]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Digests of all that those writes would change. */
  async function state(): Promise<Record<string, string>> {
    const admin = service.as('admin');
    const ours = ['users', 'users/1/tokens', 'invitations', 'settings', 'history', 'sessions'];
    const paths = ours.map((path) => `${service.url}/kalends/v1/${path}`);
    const digests: Record<string, string> = {};
    for (const path of [...paths, '/events?context=edit&status=publish,draft,pending,private,trash']) {
      const { text } = (await admin.get(path)).expect(200);
      digests[path] = hash('sha1', text.replace(/"last_(used|seen)_utc":[^,}]*/g, ''));
    }
    return digests;
  }

  /** Puts a description into an event as no author could, since it was refused. */
  async function keep(id: number, description: string): Promise<void> {
    const db = await openCalendar(service.data);
    await db.write((trx) => trx.updateTable('events').set({ description }).where('id', '=', id).execute());
    await db.close();
  }

  /** Markup with each carrier for each write, whose addresses take turns. */
  const byTurns = (carry: readonly Carrier[]): string =>
    writes
      .flatMap((write, nth) => {
        const addresses = addressesOf(service, write);
        return carry.map((carrier, at) =>
          carrier(inAttribute(addresses[(at + nth) % addresses.length] ?? '')),
        );
      })
      .join('\n');

  /** Looks at a page with all that it loads, and clicks its links of authors; returns how many requests that took. */
  async function look(path: string): Promise<number> {
    const page = await context.newPage();
    let sent = 0;
    page.on('request', () => sent++);
    assert.equal((await page.goto(path, { waitUntil: 'load' }))?.status(), 200, path);
    assert.equal(await page.evaluate(CLICK_ALL), 0, `Scripts follow links of authors at ${path}.`);
    await page.close();
    return sent;
  }

  test('looks at pages that hold them, cleaned or as they were kept, and writes nothing', async (t) => {
    const admin = service.as('admin');
    const paths: string[] = [];
    let combinations = 0;
    for (const write of writes) {
      const event = await makeEvent(admin, { title: write.join(' '), excerpt: byTurns(allowed) });
      const addresses = addressesOf(service, write).map(inAttribute);
      const carried = addresses.flatMap((address) => carriers.map((carrier) => carrier(address)));
      await keep(event.id(), carried.join('\n'));
      combinations += carried.length;
      paths.push(String(event.at('url')));
    }
    const description = byTurns(carriers);
    for (const [kind, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['categories', 'name'],
    ] as const) {
      const made = (await admin.post(`/${kind}`, { [name]: 'Cleaned', description })).expect(201);
      combinations += writes.length * carriers.length;
      const url = String(made.at('url') ?? '');
      paths.push(kind === 'categories' ? `${service.url}/events/category/cleaned/` : url);
    }
    const was = await state();
    let sent = 0;
    for (const path of paths) sent += await look(path);
    assert.deepEqual(await state(), was);
    assert.ok(sent > combinations / 10, `${sent} requests`);
    t.diagnostic(`${combinations} combinations, ${sent} requests`);
  });

  test('follows links, sends forms and looks at a preview, and writes nothing', async () => {
    const admin = service.as('admin');
    const event = await makeEvent(admin, { title: 'Links', description: 'x' });
    const path = String(event.at('url'));
    const out = ["[data-authored] a[href*='ethod']", 'form[method=post] button', '[formaction]'];
    const leading = carriers.filter((carrier) => /^<(a href="[^"]*">|form)/.test(carrier('x')));
    await keep(event.id(), byTurns(leading));
    const previewed = (await makeEvent(admin, { title: 'Preview', description: byTurns(allowed) })).id();
    const was = await state();
    const page = await context.newPage();
    await page.goto(path);
    for (let nth = 0; nth < writes.length; nth++) {
      const what = out[nth % out.length] ?? '';
      await page.locator(what).nth(nth).click();
      await page.waitForURL((url) => url.href !== path);
      await page.goBack();
    }
    await page.goto(`${service.url}/admin/events/${previewed}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    const links = page.frameLocator('.pp iframe').locator("[data-authored] a[href*='ethod']");
    for (const link of [links.first(), links.last()]) {
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
      await opened.waitForLoadState();
      await opened.close();
    }
    assert.deepEqual(await state(), was);
    await page.close();
  });
});
