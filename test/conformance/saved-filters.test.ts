import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { people, type Service, startService } from '../support/service.ts';
import { check, type Watch, watch } from '../support/watch.ts';

let service: Service;
let watched: Watch;
let editor: Client;
const FILTERS = () => `${service.url}/kalends/v1/saved-filters`;
const at = (id: number) => `${FILTERS()}/${id}`;
const save = (by: Client, fields: object) => by.post(FILTERS(), fields);
const namesOf = async (by: Client) =>
  (await by.get(FILTERS()))
    .expect(200)
    .rows('saved_filters')
    .map(({ name }) => name);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  watched = await watch(service);
  editor = service.as('editor');
});
after(async () => {
  await watched?.close();
  await service?.stop();
});

/** Asserts that a request is refused for one parameter. */
function assertRefused(answer: Answer, name: string): void {
  assert.deepEqual(Object.keys(Object(answer.expect(400).at('data.params'))), [name]);
}

describe('saved filters', () => {
  test('are made, listed by name, read, changed and removed', async () => {
    const made = await save(editor, { name: ' Walks ', query: { featured: true, search: 'by the sea' } });
    assert.deepEqual(made.expect(201).body, {
      id: made.id(),
      name: 'Walks',
      query: 'featured=true&search=by+the+sea',
      columns: null,
      revision: 1,
    });
    assert.equal(made.headers['location'], at(made.id()));
    (await save(editor, { name: 'Émile', query: '?status=draft', columns: 'venue,status' })).expect(201);
    assert.deepEqual(await namesOf(editor), ['Émile', 'Walks']);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const changed = await editor.send(method, at(made.id()), { name: `By ${method}`, columns: ['cost'] });
      assert.equal(changed.expect(200).at('name'), `By ${method}`);
      assert.equal(changed.at('query'), 'featured=true&search=by+the+sea');
    }
    const read = (await editor.get(at(made.id()))).expect(200);
    assert.deepEqual(read.at('columns'), ['cost']);
    assert.equal(read.headers['allow'], 'GET, DELETE, POST, PUT, PATCH');
    assert.deepEqual((await editor.patch(at(made.id()), { columns: [] })).expect(200).at('columns'), []);
    assert.equal((await editor.patch(at(made.id()), { columns: null })).expect(200).at('columns'), null);
    assert.equal((await editor.delete(at(made.id()))).expect(200).at('name'), 'By PATCH');
    for (const method of ['GET', 'PATCH', 'DELETE'])
      check(await editor.send(method, at(made.id())), method, 404, 'rest_saved_filter_invalid_id');
    assert.deepEqual(await namesOf(editor), ['Émile']);
  });

  test('hold what the list of events takes, and no password', async () => {
    for (const query of [
      'status=nothing',
      { start_date: 'never' },
      'per_page=-1',
      { venue: { id: 1 } },
      'password=sesame',
      `search=${'x'.repeat(201)}`,
      'x'.repeat(4_001),
      7,
    ])
      assertRefused(await save(editor, { name: 'Wrong', query }), 'query');
    // A subscriber’s lists hold what is published alone.
    assertRefused(await save(service.as('subscriber'), { name: 'Drafts', query: 'status=draft' }), 'query');
    for (const name of ['', ' ', 'two\nlines', 'x'.repeat(101)])
      assertRefused(await save(editor, { name, query: '' }), 'name');
    assertRefused(await save(editor, { name: 'Columns', query: '', columns: ['password'] }), 'columns');
    const missing = (await save(editor, {})).expect(400);
    assert.deepEqual(missing.at('data.params'), ['name', 'query']);
    const id = (await save(editor, { name: 'Right', query: 'featured=true' })).expect(201).id();
    assertRefused(await editor.patch(at(id), { query: 'status=nothing' }), 'query');
    assert.equal((await editor.get(at(id))).at('query'), 'featured=true');
    const listed = (await editor.get(`/events?${String((await editor.get(at(id))).at('query'))}`)).expect(
      200,
    );
    assert.equal(listed.at('total'), 0);
  });

  test('have a name that no other of the same person has, in letters of any case', async () => {
    const first = (await save(editor, { name: 'Straße', query: '' })).expect(201);
    const other = (await save(editor, { name: 'Other', query: '' })).expect(201);
    check(await save(editor, { name: 'STRASSE', query: '' }), 'made', 409, 'rest_saved_filter_exists');
    check(await editor.patch(at(other.id()), { name: 'straße' }), 'named', 409, 'rest_saved_filter_exists');
    (await editor.patch(at(first.id()), { name: 'STRASSE' })).expect(200);
    (await save(service.as('author'), { name: 'Straße', query: '' })).expect(201);
    for (const name of ['★', '☆']) (await save(editor, { name, query: '' })).expect(201);
    check(await save(editor, { name: '★', query: '' }), 'sign', 409, 'rest_saved_filter_exists');
  });

  test('are each person’s own, of administrators too', async () => {
    const mine = (await save(editor, { name: 'Mine', query: '' })).expect(201).id();
    for (const role of ['admin', 'author', 'contributor', 'subscriber'] as const) {
      const other = service.as(role);
      assert.ok(!(await namesOf(other)).includes('Mine'), role);
      await watched.withoutChange(role, async () => {
        for (const method of ['GET', 'PATCH', 'DELETE'])
          check(
            await other.send(method, at(mine), method === 'PATCH' ? { name: 'Taken' } : undefined),
            `${role} ${method}`,
            404,
            'rest_saved_filter_invalid_id',
          );
      });
      (await save(other, { name: `Of ${role}`, query: '' })).expect(201);
    }
    await watched.withoutChange('nobody', async () => {
      for (const [method, url] of [
        ['GET', FILTERS()],
        ['POST', FILTERS()],
        ['GET', at(mine)],
        ['PATCH', at(mine)],
        ['DELETE', at(mine)],
      ] as const)
        check(
          await service.anonymous.send(method, url, method === 'POST' ? { name: 'x', query: '' } : undefined),
          `${method} ${url}`,
          401,
          'rest_forbidden',
        );
    });
  });

  test('are at most a hundred of one person', async () => {
    const contributor = service.as('contributor');
    const had = (await namesOf(contributor)).length;
    for (let n = had; n < 100; n++) (await save(contributor, { name: `List ${n}`, query: '' })).expect(201);
    check(await save(contributor, { name: 'One more', query: '' }), 'full', 409, 'rest_saved_filters_full');
    check(await save(contributor, { name: 'list 99', query: '' }), 'taken', 409, 'rest_saved_filter_exists');
  });

  test('are changed only as they were known, made once, and tried out', async () => {
    const made = (await save(editor, { name: 'Known', query: '' })).expect(201);
    const url = at(made.id());
    const tag = (await editor.get(url)).expect(200).headers['etag'];
    assert.ok(tag);
    const renamed = await editor.patch(url, { name: 'Known well' }, { 'if-match': tag });
    assert.equal(renamed.expect(200).at('revision'), 2);
    assert.equal((await editor.patch(url, { name: 'Known well' })).expect(200).at('revision'), 2, 'the same');
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Stale' } : undefined;
      const stale = await editor.send(method, url, body, { 'if-match': tag });
      check(stale, method, 412, 'rest_precondition_failed');
      assert.equal(stale.at('data.current.name'), 'Known well');
    }
    const key = { 'idempotency-key': 'saved-once' };
    const once = (await editor.post(FILTERS(), { name: 'Once', query: '' }, key)).expect(201);
    const again = (await editor.post(FILTERS(), { name: 'Once', query: '' }, key)).expect(201);
    assert.equal(again.id(), once.id());
    assert.equal(again.headers['idempotency-replayed'], 'true');
    const before = await namesOf(editor);
    await watched.withoutChange('trials', async () => {
      const trial = (await save(editor, { name: 'Trial', query: '', dry_run: true })).expect(201);
      assert.deepEqual([trial.at('id'), trial.at('dry_run')], [null, true]);
      (await editor.patch(url, { name: 'Trial', dry_run: true })).expect(200);
      (await editor.delete(`${url}?dry_run=true`)).expect(200);
    });
    assert.deepEqual(await namesOf(editor), before);
    const done = await editor.post(`${service.url}/batch/v1`, {
      requests: [
        { method: 'PATCH', path: `/kalends/v1/saved-filters/${made.id()}`, body: { name: 'Batch' } },
      ],
    });
    assert.equal(done.expect(207).at('responses.0.status'), 200);
  });

  test('leave neither the calendar’s version nor its history a trace', async () => {
    const list = async () => (await service.anonymous.get('/events')).expect(200).headers['etag'];
    const [tag, entries] = [
      await list(),
      (await editor.get(`${service.url}/kalends/v1/history`)).at('total'),
    ];
    const made = (await save(editor, { name: 'Traceless', query: '' })).expect(201).id();
    (await editor.delete(at(made))).expect(200);
    assert.equal(await list(), tag);
    assert.equal((await editor.get(`${service.url}/kalends/v1/history`)).at('total'), entries);
  });

  test('need a token that may read, and to write them one for own things', async () => {
    const token = async (scope: string) =>
      (await service.cli(['token', 'add', 'author', '--name', scope, '--scope', scope])).stdout.trim();
    const by = async (scope: string) => ({ authorization: `Bearer ${await token(scope)}` });
    const [reader, own] = [await by('read'), await by('write-own')];
    const { anonymous } = service;
    (await anonymous.get(FILTERS(), undefined, reader)).expect(200);
    const refused = await anonymous.post(FILTERS(), { name: 'Token', query: '' }, reader);
    check(refused, 'read', 403, 'rest_token_scope');
    const made = (await anonymous.post(FILTERS(), { name: 'Token', query: '' }, own)).expect(201);
    (await anonymous.delete(at(made.id()), undefined, own)).expect(200);
  });

  test('go with their user', async () => {
    const admin = service.as('admin');
    const users = `${service.url}/kalends/v1/users`;
    const user = (await admin.post(users, { login: 'leaving', role: 'author' })).expect(201).id();
    const secret = (await service.cli(['token', 'add', 'leaving', '--name', 'x'])).stdout.trim();
    const theirs = { authorization: `Bearer ${secret}` };
    (await service.anonymous.post(FILTERS(), { name: 'Last', query: '' }, theirs)).expect(201);
    assert.equal((await admin.delete(`${users}/${user}`)).expect(200).at('login'), 'leaving');
    (await service.anonymous.get(FILTERS(), undefined, theirs)).expect(401);
  });
});
