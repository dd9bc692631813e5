// Upgrades from each earlier form of the tables, and what an older program says to a newer one's calendar.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { derivedColumns } from '#calendar/events/rules.ts';
import { readConfig } from '#config.ts';
import { isObject, type Json, parseJson } from '../support/json.ts';
import { command, inherited, removeAtExit } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

const SAMPLES = path.join(import.meta.dirname, '..', 'samples', 'calendars');
const PASSWORD = 'first password of all';
const around = mkdtempSync(path.join(tmpdir(), 'kalends-upgrade-'));
removeAtExit(around);
after(() => rmSync(around, { recursive: true, force: true }));

/** A folder with a calendar as an earlier program has left it. */
function unpack(name: string): string {
  const folder = path.join(around, name);
  mkdirSync(folder, { mode: 0o700 });
  const bytes = brotliDecompressSync(readFileSync(path.join(SAMPLES, `${name}.db.br`)));
  writeFileSync(path.join(folder, 'kalends.db'), bytes, { mode: 0o600 });
  return folder;
}

const run = (folder: string, ...args: string[]) => command({ ...inherited, KALENDS_DATA: folder }, args);

/** Tables with their columns, indexes and triggers, whatever their order. */
function schemaOf(folder: string): string[] {
  const db = new DatabaseSync(path.join(folder, 'kalends.db'), { readOnly: true });
  try {
    const rows = db.prepare(`select type, name, sql from sqlite_master where name not like 'sqlite_%'`).all();
    return rows
      .map(({ type, name, sql }) => {
        if (type !== 'table')
          return `${type} ${name} ${String(sql)
            .replace(/["\s]+/g, ' ')
            .trim()}`;
        const columns = db
          .prepare(`select name, type, dflt_value from pragma_table_info(?)`)
          .all(String(name));
        const told = columns.map((one) => Object.values(one).join(' ').toLowerCase());
        return `table ${name}: ${told.sort().join(', ')}`;
      })
      .sort();
  } finally {
    db.close();
  }
}

let fresh: string[] | undefined;
async function freshSchema(): Promise<string[]> {
  const folder = path.join(around, 'fresh');
  if (!fresh) {
    assert.equal((await run(folder, 'migrate')).code, 0);
    fresh = schemaOf(folder);
  }
  return fresh;
}

