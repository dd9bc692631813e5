import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

/** What a model of the list needs to know of an event; dates are on its own clock. */
interface Known {
  id: number;
  title: string;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
  status: string;
  featured: boolean;
  ticketed: boolean;
  category: number | undefined;
  tags: number[];
  venues: number[];
}

const EVENTS = 60;
const QUERIES = 30;
const zones = [
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'UTC',
  'UTC-3.5',
];

let service: Service;
let site: string;
let known: Known[];
let terms: { categories: number[]; tags: number[]; venues: number[] };

// Few days, hours and titles, so that many events begin together and many filters meet their edges.
const moment = fc
  .record({ day: fc.integer({ min: 0, max: 6 }), hour: fc.constantFrom(0, 1, 12, 23), last: fc.boolean() })
  .map(
    ({ day, hour, last }) =>
      `2027-03-${11 + day} ${String(hour).padStart(2, '0')}:${last ? '59:59' : '00:00'}`,
  );

const calendar = fc.array(
  fc.record({
    title: fc.constantFrom('Alpha', 'beta', 'Gamma', 'Älpha'),
    start_date: moment,
    days: fc.constantFrom(0, 0, 0, 1, 3),
    timezone: fc.constantFrom(...zones),
    status: fc.constantFrom('publish', 'publish', 'publish', 'draft'),
    featured: fc.boolean(),
    ticketed: fc.boolean(),
    category: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    tags: fc.uniqueArray(fc.nat({ max: 2 })),
    venues: fc.uniqueArray(fc.nat({ max: 2 })),
  }),
  { minLength: EVENTS, maxLength: EVENTS },
);

async function fill(admin: Client): Promise<void> {
  const make = async (path: string, fields: object) => (await admin.post(path, fields)).expect(201).id();
  terms = { categories: [], tags: [], venues: [] };
  for (const name of ['A', 'B', 'C']) {
    // Each below the one before: a category holds what those below it hold.
    const parent = terms.categories.at(-1);
    terms.categories.push(await make('/categories', { name, ...(parent ? { parent } : {}) }));
    terms.tags.push(await make('/tags', { name }));
    terms.venues.push(await make('/venues', { venue: name }));
  }
  known = [];
  for (const planned of fc.sample(calendar, 1)[0] ?? []) known.push(await keep(admin, planned));
}

const pick = (from: readonly number[], places: readonly number[]) =>
  places.flatMap((place) => from[place] ?? []);

async function keep(
  admin: Client,
  planned: typeof calendar extends fc.Arbitrary<(infer T)[]> ? T : never,
): Promise<Known> {
  const { title, start_date, days, timezone, status, featured, ticketed } = planned;
  const end = Temporal.PlainDateTime.from(start_date.replace(' ', 'T')).add({ days, hours: 2 });
  const tags = pick(terms.tags, planned.tags);
  const venues = pick(terms.venues, planned.venues);
  const category = planned.category === undefined ? undefined : terms.categories[planned.category];
  const made = await makeEvent(admin, {
    title,
    start_date,
    end_date: end.toString({ smallestUnit: 'second' }).replace('T', ' '),
    timezone,
    status,
    featured,
    tickets: ticketed ? [{ name: 'Seat' }] : [],
    categories: category === undefined ? [] : [category],
    tags,
    venue: venues,
  });
  const text = (name: string) => String(made.at(name));
  return {
    id: made.id(),
    title,
    start_date: text('start_date'),
    end_date: text('end_date'),
    utc_start_date: text('utc_start_date'),
    utc_end_date: text('utc_end_date'),
    status,
    featured,
    ticketed,
    category,
    tags,
    venues,
  };
}

interface Query {
  per_page: number;
  start_date?: string;
  end_date?: string;
  starts_before?: string;
  starts_after?: string;
  ends_before?: string;
  ends_after?: string;
  strict_dates?: boolean;
  search?: string;
  /** Places of those made for the calendar, and of its events. */
  categories?: number[];
  tags?: number[];
  venue?: number[];
  include?: number[];
  featured?: boolean;
  ticketed?: boolean;
  status?: string;
  orderby?: string;
  order?: string;
}

