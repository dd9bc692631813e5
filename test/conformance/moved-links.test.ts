import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isObject, type JsonObject } from '../support/json.ts';
import { makeSeries } from '../support/series.ts';
import { type Service, startService } from '../support/service.ts';

/* Addresses as other sites have them, each the page or one redirect to it, and a crawler that follows all links (issue 15). */

let service: Service;

/** The days of the calendar: thirty-one, with today among them. */
const FIRST = Temporal.PlainDate.from('2026-11-10');
const DAYS = 31;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  const admin = service.as('admin');
  const music = (await admin.post('/categories', { name: 'Music' })).expect(201);
  const terms = ['Jazz', 'Choir', 'Opera'];
  for (const name of terms) (await admin.post('/categories', { name, parent: music.id() })).expect(201);
  for (let n = 0; n < 45; n++) {
    const day = FIRST.add({ days: (n * 7) % DAYS }).toString();
    const event = {
      title: `Event ${n}`,
      start_date: `${day} 10:00:00`,
      end_date: `${day} 12:00:00`,
      categories: [n % 5 === 0 ? 'Lectures' : terms[n % 3]],
      tags: [`tag ${n % 4}`],
      venue: { venue: `Hall ${n % 5}` },
      organizer: [{ organizer: `Club ${n % 4}` }],
    };
    (await admin.post('/events', event)).expect(201);
  }
  const start_date = '2026-11-24 19:00:00';
  await makeSeries(admin, {
    title: 'Weekly',
    start_date,
    end_date: '2026-11-24 21:00:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  });
});
after(() => service?.stop());

const ask = (address: string) =>
  service.anonymous.get(address, undefined, { accept: 'text/html', 'accept-language': undefined });
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1];

async function list(path: string): Promise<JsonObject[]> {
  const { body } = (
    await service.anonymous.get(`${path}${path.includes('?') ? '&' : '?'}per_page=50`)
  ).expect(200);
  const found = isObject(body) ? Object.values(body).find(Array.isArray) : [];
  return (found ?? []).filter(isObject);
}

/** An address as a moved site had it, and the canonical path of the page that it has to show. */
type Moved = readonly [address: string, page: string];

const pathOf = (item: JsonObject) => new URL(String(item['url'])).pathname;

function formsOf(kind: 'event' | 'venue' | 'organizer', item: JsonObject): Moved[] {
  const path = pathOf(item);
  const type = kind === 'event' ? 'tribe_events' : `tribe_${kind}`;
  return [
    path,
    path.slice(0, -1),
    path.replaceAll('/', '//'),
    path.toUpperCase(),
    `/en${path}`,
    `/?p=${item['id']}`,
    `/?post_type=${type}&p=${item['id']}`,
    `/?${type}=${item['slug']}`,
  ].map((address) => [address, path]);
}

/** Returns addresses of a term and of its views, which a page of the calendar has too. @param root `/events/`, or a term's path */
function viewsBelow(root: string, views: readonly string[]): Moved[] {
  const month = '2026-12';
  const day = '2026-12-01';
  const forms: Moved[] = [
    [root, root],
    [root.slice(0, -1), root],
    [`${root}?tribe-bar-search=jazz`, `${root}?search=jazz`],
    [`${root}?tribe-bar-date=${day}`, `${root}list/?tribe-bar-date=${day}`],
    [
      `${root}?tribe-bar-date=${day}&eventDisplay=list&tribe-bar-search=x`,
      `${root}list/?tribe-bar-date=${day}&search=x`,
    ],
    [`${root}list/`, root],
    [`${root}?eventDisplay=list`, root],
    [`${root}photo/`, root],
    [`${root}?eventDisplay=past`, `${root}list/?eventDisplay=past`],
    [`${root}list/?tribe_event_display=past`, `${root}list/?eventDisplay=past`],
  ];
  if (views.includes('month'))
    forms.push(
      [`${root}month/`, `${root}month/`],
      [`${root}month/${month}`, `${root}month/${month}/`],
      [`${root}${month}/`, `${root}month/${month}/`],
      [`${root}?eventDisplay=month&tribe-bar-date=${day}`, `${root}month/${month}/`],
      [`${root}list/?eventDisplay=month`, root],
    );
  if (views.includes('week'))
    forms.push(
      [`${root}week/`, `${root}week/`],
      [`${root}week/2026-12-07/`, `${root}week/2026-12-07/`],
      [`${root}?eventDisplay=week&eventDate=2026-12-07`, `${root}week/2026-12-07/`],
    );
  if (views.includes('day'))
    forms.push(
      [`${root}today/`, `${root}today/`],
      [`${root}day/`, `${root}today/`],
      [`${root}${day}/`, `${root}${day}/`],
      [`${root}day/${day}`, `${root}${day}/`],
      [`${root}?eventDisplay=day&tribe-bar-date=${day}`, `${root}${day}/`],
    );
  if (views.includes('map'))
    forms.push([`${root}map/`, `${root}map/`], [`${root}?eventDisplay=map`, `${root}map/`]);
  return forms;
}

/** Asks an address and follows one redirect. @returns the canonical path of the page, or what was answered instead */
async function shownAt(address: string): Promise<string> {
  const first = await ask(service.url + address);
  const to = first.headers['location'];
  const last = to === undefined ? first : await ask(to);
  if (last.status !== 200) return `${first.status} ${to ?? ''} ${last.status}`;
  const canonical = canonicalOf(last.text)?.replace(service.url, '').replaceAll('&amp;', '&');
  return decodeURIComponent(canonical ?? 'no canonical address');
}

