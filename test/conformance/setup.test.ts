// The first start in the browser: its link, what it decides, and that it is closed afterwards.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { startProcess } from '../support/service.ts';

const LINK = /^Set your own password in the browser \(works once\): (\S+)\/admin\/first-run\?code=(\w{24})$/m;
const MADE_UP = /"admin" with the password "([\w-]{20})"/;

const service = await startProcess({ env: { KALENDS_ADMIN_PASSWORD: undefined } });
after(() => service.stop());

const SETUP = () => `${service.url}/kalends/v1/setup`;
const [, origin, code = ''] = LINK.exec(service.log()) ?? [];
const madeUp = MADE_UP.exec(service.log())?.[1] ?? '';
const as = (password: string) =>
  createClient(() => service.url, `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`);
const post = (body: object) => service.anonymous.send('POST', SETUP(), body);

test('the first start prints a link to itself beside the password, which goes on working until it is used', async () => {
  assert.equal(origin, service.url);
  (await as(madeUp).get(`${service.url}/kalends/v1/users/me`)).expect(200);
  const state = (await service.anonymous.get(SETUP())).expect(200);
  assert.deepEqual(state.body, {
    open: true,
    login: 'admin',
    site_name: 'Kalends',
    timezone: 'UTC',
    language: 'en',
    week_start: 'monday',
    overridden: [],
  });
});

test('a wrong code and wrong fields change nothing', async () => {
  const right = { code, password: 'nineteen letters long' };
  assert.equal((await post({ ...right, code: 'x'.repeat(24) })).expect(403).at('code'), 'rest_invalid_code');
  const wrong = (
    await post({
      code,
      password: 'short',
      timezone: 'Mars',
      language: 'fr',
      email: 'x',
      week_start: 'friday',
    })
  ).expect(400);
  assert.deepEqual(Object.keys(Object(Object(wrong.at('data'))['params'])), [
    'password',
    'email',
    'timezone',
    'language',
    'week_start',
  ]);
  assert.equal((await service.anonymous.get(SETUP())).at('open'), true);
  (await as(madeUp).get(`${service.url}/kalends/v1/users/me`)).expect(200);
});

test('the link gives the administrator a password and the calendar its settings, at once', async () => {
  // Kept in the language and zone before.
  (await service.anonymous.get('/events')).expect(200);
  (await service.anonymous.get(`${service.url}/`)).expect(200);
  const done = (
    await post({
      code,
      password: 'nineteen letters long',
      name: 'Mira Kowalczyk',
      email: 'mira@brueckhafen.example',
      site_name: 'Brückhafen Programm',
      timezone: 'Europe/Berlin',
      language: 'de',
      week_start: 'sunday',
    })
  ).expect(201);
  assert.deepEqual(
    ['user.login', 'user.name', 'user.email', 'role', 'language'].map((name) => done.at(name)),
    ['admin', 'Mira Kowalczyk', 'mira@brueckhafen.example', 'administrator', 'de'],
  );
  assert.match(done.headers['set-cookie'] ?? '', /^kalends-session=.*HttpOnly/);
  (await as(madeUp).get(`${service.url}/kalends/v1/users/me`)).expect(401);
  const own = as('nineteen letters long');
  const event = (
    await own.post('/events', { title: 'Fest', start_date: '2027-06-19 19:30', end_date: '2027-06-19 22:00' })
  ).expect(201);
  assert.deepEqual(
    ['timezone', 'utc_start_date', 'language'].map((name) => event.at(name)),
    ['Europe/Berlin', '2027-06-19 17:30:00', 'de'],
  );
  const index = (await service.anonymous.get(`${service.url}/wp-json/`)).expect(200);
  assert.deepEqual(
    [index.headers['content-language'], index.at('timezone_string'), index.at('name')],
    ['de', 'Europe/Berlin', 'Brückhafen Programm'],
  );
  const settings = (await service.anonymous.get(`${service.url}/kalends/v1/settings`)).expect(200);
  assert.equal(settings.at('week_start'), 'sunday');
  assert.equal((await service.anonymous.get('/events?x=1')).headers['content-language'], 'de');
  const page = await (await fetch(`${service.url}/events/`)).text();
  assert.match(page, /<html lang="de"/);
  const refused = await service.anonymous.get('/events/1234567');
  assert.match(String(refused.at('message')), /Veranstaltung nicht gefunden/);
});

test('after that it is closed, also after a restart, and the calendar stays as it was set up', async () => {
  const closed = (await service.anonymous.get(SETUP())).expect(200);
  assert.deepEqual(closed.body, { open: false });
  for (const again of [code, 'x'.repeat(24)])
    assert.equal(
      (await post({ code: again, password: 'another one now' })).expect(410).at('code'),
      'rest_setup_closed',
    );
  const before = service.log().length;
  await service.restart();
  assert.doesNotMatch(service.log().slice(before), LINK);
  (await post({ code, password: 'another one now' })).expect(410);
  const index = (await service.anonymous.get(`${service.url}/wp-json/`)).expect(200);
  assert.deepEqual(
    [index.headers['content-language'], index.at('timezone_string'), index.at('name')],
    ['de', 'Europe/Berlin', 'Brückhafen Programm'],
  );
});
