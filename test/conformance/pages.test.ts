import assert from 'node:assert/strict';

import { after, before, test } from 'node:test';
import { languages, message, translate } from '#foundation/i18n/catalogue.ts';
import { posterOf } from '#transfer/seed/posters.ts';
import { isObject } from '../support/json.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
});
after(() => service.stop());

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = asPage) =>
  service.anonymous.get(service.url + path, undefined, headers);

const make = async (event: object) => {
  const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
  return (await service.as('editor').post('/events', { ...dates, ...event })).expect(201);
};

test('GET / without events says how to add and import some', async () => {
  const page = (await get('/')).expect(200);
  assert.match(page.text, /No upcoming events yet/);
  assert.match(page.text, /docs#createEvent/);
});

test('GET / gives programs that ask for JSON alone the index of the site', async () => {
  const index = (await get('/', { accept: 'application/json' })).expect(200);
  assert.ok(isObject(index.at('routes')));
  assert.match((await get('/', { accept: '*/*' })).text, /^<!doctype html>/);
  assert.ok(isObject((await get('/wp-json/', asPage)).expect(200).at('routes')));
});

test('pages run nothing, name the interface and escape what people write', async () => {
  const event = await make({
    title: 'Tom & Jerry <script>alert(1)</script><b>live</b>',
    description: '<p onclick="x()">Hello</p><script>alert(2)</script>',
    cost: '<img src=x onerror=alert(3)>',
    website: 'https://example.org/?a="><script>alert(4)</script>',
    venue: { venue: 'Hall </script><script>alert(5)</script>', city: '"><script>alert(6)</script>' },
    organizer: { organizer: "O'Neill & Sons" },
    categories: ['Rock & Roll'],
    tags: ['<i>x</i>'],
  });
  const address = String(event.at('url'));
  const venue = String(event.at('venue.url'));
  const organizer = String(event.at('organizer.0.url'));
  for (const url of [
    '/',
    address,
    venue,
    organizer,
    '/events/category/rock-roll/',
    '/docs',
    '/de/docs',
    '/es/',
  ]) {
    const path = url.replace(service.url, '');
    const page = (await get(path)).expect(200);
    const policy = page.headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /; script-src 'self';/, path);
    assert.ok(!/unsafe/.test(policy), path);
    assert.match(page.headers['content-type'] ?? '', /text\/html/);
    assert.equal(page.headers['x-tec-api-version'], 'v1');
    assert.equal(page.headers['x-tec-api-origin'], service.url);
    assert.match(page.headers['x-tec-api-root'] ?? '', /\/calendar\/events\/v1\//);
    const own = page.text.replace(
      /<script defer src="\/assets\/calendar-[\w-]{8}\.js" blocking="render"><\/script>/,
      '',
    );
    const running = own.match(/<script(?! type="application\/ld\+json">)[^>]*>| on\w+=/gi);
    assert.deepEqual(path.endsWith('docs') ? [] : (running ?? []), [], path);
    assert.ok(!/(src|href)="?(javascript|http:\/\/(?!127))/i.test(page.text), path);
  }
  const page = await get(address.replace(service.url, ''));
  assert.equal(page.headers['x-tec-api-root'], event.at('rest_url'));
  assert.match(page.text, new RegExp(`<link rel="canonical" href="${address}">`));
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.text)?.[1] ?? '';
  assert.equal(JSON.parse(data)['@type'], 'Event');
  const category = await get('/events/category/rock-roll/');
  assert.match(category.headers['x-tec-api-root'] ?? '', /events\/\?categories=rock-roll$/);
  assert.match(category.text, /Tom &amp; Jerry/);
});

test('pages show no more than the interface does', async () => {
  for (const status of ['draft', 'private', 'pending']) {
    const event = await make({ title: `Quiet ${status}`, status, slug: `quiet-${status}` });
    (await get(`/event/quiet-${status}/`)).expect(404);
    (await get(`/?post_type=tribe_events&p=${event.id()}`)).expect(404);
    assert.ok(!(await get('/')).text.includes('Quiet'));
    const own = await service.as('editor').get(`${service.url}/?post_type=tribe_events&p=${event.id()}`);
    assert.ok(own.status === 200 || own.status === 302, String(own.status));
  }
  const locked = await make({ title: 'Locked', description: 'the secret', slug: 'locked' });
  await service.as('editor').patch(`/events/${locked.id()}`, { password: 'open sesame' });
  const page = (await get('/event/locked/')).expect(200);
  assert.match(page.text, /password-protected/);
  assert.ok(!page.text.includes('the secret'));
  assert.ok(!page.text.includes('ld+json'));

  const gone = await make({ title: 'Gone', slug: 'gone' });
  await service.as('editor').delete(`/events/${gone.id()}`);
  (await get('/event/gone/')).expect(404);
  (await get('/event/gone__trashed/')).expect(404);
  await make({ title: 'Hidden away', hide_from_listings: true, slug: 'hidden-away' });
  assert.ok(!(await get('/')).text.includes('Hidden away'));
  (await get('/event/hidden-away/')).expect(200);
});

test('GET /?post_type=tribe_events&p=ID leads to the page of what is published', async () => {
  const event = await make({ title: 'By number' });
  const answer = (await get(`/?post_type=tribe_events&p=${event.id()}`)).expect(302);
  assert.equal(answer.headers['location'], event.at('url'));
  (await get('/?post_type=tribe_venue&p=999999')).expect(404);
});

test('the page of a tag lists what is to come and what runs, and further pages the rest', async () => {
  for (let n = 0; n < 25; n++)
    await make({
      title: `Many ${String(n).padStart(2, '0')}`,
      start_date: '2027-01-05 10:00:00',
      end_date: '2027-01-05 11:00:00',
      tags: ['many'],
    });
  await make({
    title: 'Over',
    start_date: '2026-11-01 10:00:00',
    end_date: '2026-11-01 11:00:00',
    tags: ['many'],
  });
  await make({
    title: 'Still on',
    start_date: '2026-11-10 10:00:00',
    end_date: '2026-12-01 11:00:00',
    tags: ['many'],
  });
  const tag = (await get('/events/tag/many/')).expect(200);
  assert.match(tag.text, /<h1 lang="en" dir="auto">many<\/h1>/);
  // A day with many shows some of them; its own page has all.
  assert.equal(tag.text.match(/<h3 class="ev-h"><a [^>]*>Many /g)?.length, 6);
  const whole = (await get('/events/tag/many/2027-01-05/')).expect(200).text;
  assert.equal(new Set(whole.match(/Many \d\d/g)).size, 25);
  // What began earlier has a section of its own; what is over is on the page of the past.
  assert.match(tag.text, /<ul class="runs">.*Still on/);
  assert.doesNotMatch(tag.text, />Over</);
  const past = (await get('/events/tag/many/list/?eventDisplay=past')).expect(200);
  assert.match(past.text, />Over</);
  assert.match((await get('/events/tag/many/list/page/2/')).text, /Many \d\d/);
});

test('what people write has its own direction on every page, and addresses in it are links', async () => {
  const names = { title: 'مهرجان 2027', venue: 'אולם', organizer: 'הלהקה', category: 'موسيقى', tag: 'חינם' };
  const about = 'ראו https://example.org/a?b=1 או a@example.org';
  const fields = { description: about, address: 'רחוב 1', city: 'חיפה' };
  const event = await make({
    title: names.title,
    slug: 'rtl',
    description: `<p>${about}</p>`,
    excerpt: about,
    accessibility_note: about,
    event_status: 'postponed',
    event_status_reason: about,
    venue: { venue: names.venue, ...fields },
    organizer: [{ organizer: names.organizer, description: about }],
    categories: [names.category],
    tags: [names.tag],
    start_date: '2027-01-20 10:00:00',
    end_date: '2027-01-20 11:00:00',
  });
  const links = [
    'href="https://example.org/a?b=1" rel="nofollow ugc noopener"',
    'href="mailto:a@example.org" rel',
  ];
  for (const [path, isOwn] of [
    ['/events/list/?tribe-bar-date=2027-01-20', false],
    ['/events/month/2027-01/', false],
    ['/events/week/2027-01-18/', false],
    ['/events/2027-01-20/', false],
    ['/embed/event/rtl/', false],
    ['/embed/calendar/?from=2027-01-20', false],
    ['/event/rtl/', true],
    [String(event.at('venue.url')).replace(service.url, ''), true],
    [String(event.at('organizer.0.url')).replace(service.url, ''), true],
  ] as const) {
    const { text } = (await get(path)).expect(200);
    const shown = text.replace(/<head>.*<\/head>/s, '').replace(/<script.*?<\/script>/gs, '');
    let found = 0;
    for (const name of [...Object.values(names), fields.address, fields.city])
      for (const { index } of shown.matchAll(new RegExp(`(?<=>[^<>]*)${name}`, 'g'))) {
        // The nearest element around the text that gives a direction, within those that are open there.
        const before = shown.slice(0, index);
        const open = [...before.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)].reduce<string[]>(
          (stack, [, end, tag = '', rest = '']) => {
            if (/^(?:img|br|input|use|link|meta|source|hr|path|circle|rect)$/.test(tag) || rest.endsWith('/'))
              return stack;
            if (end) stack.splice(stack.map((one) => one.split(' ')[0]).lastIndexOf(tag));
            else stack.push(`${tag} ${rest}`);
            return stack;
          },
          [],
        );
        const within = open.slice(-3).join('>');
        assert.match(within, /dir="auto"|^bdi |>bdi /, `${path}: ${name} in ${within}`);
        found++;
      }
    assert.ok(found > 0, path);
    if (isOwn) for (const link of links) assert.ok(shown.includes(`<a ${link}`), `${path}: ${link}`);
  }
  (await service.as('editor').delete(`/events/${event.id()}`)).expect(200);
});

