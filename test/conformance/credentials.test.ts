import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { people, startService } from '../support/service.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z' });
after(() => service.stop());
await people(service);

const PASSWORD = 'correct horse battery staple';
const with_ = (authorization: string): Client => createClient(() => service.url, authorization);
const basic = (login: string, secret: string) =>
  with_(`Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
const me = '/kalends/v1/users/me';
const who = async (client: Client) => (await client.get(service.url + me)).expect(200).at('login');
const token = service.credentials('editor').slice('editor:'.length);

test('Basic takes login or e-mail address with token or password', async () => {
  assert.equal(await who(basic('editor', token)), 'editor');
  assert.equal(await who(basic('EDITOR@example.org', token)), 'editor');
  assert.equal(await who(basic('Editor', `${PASSWORD} of editor`)), 'editor');
  assert.equal(await who(basic('editor@example.org', `${PASSWORD} of editor`)), 'editor');
});

test('blanks in a token mean nothing', async () => {
  const spaced = ` ${token.match(/.{1,4}/g)?.join(' ')} `;
  assert.equal(await who(basic('editor', spaced)), 'editor');
  assert.equal(await who(with_(`Bearer ${spaced}`)), 'editor');
});

test('Bearer takes a token, and nothing else', async () => {
  assert.equal(await who(with_(`Bearer ${token}`)), 'editor');
  const answer = (await with_(`Bearer ${PASSWORD}`).get('/')).expect(401);
  assert.equal(answer.at('code'), 'rest_invalid_token');
  assert.deepEqual(answer.at('data'), { status: 401 });
});

test('wrong credentials are refused on public and on unknown routes, without a prompt of the browser', async () => {
  for (const path of ['/', '/nothing/here'])
    for (const [login, code] of [
      ['editor', 'incorrect_password'],
      ['nobody', 'invalid_username'],
      ['nobody@example.org', 'invalid_email'],
    ] as const) {
      const answer = (await basic(login, 'wrong').get(path)).expect(401);
      assert.equal(answer.at('code'), code);
      assert.equal(answer.headers['www-authenticate'], undefined);
    }
});

test('what says nothing is anonymous', async () => {
  for (const header of [
    'Basic',
    'Basic ',
    'Basic %%%',
    'Basic bm9jb2xvbg==',
    'Digest x="y"',
    'Negotiate abc',
  ])
    (await with_(header).get('/')).expect(200);
  const answer = (await with_('Basic').get(service.url + me)).expect(401);
  assert.equal(answer.at('code'), 'rest_forbidden');
});

test('logins and passwords may hold any letters', async () => {
  const added = await service.cli(
    ['user', 'add', 'Jürgen Groß', '--role', 'author', '--password-stdin'],
    'Füße: größer\r\n',
  );
  assert.equal(added.code, 0, added.stderr);
  assert.equal(await who(basic('ju\u0308rgen groß', 'Füße: größer')), 'Jürgen Groß');
});

test('the last use of a token is noted', async () => {
  await who(basic('author', service.credentials('author').slice('author:'.length)));
  const { stdout } = await service.cli(['token', 'list', 'author', '--json']);
  assert.match(stdout, /"last_used_utc": "2026-11-20 18:00:00"/);
});

test('guesses end in 429 with Retry-After, tokens behind the same address go on', async () => {
  let answer = await basic('editor', 'guess').get('/');
  for (let i = 0; i < 60 && answer.status === 401; i++) answer = await basic('editor', `guess ${i}`).get('/');
  answer.expect(429);
  assert.equal(answer.at('code'), 'rest_too_many_requests');
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.equal(await who(service.as('editor')), 'editor');
  (await service.anonymous.get('/')).expect(200);
});
