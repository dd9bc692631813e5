import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { passwordOf } from '../support/passwords.ts';
import { people, startService } from '../support/service.ts';
import { FROM_HERE, TestBrowser } from '../support/session.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z' });
after(() => service.stop());
await people(service);

const SESSIONS = '/kalends/v1/sessions';
const USERS = '/kalends/v1/users';
const browser = () => new TestBrowser(service);
async function signedIn(...given: Parameters<TestBrowser['signIn']>): Promise<TestBrowser> {
  const made = browser();
  await made.signIn(...given);
  return made;
}

test('POST /sessions signs in by login or address, and says who it is and what they may do', async () => {
  const mine = browser();
  const answer = await mine.signIn('editor');
  assert.equal(answer.at('user.login'), 'editor');
  assert.equal(answer.at('role'), 'editor');
  assert.deepEqual(answer.at('session.methods'), ['password']);
  assert.equal(answer.at('session.password_confirmed_utc'), '2026-11-20 18:00:00');
  assert.equal(answer.at('expires_utc'), '2026-11-21 06:00:00');
  assert.ok(JSON.stringify(answer.at('permissions')).includes('edit_others'));
  assert.ok(!JSON.stringify(answer.at('permissions')).includes('settings'));
  assert.match(
    answer.headers['set-cookie'] ?? '',
    /^kalends-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  assert.match(answer.headers['cache-control'] ?? '', /no-store/);
  assert.equal(await mine.whoAmI(), 'editor');
  const byAddress = await signedIn('editor', { login: 'EDITOR@example.org', remember: true });
  const again = await byAddress.send('GET', `${SESSIONS}/current`);
  assert.equal(again.at('expires_utc'), '2026-12-20 18:00:00');
  assert.equal(again.at('session.remembered'), true);
  assert.equal(await browser().whoAmI(), null);
});

test('a remembered session has a cookie that lasts, and the secret is nowhere in the answers', async () => {
  const mine = browser();
  const answer = await mine.signIn('author', { remember: true });
  assert.match(answer.headers['set-cookie'] ?? '', /; Max-Age=7776000; HttpOnly; SameSite=Strict$/);
  const [, secret = ''] = mine.cookie.split('=');
  assert.equal(secret.length, 43);
  assert.ok(!answer.text.includes(secret));
  assert.ok(!(await mine.send('GET', SESSIONS)).text.includes(secret));
});

test('a wrong password and an unknown login are refused alike, as is a token', async () => {
  const [, token = ''] = service.credentials('editor').split(':');
  const refusals = [];
  for (const [login, password] of [
    ['editor', 'wrong password'],
    ['nobody', 'wrong password'],
    ['nobody@example.org', 'wrong password'],
    ['editor', token],
    ['editor', ''],
  ]) {
    const answer = (await browser().send('POST', SESSIONS, { login, password })).expect(401);
    assert.equal(answer.headers['set-cookie'], undefined);
    refusals.push(answer.text);
  }
  assert.equal(new Set(refusals).size, 1);
  assert.match(refusals[0] ?? '', /rest_sign_in_failed/);
  const missing = (await browser().send('POST', SESSIONS, {})).expect(400);
  assert.deepEqual(missing.at('data.params'), ['login', 'password']);
});

test('guesses are counted by the limits of HTTP Basic, from elsewhere not at all', async () => {
  const made = await service
    .as('admin')
    .send('POST', service.url + USERS, { login: 'target', role: 'author', password: 'a long password' });
  made.expect(201);
  for (let n = 0; n < 30; n++)
    (await browser().send('POST', SESSIONS, { login: 'target', password: `guess ${n}` })).expect(401);
  const right = { login: 'target', password: 'a long password' };
  const refused = (await browser().send('POST', SESSIONS, right)).expect(429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const basic = `Basic ${Buffer.from('target:a long password').toString('base64')}`;
  (
    await service.anonymous.send('GET', `${service.url}${USERS}/me`, undefined, { authorization: basic })
  ).expect(429);
});

test('the cookie counts for the interface only where the browser says that our own pages sent the request', async () => {
  const mine = await signedIn('editor');
  const own = service.url;
  const counted: [object, boolean][] = [
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: own }, true],
    [{ 'sec-fetch-site': 'Same-Origin', origin: own.toUpperCase() }, true],
    [{ origin: own }, true],
    [{}, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: `${own}.evil.example` }, false],
    [{ origin: own.replace('http:', 'https:') }, false],
    [{ origin: own.replace(/:\d+$/, '') }, false],
  ];
  for (const [headers, counts] of counted) {
    const what = JSON.stringify(headers);
    assert.equal(await mine.whoAmI({ ...headers }), counts ? 'editor' : null, what);
    const body = { title: 'Forged?', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };
    const write = await mine.send('POST', '/calendar/events/v1/events', body, { ...headers });
    assert.equal(write.status, counts ? 201 : 401, what);
    // Scripts of other origins read what everybody may.
    if (counts)
      assert.match(
        write.headers['access-control-allow-origin'] ?? '',
        new RegExp(`^(\\*|${own})$`, 'i'),
        what,
      );
  }
});

