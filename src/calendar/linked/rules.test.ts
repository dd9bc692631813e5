import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey } from './rules.ts';

test('names differ neither by case, accents, outer blanks nor markup', () => {
  assert.equal(nameKey('  Café <b>Zürich</b> '), nameKey('cafe ZURICH'));
  assert.notEqual(nameKey('Hall 1'), nameKey('Hall 2'));
});
