import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import type { Client } from '../support/client.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

const START = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
type Kind = 'categories' | 'tags';
const kinds: readonly Kind[] = ['categories', 'tags'];

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service.stop());

const makeTerm = async (kind: Kind, fields: object) =>
  (await admin.post(`/${kind}`, fields)).expect(201).id();
const makeEvent = async (fields: object, by: Client = admin) =>
  (await by.post('/events', { title: 'Event', ...START, ...fields })).expect(201).id();
const slugs = async (path: string, by: Client = anyone) => {
  const kind = path.slice(1).split(/[/?]/)[0] ?? '';
  return (await by.get(path))
    .expect(200)
    .rows(kind)
    .map((row) => row['slug']);
};
const count = async (kind: Kind, id: number) => (await anyone.get(`/${kind}/${id}`)).expect(200).at('count');
const refused = async (answer: Promise<{ status: number; at(path: string): unknown }>, name: string) => {
  const { status, at } = await answer;
  assert.deepEqual([status, at('code')], [400, 'rest_invalid_param']);
  assert.ok(at(`data.params.${name}`), `names ${name}`);
};

describe('Lists of terms', () => {
  let ids: Record<'alpha' | 'beta' | 'gamma' | 'unused', number>;
  let child: number;
  let event: number;

  before(async () => {
    const make = async (kind: Kind) => ({
      gamma: await makeTerm(kind, { name: 'gamma', slug: 'list-c', description: 'one' }),
      alpha: await makeTerm(kind, { name: 'Álpha', slug: 'list-b', description: 'two' }),
      beta: await makeTerm(kind, { name: 'Beta', slug: 'list-a', description: 'Three' }),
      unused: await makeTerm(kind, { name: 'Unused', slug: 'list-d' }),
    });
    await make('tags');
    ids = await make('categories');
    child = await makeTerm('categories', { name: 'Below', slug: 'list-below', parent: ids.unused });
    const names = { categories: ['list-a', 'list-c', 'list-below'], tags: ['list-a', 'list-c'] };
    event = await makeEvent(names);
    await makeEvent({ categories: ['list-a', 'list-b'], tags: ['list-a', 'list-b'] });
  });

  for (const kind of kinds) {
    const list = (query: string) => slugs(`/${kind}?${query}`);

    test(`GET /${kind} hides terms without published events, not the categories above others`, async () => {
      const expected =
        kind === 'tags'
          ? ['list-b', 'list-a', 'list-c']
          : ['list-b', 'list-below', 'list-a', 'list-c', 'list-d'];
      assert.deepEqual(await list(''), expected);
      const answer = await anyone.get(`/${kind}?per_page=1`);
      assert.equal(answer.at('total'), expected.length);
      assert.equal(answer.headers['x-tec-total'], String(expected.length));
      assert.equal((await list('hide_empty=false')).length, kind === 'tags' ? 4 : 5);
    });

    test(`GET /${kind} sorts by name without case and accents, and by what orderby names`, async () => {
      const own = `hide_empty=false&exclude=${kind === 'tags' ? '' : child}`.replace(/&exclude=$/, '');
      assert.deepEqual(await list(own), ['list-b', 'list-a', 'list-c', 'list-d']);
      assert.deepEqual(await list(`${own}&order=desc`), ['list-d', 'list-c', 'list-a', 'list-b']);
      assert.deepEqual(await list(`${own}&orderby=slug`), ['list-a', 'list-b', 'list-c', 'list-d']);
      assert.deepEqual(await list(`${own}&orderby=id`), ['list-c', 'list-b', 'list-a', 'list-d']);
      assert.deepEqual(await list(`${own}&orderby=none&order=desc`), [
        'list-d',
        'list-a',
        'list-b',
        'list-c',
      ]);
      assert.deepEqual((await list(`${own}&orderby=count&order=desc`))[0], 'list-a');
      assert.deepEqual((await list(`${own}&orderby=count`))[0], 'list-d');
      assert.deepEqual(await list(`${own}&orderby=description`), ['list-d', 'list-c', 'list-a', 'list-b']);
      assert.deepEqual(await list(`${own}&orderby=nonsense`), await list(own));
      await refused(anyone.get(`/${kind}?order=`), 'order');
      await refused(anyone.get(`/${kind}?orderby=`), 'orderby');
    });

    test(`GET /${kind} filters by search, slug and event`, async () => {
      assert.deepEqual(await list('search=ALPHA'), ['list-b']);
      assert.deepEqual(await list('search=ist-c'), ['list-c']);
      assert.deepEqual(await list('search=two'), [], 'not in descriptions');
      assert.deepEqual(await list('search=%25&hide_empty=false'), [], 'a percent sign is no wildcard');
      assert.deepEqual(await list('slug=list-b'), ['list-b']);
      assert.deepEqual(await list('slug=list'), []);
      const own = kind === 'tags' ? ['list-a', 'list-c'] : ['list-below', 'list-a', 'list-c'];
      assert.deepEqual(await list(`event=${event}`), own);
      assert.deepEqual(await list(`post=${event}`), own);
      for (const bad of ['search=', 'slug=', 'slug[]=a', 'event=99999', 'event=x', 'event=', 'page=0'])
        await refused(anyone.get(`/${kind}?${bad}`), bad.split(/[[=]/)[0] ?? '');
    });

    test(`GET /${kind} gives the terms of an event only to those who may read it`, async () => {
      const draft = await makeEvent({ status: 'draft', [kind]: ['list-d'] });
      assert.deepEqual(await slugs(`/${kind}?event=${draft}`), []);
      assert.deepEqual(await slugs(`/${kind}?event=${draft}`, service.as('editor')), ['list-d']);
    });
  }

  test('GET /categories takes include in its order, exclude, and parent', async () => {
    const list = (query: string) => slugs(`/categories?hide_empty=false&${query}`);
    assert.deepEqual(await list(`include=${ids.gamma},${ids.alpha}`), ['list-b', 'list-c']);
    assert.deepEqual(await list(`include=${ids.gamma},${ids.alpha}&orderby=include`), ['list-c', 'list-b']);
    assert.deepEqual(await list(`include[]=${ids.gamma}`), ['list-c']);
    assert.deepEqual(await list(`exclude=${ids.unused}`), ['list-b', 'list-below', 'list-a', 'list-c']);
    assert.deepEqual(await list(`parent=${ids.unused}`), ['list-below']);
    for (const bad of ['include=99999', 'exclude=', 'parent=0', 'parent=', 'parent=99999', 'hide_empty='])
      await refused(anyone.get(`/categories?${bad}`), bad.split('=')[0] ?? '');
    const many = Array.from({ length: 101 }, () => ids.alpha).join(',');
    await refused(anyone.get(`/categories?include=${many}`), 'include');
  });

  test('GET /categories keeps every parameter in its links', async () => {
    const query = 'per_page=2&search=list&order=DESC&orderby=slug&hide_empty=0';
    const first = (await anyone.get(`/categories?${query}`)).expect(200);
    assert.equal(
      String(first.at('rest_url')).split('?')[1],
      'page=1&per_page=2&search=list&order=desc&orderby=slug&hide_empty=false',
    );
    const seen: unknown[] = [];
    let next: unknown = first.at('rest_url');
    while (typeof next === 'string') {
      const page = (await anyone.get(next)).expect(200);
      seen.push(...page.rows('categories').map((row) => row['slug']));
      next = page.at('next_rest_url');
    }
    assert.deepEqual(seen, ['list-d', 'list-c', 'list-below', 'list-b', 'list-a']);
    const beyond = (await anyone.get('/categories?page=99')).expect(200);
    assert.deepEqual(beyond.at('categories'), []);
    assert.match(String(beyond.at('previous_rest_url')), /page=98$/);
  });
});

describe('One term', () => {
  test('POST /categories answers the whole term, with its address', async () => {
    const parent = await makeTerm('categories', { name: 'Upper' });
    const answer = await admin.post('/categories', {
      name: 'Lower <b>one</b> &amp; "more"',
      description: 'Some <i>text</i><script>x</script>',
      slug: 'Lower One',
      parent,
    });
    answer.expect(201);
    const self = `${service.url}/calendar/events/v1/categories/${answer.id()}`;
    const collection = `${service.url}/calendar/events/v1/categories`;
    assert.equal(answer.headers['location'], self);
    assert.ok(categoryColors.some((color) => color === answer.at('color')));
    assert.ok(categoryMarks.some((mark) => mark === answer.at('mark')));
    const up = `${collection}/${parent}`;
    assert.deepEqual(answer.body, {
      id: answer.id(),
      revision: 1,
      count: 0,
      description: 'Some <i>text</i>',
      name: 'Lower one &amp; "more"',
      slug: 'lower-one',
      taxonomy: 'tribe_events_cat',
      parent,
      color: answer.at('color'),
      mark: answer.at('mark'),
      meta: [],
      url: `${service.url}/events/category/upper/lower-one/`,
      urls: { self, collection, up },
      language: 'en',
      translations: ['en'],
      _links: { self: [{ href: self }], collection: [{ href: collection }], up: [{ href: up }] },
    });
    assert.deepEqual((await admin.get(`/categories/${answer.id()}`)).expect(200).body, answer.body);
    assert.equal(await count('categories', answer.id()), 0);
    (await anyone.get(`/tags/${answer.id()}`)).expect(400);
  });

  for (const kind of kinds) {
    test(`POST /${kind} refuses a name that exists and makes a taken slug free`, async () => {
      const id = await makeTerm(kind, { name: 'Twice' });
      for (const fields of [{ name: 'TWICE' }, { name: 'Twice', slug: 'twice' }]) {
        const again = await admin.post(`/${kind}`, fields);
        assert.deepEqual([again.status, again.at('code')], [400, 'term_exists']);
        assert.equal(again.at('data.term_id'), id);
        assert.deepEqual(again.at('additional_data'), [id, id]);
      }
      const other = (await admin.post(`/${kind}`, { name: 'Other twice', slug: 'twice' })).expect(201);
      assert.match(String(other.at('slug')), /^twice-\d+$/);
      const own = (await admin.post(`/${kind}`, { name: 'Twice', slug: `own-${kind}` })).expect(201);
      assert.equal(own.at('slug'), `own-${kind}`);
    });

    test(`PATCH /${kind}/<id> changes what was sent and nothing else`, async () => {
      const id = await makeTerm(kind, { name: 'Before', description: 'Kept', slug: `change-${kind}` });
      const renamed = (await admin.patch(`/${kind}/${id}`, { name: 'After' })).expect(200);
      assert.deepEqual(
        [renamed.at('name'), renamed.at('description'), renamed.at('slug')],
        ['After', 'Kept', `change-${kind}`],
      );
      (await admin.put(`/${kind}/${id}`, { slug: `Changed ${kind}` })).expect(200);
      const emptied = (await admin.post(`/${kind}/${id}`, { description: null })).expect(200);
      assert.deepEqual([emptied.at('slug'), emptied.at('description')], [`changed-${kind}`, '']);

      await makeTerm(kind, { name: 'Holder', slug: `held-${kind}` });
      const taken = await admin.patch(`/${kind}/${id}`, { slug: `held-${kind}` });
      assert.deepEqual([taken.status, taken.at('code')], [409, 'duplicate_term_slug']);
    });

    test(`Writes on /${kind} refuse wrong fields before they ask who writes`, async () => {
      const id = await makeTerm(kind, { name: `Wrong ${kind}` });
      const long = 'x'.repeat(201);
      for (const value of ['', 7, long, ['a'], {}, true]) {
        await refused(anyone.post(`/${kind}`, { name: value }), 'name');
        await refused(anyone.patch(`/${kind}/${id}`, { name: value }), 'name');
        await refused(anyone.patch(`/${kind}/${id}`, { slug: value }), 'slug');
      }
      for (const value of ['', 7, []])
        await refused(anyone.patch(`/${kind}/${id}`, { description: value }), 'description');
      const missing = await anyone.post(`/${kind}`, { slug: 'x' });
      assert.deepEqual([missing.status, missing.at('code')], [400, 'rest_missing_callback_param']);
      for (const name of ['  ', '<b></b>', '&nbsp;']) {
        const blank = await admin.post(`/${kind}`, { name });
        assert.deepEqual([blank.status, blank.at('code')], [400, 'empty_term_name']);
      }
      await refused(anyone.patch(`/${kind}/99999`, { name: 'x' }), 'id');
      await refused(anyone.delete(`/${kind}/99999`), 'id');
      (await admin.put(`/${kind}`, { name: 'x' })).expect(404);
    });

    test(`Writes on /${kind} need the right`, async () => {
      const id = await makeTerm(kind, { name: `Guarded ${kind}` });
      const authors = kind === 'categories' ? [201, 200, 200] : [403, 403, 403];
      const expected = {
        anonymous: [401, 401, 401],
        subscriber: [403, 403, 403],
        contributor: [403, 403, 403],
        author: authors,
        editor: [201, 200, 200],
      } as const;
      for (const role of ['subscriber', 'contributor', 'author', 'editor', 'anonymous'] as const) {
        const by = role === 'anonymous' ? anyone : service.as(role);
        const spare = await makeTerm(kind, { name: `Spare of ${role}` });
        const statuses = [
          (await by.post(`/${kind}`, { name: `By ${role}` })).status,
          (await by.patch(`/${kind}/${id}`, { description: role })).status,
          (await by.delete(`/${kind}/${spare}`)).status,
        ];
        assert.deepEqual(statuses, [...expected[role]], role);
      }
      assert.equal((await anyone.get(`/${kind}/${id}`)).headers['allow'], 'GET');
      const allow = (await service.as('editor').get(`/${kind}/${id}`)).headers['allow'];
      assert.equal(allow, 'GET, DELETE, POST, PUT, PATCH');
    });
  }

  test('A tag has no parent', async () => {
    const id = await makeTerm('tags', { name: 'No parent' });
    for (const parent of [id, 'x', 99999, 0]) {
      const made = await admin.post('/tags', { name: 'With parent', parent });
      assert.deepEqual([made.status, made.at('code')], [400, 'rest_taxonomy_not_hierarchical']);
      const moved = await admin.patch(`/tags/${id}`, { parent });
      assert.deepEqual([moved.status, moved.at('code')], [400, 'rest_taxonomy_not_hierarchical']);
    }
    (await anyone.post('/tags', { name: 'With parent', parent: id })).expect(401);
  });

  test('A category may not stand below itself, and null takes it to the top', async () => {
    const top = await makeTerm('categories', { name: 'Circle top' });
    const middle = await makeTerm('categories', { name: 'Circle middle', parent: top });
    const low = await makeTerm('categories', { name: 'Circle low', parent: String(middle) });
    for (const parent of [top, middle, low])
      await refused(admin.patch(`/categories/${top}`, { parent }), 'parent');
    for (const parent of ['', 0, 99999, 'foo', -1, 1.5, [], {}, true])
      await refused(admin.patch(`/categories/${low}`, { parent }), 'parent');
    const url = String((await anyone.get(`/categories/${low}`)).at('url'));
    assert.match(url, /\/events\/category\/circle-top\/circle-middle\/circle-low\/$/);
    const freed = (await admin.patch(`/categories/${middle}`, { parent: null })).expect(200);
    assert.deepEqual([freed.at('parent'), freed.at('urls.up')], [0, undefined]);
  });

  test('DELETE /categories/<id> moves what is below up, and events only lose the category', async () => {
    const top = await makeTerm('categories', { name: 'Del top' });
    const middle = await makeTerm('categories', { name: 'Del middle', parent: top });
    const low = await makeTerm('categories', { name: 'Del low', parent: middle });
    const event = await makeEvent({ title: 'Stays', categories: [middle, low], tags: ['Del tag'] });
    const was = (await anyone.get(`/events/${event}`)).expect(200);
    const gone = (await admin.delete(`/categories/${middle}`)).expect(200);
    assert.deepEqual([gone.id(), gone.at('count'), gone.at('parent')], [middle, 1, top]);
    assert.equal(gone.at('_links'), undefined);
    (await admin.delete(`/categories/${middle}`)).expect(400);
    assert.equal((await anyone.get(`/categories/${low}`)).at('parent'), top);
    const is = (await anyone.get(`/events/${event}`)).expect(200);
    assert.deepEqual(
      is.rows('categories').map((row) => row['id']),
      [low],
    );
    assert.deepEqual([is.at('modified'), is.at('title')], [was.at('modified'), 'Stays']);
    assert.equal(is.rows('tags').length, 1);
  });
});

describe('Odd values', () => {
  const odd: readonly unknown[] = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    '',
    ' ',
    '0',
    '-',
    '%',
    "'",
    '\\',
    '\u0000',
    '\ud800',
    '🎉',
    '\u0301',
    '٣',
    '<b',
    '&#0;',
    '1e400',
    '9'.repeat(400),
    'é'.repeat(199),
    'a,b',
    ',',
    [],
    [[]],
    [null],
    [{}],
    [''],
    ['\u0000'],
    {},
    { id: 1 },
    { toString: 1 },
    Array(101).fill(1),
  ];

  test('Any value of any parameter works or is refused, and never fails', async () => {
    for (const kind of kinds) {
      const id = await makeTerm(kind, { name: `Odd ${kind}` });
      const answers: Promise<{ status: number; text: string }>[] = [];
      for (const value of odd) {
        const filters =
          'page per_page search exclude include order orderby hide_empty parent post event slug';
        for (const name of filters.split(' ')) answers.push(admin.send('GET', `/${kind}`, { [name]: value }));
        for (const name of ['name', 'description', 'slug', 'parent']) {
          answers.push(admin.post(`/${kind}`, { name: 'Odd one', [name]: value }));
          answers.push(admin.patch(`/${kind}/${id}`, { [name]: value }));
        }
        answers.push(admin.post('/events', { title: 'Odd', ...START, [kind]: value }));
        if (typeof value === 'string' && value.isWellFormed())
          answers.push(anyone.get(`/events?${kind}=${encodeURIComponent(value)}`));
      }
      for (const { status, text } of await Promise.all(answers)) assert.ok(status < 500, `${status} ${text}`);
    }
  });
});

