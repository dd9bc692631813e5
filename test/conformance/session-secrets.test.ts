import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linesOf } from '../support/log.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, startService } from '../support/service.ts';
import { FROM_HERE, TestBrowser } from '../support/session.ts';

const service = await startService({
  clock: '2026-11-20T18:00:00Z',
  env: { KALENDS_PUBLIC_URL: 'https://calendar.example.org/kalends' },
});
after(() => service.stop());
await people(service);

test('over TLS the cookie is bound to the host, and one without that is none', async () => {
  const mine = new TestBrowser(service);
  const answer = await mine.signIn('author');
  assert.match(
    answer.headers['set-cookie'] ?? '',
    /^__Host-kalends=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.equal(await mine.whoAmI({ ...FROM_HERE, origin: 'https://calendar.example.org' }), 'author');
  assert.equal(await mine.whoAmI({ ...FROM_HERE, origin: service.url }), null);
  const secret = mine.cookie.split('=')[1] ?? '';
  assert.equal(await new TestBrowser(service, [['kalends-session', secret]]).whoAmI(), null);
  assert.equal(await new TestBrowser(service, [['__Host-kalends', secret]]).whoAmI(), 'author');
});

test('the log tells as whom somebody tried to sign in, and no login that is nobody’s', async () => {
  for (const login of ['author', 'not my login'])
    (
      await service.anonymous.send('POST', `${service.url}/kalends/v1/sessions`, { login, password: 'wrong' })
    ).expect(401);
  const lines = await linesOf(service, ({ code }) => code === 'rest_sign_in_failed', 2);
  assert.deepEqual(
    lines.map(({ msg, login }) => [msg, login]),
    [
      ['Signing in failed.', 'author'],
      ['Signing in failed.', undefined],
    ],
  );
  assert.ok(!service.log().includes('not my login'));
});

test('a token made in a session needs the password, however lately it was given', async () => {
  const mine = new TestBrowser(service);
  await mine.signIn('author');
  const tokens = '/kalends/v1/users/3/tokens';
  const refused = (await mine.send('POST', tokens, { name: 'x' })).expect(403);
  assert.equal(refused.at('code'), 'rest_password_required');
  (await mine.send('POST', tokens, { name: 'x', current_password: 'wrong one' })).expect(400);
  (await mine.send('POST', tokens, { name: 'x', current_password: passwordOf('author') })).expect(201);
});

test('secrets are renewed by answers of the interface, not by pages and files, which others may keep', async () => {
  const mine = new TestBrowser(service);
  await mine.signIn('author');
  const thief = mine.copy();
  const leaving = new TestBrowser(service);
  await leaving.signIn('author');
  await service.restart({ KALENDS_CLOCK: '2026-11-20T18:20:00Z' });
  const left = await leaving.send('DELETE', '/kalends/v1/sessions/current');
  assert.match(left.expect(200).headers['set-cookie'] ?? '', /, __Host-kalends=; Path=\/; Max-Age=0; [^,]*$/);
  for (const path of ['/', '/events/', '/robots.txt', '/events/list/?ical=1'])
    assert.equal((await mine.send('GET', path)).headers['set-cookie'], undefined, path);
  const renewing = (await mine.send('GET', '/calendar/events/v1/events')).expect(200);
  assert.match(renewing.headers['set-cookie'] ?? '', /^__Host-kalends=[\w-]{43}; /);
  assert.equal(await mine.whoAmI(), 'author');
  assert.equal(await thief.whoAmI(), 'author');
  await service.restart({ KALENDS_CLOCK: '2026-11-20T18:22:00Z' });
  assert.equal(await thief.whoAmI(), null);
  assert.equal(await mine.whoAmI(), null);
  assert.match(service.log(), /A session was ended/);
  assert.ok(!service.log().includes(mine.cookie.split('=')[1] ?? ''));
});
