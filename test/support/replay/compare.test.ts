import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './compare.ts';
import { Identifiers } from './identifiers.ts';
import { normal, type Place } from './normal.ts';

const TRIBE = '/wp-json/tribe/events/v1';

function place(): Place {
  const identifiers = new Identifiers();
  identifiers.learn(
    `${TRIBE}/events`,
    { id: 71, venue: 10, categories: [2, 3] },
    {
      id: 5,
      venue: { id: 4 },
      categories: [{ id: 5 }, { id: 6 }],
    },
  );
  return { origin: 'http://127.0.0.1:9', namespace: '/calendar/events/v1', identifiers };
}

test('requests carry the numbers of the service', () => {
  const { identifiers } = place();
  const path = (recorded: string) => identifiers.path(TRIBE + recorded);
  assert.equal(path('/events/71?x=71'), `${TRIBE}/events/5?x=71`);
  assert.equal(
    path('/events/?venue[]=10&include=71%2C9&tags=2,%20jazz,+3'),
    `${TRIBE}/events/?venue[]=4&include=5%2C9&tags=5,%20jazz,+6`,
  );
  assert.equal(path('/categories/3?include=2&parent=71'), `${TRIBE}/categories/6?include=5&parent=71`);
  assert.deepEqual(
    identifiers.body(`${TRIBE}/events`, { title: '71', venue: { id: 10, city: '10' }, tags: ['3', 'new'] }),
    { title: '71', venue: { id: 4, city: '10' }, tags: ['6', 'new'] },
  );
});

test('an answer below another origin, namespace and numbers has the recorded normal form', () => {
  const here = normal(
    {
      id: 5,
      global_id: '127.0.0.1:9?id=5',
      title: 'Tom & Jerry’s “day”',
      rest_url: 'http://127.0.0.1:9/calendar/events/v1/events/5?b=2&a=1&venue=4,9',
      modified: '2026-11-20 18:00:00',
      categories: [{ id: 6, parent: 5 }],
      _links: {},
      extra: true,
    },
    `${TRIBE}/events`,
    place(),
  );
  const recorded = normal(
    {
      id: 71,
      global_id: '127.0.0.1:8081?id=71',
      title: 'Tom &#038; Jerry&#8217;s &#8220;day&#8221;',
      rest_url: `http://127.0.0.1:8081${TRIBE}/events/71?a=1&venue=10,9`,
      modified: '2025-01-01 00:00:01',
      categories: [{ id: 3, parent: 2 }],
    },
    `${TRIBE}/events`,
  );
  assert.deepEqual(differences(recorded, here), []);
});

test('the number of a single term is a number of terms', () => {
  assert.deepEqual(normal({ id: 5 }, `${TRIBE}/categories/2`, place()), { id: 2 });
  assert.deepEqual(normal({ id: 5 }, `${TRIBE}/events/71`, place()), { id: 71 });
});

test('what is missing, of another length or of another value differs', () => {
  const at = (recorded: Parameters<typeof differences>[0], here: Parameters<typeof differences>[1]) =>
    differences(recorded, here).map((difference) => difference.at);
  assert.deepEqual(at({ a: { b: [1, 2] } }, { a: { b: [1, 3, 4] } }), ['a.b.length', 'a.b[1]']);
  assert.deepEqual(at({ a: null, b: false }, { b: 0 }), ['a', 'b']);
  assert.deepEqual(at([], {}), ['']);
  const page = (query: string) => ({ rest_url: `http://x/events?${query}` });
  assert.deepEqual(at(page('a=1'), page('a=1&b=2')), []);
  assert.deepEqual(at(page('a=1'), page('a=2')), ['rest_url']);
});
