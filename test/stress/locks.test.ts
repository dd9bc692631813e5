import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { KalendsError } from '#errors.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';

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
  assert.ok(tookMs < 3_000, `those in the queue wait together, not one after the other: ${tookMs} ms`);
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
    (error) =>
      error instanceof KalendsError && error.code === 'rest_storage_full' && /full/.test(String(error.cause)),
  );
  await db.write((trx) => sql`pragma max_page_count = 1000000`.execute(trx));
  await bump(db);
});