describe('Terms of events', () => {
  for (const kind of kinds) {
    test(`The count of ${kind} follows publishing, drafts, the trash and changed terms`, async () => {
      const one = await makeTerm(kind, { name: `Counted one ${kind}` });
      const two = await makeTerm(kind, { name: `Counted two ${kind}` });
      const counts = async () => [await count(kind, one), await count(kind, two)];
      const event = await makeEvent({ status: 'draft', [kind]: [one] });
      const change = async (fields: object) => (await admin.patch(`/events/${event}`, fields)).expect(200);
      assert.deepEqual(await counts(), [0, 0]);
      await change({ status: 'publish' });
      assert.deepEqual(await counts(), [1, 0]);
      await change({ [kind]: [one, two] });
      assert.deepEqual(await counts(), [1, 1]);
      await change({ status: 'draft', [kind]: [two] });
      assert.deepEqual(await counts(), [0, 0]);
      await change({ status: 'publish' });
      assert.deepEqual(await counts(), [0, 1]);
      await change({ title: 'Another title' });
      assert.deepEqual(await counts(), [0, 1]);
      (await admin.delete(`/events/${event}`)).expect(200);
      assert.deepEqual(await counts(), [0, 0]);
      await change({ status: 'publish' });
      assert.deepEqual(await counts(), [0, 1]);
      await change({ [kind]: [] });
      assert.deepEqual(await counts(), [0, 0]);
    });

    test(`An event takes ${kind} by ID, slug and name, and makes new ones for those who may`, async () => {
      const known = await makeTerm(kind, { name: `Known ${kind}`, slug: `known-slug-${kind}` });
      const names = async (value: unknown, by: Client = admin) => {
        const id = await makeEvent({ [kind]: value }, by);
        return (await by.get(`/events/${id}`))
          .expect(200)
          .rows(kind)
          .map((row) => row['name']);
      };
      const name = `Known ${kind}`;
      for (const value of [known, String(known), [known], `known-slug-${kind}`, name.toUpperCase()])
        assert.deepEqual(await names(value), [name]);
      assert.deepEqual(await names([known, 99999, '', '1.5', `${name}`]), [name]);
      for (const value of ['', [], 0, false, null]) assert.deepEqual(await names(value), []);
      assert.deepEqual(await names([`New, ${kind}`, `NEW, ${kind}`], service.as('author')), [`New, ${kind}`]);
      assert.deepEqual(await names(`Left ${kind},Right ${kind}`), [`Left ${kind}`, `Right ${kind}`]);
      const contributor = service.as('contributor');
      assert.deepEqual(await names([name], contributor), [name]);
      const body = { title: 'x', ...START };
      await refused(contributor.post('/events', { ...body, [kind]: ['Never seen'] }), kind);
      for (const value of [true, {}, [{ name: 'x' }], [['x']], Array(101).fill('x')])
        await refused(admin.post('/events', { ...body, [kind]: value }), kind);
    });
  }
});
