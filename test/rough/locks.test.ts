import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/engine.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite.ts';
import { KalendsError } from '../../src/errors.ts';
import { people, startService } from '../support/service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-locks-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFile = () => path.join(folder, String(++count), 'kalends.db');

const bump = (db: Database) =>
  db.write((trx) => sql`update calendar set version = version + 1`.execute(trx).then(() => true));
const isUnavailable = (error: unknown) => error instanceof KalendsError && error.code === 'rest_unavailable';

/** Takes the write lock as another process would; gives what lets it go. */
function lock(file: string): () => void {
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  return () => {
    other.exec('rollback');
    other.close();
  };
}

test('a write waits for the lock of another process while everything else goes on', async (t) => {
  const file = newFile();
  const db = openSqlite(file);
  t.after(() => db.close());
  await migrate(db);
  const before = await db.version();
  const unlock = lock(file);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 10);
  const written = bump(db);
  await pause(300);
  assert.equal(await db.version(), before, 'reading goes on');
  unlock();
  await written;
  clearInterval(ticking);
  assert.equal(await db.version(), before + 1);
  assert.ok(ticks >= 10, `${ticks} ticks while waiting`);
});

test('a lock that is kept is told as such, once for all that wait', async (t) => {
  const file = newFile();
  const db = openSqlite(file, 200);
  t.after(() => db.close());
  await migrate(db);
  const unlock = lock(file);
  const began = performance.now();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => bump(db)));
  const tookMs = performance.now() - began;
  for (const result of results) assert.ok(result.status === 'rejected' && isUnavailable(result.reason));
  assert.ok(tookMs < 1_000, `those in the queue wait together, not one after the other: ${tookMs} ms`);
  unlock();
  await bump(db);
});

test('a full disk is told as such, with its cause, and writing goes on when there is room', async (t) => {
  const db = openSqlite(newFile());
  t.after(() => db.close());
  await migrate(db);
  // Never less than what is there already: no page can be added.
  await db.write((trx) => sql`pragma max_page_count = 1`.execute(trx));
  await assert.rejects(
    db.write((trx) =>
      sql`insert into changes (version, kind, resource_id, action, at_utc) select 1, ${'x'.repeat(900)}, 1, 'create', '2026-01-01 00:00:00' from (select 1 from sqlite_master a, sqlite_master b limit 500)`.execute(
        trx,
      ),
    ),
    (error) => isUnavailable(error) && /full/.test(String((error as Error).cause)),
  );
  await db.write((trx) => sql`pragma max_page_count = 1000000`.execute(trx));
  await bump(db);
});

test('several that open a new calendar at once all get it', async (t) => {
  const file = newFile();
  const opened = Array.from({ length: 4 }, () => openSqlite(file));
  t.after(() => Promise.all(opened.map((db) => db.close())));
  await Promise.all(opened.map(migrate));
  const before = await opened[0]?.version();
  await Promise.all(opened.flatMap((db) => Array.from({ length: 25 }, () => bump(db))));
  for (const db of opened) assert.equal(await db.version(), (before ?? 0) + 100);
});

test('POST /events waits for a command that holds the calendar, GET /events does not', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  await people(service);
  const unlock = lock(path.join(service.data, 'kalends.db'));
  const event = { title: 'Waiting', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' };
  const created = service.as('editor').post('/events', event);
  await pause(300);
  // Still locked: it could not be answered if it waited too.
  (await service.as('editor').get('/events')).expect(200);
  unlock();
  (await created).expect(201);
});
