import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Answer, Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { listEvents, makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { photo } from '../support/pictures.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* What crawlers, browsers and programs look for: robots.txt, sitemaps, canonical addresses, the icon, and the page of failures. */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  const parent = (await admin.post('/categories', { name: 'Music' })).expect(201);
  await admin.post('/categories', { name: 'Jazz', parent: parent.id() });
  const concert = await makeEvent(admin, {
    title: 'Concert & more',
    categories: ['Jazz'],
    tags: ['loud'],
    venue: { venue: 'City Hall' },
    organizer: [{ organizer: 'The Band' }],
  });
  await admin.patch(`/events/${concert.id()}?translation_language=de`, {
    title: 'Konzert',
    slug: 'konzert',
  });
  await makeSeries(admin, { title: 'Weekly' });
  for (const [title, fields] of Object.entries({
    Draft: { status: 'draft' },
    Pending: { status: 'pending' },
    Private: { status: 'private' },
    Planned: { date: '2027-01-01 00:00:00', status: 'publish' },
    Hidden: { hide_from_listings: true },
    Locked: { password: 'sesame' },
  }))
    await makeEvent(admin, { title, ...fields });
  const gone = await makeEvent(admin, { title: 'Trashed' });
  (await admin.delete(`/events/${gone.id()}`)).expect(200);
});
after(() => service?.stop());

const page = (path: string, headers = {}) =>
  anyone.get(path.startsWith('http') ? path : service.url + path, undefined, {
    accept: 'text/html',
    ...headers,
  });
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1];

