// Requests that are done once, however often they are sent: `Idempotency-Key` (contract W2).
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Client, createClient } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';

let service: ServiceProcess;
before(async () => {
  service = await startProcess({ env: { KALENDS_FETCH_ALLOW: '127.0.0.1' } });
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

const kalends = () => `${service.url}/kalends/v1`;

/** A client with a new token of the scope, of whoever has that role. */
async function withScope(role: 'admin' | 'editor', scope: string): Promise<Client> {
  const id = (await service.as(role).get(`${kalends()}/users/me`)).id();
  const asked = { name: scope, scope, current_password: passwordOf(role) };
  const token = (await service.as(role).post(`${kalends()}/users/${id}/tokens`, asked)).expect(201);
  return createClient(() => service.url, `Bearer ${String(token.at('token'))}`);
}

test('an answer is given again only to those who may still ask for it, with their token as it is', async () => {
  const strong = await withScope('admin', 'admin');
  const twin = await withScope('admin', 'admin');
  const weak = await withScope('admin', 'write');
  const reader = await withScope('admin', 'read');
  const feeds = `${kalends()}/feeds`;
  (await strong.post(feeds, { name: 'Ours' }, key('scope'))).expect(201);
  for (const client of [weak, reader]) {
    const refused = await client.post(feeds, { name: 'Ours' }, key('scope'));
    assert.equal(refused.expect(403).at('code'), 'rest_token_scope');
  }
  assert.equal(
    (await twin.post(feeds, { name: 'Ours' }, key('scope'))).expect(201).headers['idempotency-replayed'],
    'true',
  );
  (await weak.post('/venues', { venue: 'Written' }, key('venue'))).expect(201);
  assert.equal(
    (await reader.post('/venues', { venue: 'Written' }, key('venue'))).expect(403).at('code'),
    'rest_token_scope',
  );
  const again = await strong.post('/venues', { venue: 'Written' }, key('venue'));
  assert.equal(again.expect(201).headers['idempotency-replayed'], 'true');
});

test('whoever may less than at the first time is refused as a new request would be', async () => {
  const admin = service.as('admin');
  const editor = service.as('editor');
  const id = (await editor.get(`${kalends()}/users/me`)).id();
  const theirs = (await admin.post('/events', event('Theirs'))).expect(201).id();
  const author = (await admin.get(`${kalends()}/users/me`)).id();
  const sent = [
    ['/events', { ...event('Given'), author }],
    [`/events/${theirs}`, { cost: '7' }],
    ['/events', { ...event('Own'), uid: 'own@example.org' }],
  ] as const;
  for (const [index, [path, body]] of sent.entries())
    assert.ok((await editor.post(path, body, key(`role-${index}`))).status < 300);
  const become = async (role: string) =>
    (await admin.patch(`${kalends()}/users/${id}`, { role, current_password: passwordOf('admin') })).expect(
      200,
    );
  await become('author');
  const statuses: unknown[] = [];
  for (const [index, [path, body]] of sent.entries()) {
    const answer = await editor.post(path, body, key(`role-${index}`));
    statuses.push([answer.status, answer.headers['idempotency-replayed']]);
  }
  assert.deepEqual(statuses, [
    [403, undefined],
    [403, undefined],
    [201, 'true'],
  ]);
  await become('editor');
});

test('what is gone since is answered as the first time to those who may what they might', async () => {
  const admin = service.as('admin');
  const from = (await admin.post('/venues', { venue: 'Goes' })).expect(201).id();
  const into = (await admin.post('/venues', { venue: 'Stays' })).expect(201).id();
  const first = (await admin.post(`/venues/${from}`, { city: 'Bonn' }, key('goes'))).expect(200);
  (await admin.post(`${kalends()}/venues/${into}/merge`, { from: [from] })).expect(200);
  const again = await admin.post(`/venues/${from}`, { city: 'Bonn' }, key('goes'));
  assert.deepEqual([again.status, again.text], [200, first.text]);
});

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const endsMs = performance.now() + 60_000;
  while (!(await condition())) {
    assert.ok(performance.now() < endsMs, 'It has not come to that within a minute.');
    await pause(50);
  }
}

/** Runs work on the stored keys. */
async function onKeys<T>(work: (db: Awaited<ReturnType<typeof openCalendar>>) => Promise<T>): Promise<T> {
  const db = await openCalendar(service.data);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const row = (index: number, sender: string, more: object) => ({
  key_hash: `${sender} ${index}`,
  request_hash: '',
  holder: null,
  held_until_ms: 0,
  answer: 'x',
  sender,
  bytes: 1,
  expires_ms: Temporal.Now.instant().epochMilliseconds + 3_600_000 + index,
  ...more,
});

test('answers are compressed, old ones go by themselves, and of too many the oldest are dropped', async () => {
  const requests = Array.from({ length: 40 }, (_, index) => ({
    path: '/calendar/events/v1/events',
    body: event(`Batched ${index}`),
  }));
  const batch = await service.as('admin').post(`${service.url}/batch/v1`, { requests }, key('batch'));
  batch.expect(207);
  await onKeys(async (db) => {
    const last = await db.read
      .selectFrom('idempotency_keys')
      .select(['bytes', 'sender'])
      .orderBy('expires_ms', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.ok(last.bytes > 0 && last.bytes * 5 < batch.text.length, `${last.bytes} of ${batch.text.length}`);
    assert.match(last.sender, /^user \d+$/);
    await db.write(async (trx) => {
      for (let at = 0; at < 450; at += 150)
        await trx
          .insertInto('idempotency_keys')
          .values(Array.from({ length: 150 }, (_, i) => row(at + i, 'old', { expires_ms: 1 + at + i })))
          .execute();
      await trx
        .insertInto('idempotency_keys')
        .values(Array.from({ length: 20 }, (_, i) => row(i, 'greedy', { bytes: 2 ** 20 })))
        .execute();
    });
  });
  await service.restart();
  await waitUntil(async () => {
    const left = await onKeys((db) =>
      db.read
        .selectFrom('idempotency_keys')
        .select(['key_hash', 'answer'])
        .where('sender', 'in', ['old', 'greedy'])
        .orderBy('expires_ms')
        .execute(),
    );
    const answers = left.map(({ answer }) => answer);
    return isDeepStrictEqual(answers, [...Array(4).fill(''), ...Array(16).fill('x')]);
  });
  const again = await service.as('admin').post(`${service.url}/batch/v1`, { requests }, key('batch'));
  assert.equal(again.expect(207).text, batch.text);
});

test('a dropped answer is told as such, and a user with too many keys is told until when', async () => {
  const editor = service.as('editor');
  const made = (await editor.post('/venues', { venue: 'Dropped' }, key('dropped'))).expect(201);
  const sender = `user ${String((await editor.get(`${kalends()}/users/me`)).id())}`;
  await onKeys((db) =>
    db.write((trx) =>
      trx
        .updateTable('idempotency_keys')
        .set({ answer: '', bytes: 0 })
        .where('sender', '=', sender)
        .execute(),
    ),
  );
  const gone = await editor.post('/venues', { venue: 'Dropped' }, key('dropped'));
  assert.equal(gone.expect(410).at('code'), 'rest_idempotency_answer_dropped');
  assert.equal((await editor.get('/venues?search=Dropped')).at('total'), 1);
  (await editor.post('/venues', { venue: 'Last' }, key('last'))).expect(201);
  await onKeys((db) =>
    db.write(async (trx) => {
      for (let at = 0; at < 20_000; at += 1000)
        await trx
          .insertInto('idempotency_keys')
          .values(Array.from({ length: 1000 }, (_, i) => row(at + i, sender, {})))
          .execute();
    }),
  );
  const full = await editor.post('/venues', { venue: 'Over' }, key('over'));
  assert.equal(full.expect(429).at('code'), 'rest_too_many_requests');
  const seconds = Number(full.headers['retry-after']);
  assert.ok(seconds > 3000 && seconds <= 3600, String(seconds));
  (await editor.post('/venues', { venue: 'Over' })).expect(201);
  (await editor.post('/venues', { venue: 'Last' }, key('last'))).expect(201);
  (await service.as('admin').post('/venues', { venue: 'Beside' }, key('beside'))).expect(201);
  assert.equal(made.at('venue'), 'Dropped');
});
