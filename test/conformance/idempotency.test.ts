// Requests that are done once, however often they are sent: `Idempotency-Key` (contract W2).
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openCalendar } from '../support/engine.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { KALENDS_FETCH_ALLOW: '127.0.0.1' } });
  await people(service);
});
after(() => service?.stop());

const event = (title: string) => ({
  title,
  start_date: '2027-06-19 19:30:00',
  end_date: '2027-06-19 22:00:00',
});
const key = (name: string) => ({ 'idempotency-key': name });
const count = async (title: string) =>
  Number((await service.as('admin').get(`/events?start_date=2027-06-01&search=${title}`)).at('total'));

test('the same request again has the first answer, and is done once', async () => {
  const admin = service.as('admin');
  const first = (await admin.post('/events', event('Twice'), key('a'))).expect(201);
  const again = (await admin.post('/events', event('Twice'), key('a'))).expect(201);
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(first.headers['idempotency-replayed'], undefined);
  assert.equal(again.headers['location'], first.headers['location']);
  assert.equal(await count('Twice'), 1);
  for (const [path, body] of [
    ['/events', event('Other')],
    ['/events?_fields=id', event('Twice')],
    ['/venues', { venue: 'Twice' }],
  ] as const) {
    const reused = await admin.post(path, body, key('a'));
    assert.equal(reused.expect(422).at('code'), 'rest_idempotency_key_reused');
  }
  (await service.as('editor').post('/events', event('Twice'), key('a'))).expect(201);
  assert.equal(await count('Twice'), 2);
  // It is for POST alone.
  const url = `/events/${first.id()}`;
  (await admin.put(url, { cost: '5' }, key('a'))).expect(200);
});

test('refusals are kept but for those that another time may end otherwise', async () => {
  const admin = service.as('admin');
  const invalid = await admin.post('/events', { title: 'No date' }, key('invalid'));
  assert.equal(invalid.status, 400);
  const again = await admin.post('/events', { title: 'No date' }, key('invalid'));
  assert.deepEqual(
    [again.status, again.text, again.headers['idempotency-replayed']],
    [400, invalid.text, 'true'],
  );
  (await admin.post('/events', event('Mended'), key('invalid'))).expect(422);
  (await admin.post('/events/999999', { title: 'x' }, key('gone'))).expect(404);
  const gone = await admin.post('/events/999999', { title: 'x' }, key('gone'));
  assert.deepEqual([gone.status, gone.headers['idempotency-replayed']], [404, 'true']);
  for (const client of [service.anonymous, service.as('subscriber')]) {
    const refused = await client.post('/venues', { venue: 'Nobody’s' }, key('refused'));
    assert.ok(refused.status === 401 || refused.status === 403);
    const later = await client.post('/venues', { venue: 'Nobody’s' }, key('refused'));
    assert.deepEqual([later.status, later.headers['idempotency-replayed']], [refused.status, undefined]);
  }
});

test('a key is 1 to 255 visible characters', async () => {
  const admin = service.as('admin');
  (await admin.post('/venues', { venue: 'Long' }, key('x'.repeat(255)))).expect(201);
  for (const wrong of ['', 'x'.repeat(256), 'a b', 'ä']) {
    const refused = await admin.post('/venues', { venue: 'Wrong' }, key(wrong));
    assert.equal(refused.expect(400).at('code'), 'rest_invalid_param', wrong);
    assert.ok(Object.hasOwn(Object(refused.at('data.params')), 'Idempotency-Key'));
  }
});

test('while the first is under way the second is told to wait, and then has its answer', async () => {
  const admin = service.as('admin');
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = createServer((_request, response) => {
    arrived.resolve();
    void release.promise.then(() => response.writeHead(404).end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => slow.once('listening', resolve));
  const image = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/photo.jpg`;
  const sent = { ...event('Slow'), image };
  const first = admin.post('/events', sent, key('slow'));
  await arrived.promise;
  const second = await admin.post('/events', sent, key('slow'));
  assert.equal(second.expect(409).at('code'), 'rest_idempotency_key_in_use');
  assert.match(second.headers['retry-after'] ?? '', /^\d+$/);
  release.resolve();
  const { status, text } = await first;
  const third = await admin.post('/events', sent, key('slow'));
  assert.deepEqual([third.status, third.text, third.headers['idempotency-replayed']], [status, text, 'true']);
  slow.close();
});

test('of many that are sent at once one is done, the others wait or have its answer', async () => {
  const admin = service.as('admin');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.post('/events', event('Rush'), key('rush'))),
  );
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  assert.equal(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1);
  assert.equal(await count('Rush'), 1);
});

test('an answer survives a kill, and a secret in it can’t be read in the database', async () => {
  const admin = service.as('admin');
  const made = (await admin.post('/venues', { venue: 'Kept' }, key('kept'))).expect(201);
  await service.kill();
  await service.restart();
  const again = (await service.as('admin').post('/venues', { venue: 'Kept' }, key('kept'))).expect(201);
  assert.deepEqual([again.at('id'), again.headers['idempotency-replayed']], [made.at('id'), 'true']);

  const feeds = `${service.url}/kalends/v1/feeds`;
  const feed = (await service.as('admin').post(feeds, { name: 'Secret' }, key('secret'))).expect(201);
  const [, secret = ''] = /secret\/(\w+)\./.exec(String(feed.at('url'))) ?? [];
  assert.ok(secret.length > 10);
  const repeated = await service.as('admin').post(feeds, { name: 'Secret' }, key('secret'));
  assert.equal(repeated.at('url'), feed.at('url'));
  const db = await openCalendar(service.data);
  const rows = await db.read.selectFrom('idempotency_keys').selectAll().execute();
  await db.close();
  assert.ok(
    rows.length > 1 && !JSON.stringify(rows).includes(secret) && !JSON.stringify(rows).includes('Kept'),
  );
});
