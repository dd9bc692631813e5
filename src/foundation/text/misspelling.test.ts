import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspellingCost } from './misspelling.ts';

test('mistakes that people make are near', () => {
  for (const [typed, word] of [
    ['konzret', 'konzert'],
    ['conert', 'concert'],
    ['konnzert', 'konzert'],
    ['jzaz', 'jazz'],
    ['filharmonie', 'philharmonie'],
    ['teater', 'theater'],
    ['rytmus', 'rhythmus'],
    ['mobel', 'moebel'],
    ['moebel', 'mobel'],
    ['weinachtsmarkt', 'weihnachtsmarkt'],
    ['weinacht', 'weihnachtsmarkt'],
    ['flomarkt', 'nachtflohmarkt'],
    ['exposision', 'exposicion'],
    ['caligrafia', 'kalligrafia'],
  ] as const)
    assert.ok(
      (misspellingCost(typed, word) ?? 9) <= 2,
      `${typed} → ${word}: ${misspellingCost(typed, word)}`,
    );
});

test('other words are far, and the word itself is nearest', () => {
  for (const [typed, word] of [
    ['bar', 'tor'],
    ['kino', 'dino'],
    ['markt', 'marsch'],
    ['konzert', 'kontrast'],
    ['orgel', 'vogel'],
    ['abc', 'xyz'],
  ] as const) {
    const cost = misspellingCost(typed, word);
    assert.ok(cost === undefined || cost >= 1, `${typed} → ${word}: ${cost}`);
  }
  assert.equal(misspellingCost('konzert', 'konzert'), 0);
  assert.equal(misspellingCost('konzert', 'orchester'), undefined);
});