describe('Sitemaps', () => {
  test('list all that is published and listed once, with its languages, and nothing else', async () => {
    const index = (await page('/sitemap.xml')).expect(200);
    assert.match(index.headers['content-type'] ?? '', /^application\/xml/);
    const parts = locations(index.text);
    assert.deepEqual(
      parts.map((one) => one.replace(service.url, '')),
      ['pages', 'events-1', 'venues-1', 'organizers-1', 'categories-1', 'tags-1'].map(
        (name) => `/sitemap-${name}.xml`,
      ),
    );
    assert.equal(
      index.text.match(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/g)?.length,
      parts.length,
    );
    const all: string[] = [];
    for (const part of parts) {
      const { text } = (await page(part)).expect(200);
      assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="/);
      assert.doesNotMatch(text, /draft|pending|private|planned|hidden|locked|trashed/i);
      all.push(...locations(text));
    }
    assert.deepEqual(all.map((one) => one.replace(service.url, '')).sort(), [
      '/event/concert-more/',
      '/event/weekly/',
      '/events/',
      '/events/category/music/',
      '/events/category/music/jazz/',
      '/events/tag/loud/',
      '/organizer/the-band/',
      '/venue/city-hall/',
    ]);
    for (const address of all) {
      const { text, headers } = (await page(address)).expect(200);
      assert.equal(canonicalOf(text), address);
      assert.equal(headers['x-robots-tag'], undefined, address);
    }
    const events = (await page('/sitemap-events-1.xml')).text;
    assert.ok(
      events.includes(`<xhtml:link rel="alternate" hreflang="de" href="${service.url}/de/event/konzert/"/>`),
    );
    (await page('/sitemap-events-2.xml')).expect(404);
    (await page('/sitemap-users-1.xml')).expect(404);
    assert.equal(
      (await page('/wp-sitemap.xml')).expect(301).headers['location'],
      `${service.url}/sitemap.xml`,
    );
  });

  test('leave out terms whose pages show no event, as these are not to be indexed', async () => {
    const make = async (kind: 'categories' | 'tags', name: string, parent = 0) =>
      (await admin.post(`/${kind}`, { name, ...(parent > 0 ? { parent } : {}) })).expect(201).id();
    const above = await make('categories', 'Above');
    const terms = {
      over: { categories: await make('categories', 'Only over'), tags: await make('tags', 'Only over') },
      draft: { categories: await make('categories', 'Only draft'), tags: await make('tags', 'Only draft') },
      unlisted: {
        categories: await make('categories', 'Only unlisted'),
        tags: await make('tags', 'Unlisted'),
      },
      locked: {
        categories: await make('categories', 'Only locked'),
        tags: await make('tags', 'Only locked'),
      },
      later: {
        categories: await make('categories', 'Much later', above),
        tags: await make('tags', 'Much later'),
      },
    };
    await make('categories', 'Nothing at all');
    await make('tags', 'Nothing at all');
    const over = { start_date: '2020-03-01 19:00:00', end_date: '2020-03-01 21:00:00' };
    const later = { start_date: '2028-03-01 19:00:00', end_date: '2028-03-01 21:00:00' };
    const made: Answer[] = [];
    for (const [title, fields] of [
      ['Over', { ...over, ...terms.over }],
      ['As a draft', { ...later, ...terms.draft, status: 'draft' }],
      ['Not listed', { ...later, ...terms.unlisted, hide_from_listings: true }],
      ['With password', { ...later, ...terms.locked, password: 'sesame' }],
      ['Later', { ...later, ...terms.later }],
    ] as const)
      made.push(await makeEvent(admin, { title, ...fields }));
    const listed = async () => {
      const parts = locations((await page('/sitemap.xml')).expect(200).text);
      const texts = await Promise.all(
        parts.filter((part) => /categories|tags/.test(part)).map(async (part) => (await page(part)).text),
      );
      return texts.flatMap(locations).map((one) => one.replace(service.url, ''));
    };
    const some = ['/events/category/above/', '/events/category/above/much-later/', '/events/tag/much-later/'];
    const all = await listed();
    assert.deepEqual(all.filter((one) => /above|only|nothing|unlisted|much-later/.test(one)).sort(), some);
    for (const path of all) assert.equal((await page(path)).headers['x-robots-tag'], undefined, path);
    for (const path of ['/events/category/only-over/', '/events/tag/nothing-at-all/'])
      assert.equal((await page(path)).headers['x-robots-tag'], 'noindex', path);
    // By the view that pages of terms begin with.
    const settings = `${service.url}/kalends/v1/settings`;
    for (const default_view of ['month', 'week', 'day']) {
      (await admin.patch(settings, { default_view })).expect(200);
      const shown = await listed();
      assert.ok(
        some.every((path) => !shown.includes(path)),
        default_view,
      );
      for (const path of shown) assert.equal((await page(path)).headers['x-robots-tag'], undefined, path);
    }
    (await admin.patch(settings, { default_view: 'list' })).expect(200);
    for (const event of made) (await admin.delete(`/events/${event.id()}?force=true`)).expect(200);
  });

  test('spell the address of each page as the page, its languages, answers, feeds and redirects do', async () => {
    const parent = (await admin.post('/categories', { name: 'Музыка' })).expect(201).id();
    const child = (await admin.post('/categories', { name: 'Ñandú 日本', parent })).expect(201);
    const tag = (await admin.post('/tags', { name: 'موسيقى' })).expect(201);
    const made = await makeEvent(admin, {
      title: '日本 祭り “100 %”',
      categories: [child.id()],
      tags: [tag.id()],
      venue: { venue: 'Café 東京' },
      organizer: [{ organizer: 'הלהקה' }],
    });
    (
      await admin.patch(`/events/${made.id()}?translation_language=de`, { title: 'Fest', slug: 'für-日本' })
    ).expect(200);
    const series = await makeSeries(admin, { title: 'Танцы' });
    const [date] = await listEvents(anyone, `post_parent=${series.id()}`);
    const paths = [
      made.at('url'),
      made.at('venue.url'),
      made.at('organizer.0.url'),
      series.at('url'),
      date?.['url'],
    ];
    const terms = [parent, child.id()].map((id) => `/categories/${id}`).concat(`/tags/${tag.id()}`);
    for (const path of terms) paths.push((await anyone.get(path)).expect(200).at('urls.self'));
    const entries: string[] = [];
    for (const part of locations((await page('/sitemap.xml')).text)) entries.push((await page(part)).text);
    const sitemaps = entries.join('');
    const hreflangs = (markup: string, tag: string) =>
      [...markup.matchAll(new RegExp(`<${tag} rel="alternate" hreflang="(\\w\\w)" href="([^"]+)"`, 'g'))].map(
        ([, language, href]) => `${language} ${href}`,
      );
    const inSitemaps = hreflangs(sitemaps, 'xhtml:link');
    const feeds = await Promise.all(
      ['rss', 'atom', 'jsonfeed', 'jsonld', 'csv', 'ics?expand=true'].map(async (form) => {
        const [ending, query = ''] = form.split('?');
        const { text } = await page(
          `/calendar/events/v1/events.${ending}?per_page=50&start_date=2026-01-01&${query}`,
        );
        return [form, text.replace(/\r\n /g, '')] as const;
      }),
    );
    for (const told of paths) {
      const address = String(told);
      const isPage = !address.includes('/calendar/events/v1/');
      if (!isPage) continue;
      assert.match(address, /%[0-9a-f]{2}/);
      const { text } = (await page(address)).expect(200);
      assert.equal(canonicalOf(text), address);
      if (address !== date?.['url']) {
        assert.ok(locations(sitemaps).includes(address), address);
        for (const one of hreflangs(text, 'link')) assert.ok(inSitemaps.includes(one), one);
      }
      const upper = address.replace(/%../g, (byte) => byte.toUpperCase());
      assert.equal(canonicalOf((await page(upper)).expect(200).text), address);
      if (address === made.at('url') || address === date?.['url'])
        for (const [form, feed] of feeds) assert.ok(feed.includes(address), `${form} ${address}`);
    }
    for (const [path, end] of [
      [
        '/events/category/ñandú-日本/',
        '/events/category/%d0%bc%d1%83%d0%b7%d1%8b%d0%ba%d0%b0/nandu-%e6%97%a5%e6%9c%ac/',
      ],
      ['/events/category/Музыка/', '/events/category/%d0%bc%d1%83%d0%b7%d1%8b%d0%ba%d0%b0/'],
      ['/events/tag/موسيقى/', '/events/tag/%d9%85%d9%88%d8%b3%d9%8a%d9%82%d9%89/'],
    ] as const) {
      const { text } = (await page(encodeURI(path))).expect(200);
      assert.equal(canonicalOf(text), service.url + end);
      assert.ok(locations(sitemaps).includes(service.url + end), path);
      for (const one of hreflangs(text, 'link')) assert.ok(inSitemaps.includes(one), one);
      for (const [link] of text.matchAll(/<link rel="alternate" type="application[^>]*>/g))
        assert.ok(!/%[0-9A-F]*[A-F]/.test(link), link);
    }
    const address = String(made.at('url'));
    const oembed = await anyone.get(`${service.url}/oembed?url=${encodeURIComponent(address)}`);
    assert.ok(String(oembed.expect(200).at('html')).includes(address.replace('/event/', '/embed/event/')));
    (await admin.patch(`/events/${made.id()}`, { slug: '新しい' })).expect(200);
    const moved = (await page(address)).expect(301).headers['location'];
    assert.equal(moved, (await anyone.get(`/events/${made.id()}`)).at('url'));
    for (const id of [made.id(), series.id()]) (await admin.delete(`/events/${id}`)).expect(200);
  });

  test('are others after a write, and the same without', async () => {
    const before = (await page('/sitemap-events-1.xml')).expect(200);
    const known = await page('/sitemap-events-1.xml', { 'if-none-match': before.headers['etag'] });
    known.expect(304);
    const made = await makeEvent(admin, { title: 'Added' });
    assert.match((await page('/sitemap-events-1.xml')).expect(200).text, /\/event\/added\//);
    (await admin.delete(`/events/${made.id()}`)).expect(200);
    assert.doesNotMatch((await page('/sitemap-events-1.xml')).expect(200).text, /\/event\/added\//);
  });

  test('are named by robots.txt, which keeps crawlers out of several filters but not out of feeds', async () => {
    const { text, headers } = (await page('/robots.txt')).expect(200);
    assert.match(headers['content-type'] ?? '', /^text\/plain/);
    assert.ok(text.includes(`Sitemap: ${service.url}/sitemap.xml\n`));
    assert.match(text, /^Disallow: \/de\/events\*\/\?\*&$/m);
    assert.match(text, /^Allow: \/events\/category\/\*\/\?\*ical=1$/m);
  });
});

describe('Pages', () => {
  test('name their canonical address, those in other languages, the interface and its kind', async () => {
    for (const [path, canonical] of [
      ['/', '/events/'],
      ['/events/', '/events/'],
      ['/events/list/', '/events/'],
      ['/en/events/', '/events/'],
      ['/de/', '/de/events/'],
      ['/events/list/?categories=jazz', '/events/?categories=jazz'],
      ['/events/?tribe-bar-date=2026-12-01', '/events/list/?tribe-bar-date=2026-12-01'],
      ['/events/category/jazz/', '/events/category/music/jazz/'],
      ['/de/events/tag/loud/', '/de/events/tag/loud/'],
      ['/event/concert-more/', '/event/concert-more/'],
      ['/EVENT/Concert-More/', '/event/concert-more/'],
      ['/en/event/konzert/', '/event/concert-more/'],
      ['/de/event/concert-more/', '/de/event/konzert/'],
      ['/venue/city-hall/', '/venue/city-hall/'],
      ['/organizer/the-band/', '/organizer/the-band/'],
    ] as const) {
      const first = await page(path);
      const { text } =
        first.status === 301 ? (await page(first.headers['location'] ?? '')).expect(200) : first.expect(200);
      assert.equal(canonicalOf(text), service.url + canonical, path);
      assert.equal(text.match(/rel="canonical"/g)?.length, 1);
      const english = /hreflang="en" href="([^"]+)">/.exec(text)?.[1];
      assert.equal(/hreflang="x-default" href="([^"]+)">/.exec(text)?.[1], english);
      assert.doesNotMatch(english ?? '', /\/en\//);
      assert.match(text, /<link rel="https:\/\/api\.w\.org\/" href="[^"]+\/wp-json\/">/);
      assert.match(text, /<link rel="icon" href="data:image\/svg\+xml,/);
    }
  });

  test('name their feeds, each of which there is', async () => {
    for (const [path, count] of [
      ['/', 4],
      ['/de/events/category/music/jazz/', 4],
      ['/events/list/?tribe-bar-date=2026-12-01', 4],
      ['/event/weekly/', 1],
      ['/event/weekly/2027-03-08/', 1],
      ['/venue/city-hall/', 4],
    ] as const) {
      const { text } = (await page(path)).expect(200);
      const feeds = [
        ...text.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]*" href="([^"]+)">/g),
      ].filter(([, type]) => type !== 'application/json+oembed');
      assert.equal(feeds.length, count, path);
      for (const [, type, address = ''] of feeds) {
        const feed = await anyone.get(address.replaceAll('&amp;', '&'));
        assert.equal(feed.expect(200).headers['content-type']?.split(';')[0], type, address);
      }
    }
  });

  test('with more than one category or tag, or another filter, are not indexed', async () => {
    for (const [path, isIndexed] of [
      ['/events/?categories=jazz', true],
      ['/events/?tags=loud', true],
      ['/events/?categories=jazz,music', false],
      ['/events/?categories=jazz&tags=loud', false],
      ['/events/category/music/list/?tags=loud', false],
      ['/events/?free=true', false],
      ['/events/?search=concert', false],
      ['/event/hidden/', false],
      ['/event/locked/', false],
      ['/event/weekly/', true],
    ] as const) {
      const { text, headers } = (await page(path)).expect(200);
      assert.equal(headers['x-robots-tag'] === undefined, isIndexed, path);
      assert.equal(!text.includes('<meta name="robots" content="noindex, follow">'), isIndexed, path);
    }
  });

  test('are indexed where a day, week, month or term has an event, and noindex, follow where it has none', async () => {
    await makeEvent(admin, {
      title: 'Over new year',
      start_date: '2026-12-30 20:00:00',
      end_date: '2027-01-02 10:00:00',
      tags: ['quiet'],
    });
    (await admin.post('/categories', { name: 'Nothing yet' })).expect(201);
    await makeEvent(admin, {
      title: 'Was',
      start_date: '2026-11-02',
      end_date: '2026-11-02',
      tags: ['over'],
    });
    const day = (at: number) => Temporal.PlainDate.from('2026-11-20').add({ days: at });
    const last = (await listEvents(anyone, 'start_date=2026-11-01&end_date=2029-01-01&per_page=50')).at(-1);
    const end = String(last?.['end_date']).slice(0, 10);
    const views: [path: string, first: Temporal.PlainDate, last: Temporal.PlainDate][] = [];
    for (let at = 0; at < 50; at++) views.push([`${day(at)}/`, day(at), day(at)]);
    for (let monday = day(-4); String(monday) <= end; monday = monday.add({ days: 7 }))
      views.push([`week/${monday}/`, monday, monday.add({ days: 6 })]);
    for (
      let month = day(0).toPlainYearMonth();
      String(month) <= end.slice(0, 7);
      month = month.add({ months: 1 })
    )
      views.push([
        `month/${month}/`,
        month.toPlainDate({ day: 1 }),
        month.toPlainDate({ day: month.daysInMonth }),
      ]);
    const terms = { '': '', 'category/music/': '&categories=music', 'tag/quiet/': '&tags=quiet' };
    const found = { indexed: 0, empty: 0 };
    for (const [term, filter] of Object.entries(terms)) {
      const listed = await listEvents(
        anyone,
        `start_date=2026-01-01&end_date=2029-01-01&per_page=50${filter}`,
      );
      const upcoming = ['', day(0), day(800)] as const;
      for (const [view, from, to] of term === '' ? views : [upcoming, ...views]) {
        const hasEvent = listed.some(
          ({ start_date, end_date }) =>
            String(start_date).slice(0, 10) <= String(to) && String(end_date).slice(0, 10) >= String(from),
        );
        const { text, headers } = (await page(`/events/${term}${view}`)).expect(200);
        const told = `/events/${term}${view}`;
        assert.equal(!text.includes('<meta name="robots" content="noindex, follow">'), hasEvent, told);
        assert.equal(headers['x-robots-tag'] === undefined, hasEvent, told);
        found[hasEvent ? 'indexed' : 'empty']++;
      }
    }
    assert.ok(found.indexed > 20 && found.empty > 20, JSON.stringify(found));
    for (const path of ['/events/category/nothing-yet/', '/events/tag/over/', '/de/events/tag/over/'])
      assert.ok((await page(path)).expect(200).text.includes('content="noindex, follow"'), path);
  });

  test('outside of the calendar’s days are 404, and today never is', async () => {
    for (const [path, status] of [
      ['/events/list/?tribe-bar-date=2026-11-20', 200],
      ['/events/list/?tribe-bar-date=2026-10-19', 404],
      ['/events/list/?tribe-bar-date=1999-01-01', 404],
      ['/events/list/?tribe-bar-date=2999-01-01', 404],
      ['/events/2999-01/', 404],
      ['/events/week/1999-01-04/', 404],
    ] as const)
      (await page(path)).expect(status);
  });

  test('have the logo of the settings, and `/` is the page that these name', async () => {
    const icon = (await page('/favicon.ico')).expect(200);
    assert.equal(icon.headers['content-type'], 'image/svg+xml');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'logo.png');
    const logo = (await admin.post(`${service.url}/wp/v2/media`, form)).expect(201);
    const settings = (change: object) => admin.post(`${service.url}/kalends/v1/settings`, change);
    (await settings({ logo: logo.id(), home: '/event/weekly/' })).expect(200);
    const { text } = (await page('/')).expect(200);
    const file = /<img class="logo" src="([^"]+)"/.exec(text)?.[1] ?? '';
    assert.ok(file.startsWith(`${service.url}/media/`));
    (await page(file)).expect(200);
    assert.ok(text.includes(`<link rel="icon" href="${file}">`));
    assert.equal((await page('/favicon.ico')).expect(302).headers['location'], file);
    assert.equal(canonicalOf(text), `${service.url}/event/weekly/`);
    assert.equal(canonicalOf((await page('/de/')).expect(200).text), `${service.url}/de/event/weekly/`);
    (await settings({ home: '/docs' })).expect(200);
    assert.equal((await page('/')).expect(302).headers['location'], `${service.url}/docs`);
    (await settings({ home: '/event/nothing/' })).expect(200);
    assert.equal(canonicalOf((await page('/')).expect(200).text), `${service.url}/events/`);
    (await settings({ home: null, logo: null })).expect(200);
    assert.doesNotMatch((await page('/')).expect(200).text, /<img class="logo"/);
  });
});

test('A failure is told to people with a page in the frame, and to programs as JSON', async () => {
  const db = await openCalendar(service.data);
  try {
    await db.write((trx) => sql`alter table organizers rename to lost`.execute(trx));
    const failed = (await page('/de/organizer/the-band/')).expect(500);
    assert.match(failed.headers['content-type'] ?? '', /^text\/html/);
    assert.match(failed.text, /<html lang="de">.*class="top".*<h1>Etwas ist schiefgegangen<\/h1>/s);
    assert.equal(failed.headers['x-robots-tag'], 'noindex');
    assert.match(failed.headers['cache-control'] ?? '', /no-store/);
    assert.ok(failed.headers['x-request-id']);
    assert.doesNotMatch(failed.text, /organizers|select/);
    assert.equal((await anyone.get('/organizers')).expect(500).at('code'), 'internal_server_error');
  } finally {
    await db.write((trx) => sql`alter table lost rename to organizers`.execute(trx));
    await db.close();
  }
  (await page('/organizer/the-band/')).expect(200);
});
