import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

/* `order` of every list, and ties, which go by ID: no page may lose or repeat a row (contract D38). */

const lists = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type List = (typeof lists)[number];
const isOfTerms = (list: List) => list === 'categories' || list === 'tags';

const POINT = 'geoloc_lat=52.5&geoloc_lng=13.4';
/** What each list can be sorted by, as a query. */
const orders: Record<List, readonly string[]> = {
  events: ['', 'orderby=date', 'orderby=title', 'orderby=modified', `orderby=distance&${POINT}`],
  venues: ['', 'orderby=date', 'orderby=name', 'orderby=modified'],
  organizers: ['', 'orderby=date', 'orderby=name', 'orderby=modified'],
  categories: ['', 'id', 'slug', 'count', 'description', 'term_group', 'parent', 'none', 'include'].map(
    (key) => `hide_empty=false&orderby=${key || 'name'}`,
  ),
  tags: ['', 'id', 'slug', 'count', 'description', 'term_group', 'parent', 'none', 'include'].map(
    (key) => `hide_empty=false&orderby=${key || 'name'}`,
  ),
};

let service: Service;
let admin: Client;
const ids: Record<List, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };

before(async () => {
  // Everything is made in one moment, so that all orders have ties.
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  admin = service.as('admin');
  const add = async (list: List, fields: object) => {
    const id = (await admin.post(`/${list}`, fields)).expect(201).id();
    ids[list].push(id);
    return id;
  };
  const point = { geo_lat: 52.5, geo_lng: 13.4 };
  // With other descriptions they are no duplicates of each other.
  for (let i = 0; i < 5; i++) await add('venues', { venue: 'Hall', description: `No. ${i}`, ...point });
  for (let i = 0; i < 5; i++) await add('organizers', { organizer: 'Ann', description: `No. ${i}` });
  const top = await add('categories', { name: 'Same' });
  for (let i = 0; i < 4; i++)
    await add('categories', { name: 'Same', slug: `c-${i}`, ...(i % 2 ? { parent: top } : {}) });
  for (let i = 0; i < 5; i++) await add('tags', { name: 'Same', slug: `t-${i}` });
  for (let i = 0; i < 7; i++) {
    const made = await makeEvent(admin, { title: 'Same', venue: ids.venues[i % 5] });
    ids.events.push(made.id());
  }
  // Two terms in two events, two in one, one in none.
  for (const kind of ['categories', 'tags'] as const) {
    const [a, b, c, d] = ids[kind];
    (await admin.patch(`/events/${ids.events[0]}`, { [kind]: [a, b, c, d] })).expect(200);
    (await admin.patch(`/events/${ids.events[1]}`, { [kind]: [b, d] })).expect(200);
  }
});
after(() => service.stop());

async function idsOf(list: List, query: string): Promise<unknown[]> {
  const answer = (await service.anonymous.get(`/${list}?${query}`)).expect(200);
  return answer.rows(list).map(({ id }) => id);
}

for (const list of lists)
  describe(`GET /${list}`, () => {
    test(`takes order in words and in any case, and ${isOfTerms(list) ? 'refuses' : 'ignores'} all else`, async () => {
      const by = isOfTerms(list) ? 'hide_empty=false&orderby=id' : 'orderby=modified';
      const up = await idsOf(list, `${by}&order=asc`);
      const down = await idsOf(list, `${by}&order=desc`);
      assert.deepEqual(
        up,
        [...ids[list]].sort((a, b) => a - b),
      );
      assert.deepEqual(down, up.toReversed());
      for (const word of ['ASC', 'Asc', 'ascending', 'ASCENDING', 'Ascending'])
        assert.deepEqual(await idsOf(list, `${by}&order=${word}`), up, word);
      for (const word of ['DESC', 'Desc', 'descending', 'DESCENDING', 'DescEnding'])
        assert.deepEqual(await idsOf(list, `${by}&order=${word}`), down, word);
      for (const wrong of [
        'order=',
        'order=nope',
        'order=up',
        'order=1',
        'order=asc,desc',
        'order=%20asc',
        'order[]=asc',
      ])
        if (isOfTerms(list)) assertRefused(await service.anonymous.get(`/${list}?${by}&${wrong}`), ['order']);
        else assert.deepEqual(await idsOf(list, `${by}&${wrong}`), up, wrong);
    });

    for (const order of ['asc', 'descending'])
      for (const by of orders[list])
        test(`loses and repeats nothing over the pages of ${by || 'its own order'}, ${order}`, async () => {
          const query = `${by}${by.includes('include') ? `&include=${ids[list].join(',')}` : ''}&order=${order}`;
          const whole = await idsOf(list, `${query}&per_page=50`);
          assert.deepEqual([...whole].sort(), [...ids[list]].sort());
          for (const size of [1, 2, 3]) {
            const met: unknown[] = [];
            for (let page = 1; met.length < whole.length; page++) {
              const rows = await idsOf(list, `${query}&per_page=${size}&page=${page}`);
              assert.ok(rows.length > 0, `page ${page} of ${size}`);
              met.push(...rows);
            }
            assert.deepEqual(met, whole, `pages of ${size}`);
          }
        });

    test('is the same with nothing kept in memory', async () => {
      const asked = orders[list].flatMap((by) => [
        `${by}&order=asc`,
        `${by}&order=desc`,
        `${by}&order=desc&per_page=2&page=2`,
      ]);
      const answers = async () => Promise.all(asked.map((query) => idsOf(list, query)));
      const kept = await answers();
      await service.restart({ KALENDS_CACHE: '0' });
      try {
        assert.deepEqual(await answers(), kept);
      } finally {
        await service.restart({ KALENDS_CACHE: undefined });
      }
    });
  });