const places = fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 });
const parameters: { [name in keyof Query]-?: fc.Arbitrary<Required<Query>[name]> } = {
  per_page: fc.integer({ min: 1, max: 25 }),
  start_date: moment,
  end_date: moment,
  starts_before: moment,
  starts_after: moment,
  ends_before: moment,
  ends_after: moment,
  strict_dates: fc.boolean(),
  search: fc.constantFrom('alpha', 'eta', 'a', 'am', '-alpha'),
  categories: places,
  tags: places,
  venue: places,
  include: fc.uniqueArray(fc.nat({ max: EVENTS - 1 }), { minLength: 1, maxLength: 40 }),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  status: fc.constantFrom('publish', 'draft', 'publish,draft'),
  orderby: fc.constantFrom('date', 'title', 'modified'),
  order: fc.constantFrom('asc', 'desc'),
};
const names = Object.keys(parameters).filter((name) => name !== 'per_page');

// More than a few filters at once leave nothing of a small calendar.
const query: fc.Arbitrary<Query> = fc
  .tuple(fc.record(parameters), fc.subarray(names, { maxLength: 5 }))
  .map(([all, chosen]) => {
    const { per_page, ...others } = all;
    return {
      per_page,
      ...Object.fromEntries(Object.entries(others).filter(([name]) => chosen.includes(name))),
    };
  });

