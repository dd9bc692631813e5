import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { message } from './catalogue.ts';
import { reasonOf } from './system.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('errors of the system and of the file of the database have a text', () => {
  assert.deepEqual(reasonOf(thrownBy(() => readFileSync('/nowhere/at/all'))), message('system.ENOENT'));
  assert.deepEqual(reasonOf(thrownBy(() => readFileSync(import.meta.dirname))), message('system.EISDIR'));
  const open = (file: string) => new DatabaseSync(file).exec('create table a (b)');
  assert.deepEqual(reasonOf(thrownBy(() => open(import.meta.dirname))), message('system.SQLITE_CANTOPEN'));
  assert.deepEqual(reasonOf(thrownBy(() => open(import.meta.filename))), message('system.SQLITE_NOTADB'));
});

test('any other error says its own words, in one line', () => {
  assert.equal(reasonOf(new Error('two\n  lines')), 'two lines');
  assert.equal(reasonOf(new RangeError()), 'RangeError');
  assert.equal(reasonOf('thrown'), 'thrown');
  assert.equal(reasonOf(Object.assign(new Error('x'), { code: 'NEW_ONE' })), 'x');
});
