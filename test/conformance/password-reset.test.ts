// Forgotten passwords: the link that sets another, and what ends with the old one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { startService } from '../support/service.ts';

const service = await startService();
after(() => service.stop());

const base = () => `${service.url}/kalends/v1`;
const basic = (login: string, secret: string) =>
  createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
const admin = basic('admin', 'correct horse battery staple');
const post = (path: string, body: object) => service.anonymous.send('POST', `${base()}/${path}`, body);

async function linkOf(login: string): Promise<string> {
  const printed = await service.cli(['user', 'reset', login]);
  assert.equal(printed.code, 0, printed.stderr);
  assert.match(printed.stdout, /^http:\/\/\S+\/admin\/reset\?code=\w{24}\n$/);
  return new URL(printed.stdout.trim()).searchParams.get('code') ?? '';
}

test('the link sets another password once, and ends sessions and other links with the old one', async () => {
  const user = { login: 'mara', role: 'author', password: 'the one before', email: 'mara@example.org' };
  const id = (await admin.send('POST', `${base()}/users`, user)).expect(201).id();
  const token = (
    await basic('mara', 'the one before').send('POST', `${base()}/users/${id}/tokens`, { name: 'x' })
  ).expect(201);
  (await post('sessions', { login: 'mara', password: 'the one before' })).expect(201);
  const [code, other] = [await linkOf('mara'), await linkOf('MARA@example.org')];
  assert.deepEqual((await post('password-reset/preview', { code })).expect(200).body, {
    login: 'mara',
    name: 'mara',
  });
  const short = await post('password-reset/confirm', { code, password: 'short' });
  assert.match(JSON.stringify(short.expect(400).at('data.params')), /"password":/);
  const password = 'the one afterwards';
  const done = (await post('password-reset/confirm', { code, password })).expect(200);
  assert.equal(done.headers['set-cookie'], undefined);
  (await basic('mara', 'the one before').get('/events')).expect(401);
  (await basic('mara', password).get(`${base()}/users/me`)).expect(200);
  const sessions = await admin.get(`${base()}/sessions?user=${id}`);
  assert.deepEqual(sessions.expect(200).at('sessions'), []);
  for (const used of [code, other])
    assert.equal(
      (await post('password-reset/confirm', { code: used, password: 'a third one' })).expect(403).at('code'),
      'rest_invalid_code',
    );
  // Tokens are revoked only where that is asked.
  const byToken = createClient(() => service.url, `Bearer ${String(token.at('token'))}`);
  (await byToken.get(`${base()}/users/me`)).expect(200);
  const third = { code: await linkOf('mara'), password: 'a third one', revoke_tokens: true };
  (await post('password-reset/confirm', third)).expect(200);
  (await byToken.get('/events')).expect(401);
});

test('of two who use one link at once, one sets the password', async () => {
  const user = { login: 'twin', role: 'author' };
  (await admin.send('POST', `${base()}/users`, user)).expect(201);
  const code = await linkOf('twin');
  const passwords = ['the first of two', 'the second of two'];
  const answers = await Promise.all(
    passwords.map((password) => post('password-reset/confirm', { code, password })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
  (await basic('twin', winner).get(`${base()}/users/me`)).expect(200);
});

test('a link ends with the address to which it may have gone', async () => {
  const user = { login: 'moving', role: 'author', email: 'before@example.org' };
  const id = (await admin.send('POST', `${base()}/users`, user)).expect(201).id();
  const code = await linkOf('moving');
  (await admin.send('PATCH', `${base()}/users/${id}`, { name: 'Still there' })).expect(200);
  (await post('password-reset/preview', { code })).expect(200);
  (await admin.send('PATCH', `${base()}/users/${id}`, { email: 'after@example.org' })).expect(200);
  (await post('password-reset/preview', { code })).expect(403);
});

test('a link of another purpose, or of a user who is gone, sets nothing', async () => {
  const made = await admin.send('POST', `${base()}/invitations`, { role: 'editor' });
  const invitation = new URL(String(made.expect(201).at('url'))).searchParams.get('code') ?? '';
  (await post('password-reset/confirm', { code: invitation, password: 'long enough' })).expect(403);
  const id = (await admin.send('POST', `${base()}/users`, { login: 'gone', role: 'author' }))
    .expect(201)
    .id();
  const code = await linkOf('gone');
  (await admin.send('DELETE', `${base()}/users/${id}`)).expect(200);
  (await post('password-reset/preview', { code })).expect(403);
  assert.equal((await service.cli(['user', 'reset', 'gone'])).code, 1);
});
