import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { KalendsError } from '#errors.ts';
import { migrate } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { message } from './catalogue.ts';
import { reasonOf } from './system.ts';
import { UserFacingError } from './user-facing-error.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-system-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the error with which a database's file is opened. */
async function refusalOf(file: string): Promise<unknown> {
  const db = openSqlite(file, 0);
  try {
    await migrate(db);
  } catch (error) {
    return error instanceof KalendsError ? error.cause : error;
  } finally {
    await db.close();
  }
  return undefined;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('errors of the system and of the file of the database have a text', async () => {
  assert.deepEqual(reasonOf(thrownBy(() => readFileSync('/nowhere/at/all'))), message('system.ENOENT'));
  assert.deepEqual(reasonOf(thrownBy(() => readFileSync(import.meta.dirname))), message('system.EISDIR'));
  assert.deepEqual(reasonOf(await refusalOf(folder)), message('system.SQLITE_CANTOPEN'));
  const text = path.join(folder, 'text');
  writeFileSync(text, 'This is a text, and far too short for a database.');
  assert.deepEqual(reasonOf(await refusalOf(text)), message('system.SQLITE_NOTADB'));
});

test('any other error says its own words, in one line', () => {
  assert.equal(reasonOf(new Error('two\n  lines')), 'two lines');
  assert.equal(reasonOf(new RangeError()), 'RangeError');
  assert.equal(reasonOf('thrown'), 'thrown');
  const told = message('system.ENOENT');
  assert.deepEqual(reasonOf(new UserFacingError(told)), told);
  assert.equal(reasonOf(Object.assign(new Error('x'), { code: 'NEW_ONE' })), 'x');
});