test('unknown addresses are a page for browsers and an error for programs', async () => {
  const missing = {
    page: ['nothing', 'nothing/here', 'events/nothing/', 'event/', 'submit'],
    event: [
      'event/nothing/',
      'event/nothing/2027-01-05/',
      'event/quiet-draft/2027-01-05/',
      'embed/event/nothing/',
    ],
    date: [
      'event/by-number/2031-01-05/',
      'event/by-number/2027-02-30/',
      'event/by-number/tomorrow/',
      'event/by-number/2027-01-05/7/',
    ],
    venue: ['venue/nothing/'],
    organizer: ['organizer/nothing/'],
    category: ['events/category/nothing/', 'events/category/nothing/2027-01-05/'],
    tag: ['events/tag/nothing/', 'events/tag/nothing/month/', 'tag/nothing/'],
    day: [
      'events/1999-01-05/',
      'events/2027-02-30/',
      'events/map/1999-01-05/',
      'events/list/?tribe-bar-date=1999-01-05',
    ],
    week: ['events/week/1999-01-05/', 'events/week/2027-02-30/'],
    month: ['events/month/1999-01/', 'events/month/2027-13/', 'events/2999-01/', 'events/2027-13/'],
    list: ['events/list/page/99/', 'events/map/page/2/'],
    proposal: ['submit/nothing'],
  } as const;
  for (const [kind, paths] of Object.entries(missing) as [keyof typeof missing, readonly string[]][])
    for (const path of paths)
      for (const language of languages) {
        const page = (await get(`/${language === 'en' ? '' : `${language}/`}${path}`)).expect(404);
        const title = /<h1>(.*?)<\/h1>/.exec(page.text)?.[1];
        assert.equal(title, translate(language, message(`page.missing.${kind}`)), `${language} ${path}`);
        assert.ok(page.text.includes(`<title>${title}`), path);
      }
  assert.equal((await get('/nothing', { accept: '*/*' })).expect(404).at('code'), 'rest_no_route');
  for (const path of ['/wp-json/nothing', '/calendar/events/v1/nothing', '/wp-json/event/co/'])
    assert.equal((await get(path)).expect(404).at('code'), 'rest_no_route', path);
});

