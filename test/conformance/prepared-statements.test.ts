import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { listSpans } from '#calendar/events/list/outline.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { findRevision } from '#store/db/revisions.ts';
import { openSqlite } from '#store/db/sqlite.ts';

/** Returns an empty calendar, and the texts of the statements that it prepares from now on. */
async function openCalendar(t: TestContext): Promise<{ db: Database; texts: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-prepared-'));
  const db = openSqlite(path.join(folder, 'kalends.db'));
  t.after(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  await migrate(db);
  const { prototype } = DatabaseSync;
  const { prepare } = prototype;
  const texts: string[] = [];
  t.mock.method(prototype, 'prepare', function (this: DatabaseSync, text: string) {
    texts.push(text);
    return prepare.call(this, text);
  });
  return { db, texts };
}

test('the revisions of all items are read by one prepared statement', async (t) => {
  const { db, texts } = await openCalendar(t);
  for (const id of [1, 2, 3]) assert.equal(await findRevision(db.read, 'event', id), 1);
  assert.equal(texts.filter((text) => text.includes('revisions')).length, 1);
});

test('long lists of dates share prepared statements, one for each power of two', async (t) => {
  const { db, texts } = await openCalendar(t);
  for (const length of [61, 64, 65, 100, 128, 129, 400, 500]) {
    const ids = Array.from({ length }, (_, at) => at + 1);
    assert.deepEqual(await listSpans(db.read, ids), []);
  }
  assert.equal(texts.filter((text) => text.includes('occurrences')).length, 4);
});
