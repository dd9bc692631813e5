import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventSearchTerms, linkedSearchFragments } from './search.ts';

test('eventSearchTerms splits at blanks, commas and plus signs and keeps phrases', () => {
  assert.deepEqual(eventSearchTerms('Jazz,night+Café "Open  Air" -rain -"heavy snow"'), {
    include: ['jazz', 'night', 'cafe', 'open air'],
    exclude: ['rain', 'heavy snow'],
  });
});

test('eventSearchTerms drops single letters and stop words unless nothing else is left', () => {
  assert.deepEqual(eventSearchTerms('a night at the opera'), { include: ['night', 'opera'], exclude: [] });
  assert.deepEqual(eventSearchTerms('the'), { include: ['the'], exclude: [] });
  assert.deepEqual(eventSearchTerms('to  "be"'), { include: ['to be'], exclude: [] });
  assert.deepEqual(eventSearchTerms('3'), { include: ['3'], exclude: [] });
  assert.deepEqual(eventSearchTerms('-rain'), { include: [], exclude: ['rain'] });
  assert.deepEqual(eventSearchTerms(' , '), { include: [','], exclude: [] });
  assert.deepEqual(eventSearchTerms('  '), { include: [], exclude: [] });
});

test('eventSearchTerms keeps hyphens inside words and an unclosed phrase', () => {
  assert.deepEqual(eventSearchTerms('rock-n-roll "two words'), {
    include: ['rock-n-roll', 'two words'],
    exclude: [],
  });
});

test('eventSearchTerms takes more than nine terms as one', () => {
  const nine = 'alpha beta gamma delta epsilon zeta eta theta iota';
  assert.equal(eventSearchTerms(nine).include.length, 9);
  assert.deepEqual(eventSearchTerms(`${nine} -kappa`), { include: [`${nine} -kappa`], exclude: [] });
});

test('eventSearchTerms looks for the first two of the terms that no index has', () => {
  const terms = (text: string) => {
    const { include, exclude } = eventSearchTerms(text);
    return [include.join(' '), exclude.join(' ')];
  };
  assert.deepEqual(terms('ab cd ef gh'), ['ab cd', '']);
  assert.deepEqual(terms('jazz ab cd -ef night gh'), ['jazz ab cd night', '']);
  assert.deepEqual(terms('-ab cd -ef -rain'), ['cd', 'ab rain']);
  assert.deepEqual(terms('ab ab -ab cd'), ['ab cd', 'ab']);
  assert.deepEqual(terms('東京 音楽 花火 夏祭り'), ['東京 音楽 夏祭り', '']);
  assert.deepEqual(terms('🎉🎊 ab 🎉 cde'), ['🎉🎊 ab cde', '']);
});

test('linkedSearchFragments cuts into letters, digits and hyphens', () => {
  assert.deepEqual(linkedSearchFragments('temple avenue'), ['temple', 'avenue']);
  assert.deepEqual(linkedSearchFragments('@common.com'), ['common', 'com']);
  assert.deepEqual(linkedSearchFragments('http://one.com'), ['http', 'one', 'com']);
  assert.deepEqual(linkedSearchFragments('555-0100 Zürich'), ['555-0100', 'zurich']);
  assert.deepEqual(linkedSearchFragments('!?'), []);
});
