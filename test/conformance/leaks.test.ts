import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Calendars, type Hidden, type Shown, startCalendars } from '../support/calendars.ts';
import type { Answer, Client } from '../support/client.ts';
import { type Caller, clientOf, fieldsOf, type Kind } from '../support/rights.ts';
import type { Service } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

/*
 * Two calendars that show the same, one of which keeps hidden things besides: whoever may not know of those must get
 * the same bytes from both. What is protected is in both, with other things behind the password.
 */

const READERS = ['anonymous', 'subscriber', 'contributor'] as const satisfies Caller[];

let calendars: Calendars;
let plain: Service;
let hiding: Service;
let shown: Shown;
let hidden: Hidden;

before(async () => {
  calendars = await startCalendars();
  ({ plain, hiding, shown, hidden } = calendars);
});

after(() => calendars?.stop());

/** All that an answer says but when it was sent and over which connection. */
function told({ status, headers, text }: Answer): string {
  const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
  const lines = Object.entries(others)
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  return [status, ...lines, '', text].join('\n');
}

type Ask = (client: Client, service: Service) => Promise<Answer>;

async function same(reader: Caller, what: string, ask: Ask): Promise<void> {
  const [one, other] = await Promise.all(
    [plain, hiding].map((service) => ask(clientOf(service, reader), service)),
  );
  assert.ok(one && other);
  assert.equal(told(other), told(one), `${reader}: ${what}`);
  // What was asked for may be repeated; nothing else may speak of it.
  const secrets = [path.posix.basename(path.posix.dirname(hidden.file))];
  for (const word of ['omega', 'whisper', 'xylophone', 'hushville', ...secrets])
    if (!what.includes(word)) assert.ok(!other.text.toLowerCase().includes(word), `${reader}: ${what}`);
}

const get = (reader: Caller, url: string) => same(reader, url, (client) => client.get(url));

/** Does work for each of some values, a few at a time. */
async function inParts(values: readonly string[], work: (value: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < values.length; at += 8) await Promise.all(values.slice(at, at + 8).map(work));
}

/** Each of some filters alone, and for the anonymous reader every eighth pair of them, by turns. */
function combined(reader: Caller, filters: readonly string[]): string[] {
  const all = ['', ...filters];
  if (reader !== 'anonymous') return all;
  const pairs = filters.flatMap((one, index) =>
    filters
      .slice(index + 1)
      .filter((other) => other.split('=')[0] !== one.split('=')[0])
      .map((other) => `${one}&${other}`),
  );
  return [...all, ...inTurn(8, pairs)];
}

const idsOf = (kind: Kind) => hidden[kind].map(({ id }) => id);

function eventFilters(): string[] {
  const [first = 0] = shown.events;
  const all = [...shown.events, shown.protectedEvent, ...idsOf('event')];
  return [
    'page=2&per_page=5',
    'per_page=50',
    'per_page=12&page=2',
    'start_date=2000-01-01&end_date=2100-01-01',
    'starts_after=2020-01-01',
    'ends_before=2050-01-01',
    'ends_after=2027-03-12 21:00:00',
    'starts_before=2027-03-15',
    'strict_dates=true',
    'search=whisper',
    'search=xylophone',
    'search=music',
    'search=evening -whispered',
    'search=omega',
    'categories=only-hidden',
    `categories=${shown.categories[0]}`,
    'tags=unseen',
    'tags=loud',
    `venue=${shown.venues.join(',')}`,
    `venue=${shown.protectedVenue}`,
    `organizer=${shown.organizers.join(',')}`,
    `organizer=${shown.protectedOrganizer}`,
    'featured=true',
    'featured=false',
    'status=publish',
    'geoloc=true',
    'geoloc=false',
    'geoloc_lat=42.37&geoloc_lng=-71.05&geoloc_radius=0.5',
    'geoloc_lat=42.36&geoloc_lng=-71.06&orderby=distance',
    'geoloc_lat=20&geoloc_lng=5',
    'ticketed=true',
    'ticketed=false',
    `include=${all.join(',')}`,
    `post_parent=${first}`,
    'orderby=title',
    'orderby=modified&order=desc',
    'order=desc',
    'password=guess',
    'context=edit',
    'translation_language=de',
    '_fields=events.id,total',
    '_envelope=1',
  ];
}

