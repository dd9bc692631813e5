import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ clock: '2026-09-17T13:20:00Z', timezone: 'Europe/Berlin' });
});
after(() => service.stop());

const make = async (title: string, start: string, end: string, more: object = {}) =>
  (await service.as('admin').post('/events', { title, start_date: start, end_date: end, ...more })).expect(
    201,
  );
const page = (path: string) => service.anonymous.get(service.url + path, undefined, { accept: 'text/html' });

test('GET /events/ begins with what comes where there is nothing for weeks', async () => {
  await make('Far away', '2027-02-01 10:00:00', '2027-02-01 11:00:00');
  const { text } = (await page('/events/')).expect(200);
  assert.match(text, /id="d-2027-02-01".*Far away/s);
  // There is nothing before nor after that.
  assert.doesNotMatch(text, /class="pager"/);
});

/** Tells whether texts stand in a page in this order. */
function assertOrder(text: string, ...parts: string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    assert.ok(found >= 0, `${part} ${text.includes(part) ? 'stands too early' : 'is missing'}`);
    at = found + part.length;
  }
}
const mainOf = (text: string): string => text.split('<aside')[0] ?? '';

test('GET /events/ shows what is on now, however long ago it began, after today and before tomorrow', async () => {
  await make('Tomorrow at ten', '2026-09-18 10:00:00', '2026-09-18 11:00:00');
  await make('Opens on Saturday', '2026-09-19 10:00:00', '2026-12-01 18:00:00');
  await make('Since last year', '2025-11-01 00:00:00', '2027-03-01 23:59:59', { all_day: true });
  await make('Since yesterday night', '2026-09-16 23:00:00', '2026-09-17 17:00:00');
  await make('Ended yesterday night', '2026-09-16 20:00:00', '2026-09-17 02:00:00');
  await make('This morning', '2026-09-17 09:00:00', '2026-09-17 10:00:00');
  const { text } = (await page('/events/')).expect(200);
  const days = mainOf(text);
  assertOrder(
    days,
    'id="d-2026-09-17"',
    '>On now<',
    'Since last year',
    'id="d-2026-09-18"',
    'Tomorrow at ten',
  );
  assert.ok(!days.includes('Opens on Saturday'));
  assertOrder(text, '<aside', '>Starting soon<', 'Opens on Saturday');
  assert.match(days, /id="d-2026-09-17".*This morning.*Since yesterday night.*class="now"/s);
  assert.ok(!text.includes('Ended yesterday night'));
});

test('every view of a calendar in which only an exhibition runs shows it', async () => {
  const venue = { venue: 'Gallery of one work' };
  const made = await make('The one work', '2026-08-01 00:00:00', '2026-12-31 23:59:59', {
    all_day: true,
    categories: ['Alone'],
    tags: ['alone'],
    venue,
  });
  for (const hidden of [{ hide_from_listings: true }, { status: 'draft' }, { status: 'private' }])
    await make('Not to be seen', '2026-08-01 00:00:00', '2026-12-31 23:59:59', {
      ...hidden,
      categories: ['Alone'],
      tags: ['alone'],
      venue: made.at('venue.id'),
    });
  const views = ['', 'today/', '2026-10-01/', 'month/', 'week/', 'list/?tribe-bar-date=2026-10-01'];
  const lists = views.flatMap((view) => [`/events/category/alone/${view}`, `/events/tag/alone/${view}`]);
  for (const path of [...lists, '/venue/gallery-of-one-work/', '/events/?search=one+work']) {
    const { text } = (await page(path)).expect(200);
    assert.ok(mainOf(text).includes('The one work'), path);
    assert.doesNotMatch(text, /class="none"|Not to be seen/, path);
  }
  for (const path of [
    '/events/category/alone/',
    '/events/category/alone/today/',
    '/venue/gallery-of-one-work/',
  ])
    assertOrder(mainOf((await page(path)).text), '>On now<', 'The one work');
  assertOrder((await page('/events/category/alone/2026-10-01/')).text, '>Ongoing<', 'The one work');
});

