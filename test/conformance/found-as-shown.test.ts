import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../support/json.ts';
import { type Caller, clientOf, userIds } from '../support/rights.ts';
import { people, type Service, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

/*
 * What a filter finds is what its caller is shown, for made-up calendars, callers, contexts and passwords: of the whole
 * list those rows whose own members say so, no more and no less (contract D8, D26, D37).
 */

const WORDS = ['amber', 'birch', 'cedar', 'dune'] as const;
const some = <T>(from: readonly T[]) => fc.subarray([...from], { maxLength: 2 });

interface Ids {
  venues: number[];
  organizers: number[];
  categories: number[];
  tags: number[];
  events: number[];
}

let service: Service;
const ids: Ids = { venues: [], organizers: [], categories: [], tags: [], events: [] };
/** The place of the event that is in the trash, which no list holds. */
const TRASHED = 3;
/** Which category is below which. */
const above = new Map<number, number>();
let closedVenue = 0;
/** Venues and organizers in the trash. */
const trashed = new Set<number>();

/** What an event is made to be; places and terms by their places in lists. */
const facts = fc.record({
  title: fc.constantFrom(...WORDS),
  description: some(WORDS).map((words) => words.join(' ')),
  excerpt: some(WORDS).map((words) => words.join(' ')),
  status: fc.constantFrom(
    'publish',
    'publish',
    'publish',
    'publish',
    'draft',
    'private',
    'pending',
    'future',
  ),
  author: fc.constantFrom(userIds.contributor, userIds.author, userIds.editor),
  password: fc.constantFrom('', '', 'sesame', 'simsim'),
  featured: fc.boolean(),
  tickets: fc.constantFrom([], [{ name: 'Seat', price: 5 }]),
  venue: some([0, 1, 2, 3, 4]),
  organizer: some([0, 1, 2, 3]),
  categories: some([0, 1, 2]),
  tags: some([0, 1, 2]),
  parent: fc.nat({ max: 60 }),
  day: fc.integer({ min: 1, max: 28 }),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

const bodyOf = ({ venue, organizer, categories, tags, parent, day, password: _, ...plain }: Facts) => ({
  ...plain,
  ...(plain.status === 'future' ? { date: '2027-01-15 10:00:00' } : { date: '2026-11-20 10:00:00' }),
  start_date: `2027-03-${day} 20:00:00`,
  end_date: `2027-03-${day} 22:00:00`,
  venue: venue.map((n) => ids.venues[n]),
  organizer: organizer.map((n) => ids.organizers[n]),
  categories: categories.map((n) => ids.categories[n]),
  tags: tags.map((n) => ids.tags[n]),
  post_parent: ids.events[parent] ?? 0,
});

async function write(one: Facts, id?: number): Promise<number> {
  const editor = service.as('editor');
  const body = bodyOf(one);
  // One can't be below itself.
  const linkable = (linked: readonly (number | undefined)[]) =>
    linked.filter((one) => !trashed.has(one ?? 0));
  const links = { venue: linkable(body.venue), organizer: linkable(body.organizer) };
  const fields = id === undefined ? body : { ...body, ...links, post_parent: 0 };
  const made = await editor.post(id === undefined ? '/events' : `/events/${id}`, fields);
  const written = made.expect(id === undefined ? 201 : 200).id();
  (await editor.post(`/events/${written}`, { password: one.password })).expect(200);
  return written;
}

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  const editor = service.as('editor');
  const make = async (url: string, body: object) => (await editor.post(url, body)).expect(201).id();
  for (const kind of ['venue', 'organizer'] as const)
    for (const [name, more] of [
      ['open', kind === 'venue' ? { geo_lat: 42.36, geo_lng: -71.06 } : {}],
      ['plain', {}],
      [
        'draft',
        { status: 'draft', author: userIds.author, ...(kind === 'venue' ? { geo_lat: 1, geo_lng: 1 } : {}) },
      ],
      ['protected', kind === 'venue' ? { geo_lat: 2, geo_lng: 2 } : {}],
      ['trashed', {}],
    ] as const)
      ids[`${kind}s`].push(await make(`/${kind}s`, { [kind]: `${name} ${kind}`, ...more }));
  for (const name of ['Music', 'Dance']) ids.categories.push(await make('/categories', { name }));
  const [music = 0] = ids.categories;
  ids.categories.push(await make('/categories', { name: 'Jazz', parent: music }));
  above.set(ids.categories[2] ?? 0, music);
  for (const name of ['Loud', 'Quiet', 'Free']) ids.tags.push(await make('/tags', { name }));
  for (const one of fc.sample(facts, { numRuns: 44, seed: 11 })) ids.events.push(await write(one));
  for (const kind of ['venue', 'organizer'] as const) {
    const [, , , closed, gone = 0] = ids[`${kind}s`];
    trashed.add(gone);
    (await editor.post(`/${kind}s/${closed}`, { password: 'sesame' })).expect(200);
    (await editor.delete(`/${kind}s/${gone}`)).expect(200);
    if (kind === 'venue') closedVenue = closed ?? 0;
  }
  (await editor.delete(`/events/${ids.events[TRASHED]}`)).expect(200);
});
after(() => service?.stop());

const idsIn = (row: JsonObject, name: string): number[] =>
  [row[name]]
    .flat(2)
    .flatMap((one) => (typeof one === 'object' && one !== null && 'id' in one ? [Number(one['id'])] : []));
const idOf = (row: JsonObject) => Number(row['id']);
/** Flags are null where a password hides them. */
const isLocked = (row: JsonObject) => row['featured'] === null;
const isLocated = (row: JsonObject) =>
  [row['venue']]
    .flat(2)
    .some((one) => typeof one === 'object' && one !== null && 'geo_lat' in one && one['id'] !== closedVenue);
const says = (row: JsonObject, word: string) =>
  ['title', 'description', 'excerpt'].some((name) => String(row[name]).includes(word));

/** Each filter of the list of events, with whether it holds for a row by what the row shows. */
function* filters(): Generator<[query: string, holds: (row: JsonObject) => boolean]> {
  for (const [name, all] of [
    ['venue', ids.venues],
    ['organizer', ids.organizers],
    ['tags', ids.tags],
  ] as const)
    for (const id of all) yield [`${name}=${id}`, (row) => idsIn(row, name).includes(id)];
  yield [`venue=${ids.venues.join(',')}`, (row) => idsIn(row, 'venue').length > 0];
  for (const id of ids.categories)
    yield [
      `categories=${id}`,
      (row) => idsIn(row, 'categories').some((one) => one === id || above.get(one) === id),
    ];
  for (const [name, member] of [
    ['featured', 'featured'],
    ['ticketed', 'ticketed'],
  ] as const) {
    yield [`${name}=true`, (row) => row[member] === true];
    yield [`${name}=false`, (row) => row[member] !== true];
  }
  yield ['geoloc=true', isLocated];
  yield ['geoloc=false', (row) => !isLocated(row)];
  yield ['geoloc_lat=1&geoloc_lng=1&geoloc_radius=20000', isLocated];
  for (const word of WORDS) {
    yield [`search=${word}`, (row) => !isLocked(row) && says(row, word)];
    yield [`search=-${word}`, (row) => !isLocked(row) && !says(row, word)];
  }
  for (const id of new Set(ids.events.slice(0, 12)))
    yield [`post_parent=${id}`, (row) => row['post_parent'] === id];
  yield [
    `categories=${ids.categories[0]}&featured=true&search=${WORDS[0]}`,
    (row) =>
      row['featured'] === true &&
      says(row, WORDS[0]) &&
      idsIn(row, 'categories').some((one) => one === ids.categories[0] || one === ids.categories[2]),
  ];
}

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

async function compare(caller: Caller, way: string): Promise<number> {
  const client = clientOf(service, caller);
  const list = async (url: string, name: string) => {
    const answer = (await client.get(`${url}${url.includes('?') ? '&' : '?'}per_page=50${way}`)).expect(200);
    const rows = answer.rows(name);
    assert.equal(answer.at('total'), rows.length, `${caller}: ${url}${way}`);
    assert.equal(answer.headers['x-tec-total'], String(rows.length));
    return rows;
  };
  const all = await list('/events', 'events');
  let compared = 0;
  const same = (found: Iterable<number>, expected: Iterable<number>, url: string) => {
    assert.deepEqual(sorted(found), sorted(expected), `${caller}: ${url}${way}`);
    compared++;
  };
  const asks: (() => Promise<void>)[] = [];
  for (const [query, holds] of filters())
    asks.push(async () =>
      same((await list(`/events?${query}`, 'events')).map(idOf), all.filter(holds).map(idOf), query),
    );
  for (const [kind, member] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const) {
    const whole = (await list(`/${kind}`, kind)).map(idOf);
    const having = (rows: readonly JsonObject[]) => new Set(rows.flatMap((row) => idsIn(row, member)));
    const meant = having(all.filter((row) => row['status'] !== 'draft' && row['status'] !== 'pending'));
    for (const [query, expected] of [
      ['has_events=true', whole.filter((id) => meant.has(id))],
      ['has_events=false', whole.filter((id) => !meant.has(id))],
      ['only_with_upcoming=true', whole.filter((id) => having(all).has(id))],
    ] as const)
      asks.push(async () =>
        same((await list(`/${kind}?${query}`, kind)).map(idOf), expected, `${kind} ${query}`),
      );
  }
  for (const id of ids.events.slice(0, 16).filter((one) => one !== ids.events[TRASHED]))
    for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const) {
      const member = kind === 'venues' ? 'venue' : kind === 'organizers' ? 'organizer' : kind;
      const shown = all.filter((row) => idOf(row) === id).flatMap((row) => idsIn(row, member));
      asks.push(async () =>
        same((await list(`/${kind}?event=${id}`, kind)).map(idOf), shown, `${kind} of ${id}`),
      );
    }
  for (let at = 0; at < asks.length; at += 8) await Promise.all(asks.slice(at, at + 8).map((ask) => ask()));
  return compared;
}

