import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Body, type Client, createClient } from '../support/client.ts';
import { linesOf } from '../support/log.ts';
import { people, type Role, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z', env: { KALENDS_LOG_LEVEL: 'info' } });
after(() => service.stop());
await people(service);

const USERS = '/kalends/v1/users';
const PASSWORD = 'correct horse battery staple';
/** The administrator signs in with the password, others with a token. */
const ask = (role: Role | 'anonymous', method: string, path: string, body?: Body) =>
  (role === 'anonymous'
    ? service.anonymous
    : role === 'admin'
      ? as('admin', PASSWORD)
      : service.as(role)
  ).send(method, `${service.url}${USERS}${path}`, body);
const as = (login: string, secret: string) =>
  createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);

let count = 0;
async function addUser(fields: object = {}): Promise<{ id: number; login: string }> {
  const login = `user ${++count}`;
  const made = await ask('admin', 'POST', '', { login, role: 'author', password: 'password 1', ...fields });
  return { id: made.expect(201).id(), login };
}

test('GET /users lists the users by ID, in pages, without anything secret', async () => {
  const first = (await ask('admin', 'GET', '?per_page=2')).expect(200);
  assert.deepEqual(
    first.rows('users').map((row) => [row['id'], row['login'], row['role']]),
    [
      [1, 'admin', 'administrator'],
      [2, 'editor', 'editor'],
    ],
  );
  assert.equal(first.headers['x-tec-total'], '5');
  assert.equal(first.at('total_pages'), 3);
  assert.equal(first.at('next_rest_url'), `${service.url}${USERS}/?per_page=2&page=2`);
  assert.doesNotMatch(first.text, /argon2|hash"/);
  assert.deepEqual((await ask('admin', 'GET', '?page=9')).expect(200).at('users'), []);
  (await ask('admin', 'GET', '?page=0')).expect(400);
});

test('users are the business of administrators', async () => {
  const { id } = await addUser();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { login: 'mallory', role: 'administrator' }],
    ['GET', `/${id}`, undefined],
    ['PATCH', `/${id}`, { role: 'administrator' }],
    ['DELETE', `/${id}`, undefined],
    ['GET', `/${id}/tokens`, undefined],
    ['POST', `/${id}/tokens`, { name: 'x' }],
    ['DELETE', `/${id}/tokens/1`, undefined],
  ] as const) {
    for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
      assert.equal((await ask(role, method, path, body)).expect(403).at('code'), 'rest_forbidden');
    assert.equal((await ask('anonymous', method, path, body)).expect(401).at('code'), 'rest_forbidden');
  }
});

test('POST /users makes a user and says where it is', async () => {
  const answer = await ask('admin', 'POST', '', {
    login: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'contributor',
    password: 'analytical',
  });
  answer.expect(201);
  assert.equal(answer.headers['location'], `${service.url}${USERS}/${answer.id()}`);
  assert.deepEqual(answer.body, {
    id: answer.id(),
    login: 'Ada Lovelace',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    role: 'contributor',
    language: null,
    has_password: true,
    second_factor: false,
    created_utc: '2026-11-20 18:00:00',
    last_seen_utc: null,
  });
  (await as('ada lovelace', 'analytical').get('/')).expect(200);
});

test('POST /users names all that is wrong at once', async () => {
  const missing = (await ask('admin', 'POST', '', {})).expect(400);
  assert.deepEqual(missing.at('data.params'), ['login', 'role']);
  const wrong = await ask('admin', 'POST', '', {
    login: 'a:b',
    role: 'boss',
    email: 'nowhere',
    password: 'short',
    name: 'x'.repeat(101),
  });
  assert.deepEqual(Object.keys(wrong.expect(400).at('data.params') ?? {}).sort(), [
    'email',
    'login',
    'name',
    'password',
    'role',
  ]);
});

test('a password of blanks alone can be set nowhere, and the refusal names the field', async () => {
  for (const password of [' '.repeat(12), '\t\n \u00a0\u2003\u3000'.repeat(2), '\u200b\u200d'.repeat(6)]) {
    const { id, login } = await addUser();
    const fields = { login: `${login}-2`, role: 'editor', password };
    for (const answer of [
      await ask('admin', 'POST', '', fields),
      await ask('admin', 'POST', `/${id}`, { password }),
      await ask('admin', 'PATCH', `/${id}`, { password }),
    ]) {
      answer.expect(400);
      assert.deepEqual(Object.keys(answer.at('data.params') ?? {}), ['password']);
      assert.match(String(answer.at('data.params.password')), /blank/);
    }
  }
  (await ask('admin', 'POST', `/${(await addUser()).id}`, { password: '        x' })).expect(200);
});

