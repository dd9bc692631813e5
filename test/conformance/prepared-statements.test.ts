import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { migrate } from '#store/db/migrate.ts';
import { findRevision } from '#store/db/revisions.ts';
import { openSqlite } from '#store/db/sqlite.ts';

test('the revisions of all items are read by one prepared statement', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-revisions-'));
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
  for (const id of [1, 2, 3]) assert.equal(await findRevision(db.read, 'event', id), 1);
  assert.equal(texts.filter((text) => text.includes('revisions')).length, 1);
});
