import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { listSessions } from '#api/access/sessions/store.ts';
import { insertUser } from '#api/access/store.ts';
import { Links } from '#api/http/address.ts';
import { utcText } from '#foundation/time/clock.ts';
import { migrate } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { startSession } from './actions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-sessions-'));
const db = openSqlite(path.join(folder, 'kalends.db'));
await migrate(db);
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const origin = 'https://calendar.example.org';
const start = Temporal.Instant.from('2027-03-01T10:00:00Z');
const user = await db.write((trx) =>
  insertUser(trx, {
    login: 'ada',
    email: '',
    name: 'Ada',
    role: 'editor',
    password_hash: null,
    created_utc: '2027-03-01 09:00:00',
  }),
);

/** Begins a session and returns its `name=secret`. */
async function begin(remember = false): Promise<string> {
  const { cookie } = await startSession(
    {
      services: { db },
      viewer: null,
      now: start,
      client: '192.0.2.1',
      sender: () => ({ agent: 'tests', provenance: { origin: undefined, site: undefined } }),
      links: new Links(origin, { base: '', namespace: '' }),
    },
    user,
    { methods: ['password'], remember },
  );
  return pairOf(cookie);
}

const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';
const ended: number[] = [];

/** Sends a cookie some seconds after the start, to a process of its own, and returns who it is and the next cookie. */
async function send(cookie: string, seconds: number): Promise<{ login: string | undefined; next?: string }> {
  const authenticator = new SessionAuthenticator(
    db,
    () => start.add({ seconds }),
    ({ id }) => ended.push(id),
  );
  const found = await authenticator.authenticate(cookie, { origin, client: '192.0.2.2', isRotating: true });
  // Writes that nobody waits for come before this one.
  await db.write(async () => {});
  const login = found.viewer?.login;
  return found.cookie === undefined ? { login } : { login, next: pairOf(found.cookie) };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a secret is replaced after a quarter of an hour, and requests under way go on with it for a minute', async () => {
  const first = await begin();
  assert.deepEqual(await send(first, 0), { login: 'ada' });
  assert.deepEqual(await send(first, 15 * MINUTE - 1), { login: 'ada' });
  const answers = await Promise.all([1, 2, 3].map(() => send(first, 15 * MINUTE)));
  const given = answers.flatMap(({ next }) => next ?? []);
  assert.equal(given.length, 1, 'one of them alone gets the next');
  assert.ok(answers.every(({ login }) => login === 'ada'));
  const [second = ''] = given;
  assert.notEqual(second, first);
  assert.deepEqual(await send(second, 15 * MINUTE + 1), { login: 'ada' });
  assert.deepEqual(await send(first, 15 * MINUTE + 60), { login: 'ada' });
});

test('a secret whose answer was lost is given again, and the lost one is worth nothing', async () => {
  const first = await begin();
  const { next: lost = '' } = await send(first, HOUR);
  assert.deepEqual(await send(first, HOUR + 59), { login: 'ada' });
  const { login, next: second = '' } = await send(first, HOUR + 60);
  assert.equal(login, 'ada');
  assert.ok(second !== '' && second !== lost);
  assert.deepEqual(await send(second, HOUR + 61), { login: 'ada' });
  assert.deepEqual(await send(lost, HOUR + 62), { login: undefined });
  assert.deepEqual(await send(second, HOUR + 63), { login: 'ada' });
});

test('a former secret that is used later is in two hands: the session ends for both', async () => {
  const first = await begin();
  const { next: second = '' } = await send(first, HOUR);
  await send(second, HOUR + 10);
  ended.length = 0;
  assert.deepEqual(await send(first, HOUR + 70), { login: undefined });
  assert.equal(ended.length, 1);
  assert.deepEqual(await send(second, HOUR + 71), { login: undefined });
});

test('a session ends unused after twelve hours, a remembered one after thirty days', async () => {
  const [window, remembered] = [await begin(), await begin(true)];
  assert.equal((await send(window, 12 * HOUR)).login, undefined);
  assert.equal((await send(remembered, 30 * DAY)).login, undefined);
  let [one, other] = [await begin(), await begin(true)];
  for (let step = 1; step <= 14; step++) {
    const mine = await send(one, step * (12 * HOUR - 1));
    assert.equal(mine.login, 'ada', `${step}`);
    one = mine.next ?? one;
  }
  assert.equal((await send(one, 7 * DAY)).login, undefined, 'at last, however much it is used');
  for (const days of [29, 58, 87, 89]) {
    const mine = await send(other, days * DAY);
    assert.equal(mine.login, 'ada', `${days}`);
    other = mine.next ?? other;
  }
  assert.equal((await send(other, 90 * DAY)).login, undefined);
});

test('the one longest unused ends where somebody begins more than a hundred, and expired ones are gone', async () => {
  await db.write(async (trx) => trx.deleteFrom('sessions').execute());
  const first = await begin();
  for (let n = 0; n < 99; n++) await begin();
  assert.equal((await send(first, 1)).login, 'ada');
  await begin();
  assert.equal((await listSessions(db.read, user.id, utcText(start))).length, 100);
});