const utcOf = (wall: string) =>
  Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
    .toZonedDateTime(site)
    .withTimeZone('UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** Whether the model's window holds an event (reference 4.3, D10, D11). */
function within(asked: Query, event: Known): boolean {
  if (asked.include) return true;
  const strict = asked.strict_dates === true;
  const at = (sent: string, time: string) => (strict ? utcOf(sent) : `${sent.slice(0, 10)} ${time}`);
  const start = strict ? event.utc_start_date : event.start_date;
  const end = strict ? event.utc_end_date : event.end_date;
  const open = asked.starts_before ?? asked.starts_after ?? asked.ends_before ?? asked.ends_after;
  const { starts_before, starts_after, ends_before, ends_after } = asked;
  const start_date = starts_after
    ? undefined
    : (asked.start_date ?? (open ? undefined : '2027-03-09 00:00:00'));
  const end_date = ends_before ? undefined : (asked.end_date ?? (open ? undefined : '2029-03-10 23:59:59'));
  return (
    (!start_date || start >= at(start_date, '00:00:00')) &&
    (!end_date || end <= at(end_date, '23:59:59')) &&
    (!starts_after || start > at(starts_after, '23:59:59')) &&
    (!starts_before || start < at(starts_before, '23:59:59')) &&
    (!ends_after || end > at(ends_after, '23:59:59')) &&
    (!ends_before || end < at(ends_before, '23:59:59'))
  );
}

const folded = (title: string) => title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function found(asked: Query, { title }: Known): boolean {
  if (asked.search === undefined) return true;
  const excluded = asked.search.startsWith('-');
  return folded(title).includes(asked.search.replace('-', '')) !== excluded;
}

/** The numbers that the list must hold, in order. */
function expected(asked: Query, asEditor: boolean): number[] {
  const statuses = asked.status?.split(',') ?? (asEditor ? ['publish', 'draft'] : ['publish']);
  const below = (asked.categories ?? []).flatMap((place) => terms.categories.slice(place));
  const meets = (places: readonly number[] | undefined, own: readonly number[], all: readonly number[]) =>
    places === undefined || pick(all, places).some((one) => own.includes(one));
  const events = known.filter(
    (event, place) =>
      statuses.includes(event.status) &&
      within(asked, event) &&
      found(asked, event) &&
      (asked.featured === undefined || asked.featured === event.featured) &&
      (asked.ticketed === undefined || asked.ticketed === event.ticketed) &&
      (asked.categories === undefined || (event.category !== undefined && below.includes(event.category))) &&
      meets(asked.tags, event.tags, terms.tags) &&
      meets(asked.venue, event.venues, terms.venues) &&
      (asked.include === undefined || asked.include.includes(place)),
  );
  const orderby = asked.orderby ?? (asked.include ? 'modified' : 'date');
  // All were published and changed at one moment: there the number decides.
  const key = ({ title, start_date }: Known) =>
    orderby === 'date' ? start_date : orderby === 'title' ? folded(title) : '';
  const sorted = events.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
  return (asked.order === 'desc' ? sorted.reverse() : sorted).map(({ id }) => id);
}

function address(asked: Query): string {
  const lists = {
    categories: pick(terms.categories, asked.categories ?? []),
    tags: pick(terms.tags, asked.tags ?? []),
    venue: pick(terms.venues, asked.venue ?? []),
    include: (asked.include ?? []).flatMap((place) => known[place]?.id ?? []),
  };
  const pairs = Object.entries({ ...asked, ...lists })
    .filter(([, value]) => value !== undefined && String(value) !== '')
    .map(([name, value]): [string, string] => [name, String(value)]);
  return `/events?${new URLSearchParams(pairs)}`;
}

/** Follows the links through the whole list, forth and one step back from each page; gives the numbers in order. */
async function follow(by: Client, first: string, perPage: number): Promise<number[]> {
  const ids: number[] = [];
  let previous: string | undefined;
  for (let url: unknown = first, page = 1; typeof url === 'string'; page++) {
    const answer = (await by.get(url)).expect(200);
    const here = answer.rows('events').map((row) => Number(row['id']));
    const { total, total_pages } = Object(answer.body);
    assert.deepEqual(
      [answer.headers['x-tec-total'], answer.headers['x-wp-totalpages']],
      [`${total}`, `${total_pages}`],
    );
    assert.equal(total_pages, Math.ceil(total / perPage));
    url = answer.at('next_rest_url');
    assert.equal(url === undefined, page >= total_pages, 'a next page is told while there is one');
    assert.equal(here.length, page < total_pages ? perPage : total - perPage * Math.max(0, total_pages - 1));
    const back = answer.at('previous_rest_url');
    assert.equal(back === undefined, page === 1);
    if (page === 2) assert.equal((await by.get(String(back))).expect(200).text, previous);
    if (page === 1) previous = answer.text;
    ids.push(...here);
  }
  return ids;
}

for (const zone of ['America/New_York', 'Pacific/Kiritimati'])
  describe(`A calendar in ${zone}`, () => {
    before(async () => {
      site = zone;
      // Ten in the morning of 10 March in either zone.
      const clock = zone === 'America/New_York' ? '2027-03-10T15:00:00Z' : '2027-03-09T20:00:00Z';
      service = await startService({ clock, timezone: zone });
      await fill(service.as('admin'));
    });
    after(() => service.stop());

    for (const role of ['anonymous', 'admin'] as const)
      test(`the links of any list give every event once, in order (${role})`, async () => {
        const by = role === 'admin' ? service.as('admin') : service.anonymous;
        let seen = 0;
        await fc.assert(
          fc.asyncProperty(query, async (sent) => {
            const asked = role === 'anonymous' && sent.status ? { ...sent, status: 'publish' } : sent;
            const ids = await follow(by, address(asked), asked.per_page);
            assert.deepEqual(ids, expected(asked, role === 'admin'));
            seen += ids.length;
          }),
          { numRuns: QUERIES },
        );
        assert.ok(seen > 3 * QUERIES, `the lists held ${seen} events`);
      });

    test('distances order a list through all its pages', async () => {
      const admin = service.as('admin');
      const tag = (await admin.post('/tags', { name: 'placed' })).expect(201).id();
      const spots: { id: number; lng: number }[] = [];
      for (const lng of [3, -1, 0, 2, -3, 1]) {
        const venue = (await admin.post('/venues', { venue: `At ${lng}`, geo_lat: 10, geo_lng: lng / 100 }))
          .expect(201)
          .id();
        spots.push({
          id: (
            await makeEvent(admin, { venue, tags: [tag], start_date: '2027-03-12', end_date: '2027-03-12' })
          ).id(),
          lng,
        });
      }
      const list = (order: string) =>
        follow(
          service.anonymous,
          `/events?geoloc_lat=10&geoloc_lng=0&orderby=distance&per_page=2&tags=${tag}&order=${order}`,
          2,
        );
      const nearest = spots
        .toSorted((a, b) => Math.abs(a.lng) - Math.abs(b.lng) || a.id - b.id)
        .map(({ id }) => id);
      assert.deepEqual(await list('asc'), nearest);
      assert.equal((await list('desc')).at(-1), nearest[0]);
    });
  });
