import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { listApplied, migrationNames, takeMigrations } from '#store/db/migrate.ts';
import { ArchiveWriter, withArchive } from '#transfer/backup/archive.ts';
import { calendarSettings, dropCalendar, openCalendar } from '../support/engine.ts';
import { isObject, type JsonObject, parseJson } from '../support/json.ts';
import { command, inherited } from '../support/program.ts';
import { startService } from '../support/service.ts';

const CLOCK = '2026-11-20T18:00:00Z';
const places: string[] = [];

after(async () => {
  for (const place of places) {
    await dropCalendar(place);
    rmSync(place, { recursive: true, force: true });
  }
});

type Place = NodeJS.ProcessEnv & { KALENDS_DATA: string };

async function emptyPlace(): Promise<Place> {
  const data = mkdtempSync(path.join(tmpdir(), 'kalends-older-'));
  places.push(data);
  return { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(data, { empty: true })) };
}

/** A calendar of the first version, with a venue, an event and its administrator. */
async function olderCalendar(): Promise<Place> {
  const place = await emptyPlace();
  const db = await openCalendar(place.KALENDS_DATA, { empty: true });
  const at = '2026-11-01 10:00:00';
  const post = `author_id, status, date, date_utc, modified, modified_utc, slug`;
  const values = (slug: string) => `1, 'publish', '${at}', '${at}', '${at}', '${at}', '${slug}'`;
  try {
    await db.alone(async (trx) => {
      await takeMigrations(trx, db.dialect.name, { only: migrationNames.slice(0, 1) });
      for (const statement of [
        `insert into users (id, login, login_key, email, name, role, created_utc)
          values (1, 'admin', 'admin', '', 'Admin', 'administrator', '${at}')`,
        `insert into venues (id, name, name_key, ${post}) values (1, 'Old Hall', 'old hall', ${values('old-hall')})`,
        `insert into events (id, title, title_key, start_date, end_date, utc_start_date, utc_end_date, timezone, ${post})
          values (2, 'Old Event', 'old event', '2027-01-01 10:00:00', '2027-01-01 12:00:00',
          '2027-01-01 10:00:00', '2027-01-01 12:00:00', 'UTC', ${values('old-event')})`,
        `insert into occurrences (event_id, start_date, end_date, utc_start_date, utc_end_date, status,
          hide_from_listings, date, days) values (2, '2027-01-01 10:00:00', '2027-01-01 12:00:00',
          '2027-01-01 10:00:00', '2027-01-01 12:00:00', 'publish', 0, '${at}', 0)`,
        `insert into event_venues (event_id, venue_id, position) values (2, 1, 0)`,
        `update sequences set value = 2 where name = 'post'`,
      ])
        await sql.raw(statement).execute(trx);
      await db.dialect.indexEventText(trx, 2, { title: 'old event', description: '', excerpt: '' });
    });
  } finally {
    await db.close();
  }
  return place;
}

async function appliedIn(place: Place): Promise<string[]> {
  const db = await openCalendar(place.KALENDS_DATA);
  try {
    return await listApplied(db.read);
  } finally {
    await db.close();
  }
}

