import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, nearest } from './nearest.ts';

test('letters that are changed, added, left out or swapped count one each', () => {
  for (const [from, to, distance] of [
    ['', '', 0],
    ['PORT', 'PORT', 0],
    ['PROT', 'PORT', 1],
    ['PRT', 'PORT', 1],
    ['PORTS', 'PORT', 1],
    ['PART', 'PORT', 1],
    ['', 'PORT', 4],
    ['kitten', 'sitting', 3],
  ] as const) {
    assert.equal(editDistance(from, to), distance, `${from} ${to}`);
    assert.equal(editDistance(to, from), distance, `${to} ${from}`);
  }
});

test('a name far from all is none of them', () => {
  const names = ['PORT', 'HOST', 'TIMEZONE'];
  assert.equal(nearest('TIME_ZONE', names), 'TIMEZONE');
  assert.equal(nearest('PROT', names), 'PORT');
  assert.equal(nearest('COLOUR', names), undefined);
  assert.equal(nearest('', names), undefined);
});
