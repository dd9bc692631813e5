import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './compare.ts';
import { Excuses } from './excuses.ts';
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
    { path: `${TRIBE}/events` },
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
    { path: `${TRIBE}/events` },
  );
  assert.deepEqual(differences(recorded, here), []);
});

test('the number of a single term is a number of terms', () => {
  assert.deepEqual(normal({ id: 5 }, { path: `${TRIBE}/categories/2` }, place()), { id: 2 });
  assert.deepEqual(normal({ id: 5 }, { path: `${TRIBE}/events/71` }, place()), { id: 71 });
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

test('a form carries the numbers of the service', () => {
  const { identifiers } = place();
  assert.equal(
    identifiers.query(`${TRIBE}/events`, 'title=71&venue=10&categories%5B%5D=2&tags[]=3'),
    'title=71&venue=4&categories%5B%5D=5&tags[]=6',
  );
});

test('a number that was met twice stays what it was first', () => {
  const { identifiers } = place();
  identifiers.learn(`${TRIBE}/venues`, { id: 72 }, { id: 4 });
  identifiers.learn(`${TRIBE}/venues`, { id: 10 }, { id: 9 });
  assert.deepEqual([identifiers.ours('post', 72), identifiers.ours('post', 10)], [72, 4]);
});

test('numbers of terms in errors are translated', () => {
  const error = { code: 'term_exists', data: { status: 400, term_id: 5 }, additional_data: [5, 6] };
  const path = `${TRIBE}/categories`;
  assert.deepEqual(normal(error, { path }, place()), {
    code: 'term_exists',
    data: { status: 400, term_id: 2 },
    additional_data: [2, 3],
  });
});

test('codes in the details of an error are compared, where the recording has any', () => {
  const details = { page: { code: 'rest_invalid_type', message: 'x', data: { param: 'page' } } };
  const finer = normal({ data: { params: { page: 'x' }, details } }, { path: '' });
  const path = { path: '' };
  assert.deepEqual(finer, { data: { params: ['page'], details: { page: 'rest_invalid_type' } } });
  assert.deepEqual(differences(normal({ data: { details: [] } }, path), finer), []);
  const other = normal({ data: { details: { page: { code: 'rest_not_in_enum' } } } }, path);
  assert.equal(differences(other, finer)[0]?.at, 'data.details.page');
});

test('a publication date counts where it was sent', () => {
  const dates = (dated: boolean) =>
    normal({ date: '2026-01-05 10:00:00', modified: '2026-01-05 10:00:00' }, { path: '', dated });
  assert.deepEqual(dates(true), { date: '2026-01-05 10:00:00', modified: '0000-00-00 00:00:00' });
  assert.deepEqual(dates(false), { date: '0000-00-00 00:00:00', modified: '0000-00-00 00:00:00' });
});

test('descriptions of the interface may come in any order and words', () => {
  const described = (methods: string[], args: string[]) => ({
    '/calendar/events/v1/events': {
      methods,
      endpoints: [
        {
          methods,
          args: Object.fromEntries(args.map((name) => [name, { type: 'string', description: name }])),
        },
      ],
      parameters: args.map((name) => ({ name, in: 'query' })),
    },
  });
  const here = normal(described(['PUT', 'GET'], ['b', 'a']), { path: TRIBE }, place());
  const args = { a: { type: 'string' }, b: { type: 'string' } };
  assert.deepEqual(here, {
    '/tribe/events/v1/events': {
      methods: ['GET', 'PUT'],
      endpoints: { 'GET,PUT': { methods: ['GET', 'PUT'], args } },
      parameters: { a: { name: 'a', in: 'query' }, b: { name: 'b', in: 'query' } },
    },
  });
});

test('what is not published may have any stable address, and must have one', () => {
  const at = (url: unknown) =>
    differences({ url: 'http://x/?p=1&post_type=tribe_events' }, { url: url as string }).length;
  assert.deepEqual([at('http://x/event/a/'), at(''), at(false)], [0, 1, 1]);
});

test('a deviation covers its path and what is below, and nothing beside it', () => {
  const excuses = new Excuses([
    { exchanges: ['one'], paths: ['events[].cost', 'routes.*.args', 'header allow'], why: 'D1' },
    { exchanges: ['one', 'two'], paths: ['total'], why: 'D2' },
    { exchanges: ['whole'], why: 'D3' },
    { exchanges: ['list'], without: [37], why: 'D37' },
  ]);
  const left = (name: string, ...places: string[]) =>
    excuses
      .left(
        name,
        places.map((at) => ({ at, recorded: 1, here: 2 })),
      )
      .map(({ at }) => at);
  assert.deepEqual(
    left('one', 'events[0].cost', 'events[12].cost.values[0]', 'routes./a/b.args.page', 'header allow'),
    [],
  );
  assert.deepEqual(left('one', 'events[0].costs', 'events.cost', 'routes.a.b.args', 'header allowed'), [
    'events[0].costs',
    'events.cost',
    'routes.a.b.args',
    'header allowed',
  ]);
  assert.deepEqual(left('two', 'events[0].cost'), ['events[0].cost']);
  assert.deepEqual([excuses.isWhole('one'), excuses.isWhole('list')], [false, false]);
  assert.deepEqual(excuses.unneeded(new Set(['one', 'two', 'whole', 'list'])), [
    'one total (D2)',
    'two total (D2)',
    'whole as a whole (D3)',
    'list as a whole (D37)',
  ]);
  assert.deepEqual(excuses.unneeded(new Set(['whole'])), ['whole as a whole (D3)']);
  assert.deepEqual([excuses.isWhole('whole'), excuses.without('list')], [true, [37]]);
  assert.deepEqual(excuses.unneeded(new Set(['whole', 'list'])), []);
  assert.deepEqual(excuses.unknown(new Set(['one', 'two', 'list'])), ['whole']);
});