const CALLERS = ['anonymous', 'contributor', 'author', 'editor'] as const;
const WAYS = [
  '',
  '&context=edit',
  '&password=sesame',
  '&password=wrong',
  '&context=edit&password=simsim',
] as const;

const FEW_WAYS = ['', '&context=edit', '&password=sesame'] as const;

/** Compares for each caller half of the ways, by turns. */
async function compareAll(ways: readonly string[] = WAYS): Promise<void> {
  for (const [place, caller] of CALLERS.entries())
    for (const way of inTurn(2, ways, place)) {
      const compared = await compare(caller, way);
      assert.ok(compared > 75, `only ${compared} lists were compared`);
    }
}

test('filters find what their caller is shown', () => compareAll());

test('and still do after writes', async () => {
  const changed = fc.sample(fc.tuple(fc.nat({ max: 30 }), facts), { numRuns: 15, seed: 12 });
  for (const [place, one] of changed) if (place !== TRASHED) await write(one, ids.events[place]);
  // A password alone, and a status alone, which change nothing that is in a list of its own.
  const editor = service.as('editor');
  for (const [place, body] of [
    [1, { password: 'sesame' }],
    [2, { password: '' }],
    [4, { status: 'draft' }],
    [5, { author: userIds.contributor, password: 'sesame' }],
  ] as const)
    (await editor.post(`/events/${ids.events[place]}`, body)).expect(200);
  await compareAll(FEW_WAYS);
});

test('and do so where nothing is kept in memory', async () => {
  await service.restart({ KALENDS_CACHE: '0' });
  await compareAll(FEW_WAYS);
});
