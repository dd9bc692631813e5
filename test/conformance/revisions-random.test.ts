// Random writes: the revision of each item is 1 and 1 more for each of its own changes, and tags of others never fit (contract W1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../support/client.ts';
import { SOMEDAY } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

const WRITES = Number(process.env['KALENDS_TEST_REVISIONS'] ?? 50);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 1);

let service: Service;
let admin: Client;
let anyone: Client;
before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

/** An item that is written, and what the test knows of it. */
interface Item {
  readonly url: string;
  /** Values that writes choose from, by field; `title@de` is one in German. */
  readonly pool: Readonly<Record<string, readonly unknown[]>>;
  readonly values: Map<string, unknown>;
  /** Of a date of a series. */
  readonly series?: Item;
  changes: number;
}

const expected = ({ changes, series }: Item): number => 1 + changes + (series?.changes ?? 0);

async function makeItems(): Promise<Item[]> {
  const make = async (path: string, fields: object) => (await admin.post(path, fields)).expect(201).id();
  const item = (
    url: string,
    pool: Item['pool'],
    known: Record<string, unknown> = {},
    series?: Item,
  ): Item => ({
    url,
    pool,
    values: new Map(Object.entries(known)),
    changes: 0,
    ...(series ? { series } : {}),
  });
  const venues = [await make('/venues', { venue: 'One' }), await make('/venues', { venue: 'Two' })];
  const tag = await make('/tags', { name: 'Tag' });
  const category = await make('/categories', { name: 'Category' });
  const organizer = await make('/organizers', { organizer: 'Organizer' });
  const words = (name: string) => ({ [name]: ['Red', 'Blue'], [`${name}@de`]: ['Rot', 'Blau'] });
  const event = {
    ...words('title'),
    cost: ['5', '6'],
    venue: [[venues[0]], [venues[0], venues[1]], [venues[1], venues[0]]],
    featured: [true, false],
    password: ['', 'secret'],
  };
  const links = { organizer: [[], [organizer]], categories: [[], [category]], tags: [[], [tag]] };
  const unlinked = { organizer: [], categories: [], tags: [], featured: false, password: '' };
  const events = [1, 2].map(async (number) =>
    item(
      `/events/${await make('/events', { ...SOMEDAY, title: `Event ${number}` })}`,
      { ...event, ...links },
      unlinked,
    ),
  );
  const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4' };
  const id = await make('/events', { ...SOMEDAY, title: 'Weekly', recurrence });
  const series = item(
    `/events/${id}`,
    { ...event, ...links, end_date: ['2026-12-01 12:30:00', '2026-12-01 13:00:00'] },
    unlinked,
  );
  const dates = (await admin.get(`/events?post_parent=${id}&start_date=2026-01-01`))
    .rows('events')
    .map((date) => item(`/events/${String(date['id'])}`, { ...event, tags: [[], [tag]] }, {}, series));
  assert.equal(dates.length, 4);
  return [
    ...(await Promise.all(events)),
    series,
    ...dates,
    item(`/venues/${venues[0]}`, { ...words('venue'), city: ['Bonn', 'Trier'] }),
    item(`/venues/${venues[1]}`, { ...words('venue'), phone: ['1', '2'] }),
    item(`/organizers/${organizer}`, { ...words('organizer'), email: ['a@example.org', 'b@example.org'] }),
    item(`/categories/${category}`, { ...words('name'), color: ['red', 'teal'] }),
    item(`/tags/${tag}`, { ...words('name'), description: ['Loud', 'Quiet'] }),
  ];
}

test(`after each of ${WRITES} writes every item has the revision of its own changes`, async () => {
  const items = await makeItems();
  // Words of the site's language are told from those of German only once there are both.
  for (const item of items) {
    const [name = ''] = Object.keys(item.pool);
    for (const [field, query] of [
      [name, ''],
      [`${name}@de`, '?translation_language=de'],
    ] as const) {
      const [value] = item.pool[field] ?? [];
      (await admin.put(`${item.url}${query}`, { [name]: value })).expect(200);
      item.values.set(field, value);
      item.changes += 1;
    }
  }
  const choices = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), {
    numRuns: WRITES,
    seed: SEED,
  });
  const old = new Map<Item, string>();
  for (const [which, field, value, read] of choices) {
    const item = items[which % items.length];
    assert.ok(item);
    const pool = Object.entries(item.pool);
    const [name = '', values = []] = pool[field % pool.length] ?? [];
    const wanted = values[value % values.length];
    const [bare = '', language] = name.split('@');
    const query = language ? `?translation_language=${language}` : '';
    const isChange =
      !item.values.has(name) || JSON.stringify(item.values.get(name)) !== JSON.stringify(wanted);
    // An empty password of a date is that of its series.
    const isSeries = item.series !== undefined && name === 'password' && wanted === '';
    const what = `${item.url} ${name} ${JSON.stringify(wanted)}`;
    const other = items[read % items.length];
    if (other && other !== item) {
      const tag = (await admin.get(`${other.url}?context=edit`)).expect(200).headers['etag'] ?? '';
      (await admin.put(`${item.url}?dry_run=1`, {}, { 'if-match': tag })).expect(412);
    }
    const stale = old.get(item);
    const present = (await admin.get(`${item.url}?context=edit`)).expect(200);
    const tag = present.headers['etag'] ?? '';
    if (stale !== undefined && stale !== tag && /\.\d+/.exec(stale)?.[0] !== /\.\d+/.exec(tag)?.[0])
      (await admin.put(`${item.url}?dry_run=1`, {}, { 'if-match': stale })).expect(412);
    old.set(item, tag);
    const answer = await admin.put(`${item.url}${query}`, { [bare]: wanted }, { 'if-match': tag });
    if (isSeries ? item.values.has(name) && item.values.get(name) !== '' : isChange) item.changes += 1;
    if (isSeries) item.values.delete(name);
    else item.values.set(name, wanted);
    assert.equal(answer.expect(200).at('revision'), expected(item), what);
    for (const one of items) {
      const shown = await anyone.get(one.url);
      if (shown.status === 200) assert.equal(shown.at('revision'), expected(one), `${one.url} after ${what}`);
    }
  }
});
