// Invitations: who makes them, what their links allow, and for how long.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, startService } from '../support/service.ts';

const service = await startService();
after(() => service.stop());
await people(service);

const INVITATIONS = () => `${service.url}/kalends/v1/invitations`;
const admin = () => service.as('admin');
const codeOf = (url: unknown) => new URL(String(url)).searchParams.get('code') ?? '';

async function invited(fields: object): Promise<{ id: number; code: string }> {
  const made = (await admin().send('POST', INVITATIONS(), fields)).expect(201);
  return { id: made.id(), code: codeOf(made.at('url')) };
}
const accept = (body: object) => service.anonymous.send('POST', `${INVITATIONS()}/accept`, body);

test('an invitation lets one person make an account in its role, once', async () => {
  const made = (
    await admin().send('POST', INVITATIONS(), { role: 'author', email: 'ada@example.org' })
  ).expect(201);
  assert.match(String(made.at('url')), new RegExp(`^${service.url}/admin/join\\?code=\\w{24}$`));
  assert.deepEqual(made.at('invited_by'), { id: 1, name: 'Administrator' });
  const code = codeOf(made.at('url'));

  const shown = (await service.anonymous.send('POST', `${INVITATIONS()}/preview`, { code })).expect(200);
  assert.deepEqual(
    ['role', 'email', 'invited_by', 'site'].map((name) => shown.at(name)),
    ['author', 'ada@example.org', 'Administrator', 'Kalends'],
  );
  const answer = (await accept({ code, login: 'ada', password: 'analytical engine', name: 'Ada' })).expect(
    201,
  );
  assert.deepEqual(
    ['user.login', 'role', 'user.email', 'user.name', 'session.methods'].map((name) => answer.at(name)),
    ['ada', 'author', 'ada@example.org', 'Ada', ['password']],
  );
  assert.match(answer.headers['set-cookie'] ?? '', /^kalends-session=.*HttpOnly/);
  const basic = `Basic ${Buffer.from('ada:analytical engine').toString('base64')}`;
  const own = createClient(() => service.url, basic);
  (await own.get(`${service.url}/kalends/v1/users/me`)).expect(200);

  assert.equal(
    (await accept({ code, login: 'eve', password: 'eavesdropping' })).expect(403).at('code'),
    'rest_invalid_code',
  );
});

test('of two who accept one invitation at once, one gets the account', async () => {
  const { code } = await invited({ role: 'contributor' });
  const answers = await Promise.all(
    ['first', 'second', 'third'].map((login) => accept({ code, login, password: 'at the same time' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403]);
});

test('what is wrong with the account changes nothing and leaves the invitation', async () => {
  const { id, code } = await invited({ role: 'editor' });
  const short = (await accept({ code, login: '-x', password: 'short' })).expect(400);
  assert.deepEqual(Object.keys(Object(Object(short.at('data'))['params'])), ['login', 'password']);
  (await accept({ code, login: 'Admin', password: 'long enough' })).expect(409);
  const listed = (await admin().get(INVITATIONS())).expect(200);
  assert.ok(listed.rows('invitations').some((row) => row['id'] === id));
  assert.doesNotMatch(listed.text, new RegExp(`${code}|hash`));
  (await accept({ code, login: 'patient', password: 'long enough' })).expect(201);
});

test('an invitation ends when it is withdrawn, and when whoever made it may not invite any more', async () => {
  const withdrawn = await invited({ role: 'editor' });
  (await admin().send('DELETE', `${INVITATIONS()}/${withdrawn.id}`)).expect(200);
  (await admin().send('DELETE', `${INVITATIONS()}/${withdrawn.id}`)).expect(404);
  (await accept({ code: withdrawn.code, login: 'late', password: 'too late by now' })).expect(403);

  const users = `${service.url}/kalends/v1/users`;
  const proof = { current_password: passwordOf('admin') };
  const chief = { login: 'chief', role: 'administrator', password: 'second in command', ...proof };
  const id = (await admin().send('POST', users, chief)).expect(201).id();
  const other = createClient(
    () => service.url,
    `Basic ${Buffer.from('chief:second in command').toString('base64')}`,
  );
  const made = (await other.send('POST', INVITATIONS(), { role: 'administrator' })).expect(201);
  (await admin().send('PATCH', `${users}/${id}`, { role: 'editor', ...proof })).expect(200);
  const code = codeOf(made.at('url'));
  (await accept({ code, login: 'accomplice', password: 'in good time' })).expect(403);
  (await admin().send('PATCH', `${users}/${id}`, { role: 'administrator', ...proof })).expect(200);
  (await service.anonymous.send('POST', `${INVITATIONS()}/preview`, { code })).expect(200);
  (await admin().send('DELETE', `${users}/${id}`)).expect(200);
  (await accept({ code, login: 'accomplice', password: 'in good time' })).expect(403);
});

test('invitations are the business of administrators', async () => {
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
    (await service.as(role).get(INVITATIONS())).expect(403);
    (await service.as(role).send('POST', INVITATIONS(), { role: 'subscriber' })).expect(403);
    (await service.as(role).send('DELETE', `${INVITATIONS()}/1`)).expect(403);
  }
  (await service.anonymous.send('POST', INVITATIONS(), { role: 'subscriber' })).expect(401);
  const wrong = (await admin().send('POST', INVITATIONS(), { role: 'owner', email: 'nobody' })).expect(400);
  assert.deepEqual(Object.keys(Object(Object(wrong.at('data'))['params'])), ['role', 'email']);
  const taken = await admin().send('POST', INVITATIONS(), { role: 'editor', email: 'EDITOR@example.org' });
  assert.equal(taken.expect(409).at('code'), 'rest_user_exists');
});

test('wrong codes are throttled', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++)
    statuses.push(
      (await service.anonymous.send('POST', `${INVITATIONS()}/preview`, { code: `nothing${n}` })).status,
    );
  assert.equal(statuses[0], 403);
  assert.equal(statuses.at(-1), 429);
});
