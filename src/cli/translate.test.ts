import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorLanguage } from './translate.ts';

test('a locale names its language, whatever its territory, encoding and modifier', () => {
  for (const [locale, language] of [
    ['de_AT.UTF-8', 'de'],
    ['de', 'de'],
    ['de@euro', 'de'],
    ['DE_de', 'de'],
    ['de-CH', 'de'],
    ['es.ISO-8859-1', 'es'],
    ['es_MX', 'es'],
    ['en_GB.UTF-8', 'en'],
    ['C', 'en'],
    ['C.UTF-8', 'en'],
    ['POSIX', 'en'],
    ['fr_FR.UTF-8', 'en'],
    ['est_EE', 'en'],
    ['deutsch', 'en'],
    ['', 'en'],
    ['_', 'en'],
    ['/usr/share/locale/de', 'en'],
  ] as const)
    assert.equal(operatorLanguage({ LANG: locale }), language, locale);
});

test('LC_ALL comes before LC_MESSAGES, and that before LANG; empty ones count as unset', () => {
  const of = (LC_ALL?: string, LC_MESSAGES?: string, LANG?: string) =>
    operatorLanguage({ LC_ALL, LC_MESSAGES, LANG });
  assert.equal(of('de_DE', 'es_ES', 'en_GB'), 'de');
  assert.equal(of('', 'es_ES', 'de_DE'), 'es');
  assert.equal(of(undefined, '', 'de_DE'), 'de');
  assert.equal(of(), 'en');
  // One that is set decides, also where it names no language of ours.
  assert.equal(of('C', 'de_DE', 'de_DE'), 'en');
  assert.equal(of('fr_FR', undefined, 'de_DE'), 'en');
});
