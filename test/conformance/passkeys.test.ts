// Passkeys: made with the password, signed in with alone, bound to host and user, each challenge answered once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Asked, Authenticator } from '../support/authenticator.ts';
import { createClient } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { startService } from '../support/service.ts';

const service = await startService();
after(() => service.stop());

const PASSWORD = 'correct horse battery staple';
/** Browsers make no passkeys for an address of numbers. */
const origin = service.url.replace('127.0.0.1', 'localhost');
const base = `${origin}/kalends/v1`;
const anonymous = createClient(() => origin);
const basic = (login: string) =>
  createClient(() => origin, `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`);
const admin = basic('admin');

async function addUser(login: string): Promise<number> {
  const made = await admin.send('POST', `${base}/users`, { login, role: 'author', password: PASSWORD });
  return made.expect(201).id();
}

async function beginCreation(login: string, id: number): Promise<{ asked: Asked; handle: string }> {
  const begun = (await basic(login).send('POST', `${base}/users/${id}/passkeys/options`)).expect(200);
  return {
    asked: { challenge: String(begun.at('options.challenge')), origin, host: 'localhost' },
    handle: String(begun.at('options.user.id')),
  };
}
async function addPasskey(login: string, id: number, name = 'Laptop'): Promise<Authenticator> {
  const authenticator = new Authenticator();
  const { asked, handle } = await beginCreation(login, id);
  const response = authenticator.create(asked, handle);
  (await basic(login).send('POST', `${base}/users/${id}/passkeys`, { name, response })).expect(201);
  return authenticator;
}
async function challenge(): Promise<Asked> {
  const begun = (await anonymous.send('POST', `${base}/sessions/passkeys/options`)).expect(200);
  assert.equal(begun.at('options.userVerification'), 'required');
  assert.equal(begun.at('options.allowCredentials'), undefined);
  return { challenge: String(begun.at('options.challenge')), origin, host: 'localhost' };
}
const signIn = (response: object) => anonymous.send('POST', `${base}/sessions/passkeys`, { response });

test('a passkey is made with the password, and signs in without a name', async () => {
  const id = await addUser('mara');
  const authenticator = await addPasskey('mara', id);
  const answer = (await signIn(authenticator.get(await challenge()))).expect(201);
  assert.deepEqual(
    ['user.login', 'session.methods', 'session.password_confirmed_utc'].map((name) => answer.at(name)),
    ['mara', ['passkey'], null],
  );
  assert.match(answer.headers['set-cookie'] ?? '', /^kalends-session=.*HttpOnly/);
  const listed = (await basic('mara').get(`${base}/users/${id}/passkeys`)).expect(200);
  const [passkey] = listed.rows('passkeys');
  assert.deepEqual(
    [passkey?.['name'], passkey?.['host'], passkey?.['synced']],
    ['Laptop', 'localhost', false],
  );
  assert.notEqual(passkey?.['last_used_utc'], null);
  assert.doesNotMatch(listed.text, new RegExp(authenticator.id));
});

test('a challenge is answered once, in time, by whom it is for, and nothing else is', async () => {
  const id = await addUser('exact');
  const authenticator = await addPasskey('exact', id);
  const asked = await challenge();
  const right = authenticator.get(asked);
  const both = await Promise.all([signIn(right), signIn(right)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401]);
  assert.equal((await signIn(right)).expect(401).at('code'), 'rest_passkey_refused');

  const made = Buffer.alloc(38, 7).toString('base64url');
  const { asked: ofCreation } = await beginCreation('exact', id);
  for (const wrong of [
    { challenge: made },
    { challenge: ofCreation.challenge },
    { origin: 'https://elsewhere.example' },
    { host: 'elsewhere.example' },
    { unverified: true },
  ])
    (await signIn(authenticator.get({ ...(await challenge()), ...wrong }))).expect(401);
  const { response, ...others } = Object(authenticator.get(await challenge()));
  const foreign = { ...others, response: { ...response, userHandle: 'c29tZWJvZHk' } };
  (await signIn(foreign)).expect(401);
  (await signIn(new Authenticator().get(await challenge()))).expect(401);
  // Another key that claims the same credential.
  const thief = {
    ...Object(new Authenticator().get(await challenge())),
    id: authenticator.id,
    rawId: authenticator.id,
  };
  (await signIn(thief)).expect(401);
  for (const broken of [{}, { ...others, response: {} }, { ...others, id: '<>', response }])
    (await signIn(broken)).expect(400);
  (await signIn(authenticator.get(await challenge()))).expect(201);
});

test('a cloned authenticator, which counts from before, is refused', async () => {
  const authenticator = await addPasskey('exact', (await idOf('exact')) ?? 0, 'Key');
  const older = authenticator.get(await challenge());
  (await signIn(authenticator.get(await challenge()))).expect(201);
  (await signIn(older)).expect(401);
});

async function idOf(login: string): Promise<number | undefined> {
  const { rows } = (await admin.get(`${base}/users?per_page=50`)).expect(200);
  return Number(rows('users').find((row) => row['login'] === login)?.['id']);
}

