import assert from 'node:assert/strict';
import { after, test } from 'node:test';
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

test('secrets are renewed by answers of the interface, not by pages and files, which others may keep', async () => {
  const mine = new TestBrowser(service);
  await mine.signIn('author');
  const thief = mine.copy();
  await service.restart({ KALENDS_CLOCK: '2026-11-20T18:20:00Z' });
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