describe('Links of a moved site', () => {
  test('are each a page, or one redirect to it', async () => {
    const shown = await Promise.all(
      ['list', 'month', 'week', 'day', 'map'].map(async (view) => {
        const path = view === 'day' ? 'today' : view;
        return (await ask(`${service.url}/events/${path}/`)).status === 200 ? view : '';
      }),
    );
    const views = shown.filter(Boolean);
    const [events, venues, organizers, categories, tags] = await Promise.all([
      list('/events?start_date=2026-01-01&end_date=2027-12-31'),
      list('/venues'),
      list('/organizers'),
      list('/categories'),
      list('/tags'),
    ]);
    const single = events.filter(({ recurrence }) => recurrence === null);
    const dates = events.filter(({ recurrence_id }) => typeof recurrence_id === 'string');
    const termPath = (term: JsonObject) => pathOf(term).replace(/^\/tag\//, '/events/tag/');
    const moved: Moved[] = [
      ...single
        .slice(0, 8)
        .flatMap((event): Moved[] => [
          ...formsOf('event', event),
          [`${pathOf(event)}${String(event['start_date']).slice(0, 10)}/`, pathOf(event)],
          [`${pathOf(event)}all/`, pathOf(event)],
        ]),
      ...dates.slice(0, 4).map((date): Moved => [pathOf(date), pathOf(date)]),
      ['/event/weekly/all/', '/event/weekly/'],
      ...venues.slice(0, 5).flatMap((venue) => formsOf('venue', venue)),
      ...organizers.slice(0, 5).flatMap((organizer) => formsOf('organizer', organizer)),
      ...viewsBelow('/events/', views),
      ...viewsBelow('/de/events/', views),
      ...[...categories.slice(0, 4), ...tags.slice(0, 4)].flatMap((term) =>
        viewsBelow(termPath(term), views),
      ),
      ...tags.slice(0, 5).map((tag): Moved => [pathOf(tag), termPath(tag)]),
      ...categories
        .slice(0, 5)
        .map(
          (term): Moved => [
            `/events/?tribe_events_cat=${term['slug']}`,
            `/events/?categories=${term['slug']}`,
          ],
        ),
      ['/', '/events/'],
      ['/en/', '/events/'],
      ['/ES', '/es/events/'],
      ['/?post_type=tribe_events', '/events/'],
      ['/?post_type=tribe_events&eventDisplay=past', '/events/list/?eventDisplay=past'],
      ['/events/list/page/2/', '/events/list/page/2/'],
      ['/events/list/?tribe_paged=2', '/events/list/page/2/'],
      ['/events/list/?paged=2&tribe_tags[]=x', '404'],
    ];
    const wrong: string[] = [];
    for (const [address, page] of moved) {
      const found = await shownAt(address);
      const wanted = decodeURIComponent(page);
      if (wanted === '404' ? !found.includes('404') : found !== wanted)
        wrong.push(`${address}: ${found} in place of ${wanted}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(moved.length >= 200, String(moved.length));
  });

  test('that name nothing are 404 at once', async () => {
    for (const path of [
      '/event/nothing/',
      '/event/nothing',
      '/event/weekly/2026-11-25/',
      '/events/category/nothing/',
      '/events/tag/nothing/month/',
      '/events/category/',
      '/events/2026-13/',
      '/events/month/1999-01/',
      '/events//list//page//999999/',
      '/venue/nothing/',
      '/tag/nothing/',
      '/?p=999999',
      '/?tribe_events=nothing',
    ])
      assert.match(await shownAt(path), /404$/, path);
  });
});

/** Returns the addresses of pages that a page links, without those in other languages, files and feeds. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g)].flatMap(([link, href = '']) => {
    if (/\brel="[^"]*\bnofollow\b/.test(link)) return [];
    const url = URL.parse(href.replaceAll('&amp;', '&'), service.url);
    const isPage =
      url?.origin === service.url &&
      !/^\/(en|de|es|calendar|media|assets)(\/|$)/.test(url.pathname) &&
      !/\.(ics|rss|atom|jsonfeed|jsonld|csv)$/.test(url.pathname);
    return isPage ? [url.pathname + url.search] : [];
  });
}

test('A crawler that follows each link from / ends, finds each event, no page missing, and fewer than thrice the things and the days', async () => {
  const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'];
  const sitemaps = await Promise.all(kinds.map((kind) => ask(`${service.url}/sitemap-${kind}-1.xml`)));
  const things = sitemaps.flatMap(({ text }) => text.match(/<loc>/g) ?? []).length;
  const last = FIRST.add({ days: DAYS });
  const weeks = Math.ceil(DAYS / 7) + 1;
  const most = 3 * things + DAYS + weeks + (last.year - FIRST.year) * 12 + last.month - FIRST.month + 1;
  const seen = new Set<string>(['/']);
  const wrong: string[] = [];
  for (const path of seen) {
    const { status, text } = await ask(service.url + path);
    if (status !== 200) wrong.push(`${status} ${path}`);
    for (const link of linksOf(text)) seen.add(link);
    if (seen.size > 2 * most) break;
  }
  assert.deepEqual(wrong, []);
  assert.ok(seen.size < most, `${seen.size} of ${most} pages: ${[...seen].join('\n')}`);
  for (const event of await list('/events?start_date=2026-01-01&end_date=2027-12-31'))
    assert.ok(seen.has(pathOf(event)), pathOf(event));
});