test('GET /docs shows every operation of the description, with addresses of the caller', async () => {
  const description = (await service.anonymous.get('/doc')).expect(200);
  const page = (await get('/docs')).expect(200);
  const paths = description.at('paths');
  assert.ok(isObject(paths));
  for (const item of Object.values(paths))
    for (const operation of Object.values(isObject(item) ? item : {}))
      if (isObject(operation) && typeof operation['operationId'] === 'string')
        assert.ok(page.text.includes(`id="${operation['operationId']}"`), operation['operationId']);
  assert.ok(page.text.includes(`curl &#39;${service.url}/calendar/events/v1/events&#39;`));
  const ids = [...page.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, id] of page.text.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(id), `#${id}`);
  let last = 1;
  for (const [, level] of page.text.matchAll(/<h([1-6])/g)) {
    assert.ok(Number(level) <= last + 1);
    last = Number(level);
  }
});

test('a password opens the page of an event, sent in the body alone, and no cache keeps what it opens', async () => {
  const made = await make({
    title: 'Reception',
    description: '<p>Quay 9, at the bell.</p>',
    password: 'ebb & flow',
    venue: { venue: 'Bell House', address: 'Quay 9' },
  });
  const address = String(made.at('url'));
  const send = (password: string, url = address) =>
    fetch(url, {
      method: 'POST',
      headers: { ...asPage, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password }),
    });
  const secret = /Quay 9|Bell House/;

  const closed = (await service.anonymous.get(address, undefined, asPage)).expect(200);
  assert.match(closed.text, /<form class="lock" method="post">/);
  assert.match(closed.text, /<h1 lang="en" dir="auto">Reception<\/h1>/);
  assert.doesNotMatch(closed.text, secret);
  assert.equal(closed.headers['x-robots-tag'], 'noindex');

  const open = await send('ebb & flow');
  assert.equal(open.status, 200);
  assert.equal(open.headers.get('cache-control'), 'private, no-store');
  assert.equal(open.headers.get('x-robots-tag'), 'noindex');
  const text = await open.text();
  assert.match(text, secret);
  assert.doesNotMatch(text, /ebb/);
  // Afterwards it is closed for everybody again.
  assert.doesNotMatch((await get(new URL(address).pathname)).text, secret);

  const wrong = await send('<b>flood</b>');
  assert.equal(wrong.status, 403);
  const told = await wrong.text();
  assert.match(told, /aria-invalid="true"/);
  assert.match(told, /Wrong password/);
  assert.doesNotMatch(told, /flood/);
  assert.doesNotMatch(told, secret);
  assert.doesNotMatch(
    (await get(`${new URL(address).pathname}?password=${encodeURIComponent('ebb & flow')}`)).text,
    secret,
  );

  for (let guess = 0; guess < 30; guess++) await send(`guess ${guess}`);
  const late = await send('ebb & flow');
  assert.equal(late.status, 429);
  assert.match(late.headers.get('retry-after') ?? '', /^\d+$/);
  assert.doesNotMatch(await late.text(), secret);
});