test('a category shows what runs in it, however many others run', async () => {
  for (let n = 0; n < 70; n++) await make(`Other ${n}`, '2026-09-01 10:00:00', '2026-10-01 18:00:00');
  const { text } = (await page('/events/category/alone/')).expect(200);
  assertOrder(mainOf(text), '>On now<', 'The one work');
  // The page of the day has more of them than the list has room for.
  const list = mainOf((await page('/events/')).expect(200).text);
  assert.equal(new Set(list.match(/>Other \d+</g)).size, 12);
  assertOrder(list, '>On now<', `href="${service.url}/events/today/"`);
});

test('GET /events/ takes filters, a day and the parameters of the reference', async () => {
  await make('Only this', '2026-09-20 10:00:00', '2026-09-20 11:00:00', { categories: ['Chosen'] });
  const { text } = (await page('/events/list/?categories=chosen')).expect(200);
  assert.ok(text.includes('Only this') && !text.includes('Since last year') && !text.includes('Far away'));
  assert.ok(!(await page('/events/list/?tribe-bar-date=2026-09-21')).expect(200).text.includes('Only this'));
  const moved = (await page('/events/?tribe-bar-search=only')).expect(301);
  assert.equal(moved.headers['location'], `${service.url}/events/?search=only`);
  (await page('/events/nothing/')).expect(404);
  assert.match((await page('/events/?search=nowhere')).expect(200).text, /class="none"/);
});

test('GET /events/list/?eventDisplay=past lists what is over, the latest first, in parts with a way back', async () => {
  for (let n = 1; n <= 30; n++) {
    const day = `2026-08-${String(n).padStart(2, '0')}`;
    await make(`Over ${n}.`, `${day} 10:00:00`, `${day} 11:00:00`, { tags: ['over'] });
  }
  const titles = (text: string) => [...text.matchAll(/>Over (\d+)\.</g)].map(([, n]) => Number(n));
  const past = '/events/tag/over/list/?eventDisplay=past';
  const first = (await page(past)).expect(200).text;
  assert.deepEqual(
    titles(first),
    Array.from({ length: 24 }, (_, at) => 30 - at),
  );
  assert.match(first, /rel="prev" href="[^"]*\/events\/tag\/over\/"/);
  const next = /rel="nofollow next" href="([^"]*)"/.exec(first)?.[1] ?? '';
  assert.equal(next, `${service.url}/events/tag/over/list/page/2/?eventDisplay=past`);
  const second = (await page(next.replace(service.url, ''))).expect(200).text;
  assert.deepEqual(titles(second), [6, 5, 4, 3, 2, 1]);
  assert.ok(second.includes(`rel="nofollow prev" href="${service.url}${past}"`));
  assert.doesNotMatch(second, /rel="[^"]*next"/);
  (await page('/events/tag/over/list/page/3/?eventDisplay=past')).expect(404);
  assert.match(
    (await page('/events/')).text,
    /<a rel="prev" href="[^"]*\/events\/list\/\?eventDisplay=past"/,
  );
});

test('GET /events/list/page/2/ goes on where the first page of the list ends at the latest', async () => {
  for (let n = 1; n <= 50; n++) {
    const day = `2026-10-${String(((n - 1) % 25) + 1).padStart(2, '0')}`;
    await make(`Coming ${n}.`, `${day} 10:00:00`, `${day} 11:00:00`, { tags: ['coming'] });
  }
  const seen = new Set<string>();
  for (const path of ['list/', 'list/page/2/', 'list/page/3/']) {
    const { text } = (await page(`/events/tag/coming/${path}`)).expect(200);
    for (const [title] of text.matchAll(/>Coming \d+\.</g)) seen.add(title);
    assert.match(text, /rel="(nofollow )?prev"/);
  }
  assert.equal(seen.size, 50);
  (await page('/events/tag/coming/list/page/4/')).expect(404);
  assert.match((await page('/events/list/page/2/')).expect(200).text, /<h1>What’s on – page 2<\/h1>/);
});

