// Several writes in one request (contract W6).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service?.stop());

const path = (rest: string) => `/calendar/events/v1${rest}`;
const venue = (name: string, more: object = {}) => ({
  path: path('/venues'),
  body: { venue: name, ...more },
});
const batch = (body: object, as: 'admin' | 'contributor' = 'admin', headers = {}) =>
  service.as(as).post(`${service.url}/batch/v1`, body, headers);
const total = async (search: string) =>
  Number((await service.as('admin').get(`/venues?search=${encodeURIComponent(search)}`)).at('total'));

test('writes are done one after the other, each with an answer of its own', async () => {
  const made = (await service.as('admin').post('/venues', { venue: 'There' })).expect(201).id();
  const answer = await batch({
    requests: [
      venue('First'),
      { method: 'PUT', path: path(`/venues/${made}`), body: { city: 'Bonn' } },
      venue('', {}),
      { method: 'DELETE', path: path(`/venues/${made}`), headers: {} },
      { method: 'PATCH', path: '/wp-json/nothing' },
    ],
  });
  answer.expect(207);
  assert.equal(answer.at('failed'), undefined);
  assert.deepEqual(
    answer.rows('responses').map(({ status }) => status),
    [201, 200, 400, 200, 404],
  );
  assert.equal(answer.at('responses.0.body.venue'), 'First');
  assert.match(String(answer.at('responses.0.headers.Location')), /\/venues\/\d+$/);
  assert.equal(answer.at('responses.1.body.city'), 'Bonn');
  assert.equal(answer.at('responses.2.body.code'), 'rest_invalid_param');
});

test('an atomic batch is done whole, or not at all', async () => {
  const failed = await batch({
    atomic: true,
    requests: [
      venue('Atomic one'),
      venue('Atomic two'),
      { method: 'PUT', path: path('/events/999999'), body: { cost: 'x' } },
      venue('Atomic three'),
    ],
  });
  assert.equal(failed.expect(207).at('failed'), 'atomic');
  const responses = failed.at('responses');
  assert.ok(Array.isArray(responses));
  assert.deepEqual([responses[0], responses[1], responses[3]], [null, null, null]);
  assert.equal(failed.at('responses.2.status'), 404);
  assert.equal(await total('Atomic'), 0);
  const done = await batch({ atomic: true, requests: [venue('Atomic one'), venue('Atomic two')] });
  assert.deepEqual(
    done
      .expect(207)
      .rows('responses')
      .map(({ status }) => status),
    [201, 201],
  );
  assert.equal(await total('Atomic'), 2);
});

test('require-all-validate does nothing unless all are valid', async () => {
  const requests = [venue('Valid'), venue('Invalid', { geo_lat: 'north' })];
  const refused = await batch({ validation: 'require-all-validate', requests });
  assert.equal(refused.expect(207).at('failed'), 'validation');
  assert.equal(refused.at('responses.0'), null);
  assert.equal(refused.at('responses.1.status'), 400);
  assert.equal(await total('Valid'), 0);
  const done = await batch({ validation: 'require-all-validate', requests: [venue('Valid')] });
  assert.equal(done.expect(207).at('responses.0.status'), 201);
});

test('permissions are those of whoever sends the batch', async () => {
  const [login = '', secret = ''] = service.credentials('admin').split(':');
  const stolen = { Authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` };
  const refused = await batch(
    {
      requests: [
        { ...venue('Forbidden'), path: path('/categories'), body: { name: 'Forbidden' }, headers: stolen },
      ],
    },
    'contributor',
  );
  assert.equal(refused.expect(207).at('responses.0.status'), 403);
  const nobody = await service.anonymous.post(`${service.url}/batch/v1`, {
    requests: [{ ...venue('Nobody'), headers: stolen }],
  });
  assert.equal(nobody.expect(207).at('responses.0.status'), 401);
});

test('a session sends batches as it sends single writes', async () => {
  const browser = new TestBrowser(service);
  await browser.signIn('editor');
  for (const [name, atomic] of [
    ['By session', false],
    ['By session, whole', true],
  ] as const) {
    const requests = [{ method: 'POST', path: '/calendar/events/v1/tags', body: { name } }];
    const answer = (await browser.send('POST', '/batch/v1', { atomic, requests })).expect(207);
    assert.equal(answer.at('responses.0.status'), 201, JSON.stringify(answer.body));
  }
});

test('what can’t be in a batch is refused', async () => {
  for (const requests of [
    [],
    'none',
    [{ method: 'GET', path: path('/venues') }],
    [{ path: 'venues' }],
    [{ body: {} }],
    Array.from({ length: 101 }, () => venue('Too many')),
  ]) {
    const refused = await batch({ requests });
    assert.equal(refused.expect(400).at('code'), 'rest_invalid_param');
  }
  (await batch({})).expect(400);
  for (const inner of [
    { path: '/batch/v1', body: { requests: [venue('Nested')] } },
    { path: '/kalends/v1/users', body: { login: 'x', role: 'author', password: 'correct horse battery' } },
    { ...venue('Read'), headers: { 'X-HTTP-Method-Override': 'GET' }, path: path('/venues?_method=GET') },
    { path: '/submit' },
    { path: '/calendar/../submit' },
    { path: '/event/somewhere/', body: { password: 'guessed' }, headers: { Accept: 'text/html' } },
  ]) {
    const answer = await batch({ requests: [inner] });
    assert.equal(
      answer.expect(207).at('responses.0.body.code'),
      'rest_batch_not_allowed',
      JSON.stringify(inner),
    );
  }
  for (const nowhere of ['/nowhere', '/admin/', '//elsewhere.example/']) {
    const answer = await batch({ requests: [{ path: nowhere, headers: { Accept: 'text/html' } }] });
    assert.equal(answer.expect(207).at('responses.0.body.code'), 'rest_no_route', nowhere);
  }
  assert.equal(await total('Too many'), 0);
});

test('trials, keys and revisions work inside and outside', async () => {
  const tried = (await batch({ dry_run: true, requests: [venue('Trial'), venue('Trial two')] })).expect(207);
  assert.equal(tried.at('dry_run'), true);
  assert.deepEqual([tried.at('responses.0.status'), tried.at('responses.0.body.id')], [201, null]);
  assert.equal(await total('Trial'), 0);
  const keyed = { requests: [{ ...venue('Keyed'), headers: { 'Idempotency-Key': 'inside' } }] };
  const first = (await batch(keyed)).expect(207);
  const again = (await batch(keyed)).expect(207);
  assert.equal(again.at('responses.0.body.id'), first.at('responses.0.body.id'));
  const whole = { requests: [venue('Whole')] };
  const once = (await batch(whole, 'admin', { 'idempotency-key': 'outside' })).expect(207);
  const twice = (await batch(whole, 'admin', { 'idempotency-key': 'outside' })).expect(207);
  assert.equal(twice.text, once.text);
  assert.equal(await total('Whole'), 1);
  const id = first.at('responses.0.body.id');
  const stale = await batch({
    atomic: true,
    requests: [
      venue('Stale'),
      {
        method: 'PUT',
        path: path(`/venues/${id}`),
        body: { city: 'x' },
        headers: { 'If-Match': '"999999"' },
      },
    ],
  });
  assert.equal(stale.expect(207).at('responses.1.status'), 412);
  assert.equal(await total('Stale'), 0);
});
