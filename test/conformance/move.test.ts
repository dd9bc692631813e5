import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Answer } from '../support/client.ts';
import { databaseAt, VARIABLES } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { CLI, command, type Finished, inherited } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

const SERVER = process.env[VARIABLES.server];
const PASSWORD = 'correct horse battery staple';
const samples = path.join(import.meta.dirname, '..', 'samples');

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-move-'));
const data = path.join(folder, 'data');
const databases: string[] = [];
let admin: pg.Pool;
let service: Service;

/** The settings of every program here but its database. */
const settings = {
  KALENDS_DATA: data,
  KALENDS_CLOCK: '2026-11-20T18:00:00Z',
  KALENDS_TIMEZONE: 'America/New_York',
  KALENDS_ADMIN_PASSWORD: PASSWORD,
  KALENDS_PUBLIC_URL: 'https://calendar.example.org',
};
const home = `sqlite:${path.join(data, 'kalends.db')}`;

const environment = (database: string) => ({ ...inherited, ...settings, DATABASE_URL: database });

const run = (database: string, ...args: string[]): Promise<Finished> => command(environment(database), args);

/** Runs a command that must be done. */
async function succeed(database: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(database, ...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Runs a move that must be refused in one line, which it gives. */
async function refused(from: string, to: string, code = 1): Promise<string> {
  const ended = await run(from, 'move', '--to', to);
  const line = ended.stderr
    .split('\n')
    .filter((one) => one.startsWith('kalends: '))
    .join('\n');
  assert.equal(ended.code, code, `${ended.stderr}${ended.stdout}`);
  assert.equal(ended.stdout, '');
  assert.doesNotMatch(ended.stderr, /se?cret-pw/);
  return line;
}

/** A new database on the server, without tables. */
async function newPostgres(): Promise<string> {
  if (!SERVER)
    throw new Error(
      `Moves are tested between both engines: set ${VARIABLES.server} to a server where databases may be made.`,
    );
  const name = `${process.env[VARIABLES.prefix] || 'kalends_test'}_${process.pid}_move_${databases.length}`;
  await admin.query(`create database ${name}`);
  databases.push(name);
  return databaseAt(SERVER, name);
}

async function newSqlite(): Promise<string> {
  return `sqlite:${path.join(mkdtempSync(path.join(folder, 'to-')), 'moved.db')}`;
}

let exports = 0;

async function exported(database: string): Promise<string> {
  const file = path.join(folder, `export-${++exports}.json`);
  await succeed(database, 'export', '--out', file);
  return readFileSync(file, 'utf8');
}

async function assertSound(database: string): Promise<void> {
  assert.equal(await succeed(database, 'check'), 'No problems found.\n');
}

/** The lines that a finished move tells of tables. */
const tablesOf = (stdout: string) =>
  stdout.split('\n').filter((line) => /^\w+ +\d+ +[0-9a-f]{16}$/.test(line));

/** Has `work` done with the service on a database; ours is stopped before and started again after it on its own. */
async function serving<T>(database: string, work: () => Promise<T>): Promise<T> {
  await service.restart({ DATABASE_URL: database });
  return work();
}

const reads = [
  '/events?per_page=50&start_date=2020-01-01&end_date=2030-01-01',
  '/events?per_page=50&page=4&start_date=2020-01-01&end_date=2030-01-01',
  '/events?per_page=10&orderby=title&order=desc',
  '/events?search=garden',
  '/events?search=Freilichtb%C3%BChne&translation_language=de',
  '/events?search=Freilichtb%C3%BChne',
  '/events?search=an',
  '/events?featured=true&per_page=50',
  '/events/by-slug/moved-open-air',
  '/events/by-slug/freilichtspiel?translation_language=de',
  '/venues?per_page=50',
  '/venues?search=stage&per_page=50',
  '/venues/by-slug/moved-stage',
  '/organizers?per_page=50',
  '/categories?per_page=50',
  '/categories?per_page=50&translation_language=es',
  '/tags?per_page=50',
  '/events?geoloc=1&geoloc_lat=52.5&geoloc_lng=13.4&geoloc_distance=100',
] as const;

/** What the service answers to everybody and to each role. */
async function answers(): Promise<unknown[]> {
  const told: unknown[] = [];
  const note = (answer: Answer) => told.push([answer.status, answer.body ?? answer.text]);
  for (const url of reads) note(await service.anonymous.get(url));
  for (const role of ['admin', 'editor', 'author', 'subscriber'] as const) {
    const client = service.as(role);
    note(await client.get('/events?per_page=50&status=draft'));
    note(await client.get('/events?per_page=50&status=trash'));
    note(await client.get(`${service.url}/kalends/v1/users/me`));
    note(await client.get(`${service.url}/kalends/v1/media?per_page=20`));
    note(await client.get(`${service.url}/kalends/v1/saved-filters`));
  }
  return told;
}

/** A calendar with some of everything. */
async function fill(): Promise<void> {
  await people(service);
  await succeed(home, 'seed', '--events', '300');
  await succeed(
    home,
    'import',
    'tec',
    path.join(samples, 'tec', 'det_community_education.json'),
    '--no-pictures',
  );
  const editor = service.as('editor');
  const photo = readFileSync(path.join(samples, 'media', 'photo.png'));
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="photo.png"' };
  const image = (await editor.post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201).id();
  const category = (await editor.post('/categories', { name: 'Moved Theatre' })).expect(201).id();
  for (const [language, name] of [
    ['de', 'Umgezogenes Theater'],
    ['es', 'Teatro trasladado'],
  ])
    (await editor.post(`/categories/${category}`, { name, translation_language: language })).expect(200);
  const venue = (
    await editor.post('/venues', { venue: 'Moved Stage', geo_lat: 52.51, geo_lng: 13.41, image })
  )
    .expect(201)
    .id();
  (await editor.post(`/venues/${venue}`, { venue: 'Freilichtbühne', translation_language: 'de' })).expect(
    200,
  );
  for (let n = 0; n < 30; n++) {
    const title = n === 0 ? 'Moved Open Air' : `Moved “evening” ${n} – \u{1F3AD}`;
    const event = await makeEvent(editor, { title, venue, categories: [category], image, cost: '12.5' });
    const german = { title: `Freilichtbühne am Abend ${n}`, translation_language: 'de' };
    const slug = n === 0 ? { slug: 'freilichtspiel' } : {};
    (await editor.post(`/events/${event.id()}`, { ...german, ...slug })).expect(200);
    if (n % 5 === 1) (await editor.delete(`/events/${event.id()}`)).expect(200);
  }
  const filter = { name: 'Moved list', query: 'status=draft', columns: ['cost'] };
  (await editor.post(`${service.url}/kalends/v1/saved-filters`, filter)).expect(201);
  for (let n = 0; n < 5; n++)
    await makeEvent(service.as('author'), { title: `Moved draft ${n}`, status: 'draft', password: 'sesame' });
}

before(async () => {
  admin = new pg.Pool({ connectionString: SERVER ?? '', max: 2 });
  service = await startService({ data, env: { ...settings, DATABASE_URL: home } });
  await fill();
});

after(async () => {
  await service?.stop();
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
  await admin?.end();
  rmSync(folder, { recursive: true, force: true });
});

test('a calendar in PostgreSQL, and back in another file, is the same', async () => {
  const before = await serving(home, answers);
  await service.stop();
  const document = await exported(home);
  assert.ok(document.includes('Moved draft 4') && document.includes('Freilichtbühne'));
  const there = await newPostgres();
  const first = await succeed(home, 'move', '--to', there);
  assert.match(first, /^TABLE +ROWS +CHECKSUM\nusers +/);
  assert.match(first, /rows to postgres:\/\/.*compared checksums/);
  assert.ok(!first.includes(new URL(there).password) || new URL(there).password === new URL(there).username);
  assert.ok(first.includes(path.join(data, 'media')));
  assert.equal(await exported(there), document);
  await assertSound(there);
  assert.deepEqual(await serving(there, answers), before);
  await service.stop();

  const back = await newSqlite();
  const second = await succeed(there, 'move', '--to', back);
  assert.equal(await exported(back), document);
  await assertSound(back);
  assert.deepEqual(tablesOf(second).length, tablesOf(first).length);
  assert.deepEqual(await serving(back, answers), before);

  // New numbers go on where they were, the same in each.
  const made: unknown[] = [];
  for (const database of [home, there, back])
    await serving(database, async () => {
      const event = await makeEvent(service.as('editor'), { title: 'After the move' });
      const tag = (await service.as('editor').post('/tags', { name: 'After the move' })).expect(201);
      const found = (await service.anonymous.get('/events?search=after%20the%20move')).expect(200);
      made.push([event.id(), tag.id(), found.rows('events').map(({ id }) => id)]);
    });
  assert.deepEqual(made[1], made[0]);
  assert.deepEqual(made[2], made[0]);
  for (const database of [home, there, back]) await assertSound(database);
  await service.stop();

  // Numbers that PostgreSQL gives itself.
  const client = new pg.Client({ connectionString: there });
  await client.connect();
  try {
    for (const table of ['changes']) {
      const { rows: numbers } = await client.query(
        `select max(id)::integer as highest, nextval(pg_get_serial_sequence('${table}', 'id'))::integer as next from ${table}`,
      );
      assert.equal(numbers[0].next, numbers[0].highest + 1, table);
    }
  } finally {
    await client.end();
  }
  await service.restart({ DATABASE_URL: home });
});

/** A move that waits in the midst. */
interface Held {
  readonly child: ChildProcessByStdio<null, null, Readable>;
  readonly ended: Promise<unknown>;
}

/** Begins a move to a database, has `work` done while it waits for a table, and lets it go on if it still lives. */
async function heldAt(table: string, there: string, work: (held: Held) => Promise<void>): Promise<void> {
  // The first start makes the tables and the first administrator, whom a move replaces.
  await succeed(there, 'token', 'add', 'admin', '--name', 'first');
  await succeed(there, 'token', 'remove', 'admin', 'first');
  const holder = new pg.Client({ connectionString: there });
  await holder.connect();
  try {
    await holder.query(`create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(7); return null; end $$`);
    await holder.query(`create trigger hold after insert on ${table} execute function hold()`);
    await holder.query('select pg_advisory_lock(7)');
    const child = spawn(process.execPath, [CLI, 'move', '--to', there], {
      env: environment(home),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    for (let tries = 0; ; tries++) {
      assert.equal(child.exitCode, null, 'the move ended before it came there');
      const { rows } = await holder.query(`select 1 from pg_locks
        where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      if (rows.length > 0) break;
      assert.ok(tries < 600, `the move doesn't come to ${table}`);
      await pause(50);
    }
    await work({ child, ended });
    await holder.query('select pg_advisory_unlock(7)');
    await ended;
    await holder.query(`drop trigger hold on ${table}`);
  } finally {
    await holder.end();
  }
}

/** Kills a move while it copies a table. */
const killedAt = (table: string, there: string): Promise<void> =>
  heldAt(table, there, async ({ child, ended }) => {
    child.kill('SIGKILL');
    await ended;
  });

test('a move that was killed goes on where it stopped', async () => {
  await service.stop();
  const there = await newPostgres();
  await killedAt('event_organizers', there);
  const served = await run(there, 'user', 'list');
  assert.equal(served.code, 1);
  assert.match(served.stderr, /A move from sqlite:.* to this database is incomplete/);
  const { code, stderr } = await run(home, 'move', '--to', there);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Continuing the interrupted move to/);
  assert.equal(await exported(there), await exported(home));
  await assertSound(there);
  assert.match(await refused(home, there), /already contains this calendar/);
  await service.restart();
});

test('what was changed after a move was killed comes along', async () => {
  await service.stop();
  const there = await newPostgres();
  await killedAt('changes', there);
  await service.restart({ DATABASE_URL: home });
  const editor = service.as('editor');
  const [first, second, third] = (await service.anonymous.get('/events?search=Moved'))
    .expect(200)
    .rows('events');
  assert.ok(first && second && third);
  (await editor.post(`/events/${first['id']}`, { title: 'Renamed since', categories: [] })).expect(200);
  const german = { title: 'Seither umbenannt', translation_language: 'de' };
  (await editor.post(`/events/${second['id']}`, german)).expect(200);
  (await editor.delete(`/events/${third['id']}?force=true`)).expect(200);
  await makeEvent(editor, { title: 'Made since', tags: ['since'] });
  const tags = (await service.anonymous.get('/tags?per_page=2')).expect(200).rows('tags');
  const [one, other] = tags.map(({ id, slug }) => ({ id, slug }));
  assert.ok(one && other);
  // Two that exchange what only one may have.
  (await editor.post(`/tags/${one.id}`, { slug: 'between' })).expect(200);
  (await editor.post(`/tags/${other.id}`, { slug: one.slug })).expect(200);
  (await editor.post(`/tags/${one.id}`, { slug: other.slug })).expect(200);
  await succeed(home, 'user', 'role', 'contributor', 'author');
  await succeed(home, 'token', 'add', 'editor', '--name', 'since');
  const expected = await answers();
  await service.stop();
  await succeed(home, 'move', '--to', there);
  assert.equal(await exported(there), await exported(home));
  await assertSound(there);
  assert.deepEqual(await serving(there, answers), expected);
  await service.restart({ DATABASE_URL: home });
});

test('a move during which somebody writes does not finish, and takes that when it is run again', async () => {
  const there = await newPostgres();
  let printed = '';
  await heldAt('changes', there, async ({ child }) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await makeEvent(service.as('editor'), { title: 'Written meanwhile', tags: ['meanwhile'] });
  });
  assert.match(
    printed,
    /was changed in the meantime.*Stop the service on sqlite:.*run the same command again/,
  );
  assert.equal((await run(there, 'check')).code, 1);
  await makeEvent(service.as('editor'), { title: 'Written since' });
  await service.stop();
  await succeed(home, 'move', '--to', there);
  const document = await exported(there);
  assert.ok(document.includes('Written meanwhile') && document.includes('Written since'));
  assert.equal(document, await exported(home));
  await assertSound(there);

  // Services on PostgreSQL give signs of life.
  await service.restart({ DATABASE_URL: there });
  const back = await newSqlite();
  assert.match(
    await refused(there, back),
    /the service is still running on postgres:.*run the same command again/,
  );
  assert.match(
    await refused(home, there),
    /A service is running on postgres:|already contains this calendar/,
  );
  await service.stop();
  await succeed(there, 'move', '--to', back);
  assert.equal(await exported(back), document);
  await assertSound(back);
  await service.restart({ DATABASE_URL: home });
});

test('only an empty database takes a calendar, any other stays as it is', async () => {
  await service.stop();
  const dump = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const told: unknown[] = [];
    for (const table of ['events', 'users', 'settings', 'sequences', 'changes', 'calendar'])
      told.push((await client.query(`select * from ${table} order by 1`)).rows);
    await client.end();
    return told;
  };
  const filled = await newPostgres();
  await succeed(filled, 'seed', '--events', '3');
  const before = await dump(filled);
  assert.match(await refused(home, filled), /already contains a calendar\..*No changes were made/);
  const peopled = await newSqlite();
  await succeed(peopled, 'user', 'add', 'ed', '--role', 'editor');
  assert.match(await refused(home, peopled), /already contains a calendar/);
  assert.match(await refused(home, home), /already contains this calendar/);
  assert.deepEqual(await dump(filled), before);

  const foreign = await newPostgres();
  const client = new pg.Client({ connectionString: foreign });
  await client.connect();
  await client.query('create table events (title text)');
  await client.end();
  assert.match(await refused(home, foreign), /tables of another program/);

  // Half of one calendar is no place for another.
  const half = await newPostgres();
  await killedAt('event_tags', half);
  assert.match(await refused(filled, half), /contains an interrupted move from sqlite:/);
  assert.match(await refused(half, await newSqlite()), /is incomplete\. Run it again/);
  await service.restart();
});

test('a database that keeps something else than it was given is found out', async () => {
  await service.stop();
  const there = await newPostgres();
  await succeed(there, 'token', 'add', 'admin', '--name', 'first');
  await succeed(there, 'token', 'remove', 'admin', 'first');
  const client = new pg.Client({ connectionString: there });
  await client.connect();
  await client.query(`create function spoil() returns trigger language plpgsql as $$ begin
    if new.title like 'Moved%' then new.excerpt := 'spoilt'; end if; return new; end $$`);
  await client.query('create trigger spoil before insert on events for each row execute function spoil()');
  assert.match(await refused(home, there), /The table “events” differs/);
  await client.query('drop trigger spoil on events');
  await client.end();
  await succeed(home, 'move', '--to', there);
  assert.equal(await exported(there), await exported(home));
  await service.restart();
});

test('passwords in addresses are never printed, and wrong addresses are told', async () => {
  assert.match(
    await refused(home, 'mysql://somebody:secret-pw@127.0.0.1/calendar', 2),
    /--to must start with postgres:\/\/ or sqlite:/,
  );
  assert.ok(await refused(home, 'postgres://somebody:secret-pw@127.0.0.1:1/calendar?password=secret-pw'));
  const { stdout } = await run(home, 'move', '--help');
  assert.match(stdout, /^Usage: kalends move .*--to <address>/s);
});