test('a page of another site signs nobody in, a program without a browser does', async () => {
  const body = { login: 'editor', password: passwordOf('editor') };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const refused = (await browser().send('POST', SESSIONS, body, headers)).expect(403);
    assert.equal(refused.at('code'), 'rest_cross_origin');
    assert.equal(refused.headers['set-cookie'], undefined);
  }
  (await browser().send('POST', SESSIONS, body, {})).expect(201);
});

test('a form of another site is refused before anything is read', async () => {
  const mine = await signedIn('editor');
  const forms = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
  (await mine.send('DELETE', SESSIONS, undefined, forms)).expect(403);
  assert.equal(await mine.whoAmI(), 'editor');
});

test('pages show what its user may read, also where the address was typed, and nobody else gets their copy', async () => {
  const mine = await signedIn('editor');
  const body = {
    title: 'Behind the curtain',
    status: 'private',
    start_date: '2026-12-01 10:00',
    end_date: '2026-12-01 11:00',
  };
  const made = (await mine.send('POST', '/calendar/events/v1/events', body)).expect(201);
  const page = `/event/${String(made.at('slug'))}/`;
  for (const [site, shown] of [
    ['none', true],
    ['same-origin', true],
    ['cross-site', false],
    ['same-site', false],
  ] as const) {
    const answer = await mine.send('GET', page, undefined, { 'sec-fetch-site': site });
    assert.equal(answer.text.includes('Behind the curtain'), shown, site);
    if (shown) assert.match(answer.headers['cache-control'] ?? '', /private/);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.ok(!(await service.anonymous.get(service.url + page)).text.includes('Behind the curtain'));
  }
});

test('answers for whoever is signed in are kept apart from everybody’s', async () => {
  const mine = await signedIn('editor');
  const path = '/calendar/events/v1/events?status=draft,publish,private&per_page=50';
  const list = '/calendar/events/v1/events?per_page=50&start_date=2026-01-01';
  for (let n = 0; n < 3; n++) {
    const own = (await mine.send('GET', list)).expect(200);
    const open = (await service.anonymous.send('GET', service.url + list)).expect(200);
    assert.match(own.headers['cache-control'] ?? '', /private/);
    assert.match(open.headers['cache-control'] ?? '', /public/);
    assert.ok(Number(own.at('total')) > Number(open.at('total')));
    const elsewhere = await mine.send('GET', list, undefined, { 'sec-fetch-site': 'cross-site' });
    assert.equal(elsewhere.text, open.text);
    (await mine.send('GET', path)).expect(200);
  }
});

test('signing in ends the session before it, and takes no secret from outside', async () => {
  const mine = await signedIn('author');
  const old = mine.copy();
  await mine.signIn('editor');
  assert.equal(await mine.whoAmI(), 'editor');
  assert.equal(await old.whoAmI(), null);
  const chosen = 'A'.repeat(43);
  const victim = new TestBrowser(service, [['kalends-session', chosen]]);
  await victim.signIn('editor');
  assert.ok(!victim.cookie.includes(chosen));
  const attacker = new TestBrowser(service, [['kalends-session', chosen]]);
  assert.equal(await attacker.whoAmI(), null);
});

test('signing out ends the session on the server and takes the cookie', async () => {
  const mine = await signedIn('author');
  const thief = mine.copy();
  const ended = (await mine.send('DELETE', `${SESSIONS}/current`)).expect(200);
  assert.equal(ended.at('current'), true);
  assert.match(
    ended.headers['set-cookie'] ?? '',
    /^kalends-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/,
  );
  assert.equal(mine.cookie, '');
  assert.equal(await thief.whoAmI(), null);
  (await mine.send('DELETE', `${SESSIONS}/current`)).expect(401);
});

