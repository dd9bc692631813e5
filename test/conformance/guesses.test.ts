// Guesses at passwords: who is slowed down, and who isn't.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertUser } from '#api/access/store.ts';
import type { Answer, RequestHeaders } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';

const PASSWORD = 'correct horse battery staple of ';
let service: ServiceProcess;

before(async () => {
  service = await startProcess({ env: { KALENDS_TRUST_PROXY: '1' } });
  await people(service);
});
after(() => service.stop());

let clients = 0;
/** An address that nobody had before. */
const newClient = () => `203.0.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

const ask = (client: string, path: string, headers: RequestHeaders = {}) =>
  service.anonymous.get(path, undefined, { ...headers, 'X-Forwarded-For': client });

const signIn = (client: string, login: string, password: string): Promise<Answer> =>
  ask(client, '/tags', { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` });

/** The statuses of so many wrong tries, one after the other. */
async function tries(count: number, one: (n: number) => Promise<Answer>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let n = 0; n < count; n++) {
    const { status, headers } = await one(n);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 429) assert.ok(Number(headers['retry-after']) > 0);
  }
  return statuses;
}

/** Adds people whose passwords are as cheap to try as those of `people`, by the logins `login0` and so on. */
async function addLogins(count: number): Promise<void> {
  const db = await openCalendar(service.data);
  try {
    await db.write(async (trx) => {
      const { password_hash, created_utc } = await trx
        .selectFrom('users')
        .select(['password_hash', 'created_utc'])
        .where('login', '=', 'editor')
        .executeTakeFirstOrThrow();
      for (let n = 0; n < count; n++) {
        const login = `login${n}`;
        const person = { login, name: login, email: `${login}@example.org`, role: 'subscriber' } as const;
        await insertUser(trx, { ...person, password_hash, created_utc });
      }
    });
  } finally {
    await db.close();
  }
}