test('GET /events/ loads script, style and font from the site alone, and has none of its own', async () => {
  const { headers } = (await page('/events/')).expect(200);
  const policy = headers['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'.*style-src 'self'; font-src 'self'/);
  assert.match(policy, /; script-src 'self'; connect-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  const { text } = await page('/events/');
  assert.doesNotMatch(text, / style="|<style/);
  assert.deepEqual(
    text.match(/<script[^>]*>/g)?.map((tag) => tag.replace(/-[\w-]{8}\./, '.')),
    ['<script defer src="/assets/calendar.js" blocking="render">'],
  );
});

test('GET /events/ names the filters by which nothing is left, each to take away', async () => {
  const venue = (await service.as('admin').post('/venues', { venue: 'Barn & Sons', status: 'publish' })).id();
  await make('At the barn', '2026-09-25 10:00:00', '2026-09-25 11:00:00', { venue: [venue] });
  const address = `/events/?search=nothing&venue=${venue}&geoloc_lat=1&geoloc_lng=1&geoloc_radius=20`;
  const { text } = (await page(address)).expect(200);
  const chips = [
    ...text.matchAll(
      /<a [^>]*class="chip is-on"[^>]*>(?:<bdi>|<span dir="auto">)?([^<]*)(?:<\/bdi>|<\/span>)? <svg/g,
    ),
  ].map(([, chip]) => chip);
  assert.ok(chips.includes('Barn &amp; Sons') && chips.includes('nothing'), JSON.stringify(chips));
  assert.ok(!chips.includes('1') && !chips.includes(String(venue)), JSON.stringify(chips));
});

test('GET /events/weekend/ is one list from Friday evening to Sunday, at an address that stays', async () => {
  await make('Friday at noon', '2026-09-18 12:00:00', '2026-09-18 13:00:00', { tags: ['days'] });
  await make('Friday at five', '2026-09-18 17:00:00', '2026-09-18 17:00:00', { tags: ['days'] });
  await make('Sunday at ten', '2026-09-20 22:00:00', '2026-09-20 23:00:00', { tags: ['days'], cost: '5' });
  await make('Thursday at nine', '2026-09-17 21:00:00', '2026-09-17 23:00:00', { tags: ['days'] });
  await make('From Thursday on', '2026-09-17 10:00:00', '2026-09-20 18:00:00', { tags: ['days'] });
  for (const hidden of [{ hide_from_listings: true }, { status: 'draft' }])
    await make('Not for everybody', '2026-09-18 20:00:00', '2026-09-18 21:00:00', {
      tags: ['days'],
      ...hidden,
    });
  const { text } = (await page('/events/tag/days/weekend/')).expect(200);
  const main = mainOf(text);
  assertOrder(
    main,
    'id="d-2026-09-18"',
    '1 event from 17:00',
    'Friday at five',
    'id="d-2026-09-20"',
    'Sunday at ten',
    '>Ongoing<',
    'From Thursday on',
  );
  assert.doesNotMatch(main, /Friday at noon|Thursday at nine|Not for everybody/);
  const address = `${service.url}/events/tag/days/weekend/`;
  assert.ok(text.includes(`<link rel="canonical" href="${address}">`));
  assert.ok(text.includes(`href="${service.url}/events/tag/days/weekend.ics"`));
  assert.match(
    text,
    /<a rel="nofollow" class="chip" href="[^"]*\/events\/tag\/days\/weekend\/" aria-current="page">This weekend</,
  );
  // A filter stays on the weekend.
  assert.match(text, new RegExp(`<form action="${address}">.*name="free" value="true"`));
  const free = (await page('/events/tag/days/weekend/?free=true')).expect(200);
  assert.match(free.text, /class="none"/);
  assert.equal(free.headers['x-robots-tag'], 'noindex');
  const tonight = mainOf((await page('/events/tag/days/tonight/')).expect(200).text);
  assertOrder(tonight, 'id="d-2026-09-17"', '2 events from 17:00', 'From Thursday on', 'Thursday at nine');
  const list = (await page('/events/tag/days/')).expect(200).text;
  const quick = /<nav class="quick.*?<\/nav>/s.exec(list)?.[0] ?? '';
  assertOrder(
    quick,
    '/today/"',
    '>Today<',
    '/tonight/"',
    '>Tonight<',
    '/tomorrow/"',
    '>Tomorrow<',
    '/weekend/"',
  );
  for (const path of ['/de/events/weekend/', '/es/events/tonight/', '/events/tomorrow/', '/events/weekend/'])
    (await page(path)).expect(200);
  for (const path of ['/events/weekend/page/2/', '/events/weekend/2026-09-18/', '/events/tonight/x/'])
    (await page(path)).expect(404);
});

test('GET /events?period= lists what is on in it, narrowed by dates beside it', async () => {
  const titles = async (query: string) =>
    (await service.anonymous.get(`/events?tags=days&${query}`))
      .expect(200)
      .rows('events')
      .map(({ title }) => title);
  // What has no length is in the period as it begins, as on its page.
  assert.deepEqual(await titles('period=weekend'), ['From Thursday on', 'Friday at five', 'Sunday at ten']);
  assert.deepEqual(await titles('period=weekend&starts_after=2026-09-17'), [
    'Friday at five',
    'Sunday at ten',
  ]);
  assert.deepEqual(await titles('period=weekend&starts_after=2026-09-18'), ['Sunday at ten']);
  assert.deepEqual(await titles('period=today'), ['From Thursday on', 'Thursday at nine']);
  assert.deepEqual(await titles('period=tonight'), ['From Thursday on', 'Thursday at nine']);
  const answer = (await service.anonymous.get('/events?period=weekend&per_page=1&tags=days')).expect(200);
  assert.match(String(answer.at('next_rest_url')), /period=weekend/);
  (await service.anonymous.get('/events?period=always')).expect(400);
});

test('a switch shows only the first date of each series, and stays in the address', async () => {
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=20';
  // Its date of today is over, and so is that of Friday before the weekend begins.
  await make('Every morning', '2026-09-17 08:00:00', '2026-09-17 09:00:00', { recurrence, tags: ['series'] });
  await make('Every evening', '2026-09-17 20:00:00', '2026-09-17 21:00:00', { recurrence, tags: ['series'] });
  await make('Only once', '2026-09-18 20:00:00', '2026-09-18 21:00:00', { tags: ['series'] });
  const daysOf = (text: string, title: string) =>
    mainOf(text)
      .split('<section class="day')
      .filter((section) => section.includes(`>${title}<`))
      .map((section) => /id="d-(\S+)"/.exec(section)?.[1]);
  const all = (await page('/events/tag/series/')).expect(200).text;
  assert.ok(daysOf(all, 'Every evening').length > 5);
  const address = `${service.url}/events/tag/series/list/`;
  assert.match(
    all,
    new RegExp(`<form action="${address}"><button class="chip" name="condense" value="true">`),
  );
  const first = (await page('/events/tag/series/list/?condense=true')).expect(200);
  assert.equal(first.headers['x-robots-tag'], 'noindex');
  assert.deepEqual(daysOf(first.text, 'Every evening'), ['2026-09-17']);
  assert.deepEqual(daysOf(first.text, 'Every morning'), ['2026-09-18']);
  assert.deepEqual(daysOf(first.text, 'Only once'), ['2026-09-18']);
  // It is taken away by one press, and goes along to other views, further pages and feeds.
  assert.ok(first.text.includes(`<a class="chip is-on" href="${address}">`));
  for (const path of ['month/', 'week/', 'today/', 'weekend/'])
    assert.ok(first.text.includes(`/events/tag/series/${path}?condense=true"`), path);
  assert.match(first.text, /events\.ics\?condense=true&amp;tags=series/);
  const weekend = (await page('/events/tag/series/weekend/?condense=true')).expect(200).text;
  assert.deepEqual(daysOf(weekend, 'Every evening'), ['2026-09-18']);
  assert.deepEqual(daysOf(weekend, 'Every morning'), ['2026-09-19']);
  const month = (await page('/events/tag/series/month/?condense=true')).expect(200).text;
  assert.ok(
    month.includes('Every evening') &&
      month.split('Every evening').length < all.split('Every evening').length,
  );
  const { id } =
    (await service.anonymous.get('/events?search=Every+evening&condense=true')).rows('events')[0] ?? {};
  const venue = { venue: 'Hall of every evening' };
  const series = (await service.anonymous.get(`/events/${id}`)).at('recurrence.series');
  (await service.as('admin').patch(`/events/${series}`, { venue })).expect(200);
  const hall = (await page('/venue/hall-of-every-evening/')).expect(200).text;
  assert.ok(daysOf(hall, 'Every evening').length > 5);
  assert.match(hall, /<form class="sec-f" action="[^"]*\/venue\/hall-of-every-evening\/">/);
  const once = (await page('/venue/hall-of-every-evening/?condense=true')).expect(200);
  assert.deepEqual(daysOf(once.text, 'Every evening'), ['2026-09-17']);
  assert.equal(once.headers['x-robots-tag'], 'noindex');
  const further = (await page('/events/tag/series/list/page/2/?condense=true')).status;
  assert.equal(further, 404);
  assert.match((await page('/events/?condense=true&search=nothing+at+all')).expect(200).text, /class="none"/);
});

test('what runs says whether it is open, and is on tonight and on the weekend only where it opens then', async () => {
  const weeks = ['2026-09-01 00:00:00', '2026-12-31 23:59:59'] as const;
  const hours = (days: string[], opens: string, closes: string) => [{ days, opens, closes }];
  const shows: Record<string, [object[], string]> = {
    'Late museum': [hours(['thursday'], '10:00', '21:00'), 'Open until 21:00'],
    'Early museum': [hours(['thursday', 'sunday'], '09:00', '17:00'), 'Open until 17:00'],
    'Night garden': [hours(['thursday'], '19:00', '02:00'), 'Opens at 19:00'],
    'Monday gallery': [hours(['monday'], '10:00', '18:00'), 'Closed'],
    'Closed gallery': [
      [...hours(['thursday', 'saturday'], '10:00', '22:00'), { closed: ['2026-09-17', '2026-09-19'] }],
      'Closed',
    ],
  };
  for (const [title, [opening_hours]] of Object.entries(shows))
    await make(title, ...weeks, { all_day: true, tags: ['open'], opening_hours });
  await make('Never said', ...weeks, { all_day: true, tags: ['open'] });
  const now = mainOf((await page('/events/tag/open/')).expect(200).text);
  for (const [title, [, state]] of Object.entries(shows))
    assert.match(now, new RegExp(`>${title}</a>(?:(?!</li>).)*class="run-o[^"]*">${state}<`, 's'));
  assert.match(now, />Never said<(?:(?!run-o).)*<\/li>/s);
  const on = async (path: string) => {
    const text = mainOf((await page(`/events/tag/open/${path}`)).expect(200).text);
    return [...Object.keys(shows), 'Never said'].filter((title) => text.includes(`>${title}<`));
  };
  assert.deepEqual(await on('tonight/'), ['Late museum', 'Night garden', 'Never said']);
  assert.deepEqual(await on('weekend/'), ['Early museum', 'Never said']);
  // Feeds and the interface say the same; hours that a password hides count for nothing.
  await make('Locked gallery', ...weeks, {
    all_day: true,
    password: 'sesame',
    opening_hours: hours(['monday'], '10:00', '18:00'),
  });
  for (const [period, shown] of [
    ['tonight', ['Late museum', 'Night garden', 'Never said']],
    ['weekend', ['Early museum', 'Never said']],
    ['today', [...Object.keys(shows), 'Never said']],
  ] as const) {
    const { text } = (await page(`/events/tag/open/${period}.ics`)).expect(200);
    const inFeed = [...text.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title]) => title);
    assert.deepEqual(inFeed.sort(), [...shown].sort(), period);
    const listed = (await service.anonymous.get(`/events?tags=open&per_page=50&period=${period}`)).expect(
      200,
    );
    assert.deepEqual(
      listed
        .rows('events')
        .map(({ title }) => title)
        .sort(),
      [...shown].sort(),
      period,
    );
    assert.equal(listed.at('total'), shown.length);
    const all = (await service.anonymous.get(`/events?per_page=50&period=${period}`)).expect(200);
    assert.ok(
      all.rows('events').some(({ title }) => /Locked gallery/.test(String(title))),
      period,
    );
  }
});

test('days of another year say so: an end, what comes next, and what is over', async () => {
  const begun = await make('Winter garden', '2026-11-01 00:00:00', '2027-04-30 23:59:59', { all_day: true });
  const of = async (url: unknown) => mainOf((await page(new URL(String(url)).pathname)).expect(200).text);
  assert.match(await of(begun.at('url')), />until Friday, 30 April 2027</);
  const within = await make('Autumn garden', '2026-10-01 00:00:00', '2026-10-30 23:59:59', { all_day: true });
  assert.match(await of(within.at('url')), />until Friday, 30 October</);
  const old = await make('Old fair', '2025-09-06 10:00:00', '2025-09-06 12:00:00');
  assert.match(await of(old.at('url')), /Saturday, 6 September 2025\./);
  assert.match(
    await of(`${service.url}/de${new URL(String(old.at('url'))).pathname}`),
    /Samstag, 6\. September 2025/,
  );
});