for (const reader of READERS) {
  test(`${reader}: lists of events`, async () => {
    await inParts(combined(reader, eventFilters()), (query) => get(reader, `/events?${query}`));
  });

  test(`${reader}: feeds of lists and items, at the addresses of pages too`, async () => {
    const all = ['', 'expand=true', ...eventFilters()];
    // Of each form every third filter, and others for each reader, by turns.
    for (const [place, form] of ['ics', 'csv', 'rss', 'atom', 'jsonfeed', 'jsonld'].entries())
      await inParts(inTurn(3, all, place + READERS.indexOf(reader)), (query) =>
        get(reader, `/events.${form}?${query}`),
      );
    const { events } = shown;
    for (const url of [
      ...[...events, shown.protectedEvent].map((id) => `/events/${id}`),
      '/events/by-slug/evening-1',
      '/events/by-slug/veiled-evening',
    ])
      for (const form of ['ics', 'csv', 'atom', 'jsonld'])
        for (const query of ['', '?context=edit', '?password=guess'])
          await get(reader, `${url}.${form}${query}`);
    const names = (['event', 'venue', 'organizer'] as const).flatMap((kind) =>
      [...hidden[kind].map(({ slug }) => slug), 'open-hall', 'open-club', 'evening-1', 'veiled-evening'].map(
        (slug) => `/${kind}/${slug}`,
      ),
    );
    for (const url of [
      ...names,
      '/events',
      '/events/category/only-hidden',
      '/events/tag/unseen',
      '/events/2026-12',
    ])
      for (const ending of ['.ics', '.rss', '/?ical=1', '/feed/'])
        await same(reader, url + ending, (client, service) => client.get(`${service.url}${url}${ending}`));
  });

  test(`${reader}: lists of venues and organizers`, async () => {
    for (const kind of ['venue', 'organizer'] as const)
      await inParts(
        combined(reader, [
          'page=2&per_page=1',
          'per_page=50',
          'search=whisper',
          'search=xylophone',
          'search=omega',
          'search=hall',
          'search=veiled',
          ...[...shown.events.slice(0, 4), shown.protectedEvent].map((id) => `event=${id}`),
          'has_events=true',
          'has_events=false',
          'only_with_upcoming=true',
          'status=publish',
          'orderby=name',
          'orderby=modified',
          'order=asc',
          'password=guess',
          'context=edit',
          '_envelope=1',
        ]),
        (query) => get(reader, `/${kind}s?${query}`),
      );
  });

  test(`${reader}: lists of categories and tags`, async () => {
    for (const kind of ['categories', 'tags'] as const)
      await inParts(
        combined(reader, [
          'per_page=1&page=2',
          'hide_empty=true',
          'hide_empty=false',
          'search=hidden',
          'search=u',
          'orderby=count&order=desc',
          'orderby=id',
          `include=${shown[kind].join(',')}`,
          `exclude=${shown[kind][0]}`,
          ...[...shown.events.slice(0, 3), shown.protectedEvent].map((id) => `event=${id}`),
          'slug=only-hidden',
          ...(kind === 'categories' ? [`parent=${shown.categories[0]}`] : []),
        ]),
        (query) => get(reader, `/${kind}?${query}`),
      );
  });

  test(`${reader}: single ones, descriptions and the rest`, async () => {
    const { categories, tags, venues, organizers, events } = shown;
    const singles = [
      ...[...events, shown.protectedEvent].map((id) => `/events/${id}`),
      ...[...venues, shown.protectedVenue].map((id) => `/venues/${id}`),
      ...[...organizers, shown.protectedOrganizer].map((id) => `/organizers/${id}`),
      ...categories.map((id) => `/categories/${id}`),
      ...tags.map((id) => `/tags/${id}`),
      '/events/by-slug/evening-1',
      '/events/by-slug/veiled-evening',
      '/events/by-slug/by-address-only',
      '/venues/by-slug/open-hall',
      '/venues/by-slug/veiled-hall',
      '/organizers/by-slug/open-club',
      '/events/by-slug/nothing-of-the-kind',
    ];
    for (const url of singles) {
      for (const query of ['', '?context=edit', '?password=guess', '?_envelope=1&_fields=id,venue'])
        await get(reader, url + query);
      for (const method of ['OPTIONS', 'HEAD'])
        await same(reader, `${method} ${url}`, (client) => client.send(method, url));
    }
    for (const url of ['', '/doc', '/events', '/venues', '/organizers', '/categories', '/tags'])
      await same(reader, `OPTIONS ${url}`, (client) => client.send('OPTIONS', url));
    const accepted = ['*/*', 'text/html', 'application/json'];
    // Who is signed in is shown pages as everybody is: each in one form, by turns.
    for (const [place, url] of [
      '',
      '/doc',
      '/?rest_route=/calendar/events/v1/events',
      '/wp-json/',
      '/de/wp-json/',
      '/',
      '/events/',
      '/events/month/',
      '/events/month/2026-12/',
      '/events/week/',
      '/events/week/2026-12-07/',
      '/events/today/',
      '/events/2026-12-05/',
      '/docs',
      '/de/',
      '/?page=2',
      '/event/evening-1/',
      '/event/veiled-evening/',
      '/venue/open-hall/',
      '/venue/veiled-hall/',
      '/organizer/open-club/',
      '/organizer/veiled-club/',
      '/events/category/music/',
      '/events/category/only-hidden/',
      '/tag/loud/',
      '/tag/unseen/',
      '/events/category/music/list/',
      '/events/category/music/month/',
      '/events/category/music/list/?eventDisplay=past',
      '/events/tag/loud/',
      '/events/tag/unseen/',
      ...hidden.venue.map(({ id }) => `/events/list/?venue=${id}`),
      ...hidden.organizer.map(({ id }) => `/events/list/?organizer=${id}`),
      ...(['event', 'venue', 'organizer'] as const).flatMap((kind) =>
        hidden[kind].flatMap(({ id, slug }) => [
          `/${kind}/${slug}/`,
          `/?post_type=tribe_${kind === 'event' ? 'events' : kind}&p=${id}`,
          `/?p=${id}`,
          `/?tribe_${kind === 'event' ? 'events' : kind}=${slug}`,
          `/${kind.toUpperCase()}//${slug}`,
          `/event/${slug}/2026-12-01/`,
        ]),
      ),
      '/events/map/',
      '/events/map/?search=xylophone',
      '/embed/',
      '/embed/calendar/',
      '/embed/calendar/?categories=only-hidden',
      '/embed/event/evening-1/',
      '/embed/event/veiled-evening/',
      ...hidden.event.flatMap(({ slug }) => [
        `/embed/event/${slug}/`,
        `/embed/event/${slug}/2026-12-01/`,
        `/oembed?url=${encodeURIComponent(`https://calendar.example.org/event/${slug}/`)}`,
      ]),
      '/events/feed/',
      '/sitemap.xml',
      ...['pages', 'events', 'venues', 'organizers', 'categories', 'tags'].map(
        (kind) => `/sitemap-${kind}${kind === 'pages' ? '' : '-1'}.xml`,
      ),
      '/robots.txt',
      '/favicon.ico',
      '/events/list/?eventDisplay=past',
      '/events/list/page/2/',
      '/events/list/?tribe-bar-date=2026-01-01',
      '/events/list/?tribe-bar-date=2030-01-01',
      `/kalends/v1/media/${hidden.media[0]?.id}`,
      '/kalends/v1/media',
      '/kalends/v1/users',
    ].entries())
      for (const accept of reader === 'anonymous' ? accepted : inTurn(3, accepted, place))
        await same(reader, url, (client, service) =>
          client.get(`${service.url}${url}`, undefined, { accept }),
        );
  });

  test(`${reader}: a wrong password opens no page, and tells of none`, async () => {
    for (const url of [
      '/event/veiled-evening/',
      '/venue/veiled-hall/',
      '/organizer/veiled-club/',
      ...(['event', 'venue', 'organizer'] as const).flatMap((kind) =>
        hidden[kind].map(({ slug }) => `/${kind}/${slug}/`),
      ),
    ])
      await same(reader, `POST ${url}`, (client, service) =>
        client.post(`${service.url}${url}`, { password: 'guess' }, { accept: 'text/html' }),
      );
  });

  test(`${reader}: a filter by what is hidden finds nothing, whatever the number`, async () => {
    for (const { id } of [...hidden.venue, ...hidden.organizer, ...hidden.event])
      await get(reader, `/events?include=${id}`);
    for (const { id } of [...hidden.venue, ...hidden.organizer])
      for (const url of [`/events?post_parent=${id}`, `/categories?event=${id}`]) await get(reader, url);
    // An ID that exists is no wrong parameter here (reference 3.0 and 4.8), which its own address tells as well.
    for (const [url, ids] of [
      ['/events?per_page=50&venue', idsOf('venue')],
      ['/events?per_page=50&organizer', idsOf('organizer')],
      ['/venues?event', idsOf('event')],
      ['/organizers?event', idsOf('event')],
      ['/categories?event', idsOf('event')],
      ['/categories?post', idsOf('event')],
      ['/tags?event', idsOf('event')],
      ['/tags?post', idsOf('event')],
      ['/events?per_page=50&post_parent', idsOf('event')],
    ] as const)
      for (const id of ids) {
        const answer = (await clientOf(hiding, reader).get(`${url}=${id}`)).expect(200);
        assert.equal(answer.at('total'), 0, url);
        assert.equal(answer.headers['x-tec-total'], '0', url);
      }
  });

  test(`${reader}: writes to what is hidden are refused as any`, async () => {
    const status = reader === 'anonymous' ? 401 : 403;
    for (const kind of ['event', 'venue', 'organizer'] as const)
      for (const { id, slug } of hidden[kind])
        for (const url of [`/${kind}s/${id}`, `/${kind}s/by-slug/${slug}`])
          for (const method of ['POST', 'DELETE']) {
            const body = method === 'POST' ? { description: 'x' } : undefined;
            const answer = await clientOf(hiding, reader).send(method, url, body);
            assert.equal(answer.status, status, `${method} ${url}`);
            assert.equal(answer.at('code'), 'rest_forbidden');
            assert.doesNotMatch(answer.text, /whisper/i);
          }
    // Whoever may not write is told nothing by the numbers that a write names.
    if (reader !== 'contributor')
      for (const field of ['image', 'venue', 'organizer', 'post_parent']) {
        const id = hidden[field === 'image' ? 'media' : field === 'post_parent' ? 'event' : 'venue'][0]?.id;
        const body = { ...fieldsOf('event', 'Probe'), [field]: id };
        await same(reader, `POST with ${field}`, (client) => client.post('/events', body));
      }
  });

  /*
   * What tells that something hidden is there, and no more, because the contract wants it so:
   * - 403 on its own address, by number and by slug (reference 3.3 and 3.4, 7.2), also of trashed events;
   * - 400 `rest-invalid-event-id` for the number of something else (reference 3.3);
   * - 401 or 403 where an unknown number or slug of a venue or organizer, or an unknown slug, is 400 (reference 3.9);
   * - a filter by its number is no wrong parameter (above);
   * - the file of a picture is served to whoever knows its address, which nobody can guess.
   */
  test(`${reader}: the addresses of hidden things say no more than that they are hidden`, async () => {
    const client = clientOf(hiding, reader);
    for (const kind of ['event', 'venue', 'organizer'] as const)
      for (const { id, slug, status } of hidden[kind])
        for (const url of [`/${kind}s/${id}`, `/${kind}s/by-slug/${slug}`])
          for (const query of ['', '?context=edit', '?password=sesame']) {
            const gone = kind === 'event' && status === 'trash';
            const answer = await client.get(url + query);
            const code = gone ? 'event-no-longer-available' : `${kind}-not-accessible`;
            assert.deepEqual([answer.status, answer.at('code')], [403, code], url);
            assert.equal(answer.headers['allow'], 'GET');
            assert.equal(answer.headers['last-modified'], undefined);
            assert.doesNotMatch(answer.text, /whisper/i);
          }
    for (const { id } of [...hidden.venue, ...hidden.media])
      assert.equal((await client.get(`/events/${id}`)).at('code'), 'rest-invalid-event-id');
    assert.match(hidden.file, /^\d{4}\/\d\d\/[0-9a-f]{20}\/[^/]+$/);
    const name = path.posix.basename(hidden.file);
    const month = hidden.file.slice(0, '2026/11'.length);
    const answer = (at: string) => client.get(`${hiding.url}/media/${at}`);
    const unknown = await answer(`${month}/${'0'.repeat(20)}/none.png`);
    for (const guess of [name, `${month}/${name}`, `${month}/${'0'.repeat(20)}/${name}`]) {
      const { status, headers, text } = await answer(guess);
      assert.deepEqual(
        [status, headers['etag'], headers['last-modified']],
        [404, undefined, undefined],
        guess,
      );
      assert.equal(text, unknown.text);
    }
  });
}