test('no value of any type is a failure of the service', async () => {
  const values = [null, true, 0, -1, 1.5, 1e300, '', ' ', '\u0000', [], {}, [[]], { a: 1 }, 'x'.repeat(5000)];
  const { id } = await addUser();
  for (const value of values)
    for (const name of ['login', 'role', 'email', 'name', 'password', 'reassign', 'current_password', 'id'])
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${id}`],
        ['POST', `/${id}/tokens`],
        ['DELETE', '/4711'],
      ] as const) {
        const answer = await ask('admin', method, path, { [name]: value });
        assert.ok(answer.status < 500, `${method} ${path} ${name}=${JSON.stringify(value)}: ${answer.text}`);
      }
});

test('logins and e-mail addresses are unique among both, without regard to case', async () => {
  await addUser({ login: 'grace@example.com', email: 'hopper@example.com' });
  for (const fields of [
    { login: 'GRACE@example.com' },
    { login: 'Hopper@example.com' },
    { login: 'other', email: 'HOPPER@EXAMPLE.COM' },
    { login: 'other', email: 'grace@example.com' },
  ]) {
    const answer = (await ask('admin', 'POST', '', { role: 'author', ...fields })).expect(409);
    assert.equal(answer.at('code'), 'rest_user_exists');
  }
  const { id } = await addUser();
  (await ask('admin', 'PATCH', `/${id}`, { email: 'Grace@example.com' })).expect(409);
});

test('the same login asked for many times at once is made once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask('admin', 'POST', '', { login: 'race', role: 'author' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
});

test('PATCH /users/{id} changes what is sent, and takes effect on the next request', async () => {
  const { id, login } = await addUser({ email: 'change@example.com' });
  const client = as(login, 'password 1');
  (await client.get(`${service.url}${USERS}`)).expect(403);
  const promoted = (await ask('admin', 'PATCH', `/${id}`, { role: 'administrator' })).expect(200);
  assert.equal(promoted.at('email'), 'change@example.com');
  (await client.get(`${service.url}${USERS}`)).expect(200);
  (await ask('admin', 'PUT', `/${id}`, { role: 'author', email: '', name: 'Somebody' })).expect(200);
  (await client.get(`${service.url}${USERS}`)).expect(403);
  const now = (await ask('admin', 'GET', `/${id}`)).expect(200);
  assert.deepEqual([now.at('name'), now.at('email'), now.at('role')], ['Somebody', '', 'author']);
  (await ask('admin', 'PATCH', `/${id}`, { password: 'password 2' })).expect(200);
  (await client.get('/')).expect(401);
  (await as(login, 'password 2').get('/')).expect(200);
});

test('a role and administrators need the password of whoever gives them, not a token or a session alone (D50)', async () => {
  const { id } = await addUser();
  const invitations = `${service.url}/kalends/v1/invitations`;
  const users = service.url + USERS;
  const browser = new TestBrowser(service);
  await browser.signIn('admin');
  const bySession: Client['send'] = (method, url, body) =>
    browser.send(method, url.replace(service.url, ''), body);
  const promotion = { method: 'PATCH', path: `${USERS}/${id}`, body: { role: 'administrator' } };
  for (const send of [service.as('admin').send, bySession]) {
    for (const [method, url, body] of [
      ['PATCH', `${users}/${id}`, { role: 'administrator' }],
      ['PUT', `${users}/${id}`, { role: 'subscriber', name: 'Lowered' }],
      ['POST', `${users}/${id}?_method=PATCH`, { role: 'editor' }],
      ['POST', `${users}/${id}?role=editor`, {}],
      ['PATCH', `${users}/1`, { role: 'editor' }],
      ['POST', users, { login: 'chief', role: 'administrator', password: 'password 1' }],
      ['POST', invitations, { role: 'administrator' }],
    ] as const) {
      const refused = (await send(method, url, body)).expect(403);
      assert.equal(refused.at('code'), 'rest_password_required', `${method} ${url}`);
    }
    const guessed = { ...promotion.body, current_password: 'password 0' };
    const wrong = (await send('PATCH', `${users}/${id}`, guessed)).expect(400);
    assert.deepEqual(Object.keys(wrong.at('data.params') ?? {}), ['current_password']);
    const batch = await send('POST', `${service.url}/batch/v1`, { requests: [promotion] });
    assert.ok(Number(batch.at('responses.0.status') ?? batch.status) >= 400, batch.text);
    assert.equal((await ask('admin', 'GET', `/${id}`)).at('role'), 'author');
    (await send('PATCH', `${users}/${id}`, { role: 'author', name: 'The same role' })).expect(200);
    (await send('POST', invitations, { role: 'editor' })).expect(201);
    const proof = { current_password: PASSWORD };
    (await send('PATCH', `${users}/${id}`, { role: 'editor', ...proof })).expect(200);
    (await send('PATCH', `${users}/${id}`, { role: 'author', ...proof })).expect(200);
    const login = `chief ${++count}`;
    const made = await send('POST', users, { login, role: 'administrator', ...proof });
    (await ask('admin', 'DELETE', `/${made.expect(201).id()}`)).expect(200);
    (await send('POST', invitations, { role: 'administrator', ...proof })).expect(201);
  }
});

test('unknown users and tokens are 404', async () => {
  for (const [method, path, code] of [
    ['GET', '/4711', 'rest_user_invalid_id'],
    ['PATCH', '/4711', 'rest_user_invalid_id'],
    ['DELETE', '/4711', 'rest_user_invalid_id'],
    ['GET', '/4711/tokens', 'rest_user_invalid_id'],
    ['DELETE', '/4711/tokens/1', 'rest_user_invalid_id'],
    ['DELETE', '/1/tokens/4711', 'rest_token_invalid_id'],
    ['GET', '/x', 'rest_no_route'],
    ['DELETE', '/1/tokens/x', 'rest_no_route'],
    ['GET', '/1/tokens/1', 'rest_no_route'],
  ] as const)
    assert.equal((await ask('admin', method, path)).expect(404).at('code'), code);
  assert.equal(
    (await ask('admin', 'POST', '/4711/tokens', { name: 'x' })).expect(404).at('code'),
    'rest_user_invalid_id',
  );
});

test('the last administrator can neither go nor step down', async () => {
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PATCH', { role: 'editor' }],
  ] as const)
    assert.equal(
      (await ask('admin', method, '/1', body)).expect(409).at('code'),
      'rest_user_last_administrator',
    );
  (await ask('admin', 'PATCH', '/1', { role: 'administrator', name: 'Chief' })).expect(200);
});

test('of the last two administrators one stays, also where both step down at once', async () => {
  const second = await addUser({ role: 'administrator' });
  const other = as(second.login, 'password 1');
  const url = `${service.url}${USERS}`;
  const answers = await Promise.all([
    ask('admin', 'PATCH', `/${second.id}`, { role: 'editor' }),
    other.patch(`${url}/1`, { role: 'editor' }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const users = await Promise.all([ask('admin', 'GET', '/1'), other.get(`${url}/${second.id}`)]);
  assert.equal(users.filter((user) => user.at('role') === 'administrator').length, 1);
  // The others need the first one.
  await other.patch(`${url}/1`, { role: 'administrator' });
  await ask('admin', 'DELETE', `/${second.id}`);
  assert.equal((await ask('admin', 'GET', '/1')).expect(200).at('role'), 'administrator');
});

test('DELETE /users/{id} removes a user with its tokens', async () => {
  const { id, login } = await addUser();
  const token = String((await ask('admin', 'POST', `/${id}/tokens`, { name: 't' })).expect(201).at('token'));
  (await as(login, token).get('/')).expect(200);
  (await ask('admin', 'DELETE', `/${id}`, { reassign: 4711 })).expect(400);
  (await ask('admin', 'DELETE', `/${id}`, { reassign: id })).expect(400);
  assert.equal((await ask('admin', 'DELETE', `/${id}`)).expect(200).at('login'), login);
  assert.equal((await as(login, token).get('/')).expect(401).at('code'), 'invalid_username');
  (await ask('admin', 'GET', `/${id}`)).expect(404);
});

test('everybody reads and changes the own record, but not its role', async () => {
  const { id, login } = await addUser();
  const self = as(login, 'password 1');
  const url = `${service.url}${USERS}/me`;
  assert.equal((await self.get(url)).expect(200).id(), id);
  assert.equal((await self.get(`${service.url}${USERS}/${id}`)).expect(200).id(), id);
  const changed = await self.patch(url, { name: 'I', email: 'me@example.com', role: 'administrator' });
  assert.deepEqual([changed.expect(200).at('name'), changed.at('role')], ['I', 'author']);
  (await service.anonymous.get(url)).expect(401);
  (await service.anonymous.patch(url, { name: 'x' })).expect(401);
});

test('a new password of one’s own needs the one until now, by signing in or as current_password', async () => {
  const { login } = await addUser();
  const self = as(login, 'password 1');
  const url = `${service.url}${USERS}/me`;
  for (const current of ['', 'password 0'])
    assert.ok(
      (await self.patch(url, { password: 'password 2', current_password: current }))
        .expect(400)
        .at('data.params.current_password'),
    );
  (await self.patch(url, { password: 'password 2', current_password: 'password 1' })).expect(200);
  (await self.get(url)).expect(401);
  (await as(login, 'password 2').patch(url, { password: 'password 3' })).expect(200);
  (await as(login, 'password 3').get(url)).expect(200);
});

/** A user with a token; clients for both ways of signing in. */
async function addHolder(fields: object = {}) {
  const { id, login } = await addUser(fields);
  const made = (await ask('admin', 'POST', `/${id}/tokens`, { name: 't', scope: 'admin' })).expect(201);
  const token = String(made.at('token'));
  const bearer = createClient(() => service.url, `Bearer ${token}`);
  return { id, login, token, tokenId: made.id(), bearer, basic: as(login, token) };
}

test('a token changes no password and no e-mail address and makes no token without the password', async () => {
  const { id, login, bearer, basic } = await addHolder({ email: 'held@example.com' });
  const admin = createClient(
    () => service.url,
    `Basic ${Buffer.from(service.credentials('admin')).toString('base64')}`,
  );
  const me = `${service.url}${USERS}/me`;
  const own = `${service.url}${USERS}/${id}`;
  for (const [client, password] of [
    [bearer, 'password 1'],
    [basic, 'password 1'],
    [admin, PASSWORD],
  ] as const) {
    const protectedOnes: (readonly [method: 'patch' | 'put' | 'post', url: string, body: object])[] = [
      ['post', `${own}/tokens`, { name: 'more' }],
      ...(client === admin
        ? ([
            ['patch', own, { email: `by-admin${count}@example.com` }],
            ['put', own, { password: 'password 1' }],
            ['post', me, { email: `admin${count}@example.com` }],
          ] as const)
        : ([
            ['patch', me, { email: `own${++count}@example.com` }],
            ['put', me, { password: 'password 1' }],
          ] as const)),
    ];
    for (const [method, url, body] of protectedOnes) {
      const refused = (await client[method](url, body)).expect(403);
      assert.equal(refused.at('code'), 'rest_password_required');
      const wrong = (await client[method](url, { ...body, current_password: 'a wrong one' })).expect(400);
      assert.ok(wrong.at('data.params.current_password'));
      assert.ok((await client[method](url, { ...body, current_password: password })).status < 300);
    }
    // Everything else goes on with the token.
    if (client !== admin) (await client.patch(me, { name: 'Renamed' })).expect(200);
    if (client !== admin) {
      const { email } = (await client.get(me)).expect(200).body as { email: string };
      (await client.patch(me, { email, name: 'The same address' })).expect(200);
    }
  }
  (await as(login, 'password 1').get(me)).expect(200);
});

test('who has no password gets none by a token, but by an administrator', async () => {
  const { id, bearer } = await addHolder({ password: undefined });
  const me = `${service.url}${USERS}/me`;
  for (const current_password of [undefined, '', 'anything'])
    assert.equal(
      (await bearer.patch(me, { password: 'password 2', current_password })).expect(403).at('code'),
      'rest_password_required',
    );
  (await ask('admin', 'PATCH', `/${id}`, { password: 'password 2' })).expect(200);
  (await bearer.patch(me, { email: 'now@example.com', current_password: 'password 2' })).expect(200);
});

test('a change of the password revokes all tokens where that is asked for', async () => {
  const { id, login, bearer } = await addHolder();
  const me = `${service.url}${USERS}/me`;
  (await as(login, 'password 1').patch(me, { password: 'password 2' })).expect(200);
  (await bearer.get(me)).expect(200);
  (await as(login, 'password 2').patch(me, { password: 'password 3', revoke_tokens: true })).expect(200);
  assert.equal((await bearer.get(me)).expect(401).at('code'), 'rest_invalid_token');
  const other = await addHolder();
  (await ask('admin', 'PUT', `/${other.id}`, { password: 'password 9', revoke_tokens: true })).expect(200);
  (await other.bearer.get(me)).expect(401);
  assert.deepEqual((await ask('admin', 'GET', `/${id}/tokens`)).expect(200).at('tokens'), []);
});

test('guessing the own password with a token is slowed down', async () => {
  const { id, basic } = await addHolder();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const guess = { current_password: `guess ${i}` };
    statuses.push(
      i % 2 === 0
        ? (await basic.patch(`${service.url}${USERS}/me`, { password: 'password 2', ...guess })).status
        : (await basic.post(`${service.url}${USERS}/${id}/tokens`, { name: 'more', ...guess })).status,
    );
  }
  assert.deepEqual([...new Set(statuses)], [400, 429]);
});

test('tokens: made, shown once, listed, used, revoked', async () => {
  const { id, login } = await addUser();
  const url = `${service.url}${USERS}/${id}/tokens`;
  const self = as(login, 'password 1');
  const made = (await self.post(url, { name: 'phone', scope: 'admin' })).expect(201);
  const token = String(made.at('token'));
  assert.match(made.headers['cache-control'] ?? '', /no-store/);
  const listed = (await self.get(url)).expect(200);
  assert.doesNotMatch(listed.text, new RegExp(token));
  assert.deepEqual(listed.body, {
    tokens: [
      {
        id: made.id(),
        name: 'phone',
        scope: 'admin',
        created_utc: '2026-11-20 18:00:00',
        last_used_utc: null,
      },
    ],
  });
  (await as(login, token).get(url)).expect(200);
  (await self.delete(`${service.url}${USERS}/1/tokens/${made.id()}`)).expect(403);
  (await ask('admin', 'DELETE', `/1/tokens/${made.id()}`)).expect(404);
  (await self.delete(`${url}/${made.id()}`)).expect(200);
  (await as(login, token).get(url)).expect(401);
  (await self.post(url, { name: ' ' })).expect(400);
});

test('Allow says what the present user may', async () => {
  for (const [role, path, methods] of [
    ['admin', '', 'GET, POST'],
    ['editor', '', 'GET'],
    ['admin', '/3', 'GET, DELETE, POST, PUT, PATCH'],
    ['editor', '/3', 'GET'],
    ['editor', '/me', 'GET, POST, PUT, PATCH'],
    ['anonymous', '/me', 'GET'],
    ['editor', '/2/tokens', 'GET, POST'],
    ['editor', '/3/tokens', 'GET'],
    ['editor', '/2/tokens/1', 'DELETE'],
  ] as const)
    assert.equal((await ask(role, 'OPTIONS', path)).headers['allow'], methods, `${role} ${path}`);
});

test('nothing secret is in the log', async () => {
  const { id } = await addUser({ password: 'very secret indeed' });
  (await ask('admin', 'PATCH', `/${id}?password=not%20in%20the%20log`)).expect(200);
  await linesOf(service, (line) => String(line['url']).includes('password=***'));
  assert.doesNotMatch(service.log(), /very secret|not%20in|argon2id|Basic /);
});

test('a user has a language, which sessions tell and null takes away', async () => {
  const { id, login } = await addUser({ language: 'de' });
  const session = { login, password: 'password 1' };
  const sessions = `${service.url}/kalends/v1/sessions`;
  const begun = (await service.anonymous.send('POST', sessions, session)).expect(201);
  assert.equal(begun.at('language'), 'de');
  assert.equal(begun.at('user.last_seen_utc'), '2026-11-20 18:00:00');
  const own = as(login, 'password 1');
  const me = `${service.url}${USERS}/me`;
  assert.equal((await own.patch(me, { language: 'es' })).expect(200).at('language'), 'es');
  assert.equal((await ask('admin', 'PATCH', `/${id}`, { name: 'Ada' })).expect(200).at('language'), 'es');
  assert.equal((await own.patch(me, { language: null })).expect(200).at('language'), null);
  const wrong = (await own.patch(me, { language: 'fr' })).expect(400);
  assert.equal(wrong.at('data.details.language.code'), 'rest_not_in_enum');
  const asked = (await service.anonymous.send('POST', `${sessions}?translation_language=es`, session)).expect(
    201,
  );
  assert.equal(asked.at('language'), 'es');
  const listed = (await ask('admin', 'GET', `/${id}`)).expect(200);
  assert.equal(listed.at('last_seen_utc'), '2026-11-20 18:00:00');
  assert.equal((await ask('admin', 'GET', `/${(await addUser()).id}`)).at('last_seen_utc'), null);
});