test('signing out everywhere ends a stolen cookie at once, or all but one’s own session', async () => {
  const [first, second, other] = [
    await signedIn('contributor'),
    await signedIn('contributor'),
    await signedIn('author'),
  ];
  const thief = first.copy();
  const kept = (await second.send('DELETE', `${SESSIONS}?keep_current=true`)).expect(200);
  assert.equal(kept.at('ended'), 1);
  assert.equal(await thief.whoAmI(), null);
  assert.equal(await second.whoAmI(), 'contributor');
  const thief2 = second.copy();
  assert.equal((await second.send('DELETE', SESSIONS)).expect(200).at('ended'), 1);
  (await thief2.send('POST', '/calendar/events/v1/events', {})).expect(400);
  assert.equal(await thief2.whoAmI(), null);
  assert.equal(await other.whoAmI(), 'author');
});

test('sessions are listed for their user, and for administrators who name one', async () => {
  const mine = browser();
  await mine.send(
    'POST',
    SESSIONS,
    { login: 'subscriber', password: passwordOf('subscriber') },
    {
      ...FROM_HERE,
      'user-agent': 'Testing/1.0',
    },
  );
  const rows = (await mine.send('GET', SESSIONS)).expect(200).rows('sessions');
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.['current'], true);
  assert.equal(rows[0]?.['agent'], 'Testing/1.0');
  assert.match(String(rows[0]?.['address']), /127\.0\.0\.1|::1/);
  const admin = await signedIn('admin');
  const named = (await admin.send('GET', `${SESSIONS}?user=5`)).expect(200).rows('sessions');
  assert.deepEqual(named, [{ ...rows[0], current: false }]);
  (await mine.send('GET', `${SESSIONS}?user=1`)).expect(403);
  (await mine.send('DELETE', `${SESSIONS}?user=1`)).expect(403);
  (await admin.send('GET', `${SESSIONS}?user=4711`)).expect(404);
  (await browser().send('GET', SESSIONS)).expect(401);
  const id = String(rows[0]?.['id']);
  const editor = await signedIn('editor');
  const refused = (await editor.send('DELETE', `${SESSIONS}/${id}`)).expect(404);
  assert.equal(refused.at('code'), 'rest_session_invalid_id');
  assert.equal(await mine.whoAmI(), 'subscriber');
  (await admin.send('DELETE', `${SESSIONS}/${id}`)).expect(200);
  assert.equal(await mine.whoAmI(), null);
  assert.equal(await admin.whoAmI(), 'admin');
});

test('a new password ends the sessions that were begun with the old one, a removal all', async () => {
  const login = 'mover';
  const made = await service
    .as('admin')
    .send('POST', service.url + USERS, { login, role: 'author', password: 'password one' });
  const id = made.expect(201).id();
  const enter = async (password: string) => {
    const one = browser();
    (await one.send('POST', SESSIONS, { login, password })).expect(201);
    return one;
  };
  const [here, there] = [await enter('password one'), await enter('password one')];
  const change = { password: 'password two' };
  const refused = (await here.send('POST', `${USERS}/me`, change)).expect(403);
  assert.equal(refused.at('code'), 'rest_password_required');
  (await here.send('POST', `${USERS}/me`, { ...change, current_password: 'password one' })).expect(200);
  assert.equal(await here.whoAmI(), login);
  assert.equal(await there.whoAmI(), null);
  const admin = await signedIn('admin');
  const byAdmin = { password: 'password three', current_password: passwordOf('admin') };
  (await admin.send('POST', `${USERS}/${id}`, byAdmin)).expect(200);
  assert.equal(await here.whoAmI(), null);
  const last = await enter('password three');
  const lower = { role: 'subscriber', current_password: passwordOf('admin') };
  (await service.as('admin').send('PATCH', `${service.url}${USERS}/${id}`, lower)).expect(200);
  assert.equal((await last.send('GET', `${SESSIONS}/current`)).at('role'), 'subscriber');
  (await service.as('admin').send('DELETE', `${service.url}${USERS}/${id}`)).expect(200);
  assert.equal(await last.whoAmI(), null);
});

test('credentials in a header count before a cookie, and tokens have no session', async () => {
  const mine = await signedIn('editor');
  const basic = `Basic ${Buffer.from(service.credentials('author')).toString('base64')}`;
  assert.equal(await mine.whoAmI({ ...FROM_HERE, authorization: basic }), 'author');
  const current = await mine.send('GET', `${SESSIONS}/current`, undefined, { authorization: basic });
  assert.equal(current.at('session'), null);
  (await mine.send('DELETE', `${SESSIONS}/current`, undefined, { authorization: basic })).expect(403);
  const wrong = { ...FROM_HERE, authorization: 'Bearer nonsense' };
  (await mine.send('GET', `${SESSIONS}/current`, undefined, wrong)).expect(401);
});