const backupsIn = (place: Place) => {
  const folder = path.join(place.KALENDS_DATA, 'backups');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('migrate --dry-run tells what would be done and changes nothing', async () => {
  const place = await olderCalendar();
  const { code, stdout } = await command(place, ['migrate', '--dry-run', '--json']);
  assert.equal(code, 0);
  const told = JSON.parse(stdout);
  assert.deepEqual(told.applied, migrationNames.slice(0, 1));
  assert.deepEqual(told.pending, migrationNames.slice(1));
  assert.equal(told.backup, true);
  const words = await command(place, ['migrate', '--dry-run']);
  assert.match(words.stdout, /0002_translations/);
  assert.deepEqual(await appliedIn(place), migrationNames.slice(0, 1));
  assert.deepEqual(backupsIn(place), []);
});

test('migrate --dry-run of nothing makes nothing', async () => {
  const place = await emptyPlace();
  const { code, stdout, stderr } = await command(place, ['migrate', '--dry-run']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /0001_calendar/);
  assert.deepEqual(readdirSync(place.KALENDS_DATA), []);
});

test('an older calendar is backed up before it is migrated, and that backup is restored and migrated', async () => {
  const place = await olderCalendar();
  const service = await startService({ clock: CLOCK, data: place.KALENDS_DATA });
  await service.stop();
  assert.deepEqual(await appliedIn(place), [...migrationNames].sort());
  const [name = '', ...others] = backupsIn(place);
  assert.match(name, /^kalends-[0-9a-f]{8}-\d{8}T\d{6}Z-before-migration\.tar$/);
  assert.deepEqual(others, []);
  const file = path.join(place.KALENDS_DATA, 'backups', name);
  const verified = await command(inherited, ['verify', '--json', file]);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.deepEqual(JSON.parse(verified.stdout).migrations, migrationNames.slice(0, 1));

  // Its pictures are not in it: those of the folder stay the calendar's.
  const back = await emptyPlace();
  const restored = await command(back, ['restore', file]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(await appliedIn(back), [...migrationNames].sort());
  const again = await startService({ clock: CLOCK, data: back.KALENDS_DATA });
  try {
    const found = await again.anonymous.get('/events?search=old%20event&start_date=2020-01-01');
    assert.deepEqual(
      found
        .expect(200)
        .rows('events')
        .map(({ title }) => title),
      ['Old Event'],
    );
  } finally {
    await again.stop();
  }
  const checked = await command(back, ['check']);
  assert.equal(checked.stdout, 'No problems found.\n');
});

test('a start that cannot make that backup is refused, and nothing has changed; the setting does without', async () => {
  const place = await olderCalendar();
  const blocked = path.join(place.KALENDS_DATA, 'blocked');
  writeFileSync(blocked, '');
  const refused = await command({ ...place, KALENDS_BACKUP_DIR: blocked }, ['migrate']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /KALENDS_BACKUP_DIR.*KALENDS_BACKUP_MIGRATION=0/);
  assert.deepEqual(await appliedIn(place), migrationNames.slice(0, 1));
  const without = { ...place, KALENDS_BACKUP_DIR: blocked, KALENDS_BACKUP_MIGRATION: '0' };
  const { code, stderr } = await command(without, ['migrate']);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await appliedIn(place), [...migrationNames].sort());
});

/** Writes a backup anew, whole, with another manifest. */
async function withManifest(file: string, target: string, change: (manifest: JsonObject) => object) {
  const writer = new ArchiveWriter(await open(target, 'wx'), 0);
  await withArchive(file, async (archive) => {
    for await (const { name, size, read } of archive.members()) {
      if (name !== 'manifest.json') {
        await writer.add(name, size, read());
        continue;
      }
      const parsed = parseJson(Buffer.concat(await Array.fromAsync(read())).toString('utf8'));
      const text = Buffer.from(JSON.stringify(change(isObject(parsed) ? parsed : {})));
      await writer.add(name, text.length, [text]);
    }
  });
  await writer.finish();
}

test('what a newer version has written is refused, by backup, verify and restore', async () => {
  const place = await emptyPlace();
  const service = await startService({ clock: CLOCK, data: place.KALENDS_DATA });
  await service.stop();
  const inPlace = (name: string) => path.join(place.KALENDS_DATA, name);
  assert.equal((await command(place, ['backup', inPlace('own.tar')])).code, 0);
  await withManifest(inPlace('own.tar'), inPlace('format.tar'), (manifest) => ({ ...manifest, format: 2 }));
  await withManifest(inPlace('own.tar'), inPlace('steps.tar'), (manifest) => ({
    ...manifest,
    migrations: [...migrationNames, '9999_times_to_come'],
  }));
  const empty = await emptyPlace();
  for (const [file, told] of [
    ['format.tar', /newer version of Kalends \(format 2\)/],
    ['steps.tar', /newer version of Kalends.*9999_times_to_come/],
  ] as const)
    for (const name of ['verify', 'restore']) {
      const ended = await command(empty, [name, inPlace(file)]);
      assert.equal(ended.code, 1, name);
      assert.match(ended.stderr, told);
    }
  assert.deepEqual(readdirSync(empty.KALENDS_DATA), []);

  const db = await openCalendar(place.KALENDS_DATA);
  try {
    await db.write((trx) =>
      sql`insert into migrations (name, applied_utc) values ('9999_times_to_come', '')`.execute(trx),
    );
  } finally {
    await db.close();
  }
  const refused = await command(place, ['backup', inPlace('late.tar')]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /newer version of Kalends.*9999_times_to_come/);
  assert.equal(existsSync(inPlace('late.tar')), false);
});
