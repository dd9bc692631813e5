import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Client, createClient } from '../support/client.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Role, startService } from '../support/service.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z' });
after(() => service.stop());
await people(service);

const USERS = `${service.url}/kalends/v1/users`;
const userIds = { admin: 1, editor: 2, author: 3, contributor: 4, subscriber: 5 } as const;
const basic = (login: string, secret: string) =>
  createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
async function withToken(role: Role, fields: object = {}): Promise<Client> {
  const made = await basic(role, passwordOf(role)).post(`${USERS}/${userIds[role]}/tokens`, {
    name: 'x',
    ...fields,
  });
  return createClient(() => service.url, `Bearer ${String(made.expect(201).at('token'))}`);
}
const times = { start_date: '2027-06-19 19:30', end_date: '2027-06-19 22:00' };

test('a token goes as far as “write” unless another scope is asked for, and lists tell', async () => {
  const own = basic('subscriber', passwordOf('subscriber'));
  const tokens = `${USERS}/5/tokens`;
  assert.equal((await own.post(tokens, { name: 'new' })).expect(201).at('scope'), 'write');
  assert.equal((await own.post(tokens, { name: 'small', scope: 'read' })).expect(201).at('scope'), 'read');
  const wrong = (await own.post(tokens, { name: 'x', scope: 'everything' })).expect(400);
  assert.deepEqual(Object.keys(Object(wrong.at('data.params'))), ['scope']);
  const listed = (await own.get(tokens)).expect(200).rows('tokens');
  assert.deepEqual(
    listed.map(({ name, scope }) => [name, scope]),
    [
      ['tests', 'admin'],
      ['new', 'write'],
      ['small', 'read'],
    ],
  );
});

test('a token for reading reads all that its user may, drafts as they are stored too', async () => {
  const reader = await withToken('editor', { scope: 'read' });
  const draft = (
    await service.as('author').post('/events', { ...times, title: 'Draft', status: 'draft' })
  ).id();
  const read = (await reader.get(`/events/${draft}?context=edit`)).expect(200);
  assert.equal(read.at('raw.title'), 'Draft');
  assert.equal(read.headers['allow'], 'GET');
  const whole = (await service.as('editor').get(`/events/${draft}?context=edit`)).expect(200);
  assert.equal(whole.headers['allow'], 'GET, DELETE, POST, PUT, PATCH');
  const again = (await reader.get(`/events/${draft}?context=edit`)).expect(200);
  assert.equal(again.headers['allow'], 'GET', 'of two answers to one user each is kept apart');
  const refused = (await reader.patch(`/events/${draft}`, { title: 'Changed' })).expect(403);
  assert.equal(refused.at('code'), 'rest_token_scope');
  (await reader.get(`${USERS}/me`)).expect(200);
  assert.equal((await reader.get(`${USERS}/2/tokens`)).expect(403).at('code'), 'rest_token_scope');
});

test('a token for own content makes, changes and uploads that, and touches nothing else', async () => {
  const mine = await withToken('editor', { scope: 'write-own' });
  const refuse = async (answer: Promise<{ expect(status: number): { at(path: string): unknown } }>) =>
    assert.equal((await answer).expect(403).at('code'), 'rest_token_scope');
  const made = (await mine.post('/events', { ...times, title: 'Mine' })).expect(201);
  (await mine.patch(`/events/${made.id()}`, { title: 'Still mine' })).expect(200);
  const other = (await service.as('author').post('/events', { ...times, title: 'Another’s' })).expect(201);
  await refuse(mine.patch(`/events/${other.id()}`, { title: 'Taken' }));
  await refuse(mine.delete(`/events/${other.id()}`));
  await refuse(mine.post('/events', { ...times, title: 'In another’s name', author: 3 }));
  await refuse(mine.patch(`/events/${made.id()}`, { author: 3 }));
  await refuse(mine.post('/events', { ...times, title: 'Tagged', tags: ['never seen'] }));
  await refuse(mine.post('/events', { ...times, title: 'Filed', categories: ['never seen'] }));
  await refuse(mine.post('/tags', { name: 'never seen' }));
  assert.equal((await service.anonymous.get('/tags?search=never&hide_empty=false')).at('total'), 0);
  const tag = (await service.as('editor').post('/tags', { name: 'known' })).expect(201).id();
  (await mine.patch(`/events/${made.id()}`, { tags: ['known', tag] })).expect(200);
  const hall = { venue: 'Town Hall', city: 'Freiburg' };
  const venue = (await service.as('author').post('/venues', { ...hall, phone: '1' })).expect(201).id();
  assert.equal((await mine.post('/venues', { ...hall, phone: '2' })).expect(201).id(), venue);
  assert.equal((await service.anonymous.get(`/venues/${venue}`)).at('phone'), '1', 'found, not changed');
  const withVenue = await mine.post('/events', { ...times, title: 'There', venue: { venue: 'Own Hall' } });
  assert.equal(withVenue.expect(201).at('venue.venue'), 'Own Hall');
});

test('a token for content writes everybody’s, and reaches neither users nor settings', async () => {
  const writer = await withToken('admin');
  const other = (await service.as('author').post('/events', { ...times, title: 'Another’s' })).expect(201);
  (await writer.patch(`/events/${other.id()}`, { title: 'Mended', author: 2 })).expect(200);
  (await writer.post('/tags', { name: 'made by a program' })).expect(201);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { login: 'more', role: 'administrator' }],
    ['POST', '/me', { name: 'Somebody' }],
    ['DELETE', '/5', undefined],
    ['POST', '/1/tokens', { name: 'more', scope: 'admin', current_password: passwordOf('admin') }],
  ] as const) {
    const refused = (await writer.send(method, USERS + path, body)).expect(403);
    assert.equal(refused.at('code'), 'rest_token_scope', `${method} ${path}`);
  }
  const settings = `${service.url}/kalends/v1/settings`;
  assert.equal(
    (await writer.patch(settings, { accent: '#0055aa' })).expect(403).at('code'),
    'rest_token_scope',
  );
  (await writer.get(settings)).expect(200);
});

test('a wider scope gives nobody more than the role', async () => {
  const wide = await withToken('contributor', { scope: 'admin' });
  for (const [method, path] of [
    ['GET', USERS],
    ['POST', '/tags'],
  ] as const)
    assert.equal((await wide.send(method, path, { name: 'x' })).expect(403).at('code'), 'rest_forbidden');
});