/** Each calendar has a default of its own for the uids of events that were there before there were any. */
const comparable = (lines: readonly string[]) =>
  lines.map((line) =>
    line
      .replace(/[\s"]+/g, '')
      .toLowerCase()
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid'),
  );

/** Uids of all events are there, no two alike, and are the same however often they are asked for. */
async function assertUids(service: Service, list: string): Promise<void> {
  const uids = async () =>
    (await service.anonymous.get(list))
      .expect(200)
      .rows('events')
      .map(({ uid }) => uid);
  const told = await uids();
  for (const uid of told) assert.match(String(uid), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-\d+$/);
  assert.equal(new Set(told).size, told.length);
  assert.deepEqual(await uids(), told);
}

/** The columns that are computed of others are what a write would compute of them. */
function assertDerived(folder: string): void {
  const db = new DatabaseSync(path.join(folder, 'kalends.db'), { readOnly: true });
  const { currency } = readConfig({});
  try {
    for (const row of db.prepare('select * from events').all()) {
      const { title, cost, tickets } = row;
      const texts = { title: String(title), cost: String(cost), tickets: String(tickets) };
      for (const [column, value] of Object.entries(derivedColumns({ currency }, texts)))
        assert.equal(
          row[column],
          value,
          `events.${column} of number ${row['id']} isn't what a write computes: let its migration compute it`,
        );
    }
  } finally {
    db.close();
  }
}

/** What is compared of events: what calendars are about, in the form of the first program. */
function shown(body: Json | undefined): unknown {
  assert.ok(isObject(body) && Array.isArray(body['events']));
  const member = (one: Json | undefined, name: string) => (isObject(one) ? one[name] : undefined);
  const all = (one: Json | undefined, name: string) =>
    Array.isArray(one) ? one.map((part) => member(part, name)) : [];
  const events = body['events'].map((event) => ({
    ...Object.fromEntries(
      [
        'id',
        'slug',
        'title',
        'start_date',
        'utc_start_date',
        'end_date',
        'timezone',
        'all_day',
        'status',
      ].map((name) => [name, member(event, name)]),
    ),
    venue: member(member(event, 'venue'), 'id') ?? null,
    organizers: all(member(event, 'organizer'), 'id'),
    categories: all(member(event, 'categories'), 'slug'),
    tags: all(member(event, 'tags'), 'slug'),
  }));
  return { total: body['total'], events };
}

for (const file of globSync('*.db.br', { cwd: SAMPLES }).sort()) {
  const name = path.basename(file, '.db.br');
  test(`a calendar of the state ${name} opens, is sound, and answers as it did`, async (t) => {
    const folder = unpack(name);
    const found = await run(folder, 'doctor', '--json', '--port', '0');
    // The last release has the present form, until the next one changes it.
    const isPresent = isDeepStrictEqual(comparable(schemaOf(folder)), comparable(await freshSchema()));
    assert.equal(/"database_older"/.test(found.stdout), !isPresent);
    const migrated = await run(folder, 'migrate');
    assert.equal(migrated.code, 0, migrated.stderr);
    const checked = await run(folder, 'check');
    assert.deepEqual([checked.code, checked.stdout], [0, 'No problems found.\n'], checked.stderr);
    assert.deepEqual(comparable(schemaOf(folder)), comparable(await freshSchema()));
    assertDerived(folder);

    const service = await startService({ data: folder, env: { KALENDS_ADMIN_PASSWORD: undefined } });
    t.after(() => service.stop());
    const all = '/events?start_date=2000-01-01&end_date=2100-01-01&per_page=50';
    const own = path.join(SAMPLES, `${name}.json`);
    const expected = globSync(own).length > 0 ? own : path.join(SAMPLES, 'expected.json');
    const { body } = (await service.anonymous.get(all)).expect(200);
    assert.deepEqual(shown(body), parseJson(readFileSync(expected, 'utf8')));
    await assertUids(service, all);

    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    const answer = await fetch(`${service.url}/calendar/events/v1/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'After the upgrade',
        start_date: '2027-01-15 19:00:00',
        end_date: '2027-01-17 21:00:00',
        venue: { venue: 'A new hall' },
      }),
    });
    assert.equal(answer.status, 201, await answer.text());
    const whole = (await service.anonymous.get(all)).expect(200).at('total');
    const days = '/events?start_date=2000-01-01%2000:00:00&end_date=2099-12-31%2023:59:59&per_page=1';
    assert.equal(whole, 13);
    assert.equal((await service.anonymous.get(days)).expect(200).at('total'), 13);
    const again = await run(folder, 'check');
    assert.equal(again.code, 0, again.stdout);
  });
}

test('a calendar of a newer version is refused by every command, and stays as it is', async () => {
  const folder = path.join(around, 'newer');
  assert.equal((await run(folder, 'migrate')).code, 0);
  const file = path.join(folder, 'kalends.db');
  const db = new DatabaseSync(file);
  db.exec(`insert into migrations (name, applied_utc) values ('9999_future', '2030-01-01T00:00:00Z')`);
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  const before = readFileSync(file);
  for (const args of [
    ['serve', '--port', '0'],
    ['migrate'],
    ['check'],
    ['user', 'list'],
    ['seed', '--events', '1'],
  ]) {
    const { code, stdout, stderr } = await run(folder, ...args);
    assert.equal(code, 1, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /newer version of Kalends \(9999_future\).*backup/s);
    assert.doesNotMatch(stderr, /\n +at /);
  }
  assert.deepEqual(readFileSync(file), before);
});