for (const kind of ['categories', 'tags'] as const)
  test(`Ties of GET /${kind} under orderby=count go by ID, whatever the order`, async () => {
    const [a, b, c, d, e] = ids[kind];
    const by = 'hide_empty=false&orderby=count';
    assert.deepEqual(await idsOf(kind, `${by}&order=desc`), [b, d, a, c, e]);
    assert.deepEqual(await idsOf(kind, `${by}&order=DESCENDING`), [b, d, a, c, e]);
    assert.deepEqual(await idsOf(kind, by), [e, a, c, b, d]);
    assert.deepEqual(await idsOf(kind, `${by}&order=ascending`), [e, a, c, b, d]);
  });

describe('Values of other programs', () => {
  const listed = async (query: string) => (await service.anonymous.get(`/${query}`)).expect(200);
  const idsOf = (answer: Answer, list: string) => answer.rows(list).map(({ id }) => id);
  for (const [list, same] of [
    [
      'events',
      { 'orderby=start_date': 'orderby=date', 'orderby=event_date&order=desc': 'orderby=date&order=desc' },
    ],
    [
      'venues',
      {
        'orderby=start_date': 'orderby=date',
        'orderby=event_date': 'orderby=date',
        'orderby=title': 'orderby=name',
      },
    ],
    ['organizers', { 'orderby=title&order=desc': 'orderby=name&order=desc' }],
  ] as const) {
    test(`GET /${list} reads those of the reference as its own, and ignores all others`, async () => {
      for (const [other, own] of Object.entries(same))
        assert.deepEqual(
          idsOf(await listed(`${list}?${other}`), list),
          idsOf(await listed(`${list}?${own}`), list),
          other,
        );
      const usual = idsOf(await listed(list), list);
      const ignored = [
        'foo',
        '',
        'none',
        'rand',
        'menu_order',
        '__proto__',
        'DATE',
        'meta_value',
        'date asc',
      ];
      for (const value of ignored)
        for (const name of ['orderby', 'order'])
          assert.deepEqual(idsOf(await listed(`${list}?${name}=${value}`), list), usual, `${name}=${value}`);
      for (const query of ['orderby[]=name', 'order[]=desc', 'orderby[a]=title'])
        assert.deepEqual(idsOf(await listed(`${list}?${query}`), list), usual, query);
    });
  }

  test('lists by ID keep their order, and addresses of pages say what was understood', async () => {
    const include = `include=${[...ids.events].reverse().join()}&per_page=2`;
    const usual = await listed(`events?${include}`);
    for (const value of ['foo', ''])
      assert.deepEqual(
        idsOf(await listed(`events?${include}&orderby=${value}`), 'events'),
        idsOf(usual, 'events'),
      );
    const next = String((await listed(`events?${include}&orderby=foo&order=up`)).at('next_rest_url'));
    assert.doesNotMatch(next, /order/);
    const named = String(
      (await listed('events?per_page=2&orderby=event_date&order=DESC')).at('next_rest_url'),
    );
    assert.match(named, /orderby=date&order=desc/);
    const linked = String((await listed('venues?per_page=2&orderby=title')).at('next_rest_url'));
    assert.match(linked, /orderby=name/);
  });
});