test('what a password hides is spelled out as empty, and its own address is closed', async () => {
  const rows = (await hiding.anonymous.get('/events?per_page=50')).expect(200).rows('events');
  const event = rows.find((row) => row['id'] === shown.protectedEvent);
  assert.ok(event);
  for (const name of ['description', 'excerpt', 'cost', 'website']) assert.equal(event[name], '', name);
  for (const name of [
    'all_day',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'ticketed',
  ])
    assert.equal(event[name], null, name);
  for (const name of ['categories', 'tags', 'venue', 'organizer', 'custom_fields', 'tickets'])
    assert.deepEqual(event[name], [], name);
  assert.equal(event['image'], false);
  assert.deepEqual(event['cost_details'], {
    currency_symbol: '',
    currency_code: '',
    currency_position: '',
    values: [],
  });
  assert.equal(event['title'], 'Veiled evening');
  assert.equal('json_ld' in event || 'raw' in event, false);
  for (const [filter, found] of [
    ['geoloc=true', false],
    ['geoloc=false', true],
    ['geoloc_lat=42.36&geoloc_lng=-71.06', false],
    ['geoloc_lat=42.36&geoloc_lng=-71.06&password=sesame', true],
    ['search=omega', false],
    ['search=omega&password=sesame', true],
    ...(['venue', 'organizer', 'categories', 'tags'] as const).flatMap((name) => {
      const { [name === 'venue' ? 'venues' : name === 'organizer' ? 'organizers' : name]: ids } = shown;
      const [first] = ids;
      return [
        [`${name}=${first}`, false],
        [`${name}=${first}&password=guess`, false],
        [`${name}=${first}&password=sesame`, true],
      ] as const;
    }),
  ] as const) {
    const list = (await hiding.anonymous.get(`/events?per_page=50&${filter}`)).expect(200).rows('events');
    assert.equal(
      list.some((row) => row['id'] === shown.protectedEvent),
      found,
      filter,
    );
  }
  const closed = await hiding.anonymous.get(`/events/${shown.protectedEvent}`);
  assert.equal(closed.expect(403).at('code'), 'event-password-protected');

  const venue = (await hiding.anonymous.get(`/venues/${shown.protectedVenue}`)).expect(200);
  assert.equal(venue.at('venue'), 'Veiled Hall');
  for (const name of ['description', 'address', 'city', 'state', 'stateprovince', 'phone', 'website'])
    assert.equal(venue.at(name), '', name);
  assert.deepEqual([venue.at('geo_lat'), venue.at('geo_lng')], [0, 0]);
  assert.equal(venue.at('json_ld'), undefined);
});