test('a password opens a date of a series as it does the series', async () => {
  const made = await make({
    title: 'Rehearsal',
    description: '<p>Back door.</p>',
    password: 'tide',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  });
  for (const address of [String(made.at('url')), `${made.at('url')}2026-12-08/`]) {
    assert.doesNotMatch((await service.anonymous.get(address, undefined, asPage)).text, /Back door/);
    const open = await fetch(address, { method: 'POST', body: new URLSearchParams({ password: 'tide' }) });
    assert.equal(open.status, 200);
    assert.match(await open.text(), /Back door/);
  }
});

test('the page of an event says its state, and offers what is left to do', async () => {
  const page = async (event: object) => {
    const made = await make({ title: 'State', venue: { venue: 'Quay', city: 'Port' }, ...event });
    return (await service.anonymous.get(String(made.at('url')), undefined, asPage)).expect(200).text;
  };
  const scheduled = await page({ door_time: '09:30', website: 'https://example.org/more' });
  assert.match(scheduled, /<details class="menu menu-end" id="add">/);
  assert.match(scheduled, /href="https?:\/\/[^"]*\/events\/\d+\.ics"[^>]*>(?:(?!<\/a>).)*Apple/);
  assert.doesNotMatch(scheduled, /href="webcal:[^"]*\/events\/\d+\.ics"/);
  assert.match(scheduled, /calendar\.google\.com[^"]*dates=20261201T150000Z%2F20261201T170000Z/);
  assert.match(scheduled, /<span>doors 09:30<\/span>/);
  assert.match(scheduled, /<a class="btn btn-l" href="https:\/\/example\.org\/more"/);
  assert.doesNotMatch(scheduled, /role="status"/);

  const canceled = await page({ event_status: 'canceled', event_status_reason: 'Storm' });
  assert.match(
    canceled,
    /class="alert a-bad".*?<h2>Canceled<\/h2><p><span data-authored dir="auto">Storm<\/span><\/p>/,
  );
  assert.match(canceled, /class="bd-n struck"/);
  assert.doesNotMatch(canceled, /id="add"/);

  const moved = await page({ event_status: 'rescheduled', previous_start_date: '2026-11-28 10:00:00' });
  assert.match(moved, /<h2>Moved to Tuesday, 1 December<\/h2>/);
  assert.match(moved, /<s>Sat, 28 November<\/s>/);

  const online = await page({ venue: '', is_virtual: true, virtual_url: 'https://meet.example.org/a' });
  assert.match(online, /<a class="btn btn-l" href="https:\/\/meet\.example\.org\/a"/);

  const past = await page({ start_date: '2026-11-01 10:00:00', end_date: '2026-11-01 12:00:00' });
  assert.match(past, /<article class="wrap event s-over">/);
  assert.match(past, /It took place on Sunday, 1 November\./);

  const ticket = { name: 'Seat', price: 5, currency: 'USD', url: 'https://tickets.example.org/' };
  assert.match(await page({ tickets: [ticket, { ...ticket, price: 9 }] }), /Tickets from (?:US)?\$5</);
  const sold = await page({ tickets: [{ ...ticket, capacity: 0 }], website: 'https://example.org/more' });
  assert.match(sold, /Sold out/);
  assert.doesNotMatch(sold, /btn-l/);

  const days = await page({ all_day: true, end_date: '2026-12-03 12:00:00' });
  assert.match(days, /<b>.*?3 days<\/b><span>until Thursday, 3 December<\/span>/);

  const draft = await make({ title: 'Not yet', status: 'draft' });
  const preview = await service
    .as('editor')
    .get(`${service.url}/?post_type=tribe_events&p=${draft.id()}`, undefined, asPage);
  assert.match(preview.expect(200).text, /class="alert".*?<h2>Not public<\/h2>/);
  assert.equal(preview.headers['cache-control'], 'private, no-store');
});

test('an event without a text leaves no empty column beside its tickets, dates and organizers', async () => {
  const beside = { status: 'publish', tickets: [{ name: 'Evening', price: 12 }] };
  const bodyOf = async (event: object) => {
    const { pathname } = new URL(String((await make({ ...beside, ...event })).at('url')));
    return (await get(pathname)).expect(200).text;
  };
  const written = await bodyOf({ title: 'Written', description: '<p>A text.</p>' });
  assert.match(written, /<div class="ev-cols"><div class="prose">.*<\/div><aside/s);
  const bare = await bodyOf({ title: 'Bare' });
  assert.match(bare, /<div class="ev-wide"><aside/);
  assert.doesNotMatch(bare, /ev-cols|<div><\/div>/);
  // Tags alone are no text either.
  assert.match(
    await bodyOf({ title: 'Tagged', tags: ['Outside'] }),
    /<div class="ev-wide"><div class="prose">/,
  );
  // A text that says no more than the sentence below the title is said there alone.
  const summary = { excerpt: 'Tide & light', description: '<p>Tide &amp; light</p>' };
  assert.match(await bodyOf({ title: 'Said once', ...summary }), /<div class="ev-wide"><aside/);
  const more = { ...summary, description: '<p>Tide &amp; light and mud</p>' };
  assert.match(await bodyOf({ title: 'Said more', ...more }), /<div class="ev-cols"><div class="prose">/);
  const series = { title: 'Weekly', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' }, tickets: [] };
  assert.match(await bodyOf(series), /<div class="ev-wide"><aside/);
});

test('pages show pictures in the forms and widths that there are, with the point that stays in sight', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await posterOf('tide'))]), 'pier.png');
  form.set('alt_text', 'The pier & "night"');
  form.set('credit', 'Photo: "Jo"');
  const uploaded = (await service.as('editor').post(`${service.url}/wp/v2/media`, form)).expect(201);
  const shown = { focal_point: { x: 0.24, y: 1 } };
  (await service.as('editor').patch(`${service.url}/kalends/v1/media/${uploaded.id()}`, shown)).expect(200);
  const made = await make({ title: 'Pictured', image: uploaded.id() });
  const { text } = (await service.anonymous.get(String(made.at('url')), undefined, asPage)).expect(200);
  const [figure = ''] = /<figure>.*<\/figure>/s.exec(text) ?? [];
  for (const type of ['avif', 'webp'])
    assert.match(
      figure,
      new RegExp(
        `<source type="image/${type}" srcset="[^"]*/media/2026/11/[0-9a-f]{20}/pier-\\d+x\\d+\\.${type} \\d+w`,
      ),
    );
  assert.match(figure, /alt="The pier &amp; &quot;night&quot;" class="fp fx2 fy10"/);
  assert.match(figure, /<figcaption>Photo: &quot;Jo&quot;<\/figcaption>/);
  assert.match(figure, /<img src="data:image\/webp;base64,[\w+/=]+" width="\d+" height="\d+" alt=""/);
  assert.match(text, /<meta property="og:image" content="http[^"]*\/media\/2026\/11\/[0-9a-f]{20}\/pier/);
  for (const [, address = ''] of figure.matchAll(/(https?:\S+\.(?:avif|webp|png)) \d+w/g))
    assert.equal((await fetch(address)).status, 200, address);
  // The interface tells the same sizes as ever.
  assert.doesNotMatch(JSON.stringify(made.at('image')), /avif|webp|placeholder/);
});
