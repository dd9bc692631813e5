import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { digestOf } from '#api/http/response-headers.ts';
import type { Answer } from '../support/client.ts';
import { type Caller, clientOf, userIds } from '../support/rights.ts';
import { people, type Service, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

/*
 * Calendars that differ in nothing but what passwords hide: whoever has no password must get the same bytes from all of
 * them, whatever is asked (contract D26, D37). Each hidden field has a test of its own, in which it alone is flipped.
 */

const ADDRESS = { KALENDS_PUBLIC_URL: 'https://calendar.example.org' };
const photo = new Uint8Array(
  readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png')),
);

interface Things {
  venues: readonly number[];
  organizers: readonly number[];
  categories: readonly number[];
  tags: readonly number[];
  images: readonly number[];
  /** Protected: one all of whose hidden fields are flipped, and one that balances what terms count. */
  event: number;
  balance: number;
  open: number;
  venue: number;
  organizer: number;
}

/** The protected items' hidden fields, each as it is in one calendar and in the other. */
const flips: Record<string, (things: Things) => readonly [url: string, one: object, other: object][]> = {
  description: ({ event }) => [[`/events/${event}`, { description: 'Alpha' }, { description: 'Omega' }]],
  excerpt: ({ event }) => [[`/events/${event}`, { excerpt: 'Alpha' }, { excerpt: 'Omega' }]],
  'a translated description': ({ event }) => [
    [
      `/events/${event}?translation_language=de`,
      { title: 'Gast', description: 'A' },
      { title: 'Gast', description: 'Wort' },
    ],
  ],
  website: ({ event }) => [
    [`/events/${event}`, { website: 'https://alpha.example/' }, { website: 'https://omega.example/' }],
  ],
  cost: ({ event }) => [[`/events/${event}`, { cost: '0' }, { cost: '$20' }]],
  all_day: ({ event }) => [[`/events/${event}`, { all_day: false }, { all_day: true }]],
  show_map: ({ event }) => [[`/events/${event}`, { show_map: false }, { show_map: true }]],
  show_map_link: ({ event }) => [[`/events/${event}`, { show_map_link: false }, { show_map_link: true }]],
  sticky: ({ event }) => [[`/events/${event}`, { sticky: false }, { sticky: true }]],
  featured: ({ event }) => [[`/events/${event}`, { featured: false }, { featured: true }]],
  tickets: ({ event }) => [[`/events/${event}`, { tickets: [] }, { tickets: [{ name: 'Seat', price: 5 }] }]],
  image: ({ event, images }) => [[`/events/${event}`, { image: images[0] }, { image: images[1] }]],
  venue: ({ event, venues }) => [
    [`/events/${event}`, { venue: venues[0] }, { venue: [venues[1], venues[2]] }],
  ],
  'no venue': ({ event, venues }) => [[`/events/${event}`, { venue: [] }, { venue: venues[1] }]],
  organizer: ({ event, organizers: [one, other] }) => [
    [`/events/${event}`, { organizer: one }, { organizer: other }],
  ],
  // Terms count published events, protected ones too: another one has what this one loses.
  categories: ({ event, balance, categories: [one, other] }) => [
    [`/events/${event}`, { categories: [one] }, { categories: [other] }],
    [`/events/${balance}`, { categories: [other] }, { categories: [one] }],
  ],
  tags: ({ event, balance, tags: [one, other] }) => [
    [`/events/${event}`, { tags: [one] }, { tags: [other] }],
    [`/events/${balance}`, { tags: [other] }, { tags: [one] }],
  ],
  'the password itself': ({ event }) => [
    [`/events/${event}`, { password: 'sesame' }, { password: 'simsim' }],
  ],
  'everything of a venue': ({ venue, images }) => [
    [
      `/venues/${venue}`,
      {
        description: 'Alpha',
        address: 'Alpha Lane',
        city: 'Alphaville',
        country: 'AL',
        province: 'Al',
        state: 'AL',
        zip: '1',
        phone: '1',
        website: 'https://alpha.example/',
        show_map: false,
        geo_lat: 10,
        geo_lng: 5,
        image: images[0],
      },
      {
        description: 'Omega',
        address: 'Omega Lane',
        city: 'Omegaville',
        country: 'OM',
        province: 'Om',
        state: 'OM',
        zip: '9',
        phone: '9',
        website: 'https://omega.example/',
        show_map: true,
        geo_lat: 20,
        geo_lng: 5,
        image: images[1],
      },
    ],
  ],
  'everything of an organizer': ({ organizer, images }) => [
    [
      `/organizers/${organizer}`,
      {
        description: 'Alpha',
        phone: '1',
        website: 'https://alpha.example/',
        email: 'a@example.org',
        image: images[0],
      },
      {
        description: 'Omega',
        phone: '9',
        website: 'https://omega.example/',
        email: 'o@example.org',
        image: images[1],
      },
    ],
  ],
};

const CLOCKS = ['2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z'] as const;
const SIDES = ['one', 'other'] as const;
let services: Record<(typeof SIDES)[number], Service>;
let things: Things;

async function fill(service: Service): Promise<Things> {
  const editor = service.as('editor');
  let made = 0;
  // A uid that is made up would be another in each.
  const make = async (url: string, body: object) =>
    (await editor.post(url, url === '/events' ? { ...body, uid: `event-${++made}` } : body)).expect(201).id();
  const several = async <T>(values: readonly T[], each: (value: T) => Promise<number>) => {
    const ids: number[] = [];
    for (const value of values) ids.push(await each(value));
    return ids;
  };
  const images = await several(['a.png', 'b.png'], async (name) => {
    const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
    return (await editor.post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201).id();
  });
  // Nothing else is at the last of these: what only a protected event has must look as if nothing had it.
  const venues = await several([0, 1, 2], (n) =>
    make('/venues', { venue: `Hall ${n}`, ...(n === 1 ? { geo_lat: 42.36, geo_lng: -71.06 } : {}) }),
  );
  const organizers = await several([0, 1], (n) => make('/organizers', { organizer: `Club ${n}` }));
  const categories = await several(['Music', 'Dance'], (name) => make('/categories', { name }));
  categories.push(await make('/categories', { name: 'Jazz', parent: categories[0] }));
  const tags = await several(['Loud', 'Quiet'], (name) => make('/tags', { name }));
  const day = (n: number) => ({
    start_date: `2027-03-${10 + n} 20:00:00`,
    end_date: `2027-03-${10 + n} 22:00:00`,
  });
  const venue = await make('/venues', { venue: 'Veiled hall' });
  const organizer = await make('/organizers', { organizer: 'Veiled club' });
  const open = await make('/events', {
    title: 'Open evening',
    ...day(1),
    description: 'Alpha and omega',
    venue: [venues[0], venue],
    organizer: [organizers[0], organizer],
    categories: [categories[0]],
    tags: [tags[0]],
  });
  const whole = { start_date: '2027-03-12 00:00:00', end_date: '2027-03-12 23:59:59' };
  const own = { author: userIds.contributor };
  const event = await make('/events', { title: 'Veiled evening', ...whole, ...own, post_parent: open });
  const balance = await make('/events', { title: 'Veiled morning', ...day(3) });
  await make('/events', { title: 'Below', ...day(4), post_parent: event });
  for (const url of [
    `/events/${event}`,
    `/events/${balance}`,
    `/venues/${venue}`,
    `/organizers/${organizer}`,
  ])
    (await editor.post(url, { password: 'sesame' })).expect(200);
  return { venues, organizers, categories, tags, images, event, balance, open, venue, organizer };
}

before(async () => {
  const options = { clock: CLOCKS[0], timezone: 'America/New_York', env: ADDRESS };
  const [one, other] = await Promise.all([startService(options), startService(options)]);
  services = { one, other };
  await Promise.all([people(one), people(other)]);
  const [mine, same] = await Promise.all([fill(one), fill(other)]);
  assert.deepEqual(mine, same);
  things = mine;
  await Promise.all(SIDES.map((side) => services[side].restart({ KALENDS_CLOCK: CLOCKS[1] })));
});
after(async () => {
  for (const side of SIDES) await services?.[side].stop();
});

/**
 * Returns all of an answer but when it was sent and over which connection. Of a protected item itself its revision is left out,
 * which every reader is told (contract W1): a flip back may be a change on one side alone. Its entity tag must say no more.
 */
function contentOf({ status, headers, text }: Answer): string {
  const { date: _, connection: __, 'keep-alive': ___, etag = '', ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
  const [, digest, item, id, revision] = TAG_WITH_REVISION.exec(etag) ?? [];
  const { event, balance, venue, organizer } = things;
  if (![event, balance, venue, organizer].includes(Number(id)))
    return [status, ...lines.sort(), etag, '', text].join('\n');
  assert.equal(digest, digestOf(Buffer.from(text)));
  const revisionless = text.replace(`,"revision":${revision}}`, '}');
  assert.notEqual(revisionless, text);
  return [status, ...lines.sort(), item, '', revisionless].join('\n');
}

/** The digest of an answer with the item that it shows, as an entity tag has them. */
const TAG_WITH_REVISION = /^"([\w-]+)\.([a-z]+(\d+))\.(\d+)(?:-[a-z]+)?"$/;

/** Every way of asking for lists of events, by what could tell of something hidden. */
function eventFilters({
  venues,
  organizers,
  categories,
  tags,
  event,
  open,
  venue,
  organizer,
}: Things): string[] {
  return [
    '',
    ...[...venues, venue].map((id) => `venue=${id}`),
    `venue=${venues.join(',')}`,
    ...[...organizers, organizer].map((id) => `organizer=${id}`),
    ...categories.map((id) => `categories=${id}`),
    `categories=${categories.join(',')}`,
    ...tags.map((id) => `tags=${id}`),
    'tags=loud,quiet',
    ...['featured', 'ticketed', 'geoloc'].flatMap((name) => [`${name}=true`, `${name}=false`]),
    ...['alpha', 'omega', 'veiled', 'wort', '-alpha', '-omega', 'evening -omega', '"ome"', 'om'].map(
      (text) => `search=${encodeURIComponent(text)}`,
    ),
    'geoloc_lat=42.36&geoloc_lng=-71.06',
    'geoloc_lat=42.36&geoloc_lng=-71.06&geoloc_radius=20000&orderby=distance',
    'geoloc_lat=20&geoloc_lng=5&geoloc_radius=500',
    `include=${event},${open}`,
    `post_parent=${event}`,
    `post_parent=${open}`,
    'status=publish',
    'start_date=2027-03-12&end_date=2027-03-12',
    'strict_dates=true&start_date=2027-03-12&end_date=2027-03-13',
    'starts_after=2027-03-11',
    'ends_before=2027-03-13',
  ];
}

const FORMS = [
  'orderby=title',
  'orderby=modified&order=desc',
  'order=desc&per_page=1&page=2',
  'per_page=50&context=edit',
  'password=guess',
  '_fields=events.id,events.categories,total',
  '_envelope=1',
  '_embed=1',
  'translation_language=de',
];

const LINKED_FORMS = [
  'per_page=50',
  'orderby=name',
  'orderby=modified',
  'context=edit',
  'password=guess',
  'translation_language=de',
];

/**
 * Lists what is asked. Of each filter in each form it's a sixth, or a third, another one for each turn: each field meets each filter and
 * each form, each filter each form, and all three a few times.
 */
function* requests(all: Things, turn: number): Generator<string> {
  const { event, balance, venue, organizer, venues, organizers, categories, tags } = all;
  for (const [place, filter] of eventFilters(all).entries()) {
    yield `/events?${filter}&per_page=50`;
    for (const form of inTurn(6, FORMS, place + turn)) yield `/events?${filter}&${form}`;
  }
  for (const kind of ['venues', 'organizers'])
    for (const [place, filter] of [
      '',
      'has_events=true',
      'has_events=false',
      'only_with_upcoming=true',
      'has_events=true&only_with_upcoming=true',
      ...['alpha', 'omega', 'veiled', 'lane', 'example', '9', 'a@example.org'].map(
        (text) => `search=${text}`,
      ),
      `event=${event}`,
      `event=${balance}`,
    ].entries())
      for (const form of inTurn(3, LINKED_FORMS, place + turn)) yield `/${kind}?${filter}&${form}`;
  for (const kind of ['categories', 'tags'])
    for (const filter of [
      '',
      'hide_empty=false',
      'orderby=count&order=desc',
      'search=u',
      `event=${event}`,
      `post=${event}`,
      `event=${balance}`,
      `event=${event}&post=${balance}`,
      `event=${event}&context=edit`,
      `event=${event}&password=guess`,
    ])
      yield `/${kind}?${filter}`;
  for (const query of ['', '?context=edit', '?password=guess', '?_envelope=1', '?translation_language=de'])
    for (const url of [
      `/events/${event}`,
      '/events/by-slug/veiled-evening',
      `/events/${all.open}`,
      `/venues/${venue}`,
      `/organizers/${organizer}`,
      ...venues.map((id) => `/venues/${id}`),
      ...organizers.map((id) => `/organizers/${id}`),
      ...categories.map((id) => `/categories/${id}`),
      ...tags.map((id) => `/tags/${id}`),
    ])
      yield url + query;
  for (const page of [
    '/',
    '/de/',
    '/event/veiled-evening/',
    '/event/open-evening/',
    '/venue/hall-0/',
    '/venue/hall-1/',
    '/venue/hall-2/',
    '/venue/veiled-hall/',
    '/organizer/club-0/',
    '/organizer/club-1/',
    '/organizer/veiled-club/',
    '/events/category/music/',
    '/events/category/dance/',
    '/events/category/music/jazz/',
    '/tag/loud/',
    '/tag/quiet/',
    `/?post_type=tribe_events&p=${event}`,
  ])
    yield `page:${page}`;
}

let turn = 0;

/** Asks the same of both, a few at a time. */
async function compare(reader: Caller, what: string): Promise<number> {
  const all = [...requests(things, turn++)];
  const ask = (side: (typeof SIDES)[number], url: string) =>
    clientOf(services[side], reader).get(
      url.startsWith('page:') ? services[side].url + url.slice('page:'.length) : url,
    );
  for (let at = 0; at < all.length; at += 8)
    await Promise.all(
      all.slice(at, at + 8).map(async (url) => {
        const [one, other] = await Promise.all([ask('one', url), ask('other', url)]);
        assert.equal(contentOf(other), contentOf(one), `${what}: ${url} as ${reader}`);
      }),
    );
  return all.length;
}

describe('Flipping what a password hides changes no byte for those without it', () => {
  for (const [field, flip] of Object.entries(flips))
    test(field, async () => {
      for (const [index, side] of SIDES.entries())
        for (const [url, ...bodies] of flip(things))
          (await services[side].as('editor').post(url, bodies[index])).expect(200);
      for (const [url] of flip(things)) {
        const whole = `${url}${url.includes('?') ? '&' : '?'}context=edit`;
        const [one, other] = await Promise.all(SIDES.map((side) => services[side].as('editor').get(whole)));
        assert.ok(
          one && other && contentOf(one) !== contentOf(other),
          'whoever edits it sees that they differ',
        );
      }
      // Both were written at one instant: `modified` is shown, and the same.
      await compare('anonymous', field);
      if (/^(venue|categories|featured|description)$/.test(field))
        for (const reader of ['subscriber', 'contributor'] as const) await compare(reader, field);
      for (const side of SIDES)
        for (const [url, body] of flip(things))
          (await services[side].as('editor').post(url, body)).expect(200);
    });

  test('and it is there to be seen by those with it', async () => {
    const { venues, event } = things;
    const editor = services.other.as('editor');
    (await editor.post(`/events/${event}`, { venue: venues[2], featured: true })).expect(200);
    const holds = async (caller: Caller, query: string) => {
      const rows = (await clientOf(services.other, caller).get(`/events?per_page=50&${query}`)).rows(
        'events',
      );
      return rows.some((row) => row['id'] === event);
    };
    for (const filter of [`venue=${venues[2]}`, 'featured=true', 'search=veiled'])
      for (const [caller, query, expected] of [
        ['anonymous', '', false],
        ['anonymous', '&password=sesame', true],
        ['contributor', '&context=edit', false],
        ['editor', '', false],
        ['editor', '&context=edit', true],
        ['editor', '&password=sesame', true],
      ] as const)
        assert.equal(await holds(caller, filter + query), expected, `${filter}${query} as ${caller}`);
    for (const parameter of ['has_events', 'only_with_upcoming'])
      for (const [caller, query, expected] of [
        ['anonymous', '', false],
        ['anonymous', '&password=guess', false],
        ['anonymous', '&password=sesame', true],
        ['contributor', '&context=edit', false],
        ['editor', '', false],
        ['editor', '&context=edit', true],
      ] as const) {
        const url = `/venues?per_page=50&${parameter}=true${query}`;
        const answer = (await clientOf(services.other, caller).get(url)).expect(200);
        const rows = answer.rows('venues');
        assert.equal(
          rows.some((row) => row['id'] === venues[2]),
          expected,
          `${url} as ${caller}`,
        );
        assert.equal(answer.at('total'), rows.length);
      }
  });
});