test('a password of an event opens nothing but it to whoever writes it', async () => {
  const { protectedVenue: venue, protectedOrganizer: organizer } = shown;
  const fields = { ...fieldsOf('event', 'Guessing'), password: 'sesame', venue, organizer };
  const made = (await hiding.as('author').post('/events', { ...fields, status: 'private' })).expect(201);
  assert.doesNotMatch(made.text, /omega/);
  const update = { description: 'Shown to its author', password: 'sesame' };
  const changed = (await hiding.as('author').post(`/events/${made.id()}`, update)).expect(200);
  assert.doesNotMatch(changed.text, /omega/);
  assert.match(String(changed.at('description')), /Shown to its author/);
});

test('a write that finds what is protected does not open it', async () => {
  for (const kind of ['venue', 'organizer'] as const) {
    const id = kind === 'venue' ? shown.protectedVenue : shown.protectedOrganizer;
    const name = kind === 'venue' ? 'Veiled Hall' : 'Veiled Club';
    for (const role of ['author', 'contributor'] as const) {
      const found = (await hiding.as(role).post(`/${kind}s`, { [kind]: name })).expect(201);
      assert.equal(found.id(), id);
      assert.doesNotMatch(found.text, /omega/, role);
      const nested = { ...fieldsOf('event', 'Nesting'), status: 'draft', [kind]: [{ [kind]: name }] };
      const event = (await hiding.as(role).post('/events', nested)).expect(201);
      assert.doesNotMatch(event.text, /omega/, role);
    }
    assert.match((await hiding.as('editor').post(`/${kind}s`, { [kind]: name })).text, /omega/);
  }
});