describe('at one login', () => {
  test('thirty lock their client out of it, and nobody else, also after a restart', async () => {
    const attacker = newClient();
    const wrong = (n: number) => signIn(attacker, n % 2 ? 'editor' : 'EDITOR@example.org', `wrong ${n}`);
    assert.deepEqual(await tries(33, wrong), { 401: 30, 429: 3 });
    (await signIn(attacker, 'editor', `${PASSWORD}editor`)).expect(429);
    for (let round = 0; round < 2; round++) {
      (await signIn(attacker, 'editor', 'wrong again')).expect(429);
      // Behind the same proxy.
      (await signIn(attacker, 'author', `${PASSWORD}author`)).expect(200);
      (await signIn(attacker, 'author', 'wrong')).expect(401);
      (await signIn(attacker, 'editor', service.credentials('editor').split(':')[1] ?? '')).expect(200);
      // The owner, elsewhere.
      (await signIn(newClient(), 'editor', `${PASSWORD}editor`)).expect(200);
      if (round === 0) await service.restart();
    }
  });

  test('each pause is longer than the one before, ends no session and locks no known client out', async () => {
    const [owner, attacker] = [newClient(), newClient()];
    const password = `${PASSWORD}editor`;
    const browser = new TestBrowser(service);
    await browser.signIn('editor');
    const db = await openCalendar(service.data);
    const pauses: number[] = [];
    try {
      for (let round = 0; round < 2; round++) {
        // What a process counts by itself ends with the window, or with the process.
        if (round > 0) await service.restart();
        const wrong = (n: number) => signIn(attacker, 'editor', `wrong ${round} ${n}`);
        assert.deepEqual(await tries(30, wrong), { 401: 30 });
        const refused = (await signIn(attacker, 'editor', password)).expect(429);
        pauses.push(Math.round(Number(refused.headers['retry-after']) / 60));
        assert.equal(await browser.whoAmI(), 'editor');
        (await signIn(owner, 'editor', password)).expect(200);
        const past = { until_utc: '2000-01-01 00:00:00' };
        await db.write((trx) => trx.updateTable('guesses').set(past).where('tries', '>=', 30).execute());
      }
    } finally {
      await db.close();
    }
    assert.deepEqual(pauses, [1, 2]);
  });

  test('a right guess is refused like a wrong one to whom is locked out, whoever has just signed in', async () => {
    const password = `${PASSWORD}subscriber`;
    const [owner, attacker] = [newClient(), newClient()];
    (await signIn(owner, 'subscriber', password)).expect(200);
    const wrong = (client: string) => tries(31, (n) => signIn(client, 'subscriber', `wrong ${n}`));
    assert.deepEqual(await wrong(attacker), { 401: 30, 429: 1 });
    (await signIn(owner, 'subscriber', password)).expect(200);
    (await signIn(attacker, 'subscriber', password)).expect(429);
    // From the owner's own address, too.
    assert.deepEqual(await wrong(owner), { 401: 30, 429: 1 });
    (await signIn(owner, 'subscriber', password)).expect(429);
    (await signIn(newClient(), 'subscriber', password)).expect(200);
  });

  test('logins that are nobody’s are counted alike', async () => {
    const attacker = newClient();
    assert.deepEqual(await tries(32, (n) => signIn(attacker, 'nobody', `wrong ${n}`)), { 401: 30, 429: 2 });
    (await signIn(attacker, 'somebody', 'wrong')).expect(401);
  });

  test('many clients slow down those from which nobody signed in before', async () => {
    const owner = newClient();
    (await signIn(owner, 'contributor', `${PASSWORD}contributor`)).expect(200);
    for (let client = 0; client < 3; client++) {
      const attacker = newClient();
      assert.deepEqual(await tries(30, (n) => signIn(attacker, 'contributor', `wrong ${n}`)), { 401: 30 });
    }
    (await signIn(newClient(), 'contributor', `${PASSWORD}contributor`)).expect(200);
    const attacker = newClient();
    assert.deepEqual(await tries(15, (n) => signIn(attacker, 'contributor', `wrong ${n}`)), {
      401: 10,
      429: 5,
    });
    await service.restart();
    (await signIn(newClient(), 'contributor', `${PASSWORD}contributor`)).expect(429);
    (await signIn(owner, 'contributor', `${PASSWORD}contributor`)).expect(200);
    (await signIn(newClient(), 'author', `${PASSWORD}author`)).expect(200);
  });

  test('a few at each of many logins are too many together, but for whom signed in from there', async () => {
    const shared = newClient();
    (await signIn(shared, 'editor', `${PASSWORD}editor`)).expect(200);
    await addLogins(15);
    for (let login = 0; login < 15; login++) {
      const some = Array.from({ length: 10 }, (_, n) => signIn(shared, `login${login}`, `wrong ${n}`));
      for (const answer of await Promise.all(some)) answer.expect(401);
    }
    (await signIn(shared, 'login99', 'wrong')).expect(429);
    (await signIn(shared, 'editor', `${PASSWORD}editor`)).expect(200);
    (await signIn(newClient(), 'login99', 'wrong')).expect(401);
  });

  test('workers and a crowd at once share the count', async () => {
    await service.restart({ KALENDS_WORKERS: '2' });
    const attacker = newClient();
    const header = { Connection: 'close' };
    const statuses = await tries(40, (n) =>
      ask(attacker, '/tags', {
        ...header,
        Authorization: `Basic ${Buffer.from(`subscriber:wrong ${n}`).toString('base64')}`,
      }),
    );
    assert.deepEqual(statuses, { 401: 30, 429: 10 });
    const me = `${service.url}/kalends/v1/users/me`;
    const current = await tries(13, (n) =>
      service
        .as('subscriber')
        .patch(me, { password: 'password 2', current_password: `wrong ${n}` }, { Connection: 'close' }),
    );
    assert.deepEqual(current, { 400: 10, 429: 3 });
    await service.restart({ KALENDS_WORKERS: undefined });
    const other = newClient();
    const crowd = await Promise.all(
      Array.from({ length: 45 }, (_, n) => signIn(other, 'author', `wrong ${n}`)),
    );
    assert.equal(crowd.filter(({ status }) => status === 401).length, 30);
    assert.equal(crowd.filter(({ status }) => status === 429).length, 15);
  });
});

