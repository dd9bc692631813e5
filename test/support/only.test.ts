import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  differOnPostgres,
  mayBeSkipped,
  named,
  onlyOnPostgres,
  onlyOnSqlite,
  reasonForLater,
} from './only.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const files = globSync('test/**/*.test.ts', { cwd: ROOT });

test('every file that is named for an engine or for later is there', () => {
  assert.deepEqual(
    [...named].filter((file) => !files.includes(file)),
    [],
  );
});

test('no file is in none of the runs, on any engine', () => {
  const inNone = files.filter((file) => onlyOnSqlite.has(file) && onlyOnPostgres.has(file));
  assert.deepEqual(inNone, []);
  const soonOnNone = files.filter(
    (file) => reasonForLater(file) === undefined && onlyOnPostgres.has(file) && !differOnPostgres.has(file),
  );
  assert.deepEqual(soonOnNone, [], 'say why it is for later, or that it differs on PostgreSQL');
});

test('what differs on PostgreSQL is run there', () => {
  const nowhere = [...differOnPostgres].filter((file) => onlyOnSqlite.has(file) || reasonForLater(file));
  assert.deepEqual(nowhere, []);
});

test('a file that starts a service in a process of its own says so', () => {
  const silent = files.filter(
    (file) =>
      file.startsWith('test/conformance/') &&
      /\bstartProcess\(/.test(readFileSync(path.join(ROOT, file), 'utf8')) &&
      reasonForLater(file) === undefined,
  );
  assert.deepEqual(silent, [], 'name it in only.ts, or start its service in the process of the test');
});

test('tests without a browser or a proxy are skipped, except in CI', () => {
  for (const reason of ['no browser found', 'there is no nginx on this machine']) {
    assert.ok(mayBeSkipped({ name: 'any', reason }, false));
    assert.ok(!mayBeSkipped({ name: 'any', reason }, true));
  }
  assert.ok(!mayBeSkipped({ name: 'any', reason: '' }, false));
});