test('what is made for one user, or without the password, is no passkey of another', async () => {
  const [one, other] = [await addUser('one'), await addUser('other')];
  const token = (
    await basic('one').send('POST', `${base}/users/${one}/tokens`, { name: 'x', scope: 'admin' })
  )
    .expect(201)
    .at('token');
  const byToken = createClient(() => origin, `Bearer ${String(token)}`);
  const refused = await byToken.send('POST', `${base}/users/${one}/passkeys/options`);
  assert.equal(refused.expect(403).at('code'), 'rest_password_required');
  (await admin.send('POST', `${base}/users/${one}/passkeys/options`)).expect(403);

  const { asked, handle } = await beginCreation('one', one);
  const authenticator = new Authenticator();
  const response = authenticator.create(asked, handle);
  const add = (login: string, id: number) =>
    basic(login).send('POST', `${base}/users/${id}/passkeys`, { name: 'Phone', response });
  assert.match(JSON.stringify((await add('other', other)).expect(400).at('data.params')), /accepted/);
  (await add('other', one)).expect(403);
  (await add('one', one)).expect(201);
  (await add('one', one)).expect(400);
  // A known credential, answered anew.
  const again = await beginCreation('other', other);
  const taken = { name: 'Mine', response: authenticator.create(again.asked, again.handle) };
  const doubled = await basic('other').send('POST', `${base}/users/${other}/passkeys`, taken);
  assert.equal(doubled.expect(409).at('code'), 'rest_passkey_exists');
});

test('passkeys are renamed by their user, and removed by administrators too; then they sign nobody in', async () => {
  const id = await addUser('renaming');
  const [kept, lost] = [await addPasskey('renaming', id, 'Kept'), await addPasskey('renaming', id, 'Lost')];
  const passkeys = `${base}/users/${id}/passkeys`;
  const own = basic('renaming');
  const [first, second] = (await own.get(passkeys)).rows('passkeys').map((row) => row['id']);
  const renamed = await own.send('PATCH', `${passkeys}/${first}`, { name: ' Phone ' });
  assert.equal(renamed.expect(200).at('name'), 'Phone');
  (await own.send('PATCH', `${passkeys}/${first}`, { name: ' ' })).expect(400);
  (await basic('one').send('DELETE', `${passkeys}/${second}`)).expect(403);
  (await admin.send('DELETE', `${passkeys}/${second}`)).expect(200);
  (await own.send('DELETE', `${passkeys}/${second}`)).expect(404);
  (await signIn(lost.get(await challenge()))).expect(401);
  (await signIn(kept.get(await challenge()))).expect(201);
  const state = await own.get(`${base}/users/${id}/second-factor`);
  assert.equal(state.expect(200).at('passkeys'), 1);
  const removed = await service.cli(['user', 'second-factor', 'renaming', '--remove', '--passkeys']);
  assert.match(removed.stdout, /1 passkey removed\./);
  (await signIn(kept.get(await challenge()))).expect(401);
  const last = await addPasskey('renaming', id);
  (await admin.send('DELETE', `${base}/users/${id}`)).expect(200);
  (await signIn(last.get(await challenge()))).expect(401);
});

test('who has just signed in with a passkey needs no password, in that session and for five minutes', async () => {
  const id = await addUser('keyed');
  const authenticator = await addPasskey('keyed', id);
  const db = await openCalendar(service.data);
  const store = (table: 'users' | 'sessions', set: object) =>
    db.write(async (trx) => {
      const column = table === 'users' ? 'id' : 'user_id';
      await trx.updateTable(table).set(set).where(column, '=', id).execute();
    });
  const enter = async () => {
    const cookie =
      (await signIn(authenticator.get(await challenge()))).expect(201).headers['set-cookie'] ?? '';
    const headers = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    return (path: string, body: object) => anonymous.send('POST', `${base}/${path}`, body, headers);
  };
  try {
    // Administrators who have no password have none to send.
    await store('users', { role: 'administrator', password_hash: null });
    const first = await enter();
    const made = (await first(`users/${id}/tokens`, { name: 'x', scope: 'admin' })).expect(201);
    (await first('users', { login: 'boss', role: 'administrator' })).expect(201);
    (await first(`users/${await idOf('one')}`, { role: 'editor' })).expect(200);
    (await first('invitations', { role: 'administrator' })).expect(201);
    (await first(`users/${id}/passkeys/options`, {})).expect(200);
    // A password that is sent is looked at all the same.
    const sent = await first(`users/${id}/tokens`, { name: 'y', current_password: PASSWORD });
    assert.equal(sent.expect(403).at('code'), 'rest_password_required');
    // Neither a token nor a session from before gains by it.
    const byToken = createClient(() => origin, `Bearer ${String(made.at('token'))}`);
    const refused = await byToken.send('POST', `${base}/users/${id}/tokens`, { name: 'y' });
    assert.equal(refused.expect(403).at('code'), 'rest_password_required');
    await store('sessions', { created_utc: '2020-01-01 00:00:00' });
    const second = await enter();
    const stale = await first(`users/${id}/tokens`, { name: 'y' });
    assert.equal(stale.expect(403).at('code'), 'rest_password_required');
    (await second(`users/${id}/tokens`, { name: 'y' })).expect(201);
    // A session that began with the password isn't one of a passkey.
    await store('sessions', { methods: 'password' });
    (await second(`users/${id}/tokens`, { name: 'z' })).expect(403);
  } finally {
    await db.close();
  }
});

test('at an address of numbers there are none, and that is said', async () => {
  const refused = await service.anonymous.send('POST', `${service.url}/kalends/v1/sessions/passkeys/options`);
  assert.equal(refused.expect(409).at('code'), 'rest_passkeys_unavailable');
});