describe('at what a password protects', () => {
  let event: number;
  let venue: number;
  let organizer: number;
  const password = 'open sesame';
  before(async () => {
    const admin = service.as('admin');
    venue = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
    organizer = (await admin.post('/organizers', { organizer: 'Club' })).expect(201).id();
    event = (await makeEvent(admin, { title: 'Secret', venue: [venue], organizer: [organizer] })).id();
    for (const path of [`/events/${event}`, `/venues/${venue}`, `/organizers/${organizer}`])
      (await admin.patch(path, { password })).expect(200);
  });

  test('thirty passwords lock their client out of the item, and nobody else', async () => {
    for (const [path, status] of [
      [`/events/${event}`, 403],
      [`/venues/${venue}`, 200],
      [`/organizers/${organizer}`, 200],
      [`/venues?event=${event}`, 200],
      [`/tags?event=${event}`, 200],
      ['/events', 200],
      ['/events?search=secret', 200],
      [`/events?include=${event}`, 200],
      ['/venues', 200],
      ['/organizers', 200],
    ] as const) {
      const attacker = newClient();
      const at = (client: string, given: string) =>
        ask(client, `${path}${path.includes('?') ? '&' : '?'}password=${encodeURIComponent(given)}`);
      // The same one again and again is one guess.
      assert.deepEqual(await tries(40, () => at(attacker, 'the same')), { [status]: 40 }, path);
      assert.deepEqual(await tries(32, (n) => at(attacker, `wrong ${n}`)), { [status]: 29, 429: 3 }, path);
      (await at(attacker, password)).expect(429);
      (await at(newClient(), password)).expect(200);
      (await ask(attacker, path.replace(/\?.*/, ''))).status;
      (await ask(attacker, '/events')).expect(200);
      (await service.as('editor').get(`${path}${path.includes('?') ? '&' : '?'}password=wrong`)).status;
    }
  });

  test('the right one is no guess, however often', async () => {
    const visitor = newClient();
    for (const path of [`/events/${event}`, '/events', `/venues/${venue}`])
      assert.deepEqual(await tries(50, () => ask(visitor, `${path}?password=open+sesame`)), { 200: 50 });
  });

  test('what needs no password has none to guess', async () => {
    const open = (await makeEvent(service.as('admin'), { title: 'Open' })).id();
    const visitor = newClient();
    assert.deepEqual(await tries(40, (n) => ask(visitor, `/events/${open}?password=any${n}`)), { 200: 40 });
  });

  test('many clients together are slowed down at one item', async () => {
    const secret = (await makeEvent(service.as('admin'), { title: 'Another', password: 'sesame' })).id();
    const statuses: Record<number, number> = {};
    for (let client = 0; client < 11; client++) {
      const attacker = newClient();
      for (const [status, count] of Object.entries(
        await tries(29, (n) => ask(attacker, `/events/${secret}?password=${client}-${n}`)),
      ))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    }
    assert.deepEqual(statuses, { 403: 300, 429: 19 });
  });

  /** Wrong passwords, none of them tried before. */
  let wrongs = 0;
  const guessAt = (client: string, path: string, given = `guess ${++wrongs}`) =>
    ask(client, `${path}${path.includes('?') ? '&' : '?'}password=${encodeURIComponent(given)}`);

  /** An open event that links to a venue and an organizer that are protected, and another like it. */
  async function openEvents() {
    const admin = service.as('admin');
    const hall = (
      await admin.post('/venues', {
        venue: `Hall ${++wrongs}`,
        description: 'Behind the mill',
        password: 'mill',
      })
    ).id();
    const club = (await admin.post('/organizers', { organizer: `Club ${wrongs}`, password: 'rower' })).id();
    const links = { venue: [hall], organizer: [club] };
    const first = await makeEvent(admin, { title: 'First', ...links });
    const second = await makeEvent(admin, { title: 'Second', ...links });
    return { hall, club, open: first.id(), slug: String(first.at('slug')), other: second.id() };
  }

  test('what an open event links to is guessed at by all ways together', async () => {
    const { hall, club, open, slug, other } = await openEvents();
    const ways = [`/events/${open}`, `/events/by-slug/${slug}`, `/venues?event=${open}`, `/venues/${hall}`];
    for (const way of ways) {
      const attacker = newClient();
      assert.deepEqual(await tries(32, () => guessAt(attacker, way)), { 200: 30, 429: 2 }, way);
      for (const same of [...ways, `/events/${other}`, `/venues?event=${other}`]) {
        (await guessAt(attacker, same, 'mill')).expect(429);
        (await guessAt(attacker, same)).expect(429);
        (await ask(attacker, same)).expect(200);
      }
      const reader = await guessAt(newClient(), way, 'mill');
      assert.match(reader.expect(200).text, /Behind the mill/);
    }
    const attacker = newClient();
    assert.deepEqual(await tries(31, () => guessAt(attacker, `/organizers?event=${open}`)), {
      200: 30,
      429: 1,
    });
    (await guessAt(attacker, `/organizers/${club}`, 'rower')).expect(429);
    (await guessAt(attacker, `/events/${open}`, 'rower')).expect(429);
    (await guessAt(attacker, `/venues?event=${open}`, 'mill')).expect(200);
    assert.deepEqual(await tries(40, () => guessAt(attacker, `/tags?event=${open}`)), { 200: 40 });
  });

  test('a right one for some of an answer is no guess at the rest', async () => {
    const { hall, club, open } = await openEvents();
    (await service.as('admin').patch(`/events/${open}`, { password: 'own' })).expect(200);
    const visitor = newClient();
    assert.deepEqual(await tries(29, () => guessAt(visitor, `/venues/${hall}`)), { 200: 29 });
    assert.deepEqual(await tries(29, () => guessAt(visitor, `/organizers/${club}`)), { 200: 29 });
    (await guessAt(visitor, `/events/${open}`, 'own')).expect(200);
    (await guessAt(visitor, `/venues?event=${open}`, 'own')).expect(200);
    // Behind the password of the event, which a wrong one doesn't open.
    (await guessAt(visitor, `/events/${open}`)).expect(403);
    (await guessAt(visitor, `/venues/${hall}`, 'mill')).expect(200);
    (await guessAt(visitor, `/venues/${hall}`)).expect(200);
    (await guessAt(visitor, `/venues/${hall}`)).expect(429);
    (await guessAt(visitor, `/events/${open}`, 'own')).expect(200);
    (await guessAt(visitor, `/organizers/${club}`, 'rower')).expect(200);
  });

  test('the same wrong one at many events is one guess at what they share', async () => {
    const { hall, open, other } = await openEvents();
    const visitor = newClient();
    assert.deepEqual(await tries(28, () => guessAt(visitor, `/events/${open}`)), { 200: 28 });
    for (const way of [`/events/${open}`, `/events/${other}`, `/venues?event=${other}`, `/venues/${hall}`])
      (await guessAt(visitor, way, 'stale')).expect(200);
  });

  test('an own event that is opened for editing hides no guesses', async () => {
    const { hall } = await openEvents();
    const author = service.as('author');
    const attacker = newClient();
    const headers = { 'X-Forwarded-For': attacker };
    for (const statuses of [{ 200: 30 }, { 429: 2 }]) {
      const own = (await makeEvent(author, { venue: [hall], password: `own ${++wrongs}` })).id();
      const count = Object.values(statuses)[0] ?? 0;
      const guess = (n: number) =>
        author.get(`/events/${own}?context=edit&password=${own}-${n}`, undefined, headers);
      assert.deepEqual(await tries(count, guess), statuses);
    }
  });

  test('what shows in the number of the event above, or by a filter, is guessed at, too', async () => {
    const admin = service.as('admin');
    const above = (await makeEvent(admin, { title: 'Above', password: 'attic' })).id();
    const below = (await makeEvent(admin, { title: 'Below', post_parent: above })).id();
    const attacker = newClient();
    assert.deepEqual(await tries(31, () => guessAt(attacker, `/events/${below}`)), { 200: 30, 429: 1 });
    (await guessAt(attacker, `/events/${above}`, 'attic')).expect(429);
    assert.deepEqual(await tries(5, () => guessAt(attacker, `/tags?event=${below}`)), { 200: 5 });
    for (const filter of ['only_with_upcoming=true', 'has_events=true']) {
      const other = newClient();
      const path = `/venues?event=${below}&${filter}`;
      assert.deepEqual(await tries(31, () => guessAt(other, path)), { 200: 30, 429: 1 });
    }
  });

  test('of what the visitor may not read nothing is counted', async () => {
    const { hall, club, open } = await openEvents();
    const admin = service.as('admin');
    for (const path of [`/venues/${hall}`, `/organizers/${club}`])
      (await admin.patch(path, { status: 'private' })).expect(200);
    const visitor = newClient();
    for (const path of [`/events/${open}`, `/venues?event=${open}`])
      assert.deepEqual(await tries(35, () => guessAt(visitor, path)), { 200: 35 }, path);
  });

  test('who had it right before goes on when many clients guess', async () => {
    const { hall, open } = await openEvents();
    const member = newClient();
    (await guessAt(member, `/events/${open}`, 'rower')).expect(200);
    for (const [path, given] of [
      [`/events/${open}`, 'mill'],
      ['/organizers', 'rower'],
    ] as const) {
      const reader = newClient();
      (await guessAt(reader, path, given)).expect(200);
      for (let client = 0; client < 10; client++) {
        const attacker = newClient();
        await tries(30, () => guessAt(attacker, path));
      }
      (await guessAt(newClient(), path, given)).expect(429);
      (await guessAt(reader, path, given)).expect(200);
      await service.restart();
      (await guessAt(newClient(), path, given)).expect(429);
      (await guessAt(reader, path, given)).expect(200);
    }
    // The organizer's password made it known there, not at the venue.
    (await guessAt(member, `/venues/${hall}`, 'mill')).expect(429);
  });
});
